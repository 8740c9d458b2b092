// The loops of StatementPrinter whose iterations share vector accesses. A chunk of iterations becomes
//   load the vectors; run the iterations on their lanes; store the vectors
// behind a test where guards or alignments are not proved, with the plain iterations in the other branch.
#include <algorithm>
#include <string>
#include <vector>

#include <llvm/ADT/StringExtras.h>

#include "codegen/cuda/scalars.h"
#include "codegen/cuda/statements.h"
#include "codegen/lower/simplify.h"
#include "codegen/lower/used.h"
#include "frontend/ir/build.h"
#include "frontend/ir/walk.h"

namespace exogpu::cuda {

namespace {
ir::ExprRef plus(const ir::ExprRef& a, std::int64_t b) {
  return lower::simplify(ir::binary(ir::BinaryOp::Add, a, ir::intLiteral(b)));
}

/// Locals of the body that nothing reads once the plan's accesses are lanes and its conditions are gone.
std::set<const ir::Symbol*> unreadLocals(const ir::For& loop, const lower::VectorPlan& plan, const lower::ArrayPlan& arrays) {
  std::set<const ir::Place*> lanes;
  for (const auto& access : plan.accesses) lanes.insert(access.places.begin(), access.places.end());
  const std::set<ir::NodeId> dropped(plan.known_true.begin(), plan.known_true.end());
  const auto used = lower::findUsedSymbols(loop.body, arrays.indices, lanes, dropped);
  std::set<const ir::Symbol*> unread;
  ir::walkStmts(loop.body, [&](const ir::StmtRef& stmt) {
    const auto* let = std::get_if<ir::Let>(&stmt->node);
    if (let && let->value && !let->symbol->is_mutable && !used.count(let->symbol.get())) unread.insert(let->symbol.get());
  });
  return unread;
}
/// Tests joined by &&, each once; two are the same test only if all of their text is.
class Conjunction {
 public:
  void add(std::string test) {
    if (std::find(tests_.begin(), tests_.end(), test) == tests_.end()) tests_.push_back(std::move(test));
  }
  std::string text() const { return llvm::join(tests_, " && "); }

 private:
  std::vector<std::string> tests_;
};

/// The element of the chunk that starts at iteration `start`.
ir::Place chunkPlace(const ir::For& loop, const lower::VectorAccess& access, const ir::ExprRef& start) {
  ir::Place place = access.first;
  for (auto& index : place.indices) index = lower::simplify(ir::substitute(index, loop.iterator, start));
  return place;
}
}  // namespace

std::string StatementPrinter::addressOf(const ir::For& loop, const lower::VectorAccess& access, const ir::ExprRef& start) {
  // A `reg` array is never the memory side of a vector access, so the place needs no private form.
  return "&" + expressions_.element(chunkPlace(loop, access, start));
}

std::string StatementPrinter::alignmentTest(const ir::Place& place, std::int64_t bytes) {
  return use(Support::IsAligned, "is_aligned") + "(&" + expressions_.element(place) + ", " + std::to_string(bytes) + ")";
}

/// The loop twice: with all tests known to hold, and, where they do not, as the source has it.
void StatementPrinter::printLiftedLoop(const ir::For& loop, const lower::LiftedTests& lifted, const lower::GroupPlace& group) {
  Conjunction tests;
  for (const auto& condition : lifted.conditions) tests.add(expressions_.index(condition, kOperandOfAnd));
  for (const auto& [place, bytes] : lifted.alignments) tests.add(alignmentTest(place, bytes));
  writer_.open("if (" + tests.text() + ")");
  lifting_ = Lifting::AllHold;
  printSerialLoop(loop, group);
  writer_.middle("} else {");
  lifting_ = Lifting::Plain;
  printSerialLoop(loop, group);
  writer_.close();
  lifting_ = Lifting::None;
}

std::string StatementPrinter::chunkTests(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start) {
  Conjunction tests;
  for (const auto& test : plan.tests) {
    const auto at = test.at_last ? plus(start, plan.width - 1) : start;
    tests.add(expressions_.index(lower::simplify(ir::substitute(test.condition, loop.iterator, at)), kOperandOfAnd));
  }
  for (const auto& access : plan.accesses)
    if (access.alignment_to_check > 0)
      tests.add(alignmentTest(chunkPlace(loop, access, start), access.alignment_to_check));
  return tests.text();
}

void StatementPrinter::printVectorLoop(const ir::For& loop, const lower::VectorPlan& plan, const lower::GroupPlace& group) {
  if (lifting_ == Lifting::Plain && !plan.tests.empty() && !plan.zero_filled) return printSerialLoop(loop, group);
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
  const auto tests = lifting_ == Lifting::AllHold || plan.zero_filled ? "" : chunkTests(loop, plan, start);
  const bool braces = (single && !movesRow(plan)) || !tests.empty();
  if (braces) writer_.open(tests.empty() ? "" : "if (" + tests + ")");
  names_.push();
  printVectorChunk(loop, plan, start, group);
  names_.pop();
  if (!tests.empty()) printWithoutVectors(loop, plan, start, group);
  if (braces) writer_.close();
  if (!single) writer_.close();
  names_.pop();
}

/// The other branch: the plain iterations, or those without the accesses when all of them fail the test.
void StatementPrinter::printWithoutVectors(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                                           const lower::GroupPlace& group) {
  const bool only_stores = std::none_of(plan.accesses.begin(), plan.accesses.end(), [](const auto& a) { return a.is_read; });
  const bool nothing_left = plan.all_or_none && only_stores && loop.body.size() == 1;
  if (nothing_left) return;
  writer_.middle("} else {");
  const auto saved = context_.known_false;
  if (plan.all_or_none) context_.known_false.insert(plan.known_true.begin(), plan.known_true.end());
  printLanes(loop, plan, start, group);
  context_.known_false = saved;
}

/// Instrumented kernels log each element, so they have no row moves.
bool StatementPrinter::movesRow(const lower::VectorPlan& plan) const { return plan.row && !context_.site_of; }

/// load<8>(&in[p][0], &X[…]): the access between memory and a row of a private array.
void StatementPrinter::printRowMove(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start) {
  auto row = "&" + names_.of(plan.row->buffer.get());
  for (const auto& index : plan.row->indices)
    row += "[" + expressions_.index(lower::simplify(ir::substitute(index, loop.iterator, start))) + "]";
  const auto& access = plan.accesses.front();
  const auto memory = addressOf(loop, access, start);
  const auto width = "<" + std::to_string(plan.width) + ">(";
  if (access.is_written)
    writer_.line(use(Support::StoreRow, "store") + width + memory + ", " + row + ");");
  else if (plan.zero_filled)
    writer_.line(use(Support::LoadOrZero, "load_or_zero") + width + row + ", " + chunkTests(loop, plan, start) + ", " + memory + ");");
  else
    writer_.line(use(Support::LoadRow, "load") + width + row + ", " + memory + ");");
}

void StatementPrinter::printVectorChunk(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                                        const lower::GroupPlace& group) {
  if (movesRow(plan)) return printRowMove(loop, plan, start);
  const auto saved = context_;
  const auto saved_skipped = skipped_;
  const auto width = std::to_string(plan.width);
  std::vector<std::string> vectors;
  for (const auto& access : plan.accesses) {
    vectors.push_back(names_.fresh(access.buffer->name + "_" + width));
    const auto type = use(Support::Vec, "vec") + "<" + cudaType(access.buffer->element) + ", " + width + ">";
    const auto load = use(Support::LoadVec, "load") + "<" + width + ">(" + addressOf(loop, access, start) + ")";
    if (plan.zero_filled)
      writer_.line("const auto " + vectors.back() + " = " + chunkTests(loop, plan, start) + " ? " + load + " : " + type + "{};");
    else if (access.is_read)
      writer_.line((access.is_written ? "auto " : "const auto ") + vectors.back() + " = " + load + ";");
    else
      writer_.line(type + " " + vectors.back() + ";");
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
    for (const auto* symbol : unreadLocals(loop, plan, kernel_->arrays)) skipped_.insert(symbol);
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
