#include <numeric>

#include "codegen/lower/definitions.h"
#include "frontend/base/overloaded.h"
#include "frontend/ir/levels.h"

namespace exogpu::lower {

namespace {
/// The conditions that hold at a launch: contracts before it, branches around it. True when it was found below `body`.
bool collectFacts(const ir::Body& body, const ir::StmtRef& launch, std::vector<ir::ExprRef>& facts) {
  for (const auto& stmt : body) {
    if (stmt == launch) return true;
    if (const auto* contract = std::get_if<ir::Require>(&stmt->node)) facts.push_back(contract->condition);
    if (const auto* assumption = std::get_if<ir::Assume>(&stmt->node)) facts.push_back(assumption->condition);
    const auto before = facts.size();
    const auto* branch = std::get_if<ir::If>(&stmt->node);
    if (branch) {
      facts.push_back(branch->condition);
      if (collectFacts(branch->then_body, launch, facts)) return true;
      facts.resize(before);
      if (collectFacts(branch->else_body, launch, facts)) return true;
    } else if (const auto* loop = std::get_if<ir::For>(&stmt->node)) {
      if (collectFacts(loop->body, launch, facts)) return true;
    } else if (const auto* scope = std::get_if<ir::Scope>(&stmt->node)) {
      if (collectFacts(scope->body, launch, facts)) return true;
      continue;  // its contracts hold behind it as well
    }
    facts.resize(before);
  }
  return false;
}
}  // namespace

Divisors::Divisors(const Definitions& definitions, const ir::Proc& proc, const ir::StmtRef& launch)
    : definitions_(&definitions) {
  std::vector<ir::ExprRef> facts;
  collectFacts(proc.body, launch, facts);
  // A fact may help an earlier one: C.extent(1) == N, then N % 4 == 0.
  for (int round = 0; round < 3; ++round)
    for (const auto& fact : facts) addFact(fact);
}

void Divisors::addFact(const ir::ExprRef& condition) {
  if (const auto* aligned = std::get_if<ir::IsAligned>(&condition->node)) {
    auto& known = alignments_[aligned->buffer.get()];
    known = std::max(known, aligned->bytes);
    return;
  }
  const auto* binary = std::get_if<ir::Binary>(&condition->node);
  if (!binary) return;
  if (binary->op == ir::BinaryOp::LAnd) {
    addFact(binary->lhs);
    addFact(binary->rhs);
    return;
  }
  if (binary->op != ir::BinaryOp::Eq) return;
  const auto* rem = std::get_if<ir::Binary>(&binary->lhs->node);
  if (rem && rem->op == ir::BinaryOp::Rem && ir::constantValue(binary->rhs) == 0) {
    addEquality(rem->lhs, rem->rhs);
    return;
  }
  addEquality(binary->lhs, binary->rhs);
  addEquality(binary->rhs, binary->lhs);
}

/// The value of `b` divides, or equals, `a`: a name or an extent inherits its divisor.
void Divisors::addEquality(const ir::ExprRef& a, const ir::ExprRef& b) {
  const auto by = divisor(b);
  if (by <= 1) return;
  if (const auto* name = std::get_if<ir::Read>(&a->node)) {
    if (name->symbol->is_mutable) return;
    auto& known = symbols_.try_emplace(name->symbol.get(), 1).first->second;
    known = std::lcm(known, by);
    if (const auto value = definitions_->valueOf(*name->symbol)) addEquality(value, b);
  } else if (const auto* extent = std::get_if<ir::Extent>(&a->node)) {
    auto& known = extents_.try_emplace({extent->buffer.get(), extent->dim}, 1).first->second;
    known = std::lcm(known, by);
  }
}

std::int64_t Divisors::divisorOfExtent(const ir::Buffer& buffer, int dim) const {
  const auto found = extents_.find({&buffer, dim});
  return found == extents_.end() ? 1 : found->second;
}

std::int64_t Divisors::alignment(const ir::Buffer& buffer) const {
  const auto found = alignments_.find(&buffer);
  return std::max<std::int64_t>(found == alignments_.end() ? 1 : found->second, ir::sizeInBytes(buffer.element));
}

std::int64_t Divisors::divisorOfBinary(const ir::Binary& n) const {
  const auto a = divisor(n.lhs), b = divisor(n.rhs);
  const auto constant = ir::constantValue(n.rhs);
  switch (n.op) {
    case ir::BinaryOp::Add:
    case ir::BinaryOp::Sub:
    case ir::BinaryOp::Rem: return std::gcd(a, b);
    case ir::BinaryOp::Mul: {
      std::int64_t product = 0;
      return __builtin_mul_overflow(a, b, &product) ? a : product;
    }
    case ir::BinaryOp::Div: return constant && *constant > 0 && a % *constant == 0 ? a / *constant : 1;
    case ir::BinaryOp::Shl: return constant && *constant >= 0 && *constant < 31 ? a << *constant : 1;
    default: return 1;
  }
}

std::int64_t Divisors::divisor(const ir::ExprRef& expr) const {
  return std::visit(Overloaded{
                        [](const ir::IntLiteral& n) { return n.value < 0 ? -n.value : n.value; },
                        [&](const ir::Read& n) -> std::int64_t {
                          const auto found = symbols_.find(n.symbol.get());
                          const auto fact = found == symbols_.end() ? 1 : found->second;
                          if (const auto value = definitions_->valueOf(*n.symbol)) return std::lcm(fact, divisor(value));
                          const auto* loop = definitions_->loopOf(*n.symbol);
                          if (!loop) return fact;
                          return std::gcd(divisor(loop->lo), loop->step < 0 ? -loop->step : loop->step);
                        },
                        [&](const ir::Extent& n) { return divisorOfExtent(*n.buffer, n.dim); },
                        [&](const ir::Binary& n) { return divisorOfBinary(n); },
                        [&](const ir::Unary& n) -> std::int64_t {
                          return n.op == ir::UnaryOp::Neg ? divisor(n.operand) : 1;
                        },
                        [&](const ir::Cast& n) -> std::int64_t {
                          const bool widens = ir::isInteger(expr->type) && ir::isInteger(n.operand->type) &&
                                              ir::sizeInBytes(expr->type) >= ir::sizeInBytes(n.operand->type);
                          return widens ? divisor(n.operand) : 1;
                        },
                        [&](const ir::Select& n) -> std::int64_t {
                          return std::gcd(divisor(n.if_true), divisor(n.if_false));
                        },
                        [](const auto&) -> std::int64_t { return 1; },
                    },
                    expr->node);
}

}  // namespace exogpu::lower
