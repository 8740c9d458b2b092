#include "codegen/lower/lift.h"

#include <algorithm>

#include "codegen/lower/simplify.h"
#include "frontend/base/overloaded.h"
#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
constexpr int kMaxStatements = 32;  // the loop is printed twice

bool isOrdering(ir::BinaryOp op) {
  return op == ir::BinaryOp::Lt || op == ir::BinaryOp::Le || op == ir::BinaryOp::Gt || op == ir::BinaryOp::Ge;
}

/// One attempt: all vector loops below an unrolled loop.
class Lifter {
 public:
  Lifter(const ir::For& loop, const Definitions& definitions, const VectorPlans& plans)
      : definitions_(definitions), plans_(plans) {
    path_.push_back(&loop);
    ir::walkStmts(loop.body, [&](const ir::StmtRef& stmt) {
      if (const auto* assign = std::get_if<ir::Assign>(&stmt->node)) assigned_.insert(assign->symbol.get());
    });
  }

  std::optional<LiftedTests> run() {
    if (!addBody(path_.front()->body) || loads_ == 0 || tests_.conditions.empty()) return std::nullopt;
    return std::move(tests_);
  }

 private:
  bool addBody(const ir::Body& body) {
    return std::all_of(body.begin(), body.end(), [&](const ir::StmtRef& stmt) { return addStmt(*stmt); });
  }
  bool addStmt(const ir::Stmt& stmt) {
    if (++statements_ > kMaxStatements) return false;
    return std::visit(Overloaded{
                          [&](const ir::For& n) { return addLoop(n); },
                          [&](const ir::Scope& n) { return addBody(n.body); },
                          [&](const ir::Let& n) {
                            inside_.insert(n.symbol.get());
                            return true;
                          },
                          [](const ir::Alloc& n) { return n.buffer->space == ir::Space::Local; },
                          [](const ir::Store&) { return true; },
                          [](const ir::Assign&) { return true; },
                          [](const ir::Prove&) { return true; },
                          [](const auto&) { return false; },
                      },
                      stmt.node);
  }
  bool addLoop(const ir::For& loop) {
    if (const auto plan = plans_.by_loop.find(&loop); plan != plans_.by_loop.end()) return addPlan(loop, plan->second);
    const auto range = constantRange(loop);
    if (loop.kind != ir::LoopKind::Unroll || !range || range->count == 0) return false;
    path_.push_back(&loop);
    const bool ok = addBody(loop.body);
    path_.pop_back();
    return ok;
  }

  bool addPlan(const ir::For& loop, const VectorPlan& plan) {
    if (plan.zero_filled) return true;  // in a straight line as it is
    for (const auto& access : plan.accesses) {
      if (access.is_read && !plan.tests.empty()) ++loads_;
      if (access.is_written && access.buffer->space != ir::Space::Shared) return false;  // stores wait for nothing
      if (access.alignment_to_check > 0 && !addAlignment(loop, plan, access)) return false;
    }
    for (const auto& test : plan.tests)
      if (!addTest(loop, plan, test)) return false;
    return true;
  }

  /// The test at the values of all iterators around it where it is hardest to meet.
  bool addTest(const ir::For& loop, const VectorPlan& plan, const ChunkGuard& test) {
    auto condition = outside(test.condition);
    if (!condition) return false;
    const auto first = plan.lo, last = plan.lo + plan.count - 1;
    condition = ir::substitute(condition, loop.iterator, ir::intLiteral(test.at_last ? last : first));
    for (const auto* around : path_) {
      const auto at = extreme(condition, *around);
      if (!at) return false;
      condition = ir::substitute(condition, around->iterator, ir::intLiteral(*at));
    }
    tests_.conditions.push_back(simplify(condition));
    return true;
  }
  std::optional<std::int64_t> extreme(const ir::ExprRef& condition, const ir::For& around) const {
    const auto range = constantRange(around);
    const auto leaves = definitions_.leaves(condition);
    if (std::find(leaves.begin(), leaves.end(), around.iterator) == leaves.end()) return range->lo;
    const auto* binary = std::get_if<ir::Binary>(&condition->node);
    if (!binary || !isOrdering(binary->op)) return std::nullopt;  // == and != have no hardest end
    const auto a = definitions_.coefficient(binary->lhs, around.iterator);
    const auto b = definitions_.coefficient(binary->rhs, around.iterator);
    if (!a || !b) return std::nullopt;
    const bool grows = (*a >= *b) == (range->step > 0);
    const bool less = binary->op == ir::BinaryOp::Lt || binary->op == ir::BinaryOp::Le;
    return grows == less ? range->lo + (range->count - 1) * range->step : range->lo;
  }

  /// The address at the first values of all iterators; each step of one keeps its alignment.
  bool addAlignment(const ir::For& loop, const VectorPlan& plan, const VectorAccess& access) {
    ir::Place place = access.first;
    for (std::size_t d = 0; d < place.indices.size(); ++d) {
      auto& index = place.indices[d];
      index = outside(index);
      if (!index) return false;
      const bool last = d + 1 == place.indices.size();
      for (const auto* around : path_) {
        const auto step = definitions_.coefficient(index, around->iterator);
        const auto bytes = step ? *step * around->step * ir::sizeInBytes(access.buffer->element) : 1;
        if (!step || (*step != 0 && (!last || bytes % access.alignment_to_check != 0))) return false;
        index = ir::substitute(index, around->iterator, ir::intLiteral(constantRange(*around)->lo));
      }
      index = simplify(ir::substitute(index, loop.iterator, ir::intLiteral(plan.lo)));
    }
    tests_.alignments.emplace_back(std::move(place), access.alignment_to_check);
    return true;
  }

  /// With the loop's own locals replaced; null when what it reads is not the same in front of the loop as inside.
  ir::ExprRef outside(const ir::ExprRef& expr) const {
    bool ok = true;
    const auto result = ir::rewriteExpr(expr, [&](const ir::ExprRef& e) -> ir::ExprRef {
      const auto* name = std::get_if<ir::Read>(&e->node);
      ok &= !name || !assigned_.count(name->symbol.get());
      if (!name || !inside_.count(name->symbol.get())) return nullptr;
      const auto value = definitions_.valueOf(*name->symbol);
      ok &= value != nullptr;
      return value ? outside(value) : nullptr;
    });
    return ok ? result : nullptr;
  }

  const Definitions& definitions_;
  const VectorPlans& plans_;
  std::vector<const ir::For*> path_;
  std::set<const ir::Symbol*> inside_, assigned_;
  LiftedTests tests_;
  int statements_ = 0, loads_ = 0;
};
}  // namespace

void liftTests(const ir::Body& body, const Definitions& definitions, VectorPlans& plans) {
  for (const auto& stmt : body) {
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    const auto range = loop ? constantRange(*loop) : std::nullopt;
    if (loop && loop->kind == ir::LoopKind::Unroll && range && range->count > 1 && !plans.by_loop.count(loop))
      if (auto tests = Lifter(*loop, definitions, plans).run()) {
        plans.lifted.emplace(loop, std::move(*tests));
        continue;
      }
    ir::forEachBody(*stmt, [&](const ir::Body& nested) { liftTests(nested, definitions, plans); });
  }
}

}  // namespace exogpu::lower
