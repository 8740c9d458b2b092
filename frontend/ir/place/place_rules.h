#pragma once
// The rules of language.md that depend on the place of a statement alone, each with its diagnostic (levels.def).
// resolveLevels carries the place (Frame) down the tree and asks here at every statement.
#include <map>
#include <set>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"
#include "frontend/ir/place/units.h"

namespace exogpu::ir {

/// A place: who executes there. Places with the same number have the same executing set by construction, so a local
/// that was declared in another frame belongs to another set of threads.
inline constexpr int kHostFrame = 0;
struct Frame {
  int number = kHostFrame;
  std::vector<units::RoleUnit> units;
  std::set<SymbolRef> launch_iterators;  ///< of the blocks or tasks loops around
  LoopKind launch_kind = LoopKind::Blocks;
  bool in_nest = false;                  ///< the body of a blocks loop that holds nothing but the next one

  const units::Unit& unit() const { return units.front().unit; }
  Level level() const { return unit().group.level; }
  std::int64_t size() const { return unit().group.size; }
  bool atHost() const { return level() == Level::Host; }
  bool atThread() const { return level() == Level::Thread; }
  bool atGroup() const { return !atHost() && !atThread(); }
  ExecSet execSet() const;
};

class PlaceRules {
 public:
  explicit PlaceRules(diag::Sink& sink) : sink_(sink) {}

  /// Everything about one statement but what its loop kind asks for.
  void judge(const Stmt& stmt, const Frame& frame);
  /// Whether a blocks or tasks loop may stand here; false: its body cannot be judged as a block's.
  bool judgeLaunch(const Stmt& stmt, const For& loop, const Frame& frame);
  /// Whether a thread loop may divide the group here; false: no group can be named for its body.
  bool judgeThreadLoop(const Stmt& stmt, const For& loop, const Frame& frame);

  void declare(const SymbolRef& symbol, const Frame& frame) {
    home_[symbol.get()] = frame.number;
    sizes_[symbol.get()] = frame.size();
  }
  std::size_t liveGroups() const { return live_groups_.size(); }
  void endScope(std::size_t live_before) { live_groups_.resize(live_before); }
  /// Between the two, diagnostics also name this call.
  void beginCall(const std::string& callee, const SourceRange& where) { calls_.push_back({callee, where}); }
  void endCall() { calls_.pop_back(); }

 private:
  void judgeAtHost(const Stmt& stmt);
  void judgeReads(const Stmt& stmt, const Frame& frame);
  void judgeWrite(const Stmt& stmt, const Place& place, const Frame& frame);
  void judgeAlloc(const Stmt& stmt, const Alloc& alloc, const Frame& frame);
  void judgeAssign(const Stmt& stmt, const SymbolRef& symbol, const Frame& frame);
  void judgeAtomic(const Stmt& stmt, const Atomic& atomic, const Frame& frame);
  void judgeCopy(const Stmt& stmt, const Copy& copy, const Frame& frame);
  void judgeCommitGroup(const Stmt& stmt, const GroupRef& group, const Frame& frame);
  void judgeGroupUse(const Stmt& stmt, const GroupRef& group, const char* verb, const Frame& frame);
  void judgeCollective(const Stmt& stmt, const Collective& collective, const Frame& frame);
  bool judgeCount(const Stmt& stmt, const For& loop);
  bool judgeShape(const Stmt& stmt, const For& loop, const Frame& frame);
  bool judgeFit(const Stmt& stmt, const For& loop, const Frame& frame);
  void guardByOneThread(diag::Diagnostic& diagnostic);
  bool refuse(diag::Id id, const SourceRange& where, const std::vector<std::string>& arguments);
  void report(diag::Diagnostic diagnostic);

  struct Call {
    std::string callee;
    SourceRange where;
  };
  diag::Sink& sink_;
  std::vector<Call> calls_;  ///< the inlined calls around, outermost first
  std::map<const void*, int> home_;  ///< symbol, buffer or group → number of the frame that declares it
  std::map<const void*, std::int64_t> sizes_;  ///< symbol → threads of the group that declares it
  std::vector<GroupRef> live_groups_;
};

/// "a block of 256 threads", "a warp", "one thread", "the host".
std::string describe(const Frame& frame);

}  // namespace exogpu::ir
