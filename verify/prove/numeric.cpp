#include "verify/prove/numeric.h"

#include <algorithm>

#include "frontend/ir/walk.h"

namespace exogpu::prove {
namespace {

class NumericWalk {
 public:
  NumericWalk(const ir::Proc& proc, const SourceTable& sources) : sources_(sources) { body(proc.body, proc.policy); }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  std::string lineOf(SourceRange where) const {
    return where.isValid() ? "line " + std::to_string(sources_.lineColumn(where.file, where.begin).line) : "somewhere";
  }
  std::string place(SourceRange where) const { return where.isValid() ? lineOf(where) + ", " : ""; }
  void add(std::string text) {
    if (std::find(found_.begin(), found_.end(), text) == found_.end()) found_.push_back(std::move(text));
  }
  void body(const ir::Body& statements, ir::Policy policy) {
    for (auto& stmt : statements) statement(*stmt, policy);
  }
  void statement(const ir::Stmt& stmt, ir::Policy policy) {
    ir::forEachExpr(stmt, [&](const ir::ExprRef& root) {
      ir::walkExpr(root, [&](const ir::ExprRef& expr) { expression(*expr, policy); });
    });
    if (const auto* atomic = std::get_if<ir::Atomic>(&stmt.node);
        atomic && atomic->op == ir::AtomicOp::Add && ir::isFloat(atomic->place.buffer->element))
      add("sum of '" + atomic->place.buffer->name + "' (" + place(stmt.where) + "atomics add in any order" + flush(*atomic->place.buffer) + ")");
    const auto* loop = std::get_if<ir::For>(&stmt.node);
    const auto inner = loop && loop->policy ? *loop->policy : policy;
    ir::forEachBody(stmt, [&](const ir::Body& nested) { body(nested, inner); });
  }
  /// PTX ISA, atom: the sum of .f32 in global memory flushes subnormal operands and results; in shared memory it does not.
  static std::string flush(const ir::Buffer& buffer) {
    const bool flushes = buffer.space == ir::Space::Global && buffer.element == ir::ScalarType::F32;
    return flushes ? ", and subnormal numbers count as zero" : "";
  }
  void expression(const ir::Expr& expr, ir::Policy policy) {
    if (const auto* math = std::get_if<ir::Math>(&expr.node)) {
      const auto& info = ir::info(math->function);
      if (!info.exact) add(inexact(info, expr.where));
    }
    if (policy >= ir::Policy::Contract && isFusable(expr))
      add("a product and a sum may be fused (" + place(expr.where) + "policy " + std::string(ir::text(policy)) + ")");
  }
  std::string inexact(const ir::FunctionInfo& info, SourceRange where) const {
    if (!info.exception.empty()) return std::string(info.exception) + " (" + lineOf(where) + ")";
    return std::string(info.text) + " (" + place(where) + "at most " + std::to_string(info.ulp_host) + " ulp on the host, " +
           std::to_string(info.ulp_device) + " on the device)";
  }
  static bool isFusable(const ir::Expr& expr) {
    const auto* sum = std::get_if<ir::Binary>(&expr.node);
    if (!sum || !ir::isFloat(expr.type) || (sum->op != ir::BinaryOp::Add && sum->op != ir::BinaryOp::Sub)) return false;
    const auto is_product = [](const ir::ExprRef& operand) {
      const auto* product = std::get_if<ir::Binary>(&operand->node);
      return product && product->op == ir::BinaryOp::Mul;
    };
    return is_product(sum->lhs) || is_product(sum->rhs);
  }

  const SourceTable& sources_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> numericExceptions(const ir::Proc& proc, const SourceTable& sources) {
  return NumericWalk(proc, sources).take();
}

}  // namespace exogpu::prove
