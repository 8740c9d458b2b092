#include "schedule/steps/linear_form.h"

#include <algorithm>

#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "verify/effects/linear.h"

namespace exogpu::steps {
namespace {

constexpr std::int64_t kLargest = 2147483647;

bool fits(std::int64_t value) { return value >= -kLargest && value <= kLargest; }

void add(LinearForm& form, const ir::ExprRef& atom, std::int64_t factor) {
  for (auto& term : form.terms)
    if (effects::sameExpr(term.atom, atom)) {
      term.factor += factor;
      return;
    }
  form.terms.push_back({atom, factor});
}

void collect(const ir::ExprRef& expr, std::int64_t factor, LinearForm& form) {
  if (const auto value = ir::constantValue(expr)) {
    form.constant += factor * *value;
    return;
  }
  const auto* binary = std::get_if<ir::Binary>(&expr->node);
  const auto op = binary ? binary->op : ir::BinaryOp::LOr;
  if (op == ir::BinaryOp::Add || op == ir::BinaryOp::Sub) {
    collect(binary->lhs, factor, form);
    collect(binary->rhs, op == ir::BinaryOp::Add ? factor : -factor, form);
    return;
  }
  if (op == ir::BinaryOp::Mul) {
    const auto left = ir::constantValue(binary->lhs), right = ir::constantValue(binary->rhs);
    if (right && fits(factor * *right)) return collect(binary->lhs, factor * *right, form);
    if (left && fits(factor * *left)) return collect(binary->rhs, factor * *left, form);
  }
  const auto* unary = std::get_if<ir::Unary>(&expr->node);
  if (unary && unary->op == ir::UnaryOp::Neg) return collect(unary->operand, -factor, form);
  add(form, expr, factor);
}

}  // namespace

std::optional<LinearForm> linearForm(const ir::ExprRef& expr) {
  if (expr->type != ir::ScalarType::I32) return std::nullopt;
  LinearForm form;
  collect(expr, 1, form);
  std::erase_if(form.terms, [](const LinearForm::Term& term) { return term.factor == 0; });
  const bool in_range = fits(form.constant) && std::all_of(form.terms.begin(), form.terms.end(),
                                                           [](const LinearForm::Term& term) { return fits(term.factor); });
  return in_range ? std::optional<LinearForm>(form) : std::nullopt;
}

ir::ExprRef expression(const LinearForm& form) {
  ir::ExprRef sum;
  for (const auto& [atom, factor] : form.terms)
    if (factor > 0) {
      auto term = times(ir::cloneExpr(atom), factor);
      sum = sum ? ir::binary(ir::BinaryOp::Add, sum, term) : term;
    }
  if (!sum) sum = literal(form.constant);
  else if (form.constant != 0)
    sum = ir::binary(form.constant > 0 ? ir::BinaryOp::Add : ir::BinaryOp::Sub, sum, literal(std::abs(form.constant)));
  for (const auto& [atom, factor] : form.terms)
    if (factor < 0) sum = ir::binary(ir::BinaryOp::Sub, sum, times(ir::cloneExpr(atom), -factor));
  return sum;
}

Split splitBy(const LinearForm& form, std::int64_t divisor) {
  Split split;
  for (const auto& [atom, factor] : form.terms) {
    if (factor % divisor == 0) split.quotient.terms.push_back({atom, factor / divisor});
    else split.rest.terms.push_back({atom, factor});
  }
  const auto rest = (form.constant % divisor + divisor) % divisor;
  split.rest.constant = rest;
  split.quotient.constant = (form.constant - rest) / divisor;
  return split;
}

}  // namespace exogpu::steps
