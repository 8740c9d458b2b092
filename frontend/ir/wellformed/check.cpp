#include "frontend/ir/check.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/ir/wellformed/checker.h"
#include "frontend/ir/instruction.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/text.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {

void Violations::add(const std::string& what) {
  if (!stmt_) {
    found_.push_back(what);
    return;
  }
  auto line = print(std::make_shared<const Stmt>(*stmt_));
  line = line.substr(0, line.find('\n'));
  found_.push_back(what + ", at: " + line);
}

std::vector<std::string> ProcChecker::run() {
  parameters();
  body(proc_.body);
  return violations_.take();
}

void ProcChecker::parameters() {
  for (const auto& parameter : proc_.parameters)
    std::visit(Overloaded{
                   [&](const SymbolRef& symbol) {
                     declare(symbol.get(), symbol->name);
                     violations_.require(symbol->kind == Symbol::Kind::Parameter, "'" + symbol->name + "' is no parameter");
                   },
                   [&](const BufferRef& buffer) {
                     declare(buffer.get(), buffer->name);
                     const bool is_tensor = buffer->space == Space::Global && buffer->dims.empty() && buffer->rank > 0;
                     violations_.require(is_tensor, "parameter '" + buffer->name + "' is no tensor");
                   },
               },
               parameter);
  for (const auto& alias : proc_.aliases) {
    used(alias.a.get(), alias.a->name);
    used(alias.b.get(), alias.b->name);
  }
}

void ProcChecker::body(const Body& body) {
  const auto outer = visible_;
  for (const auto& s : body) stmt(s);
  visible_ = outer;
}

void ProcChecker::stmt(const StmtRef& stmt) {
  violations_.enter(stmt.get());
  violations_.require(ids_.insert(stmt->id).second, "this statement stands at two places");
  exprs(stmt->node);
  node(stmt->node);
  const auto outer = visible_;
  if (const auto* loop = std::get_if<For>(&stmt->node)) declare(loop->iterator.get(), loop->iterator->name);
  parts::eachBody(stmt->node, [&](const Body& nested) { body(nested); });
  if (std::holds_alternative<For>(stmt->node)) visible_ = outer;
  violations_.enter(nullptr);
}

void ProcChecker::exprs(const StmtNode& node) {
  parts::eachExpr(node, [&](const ExprRef& root) {
    checkTypes(root, violations_);
    walkExpr(root, [&](const ExprRef& expr) {
      if (!ids_.insert(expr->id).second) violations_.add("`" + print(expr) + "` stands at two places");
      if (const auto* n = std::get_if<Read>(&expr->node)) used(n->symbol.get(), n->symbol->name);
      if (const auto* n = std::get_if<Load>(&expr->node)) used(n->place.buffer.get(), n->place.buffer->name);
      if (const auto* n = std::get_if<Extent>(&expr->node)) used(n->buffer.get(), n->buffer->name);
      if (const auto* n = std::get_if<IsAligned>(&expr->node)) used(n->buffer.get(), n->buffer->name);
    });
  });
  parts::eachPlace(node, [&](const Place& place) {
    used(place.buffer.get(), place.buffer->name);
    for (const auto& index : place.indices) violations_.require(isInteger(index->type), "an index is not an integer");
  });
}

void ProcChecker::node(const StmtNode& node) {
  std::visit(Overloaded{
                 [&](const Let& n) { let(n); },
                 [&](const Assign& n) { assigned(n.symbol, n.value->type); },
                 [&](const Alloc& n) { alloc(n); },
                 [&](const Store& n) { written(n.place, n.value); },
                 [&](const Atomic& n) {
                   written(n.place, n.value);
                   violations_.require(isArithmetic(n.value->type), "atomic operation on a storage type");
                 },
                 [&](const For& n) { loop(n); },
                 [&](const If& n) { condition(n.condition); },
                 [](const Fence&) {},
                 [&](const Scope& n) { if (n.instruction) instruction(n); },
                 [&](const Copy& n) { copy(n); },
                 [&](const CommitGroup& n) { declare(n.group.get(), n.group->name); },
                 [&](const Commit& n) { used(n.group.get(), n.group->name); },
                 [&](const Wait& n) {
                   used(n.group.get(), n.group->name);
                   violations_.require(n.pending >= 0, "a wait for fewer than no groups");
                 },
                 [&](const Collective& n) { collective(n); },
                 [&](const parts::OneOf<Require, Assume, Prove> auto& n) { condition(n.condition); },
             },
             node);
}

void ProcChecker::instruction(const Scope& scope) {
  const auto& made = *scope.instruction;
  assigned(made.result, made.result->type);
  for (const auto& operand : made.operands)
    walkExpr(operand.value, [&](const ExprRef& expr) {
      violations_.require(!std::holds_alternative<Load>(expr->node), "an operand of an instruction reads memory");
    });
  const auto problem = templateProblem(made);
  violations_.require(problem.empty(), "the template of an instruction: " + problem);
  violations_.require(!findImpure(scope.body), "the body of an instruction does more than compute its result");
}

void ProcChecker::let(const Let& let) {
  if (let.value) violations_.require(let.value->type == let.symbol->type, "the value has another type than the local");
  violations_.require(let.symbol->kind == Symbol::Kind::Local, "'" + let.symbol->name + "' is no local");
  declare(let.symbol.get(), let.symbol->name);
}

void ProcChecker::assigned(const SymbolRef& symbol, ScalarType type) {
  used(symbol.get(), symbol->name);
  violations_.require(symbol->type == type, "the value has another type than '" + symbol->name + "'");
  violations_.require(symbol->is_mutable && symbol->kind != Symbol::Kind::Iterator,
                      "'" + symbol->name + "' is assigned but not mutable");
}

void ProcChecker::alloc(const Alloc& alloc) {
  const auto& buffer = *alloc.buffer;
  violations_.require(buffer.space != Space::Global && !buffer.is_const && !buffer.is_strided,
                      "'" + buffer.name + "' is declared like a tensor");
  const bool positive = std::all_of(buffer.dims.begin(), buffer.dims.end(), [](auto extent) { return extent > 0; });
  violations_.require(positive && !buffer.dims.empty() && static_cast<int>(buffer.dims.size()) == buffer.rank,
                      "'" + buffer.name + "' has no constant, positive extents");
  declare(alloc.buffer.get(), buffer.name);
}

void ProcChecker::full(const Place& place) {
  violations_.require(static_cast<int>(place.indices.size()) == place.buffer->rank,
                      "'" + place.buffer->name + "' has the wrong number of indices");
}

void ProcChecker::written(const Place& place, const ExprRef& value) {
  full(place);
  violations_.require(!place.buffer->is_const, "'" + place.buffer->name + "' is const and written");
  violations_.require(place.buffer->element == value->type, "the value has another type than the element");
}

void ProcChecker::loop(const For& loop) {
  const auto type = loop.iterator->type;
  violations_.require(loop.iterator->kind == Symbol::Kind::Iterator && !loop.iterator->is_mutable && isInteger(type),
                      "'" + loop.iterator->name + "' is no iterator");
  violations_.require(loop.lo->type == type && loop.hi->type == type, "a bound has another type than the iterator");
  violations_.require(loop.step >= 1, "a loop with step " + std::to_string(loop.step));
  if (isParallel(loop.kind)) {
    const auto lo = constantValue(loop.lo);
    violations_.require(loop.step == 1, "a parallel loop with a step");
    violations_.require(lo && (*lo == 0 || loop.kind == LoopKind::Warps), "a parallel loop that does not start at 0");
  }
  const bool one = loop.kind != LoopKind::OneThread || constantValue(loop.hi) == 1;
  violations_.require(one, "one_thread with another number of iterations than 1");
  violations_.require((loop.kind == LoopKind::Groups) == (loop.group_size != 0), "a group size that does not fit the kind");
  if (!levels_resolved_) return;
  violations_.require(!loop.exec.empty(), "a loop without executing set");
  for (const auto& [role, group] : loop.exec)
    violations_.require(group.level == Level::Host || (group.base && group.size > 0), "an executing set without threads");
}

void ProcChecker::window(const Window& window, const char* side) {
  full(window.origin);
  const bool positive = std::all_of(window.shape.begin(), window.shape.end(), [](auto extent) { return extent > 0; });
  const bool fits = !window.shape.empty() && static_cast<int>(window.shape.size()) <= window.origin.buffer->rank;
  violations_.require(positive && fits, std::string(side) + " of the copy is no rectangle");
}

void ProcChecker::copy(const Copy& copy) {
  window(copy.dst, "destination");
  window(copy.src, "source");
  const auto withoutOnes = [](std::vector<std::int64_t> shape) {
    std::erase(shape, 1);
    return shape;
  };
  violations_.require(withoutOnes(copy.dst.shape) == withoutOnes(copy.src.shape), "the shapes of the copy differ");
  const auto& dst = *copy.dst.origin.buffer;
  const auto& src = *copy.src.origin.buffer;
  violations_.require(dst.element == src.element, "the copy changes the type of its elements");
  violations_.require(!dst.is_const, "'" + dst.name + "' is const and written");
  if (copy.asynchronous)
    violations_.require(dst.space == Space::Shared && src.space == Space::Global, "cp_async copies global to shared memory");
}

void ProcChecker::collective(const Collective& n) {
  const auto row = [&](const Place& place) {
    const auto& dims = place.buffer->dims;
    violations_.require(static_cast<int>(place.indices.size()) + 1 == place.buffer->rank, "a row lacks the last index only");
    violations_.require(!dims.empty() && dims.back() == n.width, "the row has another extent than the collective");
  };
  row(n.src);
  if (isReduction(n.op)) {
    if (violations_.require(n.result && !n.dst && !n.argument, "a reduction gives one scalar"))
      assigned(n.result, n.src.buffer->element);
    return;
  }
  if (!violations_.require(!n.result && n.dst && n.argument, "a shuffle gives a row and takes an argument")) return;
  row(*n.dst);
  violations_.require(n.dst->buffer->element == n.src.buffer->element, "a shuffle changes the type of its elements");
  violations_.require(n.argument->type == ScalarType::I32, "the argument of a shuffle is not i32");
}

void ProcChecker::condition(const ExprRef& condition) {
  violations_.require(condition->type == ScalarType::Bool, "the condition is not bool");
}

void ProcChecker::declare(const void* entity, const std::string& name) {
  violations_.require(declared_.insert(entity).second, "'" + name + "' is declared twice");
  visible_.insert(entity);
}

void ProcChecker::used(const void* entity, const std::string& name) {
  if (!visible_.contains(entity)) violations_.add("'" + name + "' is not in scope");
}

std::vector<std::string> check(const Proc& proc, bool levels_resolved) { return ProcChecker(proc, levels_resolved).run(); }

}  // namespace exogpu::ir
