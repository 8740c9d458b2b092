#pragma once
// StatementPrinter: statements of a kernel or of a launcher as C++ text.
#include <functional>

#include "codegen/cuda/emit.h"
#include "codegen/cuda/expressions.h"
#include "codegen/cuda/writer.h"
#include "codegen/lower/lower.h"

namespace exogpu::cuda {

class StatementPrinter {
 public:
  /// `kernel` is null for the host's side; there `on_launch` and `on_require` print what only launchers have.
  StatementPrinter(Writer& writer, Names& names, const lower::Kernel* kernel, ExpressionContext& context)
      : writer_(writer), names_(names), kernel_(kernel), context_(context), expressions_(context) {}

  std::function<void(const ir::StmtRef&)> on_launch;
  std::function<void(const ir::ExprRef&, const std::string&)> on_require;
  /// The body has braces, or a function, of its own.
  void printBody(const ir::Body& body, const lower::GroupPlace& group);

 private:
  void printWithin(const ir::Body& body, const lower::GroupPlace& group);
  void print(const ir::StmtRef& stmt, const lower::GroupPlace& group);
  void printBraced(const ir::Body& body, const lower::GroupPlace& group);
  bool isPrinted(const ir::Stmt& stmt) const;
  void printUnbraced(const ir::Body& body, const lower::GroupPlace& group);
  void printLet(const ir::Let& let);
  void printAssign(const ir::Assign& assign);
  void printAlloc(const ir::Alloc& alloc);
  void traceSynchronisation(const ir::Stmt& stmt);
  void printStore(const ir::Stmt& stmt, const ir::Store& store);
  void printAtomic(const ir::Stmt& stmt, const ir::Atomic& atomic);
  void printFor(const ir::StmtRef& stmt, const ir::For& loop, const lower::GroupPlace& group);
  void printSerialLoop(const ir::For& loop, const lower::GroupPlace& group);
  void printThreadLoop(const ir::For& loop, const lower::GroupPlace& group);
  void printIf(const ir::If& node, const lower::GroupPlace& group);
  void printInstruction(const std::string& name, const ir::Instruction& instruction);
  void printScope(const ir::Scope& scope, const lower::GroupPlace& group);
  void printFence(ir::NodeId id);
  void printCpAsync(const ir::Stmt& stmt, const ir::Copy& copy);
  void printCollective(const ir::Collective& call, const lower::GroupPlace& group);
  std::string reduction(const ir::Collective& call, const lower::GroupPlace& group);
  std::string shuffle(const ir::Collective& call, const lower::GroupPlace& group);
  std::string validElements(const ir::Window& src);
  void printVectorLoop(const ir::For& loop, const lower::VectorPlan& plan, const lower::GroupPlace& group);
  void printVectorChunk(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                        const lower::GroupPlace& group);
  void printWithoutVectors(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                           const lower::GroupPlace& group);
  void printLanes(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start,
                  const lower::GroupPlace& group);
  std::string chunkTests(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start);
  bool movesRow(const lower::VectorPlan& plan) const;
  void printRowMove(const ir::For& loop, const lower::VectorPlan& plan, const ir::ExprRef& start);
  std::string addressOf(const ir::For& loop, const lower::VectorAccess& access, const ir::ExprRef& start);
  void printLiftedLoop(const ir::For& loop, const lower::LiftedTests& lifted, const lower::GroupPlace& group);
  std::string alignmentTest(const ir::Place& place, std::int64_t bytes);
  /// Not declared are locals that only indices of `reg` arrays or replaced accesses read, or nothing (they state what the
  /// proof owes). A trace reads everything.
  bool isUsed(const ir::Symbol& symbol) const {
    if (!kernel_) return symbol.is_mutable || context_.read_by_launcher.count(&symbol) > 0;
    return context_.site_of || kernel_->used_symbols.count(&symbol) > 0;
  }
  std::string use(Support support, const char* name) {
    context_.support->insert(support);
    return name;
  }

  Writer& writer_;
  Names& names_;
  const lower::Kernel* kernel_;
  ExpressionContext& context_;
  ExpressionPrinter expressions_;
  std::set<const ir::Symbol*> skipped_;  ///< locals that only replaced accesses read
  /// Inside a loop whose tests were made in front of it: they all hold, or the plain iterations run.
  enum class Lifting : std::uint8_t { None, AllHold, Plain } lifting_ = Lifting::None;
  bool is_last_ = true;    ///< nothing follows the statement before the closing brace of what it stands in
  bool is_alone_ = false;  ///< and it is its body's only one: what it declares needs no braces
};

/// "threadIdx.x / 32 % 4", the iterator of a thread loop.
std::string iteratorText(const lower::ThreadLoop& loop);
/// The lanes of the executing group as the mask operand of warp instructions.
std::string laneMask(const lower::GroupPlace& group);

}  // namespace exogpu::cuda
