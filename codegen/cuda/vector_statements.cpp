// The loops of StatementPrinter whose iterations share vector accesses. A chunk of iterations becomes
//   load the vectors; run the iterations on their lanes; store the vectors
// behind a test where guards or alignments are not proved, with the plain iterations in the other branch.
#include "codegen/cuda/scalars.h"
#include "codegen/cuda/statements.h"
#include "codegen/lower/simplify.h"
#include "frontend/ir/build.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::cuda {

namespace {
ir::ExprRef plus(const ir::ExprRef& a, std::int64_t b) {
  return lower::simplify(ir::binary(ir::BinaryOp::Add, a, ir::intLiteral(b)));
}

/// Locals of the body that nothing reads once the plan's accesses are lanes and its conditions are gone.
class UnreadLocals {
 public:
  UnreadLocals(const ir::For& loop, const lower::VectorPlan& plan) {
    for (const auto& access : plan.accesses) replaced_.insert(access.places.begin(), access.places.end());
    dropped_.insert(plan.known_true.begin(), plan.known_true.end());
    ir::walkStmts(loop.body, [&](const ir::StmtRef& stmt) { addStmt(*stmt); });
    // A local is read when something kept reads it; its value is then kept as well.
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [symbol, value] : lets_)
        if (read_.count(symbol) && kept_.insert(symbol).second) addExpr(value), changed = true;
    }
  }
  std::set<const ir::Symbol*> result() const {
    std::set<const ir::Symbol*> unread;
    for (const auto& [symbol, value] : lets_)
      if (!kept_.count(symbol)) unread.insert(symbol);
    return unread;
  }

 private:
  void addStmt(const ir::Stmt& stmt) {
    if (const auto* let = std::get_if<ir::Let>(&stmt.node); let && let->value && !let->symbol->is_mutable) {
      lets_[let->symbol.get()] = let->value;
      return;
    }
    if (std::holds_alternative<ir::If>(stmt.node) && dropped_.count(stmt.id)) return;
    if (const auto* store = std::get_if<ir::Store>(&stmt.node); store && replaced_.count(&store->place))
      return addExpr(store->value);
    ir::forEachExpr(stmt, [&](const ir::ExprRef& expr) { addExpr(expr); });
  }
  void addExpr(const ir::ExprRef& expr) {
    if (const auto* name = std::get_if<ir::Read>(&expr->node)) read_.insert(name->symbol.get());
    if (const auto* load = std::get_if<ir::Load>(&expr->node); load && replaced_.count(&load->place)) return;
    if (const auto* select = std::get_if<ir::Select>(&expr->node); select && dropped_.count(expr->id))
      return addExpr(select->if_true);
    ir::forEachChild(*expr, [&](const ir::ExprRef& child) { addExpr(child); });
  }

  std::set<const ir::Place*> replaced_;
  std::set<ir::NodeId> dropped_;
  std::map<const ir::Symbol*, ir::ExprRef> lets_;
  std::set<const ir::Symbol*> read_, kept_;
};
}  // namespace

std::string StatementPrinter::addressOf(const ir::For& loop, const lower::VectorAccess& access, const ir::ExprRef& start) {
  ir::Place place = access.first;
  for (auto& index : place.indices) index = lower::simplify(ir::substitute(index, loop.iterator, start));
  // A `reg` array is never the memory side of a vector access, so the place needs no private form.
  return "&" + expressions_.element(place);
}

std::string StatementPrinter::chunkTests(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start) {
  std::string text;
  const auto add = [&](const std::string& test) {
    if (text.find(test) == std::string::npos) text += (text.empty() ? "" : " && ") + test;
  };
  for (const auto& test : plan.tests) {
    const auto at = test.at_last ? plus(start, plan.width - 1) : start;
    add(expressions_.index(lower::simplify(ir::substitute(test.condition, loop.iterator, at)), kOperandOfAnd));
  }
  for (const auto& access : plan.accesses)
    if (access.alignment_to_check > 0)
      add(use(Support::IsAligned, "is_aligned") + "(" + addressOf(loop, access, start) + ", " +
          std::to_string(access.alignment_to_check) + ")");
  return text;
}

void StatementPrinter::printVectorLoop(const ir::For& loop, const lower::VectorPlan& plan, const lower::GroupPlace& group) {
  const bool single = plan.count == plan.width;
  names_.push();
  auto start = ir::intLiteral(plan.lo);
  if (!single) {
    const auto chunk = ir::makeSymbol(loop.iterator->name + "0", ir::ScalarType::I32, ir::Symbol::Kind::Iterator);
    const auto& name = names_.declare(chunk.get(), chunk->name);
    writer_.directive("#pragma unroll", true);
    writer_.open("for (int " + name + " = " + std::to_string(plan.lo) + "; " + name + " < " +
                 std::to_string(plan.lo + plan.count) + "; " + name + " += " + std::to_string(plan.width) + ")");
    start = ir::read(chunk);
  }
  const auto tests = chunkTests(loop, plan, start);
  const bool braces = single || !tests.empty();
  if (braces) writer_.open(tests.empty() ? "" : "if (" + tests + ")");
  names_.push();
  printVectorChunk(loop, plan, start, group);
  names_.pop();
  if (!tests.empty()) {
    writer_.middle("} else {");
    printLanes(loop, plan, start, group);
  }
  if (braces) writer_.close();
  if (!single) writer_.close();
  names_.pop();
}

void StatementPrinter::printVectorChunk(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                                        const lower::GroupPlace& group) {
  const auto saved = context_;
  const auto saved_skipped = skipped_;
  const auto width = std::to_string(plan.width);
  std::vector<std::string> vectors;
  for (const auto& access : plan.accesses) {
    vectors.push_back(names_.fresh(access.buffer->name + "_" + width));
    if (access.is_read)
      writer_.line((access.is_written ? "auto " : "const auto ") + vectors.back() + " = " + use(Support::LoadVec, "load") +
                   "<" + width + ">(" + addressOf(loop, access, start) + ");");
    else
      writer_.line(use(Support::Vec, "vec") + "<" + cudaType(access.buffer->element) + ", " + width + "> " +
                   vectors.back() + ";");
  }
  names_.push();
  const auto iterator = names_.declare(loop.iterator.get(), loop.iterator->name);
  names_.pop();
  const auto from = expressions_.index(start, kOperandOfProduct);
  const auto lane = "[" + (from == "0" ? iterator : iterator + " - " + from) + "]";
  for (std::size_t i = 0; i < plan.accesses.size(); ++i)
    for (const auto* place : plan.accesses[i].places) context_.lanes[place] = vectors[i] + ".at" + lane;
  context_.known_true.insert(plan.known_true.begin(), plan.known_true.end());
  if (!context_.site_of)  // a trace reads every index
    for (const auto* symbol : UnreadLocals(loop, plan).result()) skipped_.insert(symbol);
  printLanes(loop, plan, start, group);
  context_ = saved;
  skipped_ = saved_skipped;
  for (std::size_t i = 0; i < plan.accesses.size(); ++i)
    if (plan.accesses[i].is_written)
      writer_.line(use(Support::StoreVec, "store") + "(" + addressOf(loop, plan.accesses[i], start) + ", " + vectors[i] + ");");
}

/// The iterations of one chunk.
void StatementPrinter::printLanes(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                                  const lower::GroupPlace& group) {
  const auto lo = expressions_.index(start), hi = expressions_.index(plus(start, plan.width), kOperandOfLess);
  names_.push();
  const auto& i = names_.declare(loop.iterator.get(), loop.iterator->name);
  writer_.directive("#pragma unroll", true);
  writer_.open("for (int " + i + " = " + lo + "; " + i + " < " + hi + "; ++" + i + ")");
  printBody(loop.body, group);
  writer_.close();
  names_.pop();
}

}  // namespace exogpu::cuda
