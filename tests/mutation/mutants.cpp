#include "tests/mutation/mutants.h"

#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::mutation {
namespace {

using ir::Body;
using ir::ExprRef;
using ir::StmtRef;

ir::ProcRef withBody(const ir::ProcRef& proc, Body body) {
  auto copy = *proc;
  copy.body = std::move(body);
  return std::make_shared<const ir::Proc>(std::move(copy));
}

class Mutator {
 public:
  explicit Mutator(ir::ProcRef proc) : proc_(std::move(proc)) {}

  std::vector<Mutant> run() {
    for (const auto& stmt : proc_->body) contracts(stmt);
    host(proc_->body);
    return std::move(mutants_);
  }

 private:
  /// Finds the outermost launches; what lies inside one is mutated as a whole.
  void host(const Body& body) {
    for (const auto& stmt : body) {
      const auto* loop = std::get_if<ir::For>(&stmt->node);
      if (loop && ir::isLaunch(loop->kind)) {
        warps_ = ir::blockSize(*loop) / 32;
        if (isSynchronised(loop->body)) launch(loop->body);
      } else {
        ir::forEachBody(*stmt, [&](const Body& inner) { host(inner); });
      }
    }
  }

  static bool isSynchronised(const Body& body) {
    bool found = false;
    ir::walkStmts(body, [&](const StmtRef& stmt) {
      const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
      found |= alloc && alloc->buffer->space == ir::Space::Shared;
      found |= isSync(*stmt);
    });
    return found;
  }

  void add(std::string operation, const StmtRef& at, std::optional<Body> replacement) {
    const auto body = ir::rewriteStmts(proc_->body, [&](const StmtRef& stmt) -> std::optional<Body> {
      return stmt->id == at->id ? replacement : std::nullopt;
    });
    mutants_.push_back({std::move(operation), at->where, withBody(proc_, body)});
  }

  /// One expression of one statement replaced. Nested statements keep theirs.
  void addExpr(const std::string& operation, const StmtRef& at, const ExprRef& old, const ExprRef& with) {
    const auto body = ir::rewriteStmts(proc_->body, [&](const StmtRef& stmt) -> std::optional<Body> {
      if (stmt->id != at->id) return std::nullopt;
      return Body{ir::rewriteExprs(stmt, [&](const ExprRef& e) { return e->id == old->id ? with : nullptr; })};
    });
    mutants_.push_back({operation, old->where.isValid() ? old->where : at->where, withBody(proc_, body)});
  }

  void contracts(const StmtRef& stmt) {
    if (std::holds_alternative<ir::Require>(stmt->node)) add("drop contract", stmt, Body{});
    if (const auto* scope = std::get_if<ir::Scope>(&stmt->node))
      for (const auto& inner : scope->body) contracts(inner);
  }

  void launch(const Body& body) {
    siblings(body);
    ir::walkStmts(body, [&](const StmtRef& stmt) {
      ir::forEachBody(*stmt, [&](const Body& inner) { siblings(inner); });
      statement(stmt);
    });
  }

  /// Moves each synchronisation over its neighbours.
  void siblings(const Body& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (!isSync(*body[i])) continue;
      if (i > 0) swap("move " + name(*body[i]) + " up", body[i - 1], body[i]);
      if (i + 1 < body.size()) swap("move " + name(*body[i]) + " down", body[i], body[i + 1]);
    }
  }

  void swap(const std::string& operation, const StmtRef& first, const StmtRef& second) {
    const auto body = ir::rewriteStmts(proc_->body, [&](const StmtRef& stmt) -> std::optional<Body> {
      if (stmt->id == first->id) return Body{second, first};
      if (stmt->id == second->id) return Body{};
      return std::nullopt;
    });
    mutants_.push_back({operation, first->where, withBody(proc_, body)});
  }

  static bool isSync(const ir::Stmt& stmt) {
    return std::holds_alternative<ir::Fence>(stmt.node) || std::holds_alternative<ir::Commit>(stmt.node) ||
           std::holds_alternative<ir::Wait>(stmt.node);
  }
  static std::string name(const ir::Stmt& stmt) {
    if (std::holds_alternative<ir::Fence>(stmt.node)) return "fence";
    return std::holds_alternative<ir::Commit>(stmt.node) ? "commit" : "wait";
  }

  void statement(const StmtRef& stmt) {
    if (isSync(*stmt)) add("delete " + name(*stmt), stmt, Body{});
    if (std::holds_alternative<ir::Fence>(stmt->node)) weaken(stmt);
    if (const auto* wait = std::get_if<ir::Wait>(&stmt->node)) shiftWait(stmt, *wait);
    if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node); alloc && alloc->zero)
      add("drop initialisation", stmt, Body{ir::makeStmt(ir::Alloc{alloc->buffer, false}, stmt->where)});
    if (const auto* loop = std::get_if<ir::For>(&stmt->node); loop && !ir::isParallel(loop->kind)) shiftBounds(stmt, *loop);
    ir::forEachExpr(*stmt, [&](const ExprRef& root) {
      ir::walkExpr(root, [&](const ExprRef& e) { expression(stmt, e); });
    });
    if (const auto* store = std::get_if<ir::Store>(&stmt->node)) shiftIndices(stmt, store->place);
    if (const auto* atomic = std::get_if<ir::Atomic>(&stmt->node)) shiftIndices(stmt, atomic->place);
    if (const auto* copy = std::get_if<ir::Copy>(&stmt->node)) shiftIndices(stmt, copy->dst.origin);
    if (const auto* let = std::get_if<ir::Let>(&stmt->node); let && let->value && let->value->type == ir::ScalarType::I32)
      shift("lag", stmt, let->value);
  }

  /// A fence of the block becomes a fence of each warp. Levels are resolved again; where the place is not a block the
  /// change is refused there and does not count.
  void weaken(const StmtRef& stmt) {
    const auto iterator = ir::makeSymbol("w", ir::ScalarType::I32, ir::Symbol::Kind::Iterator);
    ir::For loop{ir::LoopKind::Warps, iterator, ir::intLiteral(0), ir::intLiteral(warps_), 1, 0, 1, {}, {}, {}};
    loop.body = {ir::makeStmt(ir::Fence{}, stmt->where)};
    add("weaken fence to warps", stmt, Body{ir::makeStmt(std::move(loop), stmt->where)});
  }

  void shiftWait(const StmtRef& stmt, const ir::Wait& wait) {
    add("wait pending +1", stmt, Body{ir::makeStmt(ir::Wait{wait.group, wait.pending + 1}, stmt->where)});
    if (wait.pending > 0)
      add("wait pending -1", stmt, Body{ir::makeStmt(ir::Wait{wait.group, wait.pending - 1}, stmt->where)});
  }

  void shiftBounds(const StmtRef& stmt, const ir::For& loop) {
    for (const int by : {1, -1}) {
      for (const bool upper : {true, false}) {
        auto changed = loop;
        auto& bound = upper ? changed.hi : changed.lo;
        bound = plus(bound, by);
        add(std::string(upper ? "upper" : "lower") + " bound " + (by > 0 ? "+1" : "-1"), stmt,
            Body{ir::makeStmt(std::move(changed), stmt->where)});
      }
    }
  }

  static ExprRef plus(const ExprRef& e, int by) {
    const auto literal = ir::makeExpr(ir::IntLiteral{by}, e->type, e->where);
    return ir::binary(ir::BinaryOp::Add, e, literal, e->where);
  }

  void shift(const std::string& what, const StmtRef& stmt, const ExprRef& e) {
    for (const int by : {1, -1}) addExpr(what + (by > 0 ? " +1" : " -1"), stmt, e, plus(e, by));
  }

  void shiftIndices(const StmtRef& stmt, const ir::Place& place) {
    if (place.buffer->space == ir::Space::Global) return;
    for (const auto& index : place.indices) shift("index", stmt, index);
  }

  void expression(const StmtRef& stmt, const ExprRef& e) {
    if (const auto* load = std::get_if<ir::Load>(&e->node)) shiftIndices(stmt, load->place);
    const auto* binary = std::get_if<ir::Binary>(&e->node);
    if (!binary) return;
    if (binary->op == ir::BinaryOp::Lt)
      addExpr("< to <=", stmt, e, ir::binary(ir::BinaryOp::Le, binary->lhs, binary->rhs, e->where));
    const auto depth = ir::constantValue(binary->rhs);
    if (binary->op == ir::BinaryOp::Rem && depth && *depth <= 8) shift("ring depth", stmt, binary->rhs);
  }

  ir::ProcRef proc_;
  std::vector<Mutant> mutants_;
  std::int64_t warps_ = 1;
};

}  // namespace

std::vector<Mutant> mutate(const ir::ProcRef& proc) { return Mutator(proc).run(); }

}  // namespace exogpu::mutation
