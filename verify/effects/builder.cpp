#include "verify/effects/builder.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/ir/levels.h"

namespace exogpu::effects {

ModelBuilder::ModelBuilder(Model& model)
    : model_(model), n_(*model.normalizer), t_(*model.terms), reaching_(reachingIndex(*model.proc)),
      written_(ir::writtenIn(model.proc->body)) {
  n_.on_load = [this](const ir::ExprRef& load, const std::vector<smt::Term>& indices) { return loadValue(load, indices); };
  n_.on_variable = [this](smt::Term variable) { model_.variable_depth[variable] = step_ ? step_->depth : 0; };
  n_.on_global = [this](smt::Term variable) { model_.variable_depth[variable] = 0; };
}

void ModelBuilder::run() {
  step_ = push(Step::Kind::Root, nullptr);
  for (auto& parameter : model_.proc->parameters)
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter); symbol && !ir::isFloat((*symbol)->type))
      n_.declare(*symbol, typeRange((*symbol)->type));
  for (auto& parameter : model_.proc->parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter))
      for (int d = 0; d < (*buffer)->rank; ++d) n_.extent(**buffer, d);
  for (auto& alias : model_.proc->aliases)
    if (alias.same) sameExtents(*alias.a, *alias.b);
  body(model_.proc->body);
}

/// exo::same states one memory with the same extents; the plain run and the launcher check both.
void ModelBuilder::sameExtents(const ir::Buffer& a, const ir::Buffer& b) {
  const auto name = "exo::same(" + a.name + ", " + b.name + ")";
  for (int d = 0; d < std::min(a.rank, b.rank); ++d) {
    const auto equal = t_.eq(n_.extent(a, d), n_.extent(b, d));
    assume(equal, name, true);
    model_.claims.push_back({equal, name, 0, true});
  }
}

void ModelBuilder::body(const ir::Body& statements) {
  const auto facts = facts_.size();
  sequence(statements);
  facts_.resize(facts);
}

/// Leaves what holds behind the statements.
void ModelBuilder::sequence(const ir::Body& statements) {
  const auto outer_stmt = stmt_;
  const int outer_position = position_;
  position_ = 0;
  for (auto& stmt : statements) {
    stmt_ = stmt;
    ++order_;
    n_.forget();
    statement(stmt);
    ++position_;
  }
  stmt_ = outer_stmt;
  position_ = outer_position;
  n_.forget();
}

void ModelBuilder::statement(const ir::StmtRef& stmt) {
  std::visit(Overloaded{
                 [&](const ir::Let& s) { declare(s); },
                 [&](const ir::Assign& s) { assign(s.symbol, s.value); },
                 [&](const ir::Alloc& s) { allocate(s); },
                 [&](const ir::Store& s) {
                   scanAll(s.place.indices);
                   scan(s.value, false);
                   element(AccessKind::Write, s.place, {stmt->id, 0, ir::AccessSide::Write}, stmt->where);
                 },
                 [&](const ir::Atomic& s) {
                   scanAll(s.place.indices);
                   scan(s.value, false);
                   element(AccessKind::Atomic, s.place, {stmt->id, 0, ir::AccessSide::Write}, stmt->where);
                   model_.accesses.back().atomic = s.op;
                 },
                 [&](const ir::For& s) { loop(s); },
                 [&](const ir::If& s) { branch(s); },
                 [&](const ir::Scope& s) {
                   if (s.instruction) trust(s.name);
                   push(Step::Kind::Scope, stmt);
                   const auto facts = facts_.size();
                   sequence(s.body);
                   popScope(facts);
                 },
                 [&](const ir::Fence&) { point(); },
                 [&](const ir::Copy& s) { copy(s); },
                 [&](const ir::CommitGroup&) { point(); },
                 [&](const ir::Commit&) { point(); },
                 [&](const ir::Wait&) { point(); },
                 [&](const ir::Collective& s) { collective(s); },
                 [&](const ir::Require& s) { contract(s.condition, s.text, step_->launch < 0); },
                 [&](const ir::Assume& s) {
                   model_.assumptions.push_back(s.name);
                   contract(s.condition, s.name, true);
                 },
                 [&](const ir::Prove& s) { contract(s.condition, s.text, false); },
             },
             stmt->node);
}

/// The body of an instruction is what is proved; that the instruction does what its body says is taken for granted.
void ModelBuilder::trust(const std::string& instruction) {
  auto text = "instruction " + instruction + ": its body is trusted to be its meaning";
  if (std::find(model_.assumptions.begin(), model_.assumptions.end(), text) == model_.assumptions.end())
    model_.assumptions.push_back(std::move(text));
}

void ModelBuilder::declare(const ir::Let& let) {
  if (let.value) return assign(let.symbol, let.value);
  defined_[let.symbol.get()] = t_.boolean(false);
  if (!ir::isFloat(let.symbol->type)) n_.declare(let.symbol, typeRange(let.symbol->type));
}

void ModelBuilder::assign(const ir::SymbolRef& symbol, const ir::ExprRef& value) {
  scan(value, !ir::isFloat(symbol->type) && reaching_.count(symbol.get()));
  if (!ir::isFloat(symbol->type)) n_.bind(symbol, n_.term(value));
  defined_.erase(symbol.get());
}

/// A branch that literals decide (a template argument did) has no other side: the dead one is not part of the program.
bool ModelBuilder::decidedByLiterals(const ir::If& branch) {
  const auto* side = ir::decidedSide(branch);
  if (!side) return false;
  const auto facts = facts_.size();
  push(side == &branch.then_body ? Step::Kind::Then : Step::Kind::Else, stmt_);
  body(*side);
  pop(facts);
  return true;
}

void ModelBuilder::branch(const ir::If& branch) {
  if (decidedByLiterals(branch)) return;
  scan(branch.condition, true);
  const auto condition = n_.term(branch.condition);
  const auto stmt = stmt_;
  const auto facts = facts_.size();
  const auto before = environment();
  const auto side = [&](Step::Kind kind, const ir::Body& statements, smt::Term guard) {
    n_.values() = before.values;
    defined_ = before.defined;
    push(kind, stmt);
    assume(guard);
    body(statements);
    pop(facts);
    return environment();
  };
  const auto when_true = side(Step::Kind::Then, branch.then_body, condition);
  const auto when_false = side(Step::Kind::Else, branch.else_body, t_.logicalNot(condition));
  n_.values() = before.values;
  defined_ = before.defined;
  auto assigned = ir::assignedIn(branch.then_body);
  const auto more = ir::assignedIn(branch.else_body);
  assigned.insert(assigned.end(), more.begin(), more.end());
  for (auto& symbol : assigned) join(symbol.get(), condition, when_true, when_false);
}

/// What is known of a symbol behind a branch.
void ModelBuilder::join(const ir::Symbol* symbol, smt::Term condition, const Environment& a, const Environment& b) {
  const auto outer = n_.values().find(symbol);
  if (outer != n_.values().end()) outer->second = t_.ite(condition, a.values.at(symbol), b.values.at(symbol));
  if (!defined_.count(symbol)) return;
  const auto known = [&](const Environment& e) {
    const auto found = e.defined.find(symbol);
    return found == e.defined.end() ? t_.boolean(true) : found->second;
  };
  const auto both = t_.ite(condition, known(a), known(b));
  if (t_.constantOf(both) == 1) defined_.erase(symbol);
  else defined_[symbol] = both;
}

void ModelBuilder::allocate(const ir::Alloc& alloc) {
  auto& life = access(AccessKind::Life, alloc.buffer, {stmt_->id, 0, ir::AccessSide::Life}, stmt_->where);
  life.indices.assign(alloc.buffer->dims.size(), t_.constant(0));
  life.shape = alloc.buffer->dims;
  life.initialises = alloc.zero;
}

void ModelBuilder::copy(const ir::Copy& copy) {
  scanAll(copy.dst.origin.indices);
  scanAll(copy.src.origin.indices);
  window(copy.asynchronous ? AccessKind::AsyncRead : AccessKind::Read, copy.src, ir::AccessSide::CopySource);
  window(copy.asynchronous ? AccessKind::AsyncWrite : AccessKind::Write, copy.dst, ir::AccessSide::CopyDestination);
}

void ModelBuilder::collective(const ir::Collective& collective) {
  scanAll(collective.src.indices);
  if (collective.dst) scanAll(collective.dst->indices);
  if (collective.argument) scan(collective.argument, true);
  const auto size = collective.width;
  const auto lane = t_.variable("lane", {0, size - 1});
  model_.variable_depth[lane] = lane_depth;
  if (collective.argument)
    check(Check::Kind::Contract, t_.within(n_.term(collective.argument), 0, size - 1), collective.argument->where,
          collective.argument).text = "0 <= mask, delta or lane < " + std::to_string(size);
  row(AccessKind::Read, collective.src, lane);
  if (collective.dst) row(AccessKind::Write, *collective.dst, lane);
  if (collective.result) {
    if (!ir::isFloat(collective.result->type))
      n_.bind(collective.result, n_.unknown(collective.result->name, collective.result->type));
    defined_.erase(collective.result.get());
  }
  point();
}

/// A contract at host level is the launcher's to check, and an assumption is nobody's: both are facts from here on.
/// Everything else is first an obligation, then a fact.
void ModelBuilder::contract(const ir::ExprRef& condition, const std::string& text, bool assumed) {
  scan(condition, true);
  const auto term = n_.term(condition);
  if (!assumed) check(Check::Kind::Contract, term, condition->where, condition).text = text;
  assume(term, text, true);
  const Step* step = step_;
  while (step->kind == Step::Kind::Scope) step = step->parent;
  if (step->kind == Step::Kind::Root && assumed) model_.claims.push_back({term, text, 0, true});
}

void ModelBuilder::point() {
  SyncPoint point{static_cast<int>(model_.points.size()), site(), step_->launch};
  if (point.launch >= 0) model_.launches[static_cast<std::size_t>(point.launch)].points.push_back(point.id);
  model_.points.push_back(std::move(point));
}

std::unique_ptr<Model> buildModel(const ir::ProcRef& proc) {
  auto model = std::make_unique<Model>();
  model->proc = proc;
  model->terms = std::make_unique<smt::Terms>();
  model->normalizer = std::make_unique<Normalizer>(*model->terms);
  ModelBuilder(*model).run();
  model->normalizer->on_load = nullptr;  // they refer to the builder
  model->normalizer->on_variable = model->normalizer->on_global = nullptr;
  return model;
}

}  // namespace exogpu::effects
