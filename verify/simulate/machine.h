#pragma once
// The interpreter: one run of a proc in sequential order, which tells its observers every event.
#include <llvm/ADT/SmallVector.h>

#include <map>
#include <string>
#include <vector>

#include "verify/simulate/clocks.h"
#include "verify/simulate/conflicts.h"
#include "verify/simulate/events.h"
#include "verify/simulate/faults.h"
#include "verify/simulate/memory.h"
#include "verify/simulate/program.h"
#include "verify/simulate/simulate.h"

namespace exogpu::simulate {

/// Who listens to a run; null: nobody.
struct Observers {
  Clocks* clocks = nullptr;
  ConflictLog* conflicts = nullptr;
  std::vector<LaunchTrace>* trace = nullptr;
  std::size_t trace_limit = 0;  ///< events; a longer run is not traced at all
  /// The iterators at these events, by sequence number, are written here.
  std::map<std::uint64_t, std::string>* contexts = nullptr;
};

class Machine {
 public:
  Machine(const Program& program, const Inputs& inputs, std::uint64_t max_steps, FaultLog& faults, Observers observers);

  void run();

  bool contractsHold() const { return contracts_hold_; }
  const std::string& violated() const { return violated_; }
  bool outOfSteps() const { return out_of_steps_; }
  bool traceComplete() const { return trace_complete_; }
  std::uint64_t steps() const { return steps_; }
  const Storage& storage(std::uint32_t slot) const { return storages_[slot]; }
  std::string elementText(std::uint32_t slot, std::uint64_t position) const;
  /// "(k = 1, s = 0)": the sequential loops around the current place, outermost first; empty without any.
  std::string context() const;

 private:
  using Index = llvm::SmallVector<std::int64_t, 4>;
  struct Scalar {
    Value value;
    ThreadSet declared_by;
  };

  // Set-up: bind.cpp
  void bindArguments(const Inputs& inputs);
  void bindTensor(const ir::BufferRef& buffer, const Inputs& inputs);
  void bindScalar(const ir::SymbolRef& symbol, const Inputs& inputs);

  // Expressions: evaluate.cpp
  Value eval(const ir::ExprRef& expr);
  Value evalLoad(const ir::Expr& expr, const ir::Load& load);
  Value evalRead(const ir::Expr& expr, const ir::SymbolRef& symbol);
  Value evalBinary(const ir::Expr& expr, const ir::Binary& binary);
  Value evalMath(const ir::Math& math, ir::ScalarType type);
  /// A value that steers the program: its computation must not have overflowed.
  std::int64_t evalIndex(const ir::ExprRef& expr);
  bool evalCondition(const ir::ExprRef& expr) { return evalIndex(expr) != 0; }
  Index evalIndices(const std::vector<ir::ExprRef>& indices);
  /// The element's position; a fault and nothing when it lies outside.
  std::optional<std::uint64_t> locate(const ir::Place& place, const Index& index, std::uint32_t site);
  void trouble(Trouble what, const ir::Expr& expr);

  // Statements: machine.cpp
  void exec(const ir::Body& body);
  void exec(const ir::Stmt& stmt);
  void execFor(const ir::Stmt& stmt, const ir::For& loop);
  void execSequential(const ir::For& loop);
  void execParallel(const ir::For& loop);
  void execLaunch(const ir::For& loop);
  void runBlock(const ir::For& loop);
  void execAlloc(const ir::Stmt& stmt, const ir::Alloc& alloc);
  void execStore(const ir::Stmt& stmt, const ir::Store& store);
  void execAtomic(const ir::Stmt& stmt, const ir::Atomic& atomic);
  void assign(const ir::SymbolRef& symbol, const Value& value);
  void execContract(const ir::ExprRef& condition, bool is_assumption, const std::string& text);
  void execProve(const ir::Prove& prove);
  ThreadSet groupOf(const ir::For& loop);
  bool isTrueQuietly(const ir::ExprRef& condition);
  bool isSet(const ir::SymbolRef& flag) const;

  // Windows and rows: transfers.cpp
  void execCopy(const ir::Stmt& stmt, const ir::Copy& copy);
  void checkAsync(const ir::Stmt& stmt, const ir::Copy& copy, const Index& dst, const Index& src);
  void checkAligned(const ir::Window& window, const Index& origin, std::int64_t bytes);
  std::optional<std::uint64_t> windowElement(const ir::Window& window, const Index& origin, std::int64_t element,
                                             std::uint32_t site);
  void execCollective(const ir::Stmt& stmt, const ir::Collective& collective);
  std::vector<Value> readRow(const ir::Collective& collective, std::uint32_t site);
  void writeRow(const ir::Collective& collective, const std::vector<Value>& row, std::uint32_t site);

  // Events and faults: machine.cpp
  void touch(EventKind kind, std::uint32_t slot, std::uint64_t position, std::uint32_t site,
             ir::AtomicOp op = ir::AtomicOp::Add);
  void touchRegister(std::uint32_t slot, std::uint64_t position, std::uint32_t site);
  void emit(EventKind kind, std::uint32_t slot = 0, std::uint64_t element = 0, std::uint32_t site = 0,
            ir::AtomicOp op = ir::AtomicOp::Add);
  /// `site` 0: the current statement.
  void fault(FaultKind kind, const std::string& message, std::uint32_t site = 0, SourceRange where = {});
  std::string whoText() const;

  const Program& program_;
  FaultLog& faults_;
  Observers observers_;
  std::vector<Scalar> scalars_;
  std::vector<Storage> storages_;
  std::vector<std::uint64_t> alignments_;        ///< of tensors' base addresses, by slot
  std::vector<const ir::For*> loops_;            ///< sequential loops around the current place
  const ir::Stmt* current_ = nullptr;
  ThreadSet who_;
  std::uint32_t threads_ = 0, block_ = 0, next_block_ = 0;
  bool in_launch_ = false, quiet_ = false, stopped_ = false;
  bool contracts_hold_ = true, out_of_steps_ = false, trace_complete_ = true;
  std::string violated_;
  std::uint64_t steps_ = 0, max_steps_ = 0, seq_ = 0;
  std::size_t traced_ = 0;
  std::map<std::uint64_t, std::string>::iterator next_context_;
};

}  // namespace exogpu::simulate
