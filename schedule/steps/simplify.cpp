// simplify: index arithmetic by exact rules, quotients and remainders whose range is proved, conditions that are decided.
#include <map>

#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"
#include "schedule/steps/arithmetic.h"
#include "schedule/steps/edit.h"
#include "schedule/steps/linear_form.h"
#include "verify/effects/reach.h"

namespace exogpu::steps {
namespace {

using ir::BinaryOp;

/// Something that may be replaced if its claim holds wherever it is evaluated.
struct Candidate {
  ir::NodeId node;          ///< of the expression; of an if: the statement
  Legality::Claim claim;
  ir::ExprRef replacement;  ///< null: the condition is true (`decided` true) or false
  bool decided = false;
};

ir::ExprRef negation(const ir::ExprRef& condition) {
  return ir::makeExpr(ir::Unary{ir::UnaryOp::Not, ir::cloneExpr(condition)}, ir::ScalarType::Bool);
}

/// n / c and n % c with n = c·q + r: q and r once 0 <= r < c, and q >= 0 unless r is the literal 0. Of data, n must not wrap.
std::optional<Candidate> quotient(const ir::ExprRef& expr, ir::NodeId before, const ir::ExprRef& guard, bool is_index) {
  const auto* binary = std::get_if<ir::Binary>(&expr->node);
  if (!binary || (binary->op != BinaryOp::Div && binary->op != BinaryOp::Rem)) return std::nullopt;
  const auto divisor = ir::constantValue(binary->rhs);
  const auto form = linearForm(binary->lhs);
  if (!divisor || *divisor < 1 || !form || form->isConstant()) return std::nullopt;
  const auto [q, r] = splitBy(*form, *divisor);
  const bool exact = r.isConstant() && r.constant == 0;
  auto claim = within(expression(r), literal(0), literal(*divisor));
  if (!exact) claim = both(claim, lessEqual(literal(0), expression(q)));
  if (!is_index)  // names n, so that what it is made of has to fit
    claim = both(claim, ir::binary(BinaryOp::Eq, ir::cloneExpr(binary->lhs), ir::cloneExpr(binary->lhs)));
  return Candidate{expr->id, {before, implication(guard, claim), !is_index}, expression(binary->op == BinaryOp::Div ? q : r), false};
}

/// `is_index` as in verify/effects/scan: the value reaches an index, so it is proved never to leave its type.
class Collector {
 public:
  explicit Collector(const ir::Proc& proc) : reaching_(effects::reachingIndex(proc)) {}

  std::vector<Candidate> run(const ir::Body& body) {
    ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
      stmt_ = stmt;
      if (const auto* branch = std::get_if<ir::If>(&stmt->node)) decide(stmt->id, branch->condition, nullptr, true);
      ir::forEachExpr(*stmt, [&](const ir::ExprRef& root) { visit(root, nullptr, !isData(*stmt, root)); });
    });
    return std::move(candidates_);
  }

 private:
  void decide(ir::NodeId node, const ir::ExprRef& condition, const ir::ExprRef& guard, bool is_index) {
    if (std::holds_alternative<ir::IntLiteral>(condition->node)) return;
    candidates_.push_back({node, {stmt_->id, implication(guard, ir::cloneExpr(condition)), !is_index}, nullptr, true});
    candidates_.push_back({node, {stmt_->id, implication(guard, negation(condition)), !is_index}, nullptr, false});
  }
  bool isData(const ir::Stmt& stmt, const ir::ExprRef& root) const {
    if (const auto* n = std::get_if<ir::Store>(&stmt.node)) return root == n->value;
    if (const auto* n = std::get_if<ir::Atomic>(&stmt.node)) return root == n->value;
    if (const auto* n = std::get_if<ir::Let>(&stmt.node)) return !reaching_.contains(n->symbol.get());
    const auto* assign = std::get_if<ir::Assign>(&stmt.node);
    return assign && !reaching_.contains(assign->symbol.get());
  }
  void visit(const ir::ExprRef& expr, const ir::ExprRef& guard, bool is_index) {
    if (auto candidate = quotient(expr, stmt_->id, guard, is_index)) candidates_.push_back(std::move(*candidate));
    if (const auto* select = std::get_if<ir::Select>(&expr->node)) {
      decide(expr->id, select->condition, guard, true);
      visit(select->condition, guard, true);
      visit(select->if_true, conjunction(guard, select->condition), is_index);
      visit(select->if_false, conjunction(guard, negation(select->condition)), is_index);
      return;
    }
    const auto* logic = std::get_if<ir::Binary>(&expr->node);
    if (logic && ir::isLogical(logic->op)) {
      visit(logic->lhs, guard, true);
      // a && b: either side may be known where the other one already holds
      if (logic->op == BinaryOp::LAnd) {
        decide(logic->lhs->id, logic->lhs, guard, true);
        decide(logic->rhs->id, logic->rhs, conjunction(guard, logic->lhs), is_index);
      }
      visit(logic->rhs, conjunction(guard, logic->op == BinaryOp::LAnd ? logic->lhs : negation(logic->lhs)), is_index);
      return;
    }
    const bool counts = logic && ir::isInteger(logic->lhs->type) && (logic->op == BinaryOp::Div || logic->op == BinaryOp::Rem ||
                                                                      logic->op == BinaryOp::Shl || logic->op == BinaryOp::Shr);
    const bool subscripts = std::holds_alternative<ir::Load>(expr->node);
    ir::parts::eachChild(expr->node, [&](const ir::ExprRef& child) {
      visit(child, guard, is_index || subscripts || (counts && child == logic->rhs));
    });
  }

  ir::SymbolSet reaching_;
  ir::StmtRef stmt_;
  std::vector<Candidate> candidates_;
};

ir::ExprRef foldLogic(const ir::Binary& node) {
  const auto left = ir::constantValue(node.lhs), right = ir::constantValue(node.rhs);
  const bool is_and = node.op == BinaryOp::LAnd;
  if (left) return (*left != 0) == is_and ? node.rhs : node.lhs;
  if (right && (*right != 0) == is_and) return node.lhs;
  return nullptr;
}

/// (x / a) / b is x / (a·b) when both are positive; so is C++'s.
ir::ExprRef foldQuotients(const ir::Binary& node) {
  const auto* inner = std::get_if<ir::Binary>(&node.lhs->node);
  if (node.op != BinaryOp::Div || !inner || inner->op != BinaryOp::Div) return nullptr;
  const auto a = ir::constantValue(inner->rhs), b = ir::constantValue(node.rhs);
  if (!a || !b || *a < 1 || *b < 1 || *a > 2147483647 / *b) return nullptr;
  return divided(inner->lhs, *a * *b);
}

/// Exact rules that need no proof.
ir::ExprRef fold(const ir::ExprRef& expr) {
  if (const auto* select = std::get_if<ir::Select>(&expr->node))
    if (const auto condition = ir::constantValue(select->condition)) return *condition ? select->if_true : select->if_false;
  const auto* binary = std::get_if<ir::Binary>(&expr->node);
  if (!binary) return nullptr;
  if (ir::isLogical(binary->op)) return foldLogic(*binary);
  if (expr->type != ir::ScalarType::I32 || binary->lhs->type != ir::ScalarType::I32) {
    const auto value = expr->type == ir::ScalarType::Bool ? ir::constantValue(expr) : std::nullopt;
    return value ? ir::boolLiteral(*value != 0, expr->where) : nullptr;
  }
  if (const auto joined = foldQuotients(*binary)) return joined;
  auto made = arithmetic(binary->op, binary->lhs, binary->rhs);
  const auto* same = std::get_if<ir::Binary>(&made->node);
  if (same && same->op == binary->op && same->lhs == binary->lhs && same->rhs == binary->rhs) {
    const auto form = linearForm(expr);
    return form && form->isConstant() ? literal(form->constant) : nullptr;
  }
  return made;
}

class Rewriter {
 public:
  explicit Rewriter(std::map<ir::NodeId, const Candidate*> proved) : proved_(std::move(proved)) {}

  ir::Body run(const ir::Body& body) {
    ir::Body out;
    for (const auto& stmt : body) {
      auto exprs = ir::rewriteExprs(stmt, [&](const ir::ExprRef& expr) { return replaced(expr); });
      out.push_back(exprs);
    }
    return ir::rewriteStmts(out, [&](const ir::StmtRef& stmt) { return decided(stmt); });
  }

 private:
  ir::ExprRef replaced(const ir::ExprRef& expr) {
    const auto found = proved_.find(expr->id);
    if (found != proved_.end()) {
      const auto& candidate = *found->second;
      if (candidate.replacement) return ir::cloneExpr(candidate.replacement);
      if (const auto* select = std::get_if<ir::Select>(&expr->node))
        return candidate.decided ? select->if_true : select->if_false;
      return ir::boolLiteral(candidate.decided, expr->where);
    }
    return fold(expr);
  }
  std::optional<ir::Body> decided(const ir::StmtRef& stmt) {
    if (const auto* branch = std::get_if<ir::If>(&stmt->node)) {
      const auto found = proved_.find(stmt->id);
      const auto constant = ir::constantValue(branch->condition);
      if (found != proved_.end() || constant) {
        const bool holds = constant ? *constant != 0 : found->second->decided;
        return holds ? branch->then_body : branch->else_body;
      }
      if (branch->then_body.empty() && branch->else_body.empty()) return ir::Body{};
    }
    if (const auto* loop = std::get_if<ir::For>(&stmt->node)) {
      const auto lo = ir::constantValue(loop->lo), hi = ir::constantValue(loop->hi);
      if (loop->body.empty() || (lo && hi && *hi <= *lo)) return ir::Body{};
    }
    return std::nullopt;
  }

  std::map<ir::NodeId, const Candidate*> proved_;
};

constexpr int kRounds = 3;

}  // namespace

Result apply_simplify(Edit& edit) {
  const auto& place = edit.place(0);
  auto body = edit.body();
  for (int round = 0; round < kRounds; ++round) {
    const auto proc = cursor::withBody(edit.proc(), body);
    const auto now = cursor::locate(*proc, place.stmt->id);
    if (!now) break;  // the whole scope turned out to be nothing
    const auto candidates = Collector(*proc).run({now->stmt});
    std::vector<Legality::Claim> claims;
    for (const auto& candidate : candidates) claims.push_back(candidate.claim);
    const auto holds = Legality(proc).decide(claims);
    std::map<ir::NodeId, const Candidate*> proved;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (holds[i]) proved.emplace(candidates[i].node, &candidates[i]);
    body = cursor::replace(body, place.stmt->id, Rewriter(std::move(proved)).run({now->stmt}));
  }
  return Outcome{std::move(body), {}};
}

}  // namespace exogpu::steps
