// Loops: iterators, what the body carries from one iteration to the next, launches.
#include <algorithm>

#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"
#include "verify/effects/builder.h"

namespace exogpu::effects {
namespace {

/// c when `value` is `symbol + c` or `symbol - c`.
std::optional<std::int64_t> incrementOf(const ir::SymbolRef& symbol, const ir::ExprRef& value) {
  const auto* binary = std::get_if<ir::Binary>(&value->node);
  if (!binary || (binary->op != ir::BinaryOp::Add && binary->op != ir::BinaryOp::Sub)) return std::nullopt;
  const auto is_symbol = [&](const ir::ExprRef& expr) {
    const auto* read = std::get_if<ir::Read>(&expr->node);
    return read && read->symbol == symbol;
  };
  const auto* right = std::get_if<ir::IntLiteral>(&binary->rhs->node);
  if (is_symbol(binary->lhs) && right) return binary->op == ir::BinaryOp::Add ? right->value : -right->value;
  const auto* left = std::get_if<ir::IntLiteral>(&binary->lhs->node);
  if (is_symbol(binary->rhs) && left && binary->op == ir::BinaryOp::Add) return left->value;
  return std::nullopt;
}

/// The increment when the body assigns the symbol exactly once, as a statement of its own level, by symbol + c.
std::optional<std::int64_t> counterIncrement(const ir::Body& body, const ir::SymbolRef& symbol) {
  if (!ir::isInteger(symbol->type)) return std::nullopt;
  int assignments = 0;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    if (const auto* assign = std::get_if<ir::Assign>(&stmt->node)) assignments += assign->symbol == symbol;
    if (const auto* collective = std::get_if<ir::Collective>(&stmt->node)) assignments += collective->result == symbol;
  });
  if (assignments != 1) return std::nullopt;
  for (auto& stmt : body)
    if (const auto* assign = std::get_if<ir::Assign>(&stmt->node); assign && assign->symbol == symbol)
      return incrementOf(symbol, assign->value);
  return std::nullopt;
}

}  // namespace

/// hi is read again before each iteration; nothing is known when the body may change what it reads.
bool ModelBuilder::boundsChange(const ir::For& loop) const {
  const auto assigned = ir::assignedIn(loop.body);
  const auto symbols = ir::symbolsOf(loop.hi);
  for (auto& symbol : assigned)
    if (symbols.count(symbol.get())) return true;
  const auto written = ir::writtenIn(loop.body);
  for (const auto* buffer : ir::loadsOf(loop.hi)) {
    if (buffer->space == ir::Space::Global && !isReadOnly(*model_.proc, *buffer)) return true;
    if (written.count(buffer)) return true;
  }
  return false;
}

std::vector<ModelBuilder::Carried> ModelBuilder::carriedBy(const ir::For& loop) {
  std::vector<Carried> result;
  for (auto& symbol : ir::assignedIn(loop.body)) {
    const auto found = n_.values().find(symbol.get());
    if (found == n_.values().end()) continue;  // declared inside, or not an integer
    result.push_back({symbol, found->second, counterIncrement(loop.body, symbol)});
  }
  return result;
}

void ModelBuilder::havoc(const std::vector<Carried>& carried, const Step& step) {
  for (auto& entry : carried)
    n_.bind(entry.symbol, entry.increment && step.counter
                              ? t_.add(entry.before, t_.scale(step.counter, *entry.increment))
                              : n_.unknown(entry.symbol->name, entry.symbol->type));
}

/// After the loop: counters have been advanced once an iteration, everything else is unknown; what was undefined stays
/// so, since the loop may run zero times.
void ModelBuilder::leave(const std::vector<Carried>& carried, const Step& step, const Environment& before) {
  auto values = before.values;
  defined_ = before.defined;
  n_.values() = std::move(values);
  for (auto& entry : carried) {
    const auto step_size = step.loop()->step;
    if (entry.increment && !step.bounds_change && step_size > 0) {
      const auto distance = t_.add(t_.sub(step.hi, step.lo), t_.constant(step_size - 1));
      const auto trips = t_.max(t_.constant(0), t_.floorDiv(distance, step_size));
      n_.bind(entry.symbol, t_.add(entry.before, t_.scale(trips, *entry.increment)));
    } else {
      n_.bind(entry.symbol, n_.unknown(entry.symbol->name, entry.symbol->type));
    }
  }
}

void ModelBuilder::setIterator(const ir::For& loop, Step& step) {
  if (loop.step <= 0) {  // not a form the frontend makes: nothing is known about the iterator
    step.iterator = n_.declare(loop.iterator, typeRange(loop.iterator->type));
    step.bounds_change = true;
    return;
  }
  const auto lo = t_.interval(step.lo), hi = step.bounds_change ? smt::Interval{} : t_.interval(step.hi);
  if (loop.step == 1) {
    smt::Interval range{lo.lo, std::nullopt};
    if (hi.hi && *hi.hi > INT64_MIN) range.hi = *hi.hi - 1;
    if (range.lo && range.hi && *range.lo > *range.hi) range = {};
    step.iterator = n_.declare(loop.iterator, range);
    step.counter = t_.sub(step.iterator, step.lo);
  } else {
    smt::Interval range{0, std::nullopt};
    if (hi.hi && lo.lo && *hi.hi > *lo.lo) range.hi = (*hi.hi - 1 - *lo.lo) / loop.step;
    step.counter = t_.variable(loop.iterator->name + "/" + std::to_string(loop.step), range);
    model_.variable_depth[step.counter] = step.depth;
    step.iterator = t_.add(step.lo, t_.scale(step.counter, loop.step));
    n_.bind(loop.iterator, step.iterator);
  }
  assume(t_.le(step.lo, step.iterator));
  if (!step.bounds_change) assume(t_.lt(step.iterator, step.hi));
  if (loop.step > 1) {
    const auto next = t_.add(step.iterator, t_.constant(loop.step));
    const auto fits = t_.le(next, t_.constant(ir::maxValue(loop.iterator->type)));
    if (t_.constantOf(fits) != 1) check(Check::Kind::Overflow, fits, stmt_->where, nullptr);
  }
}

void ModelBuilder::enterLaunch(const ir::For& loop, Step& step) {
  if (step.launch < 0) {
    Launch launch;
    launch.id = static_cast<int>(model_.launches.size());
    launch.outer = &step;
    launch.block_size = ir::blockSize(loop);
    step.launch = launch.id;
    model_.launches.push_back(std::move(launch));
  }
  model_.launches[static_cast<std::size_t>(step.launch)].nest.push_back(&step);
}

void ModelBuilder::loop(const ir::For& loop) {
  scan(loop.lo, true);
  scan(loop.hi, true);
  const auto lo = n_.term(loop.lo), hi = n_.term(loop.hi);
  const bool changes = boundsChange(loop);
  const auto before = environment();
  const auto carried = carriedBy(loop);
  const auto facts = facts_.size();

  Step& step = *push(Step::Kind::Loop, stmt_);
  step.lo = lo;
  step.hi = hi;
  step.bounds_change = changes;
  step.exec = loop.exec;
  if (ir::isLaunch(loop.kind)) enterLaunch(loop, step);
  n_.forget();
  setIterator(loop, step);
  step.bases.clear();
  for (auto& role : loop.exec) step.bases.push_back(role.group.base ? n_.term(role.group.base) : t_.constant(0));
  havoc(carried, step);
  if (changes) scan(loop.hi, true);  // what it reads may differ each time
  body(loop.body);
  pop(facts);
  leave(carried, step, before);
}

}  // namespace exogpu::effects
