#include "codegen/lower/copies.h"

#include "codegen/lower/definitions.h"
#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::lower {

namespace {
using ir::BinaryOp;
using ir::ExprRef;

/// Element `offsets` of a window: the last dimensions of its origin, moved.
ir::Place elementOf(const ir::Window& window, const std::vector<ExprRef>& offsets) {
  ir::Place place = window.origin;
  const auto first = place.indices.size() - offsets.size();
  for (std::size_t d = 0; d < offsets.size(); ++d)
    if (auto& index = place.indices[first + d]; window.shape[d] > 1)
      index = ir::constantValue(index) == 0 ? offsets[d] : ir::binary(BinaryOp::Add, index, offsets[d]);
  return place;
}

/// 0 ≤ index < extent in every dimension that the window spans; null when nothing needs a test.
ExprRef insideOf(const ir::Window& window, const ir::Place& element, const Definitions& definitions) {
  ExprRef all;
  if (!window.clipped) return all;
  const auto& buffer = element.buffer;
  for (std::size_t d = 0; d < element.indices.size(); ++d) {
    const auto extent = buffer->space == ir::Space::Global
                            ? ir::makeExpr(ir::Extent{buffer, static_cast<int>(d)}, ir::ScalarType::I32)
                            : ir::intLiteral(buffer->dims[d]);
    const auto& index = element.indices[d];
    const auto add = [&](const ExprRef& test) { all = all ? ir::binary(BinaryOp::LAnd, all, test) : test; };
    if (!definitions.isNonNegative(window.origin.indices[d])) add(ir::binary(BinaryOp::Ge, index, ir::intLiteral(0)));
    add(ir::binary(BinaryOp::Lt, index, extent));
  }
  return all;
}

ExprRef zeroOf(ir::ScalarType type) {
  using enum ir::ScalarType;
  if (type == F16 || type == BF16) return ir::cast(ir::makeExpr(ir::FloatLiteral{0}, F32), type);
  return ir::isFloat(type) ? ir::makeExpr(ir::FloatLiteral{0}, type) : ir::makeExpr(ir::IntLiteral{0}, type);
}

class Expander {
 public:
  Expander(const Definitions& definitions, std::map<ir::NodeId, ir::AccessKey>& origin)
      : definitions_(definitions), origin_(origin) {}

  ir::StmtRef expand(const ir::Copy& copy, const ir::Stmt& stmt) {
    std::vector<ir::SymbolRef> iterators;
    std::vector<ExprRef> offsets;
    for (std::size_t d = 0; d < copy.dst.shape.size(); ++d) {
      iterators.push_back(ir::makeSymbol("e" + std::to_string(d), ir::ScalarType::I32, ir::Symbol::Kind::Iterator));
      offsets.push_back(ir::read(iterators.back()));
    }
    auto body = element(copy, stmt, offsets);
    for (std::size_t d = iterators.size(); d-- > 0;) {
      if (copy.dst.shape[d] == 1) continue;
      ir::For loop{};
      loop.kind = ir::LoopKind::Unroll;
      loop.iterator = iterators[d];
      loop.lo = ir::intLiteral(0);
      loop.hi = ir::intLiteral(copy.dst.shape[d]);
      loop.body = {body};
      body = ir::makeStmt(std::move(loop), stmt.where);
    }
    return body;
  }

 private:
  /// dst[e] = src[e] with both sides' guards; windows of other ranks line up at the last dimensions.
  ir::StmtRef element(const ir::Copy& copy, const ir::Stmt& stmt, const std::vector<ExprRef>& offsets) {
    const auto src = elementOf(copy.src, offsets), dst = elementOf(copy.dst, offsets);
    auto value = ir::load(src, stmt.where);
    origin_[value->id] = {stmt.id, 0, ir::AccessSide::CopySource};
    if (const auto inside = insideOf(copy.src, src, definitions_))
      value = ir::makeExpr(ir::Select{inside, value, zeroOf(value->type)}, value->type, stmt.where);
    auto store = ir::makeStmt(ir::Store{dst, value}, stmt.where);
    origin_[store->id] = {stmt.id, 0, ir::AccessSide::CopyDestination};
    const auto inside = insideOf(copy.dst, dst, definitions_);
    ir::Body guarded{store};
    return inside ? ir::makeStmt(ir::If{inside, std::move(guarded), {}}, stmt.where) : store;
  }

  const Definitions& definitions_;
  std::map<ir::NodeId, ir::AccessKey>& origin_;
};
}  // namespace

ExpandedCopies expandCopies(const ir::ProcRef& proc) {
  ExpandedCopies result;
  const Definitions definitions(*proc);
  Expander expander(definitions, result.origin);
  auto copy = *proc;
  copy.body = ir::rewriteStmts(proc->body, [&](const ir::StmtRef& stmt) -> std::optional<ir::Body> {
    const auto* node = std::get_if<ir::Copy>(&stmt->node);
    if (!node || node->asynchronous) return std::nullopt;
    return ir::Body{expander.expand(*node, *stmt)};
  });
  result.proc = std::make_shared<const ir::Proc>(std::move(copy));
  return result;
}

}  // namespace exogpu::lower
