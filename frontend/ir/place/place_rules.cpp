#include "frontend/ir/place/place_rules.h"

#include "frontend/base/overloaded.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {

using diag::Id;

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }
std::string name(LoopKind kind) { return std::string(text(kind)); }
std::string name(Space space) { return std::string(text(space)); }

/// What a statement does on the device, when it may not stand at host level.
const char* deviceWork(const StmtNode& node) {
  return std::visit(Overloaded{
                        [](const Alloc&) { return "an array"; },
                        [](const Store&) { return "a store"; },
                        [](const Atomic&) { return "an atomic operation"; },
                        [](const Fence&) { return "a fence"; },
                        [](const Copy&) { return "a copy"; },
                        [](const CommitGroup&) { return "a commit group"; },
                        [](const Commit&) { return "a commit"; },
                        [](const Wait&) { return "a wait"; },
                        [](const Collective&) { return "a collective"; },
                        [](const Scope& n) { return n.instruction ? "an instruction" : nullptr; },
                        [](const parts::OneOf<Let, Assign, For, If, Require, Assume, Prove> auto&) {
                          return static_cast<const char*>(nullptr);
                        },
                    },
                    node);
}

}  // namespace

ExecSet Frame::execSet() const {
  ExecSet set;
  for (const auto& [role, unit] : units) set.push_back({role, unit.group});
  return set;
}

std::string describe(const Frame& frame) {
  switch (frame.level()) {
    case Level::Host: return "the host";
    case Level::Block: return "a block of " + number(frame.size()) + " threads";
    case Level::Warpgroup: return "a warpgroup";
    case Level::Warp: return "a warp";
    case Level::Part: return "a group of " + number(frame.size()) + " threads";
    case Level::Thread: return "one thread";
  }
  return "";
}

bool PlaceRules::refuse(Id id, const SourceRange& where, const std::vector<std::string>& arguments) {
  report(diag::make(id, where, arguments));
  return false;
}

void PlaceRules::report(diag::Diagnostic diagnostic) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call)
    diagnostic.notes.push_back({call->where, "in the call of '" + call->callee + "' here"});
  sink_.report(std::move(diagnostic));
}

void PlaceRules::judge(const Stmt& stmt, const Frame& frame) {
  judgeReads(stmt, frame);
  if (frame.atHost()) judgeAtHost(stmt);
  std::visit(Overloaded{
                 [&](const Let& n) { declare(n.symbol, frame); },
                 [&](const Assign& n) { judgeAssign(stmt, n.symbol, frame); },
                 [&](const Alloc& n) { judgeAlloc(stmt, n, frame); },
                 [&](const Store& n) { judgeWrite(stmt, n.place, frame); },
                 [&](const Atomic& n) { judgeAtomic(stmt, n, frame); },
                 [&](const Fence&) { if (frame.atThread()) refuse(Id::FenceAtThread, stmt.where, {}); },
                 [&](const Copy& n) { judgeCopy(stmt, n, frame); },
                 [&](const CommitGroup& n) { judgeCommitGroup(stmt, n.group, frame); },
                 [&](const Commit& n) { judgeGroupUse(stmt, n.group, "commit", frame); },
                 [&](const Wait& n) { judgeGroupUse(stmt, n.group, "wait", frame); },
                 [&](const Collective& n) { judgeCollective(stmt, n, frame); },
                 [&](const Require&) { if (!frame.atHost()) refuse(Id::ContractInsideLaunch, stmt.where, {}); },
                 [](const parts::OneOf<For, If, Scope, Assume, Prove> auto&) {},
             },
             stmt.node);
}

void PlaceRules::judgeAtHost(const Stmt& stmt) {
  if (const char* work = deviceWork(stmt.node)) refuse(Id::WorkAtHost, stmt.where, {work});
  if (const auto* loop = std::get_if<For>(&stmt.node); loop && isThreadLoop(loop->kind))
    refuse(Id::ThreadLoopAtHost, stmt.where, {name(loop->kind)});
}

void PlaceRules::judgeReads(const Stmt& stmt, const Frame& frame) {
  const auto* loop = std::get_if<For>(&stmt.node);
  // The bounds of a whole nest of launch loops are evaluated by the launcher.
  const bool by_host = frame.atHost() || (loop && isLaunch(loop->kind));
  forEachExpr(stmt, [&](const ExprRef& root) {
    walkExpr(root, [&](const ExprRef& expr) {
      const auto* element = std::get_if<Load>(&expr->node);
      if (!element) return;
      const auto& buffer = *element->place.buffer;
      const auto& where = expr->where.isValid() ? expr->where : stmt.where;
      if (by_host)
        refuse(Id::HostReadsTensor, where, {buffer.name});
      else if (buffer.space == Space::Register && frame.atGroup())
        refuse(Id::RegisterReadAtGroup, where, {buffer.name, describe(frame)});
    });
  });
}

void PlaceRules::judgeAssign(const Stmt& stmt, const SymbolRef& symbol, const Frame& frame) {
  const auto home = home_.find(symbol.get());
  const bool of_host = home == home_.end() || home->second == kHostFrame;  // parameters are of the host
  if (home != home_.end() && home->second == frame.number) return;
  if (frame.atHost()) return;
  auto diagnostic = of_host ? diag::make(Id::LaunchConstantWritten, stmt.where, {symbol->name})
                            : diag::make(Id::CrossesThreads, stmt.where, {symbol->name, describe(frame), std::string(spelling(symbol->type)),
                                                                                   number(sizes_[symbol.get()])});
  if (symbol->where.isValid()) diagnostic.labels.push_back({symbol->where, "declared here"});
  report(std::move(diagnostic));
}

void PlaceRules::judgeAlloc(const Stmt& stmt, const Alloc& alloc, const Frame& frame) {
  const auto& buffer = *alloc.buffer;
  home_[alloc.buffer.get()] = frame.number;
  if (frame.atHost()) return;
  if (buffer.space == Space::Shared && frame.level() != Level::Block)
    refuse(Id::SharedNotAtBlock, stmt.where,
           {buffer.name, describe(frame),
            frame.atThread() ? "move it in front of the loop over threads: the block has one such array and all its threads share "
                               "it; what one thread keeps for itself is a plain array"
                             : "declare it at block level with one more dimension, a row for each group"});
  else if (buffer.space == Space::Shared && alloc.zero) refuse(Id::SharedZeroed, stmt.where, {buffer.name});
  if (buffer.space == Space::Register && frame.atThread()) refuse(Id::RegisterNotAtGroup, stmt.where, {buffer.name});
}

void PlaceRules::judgeWrite(const Stmt& stmt, const Place& place, const Frame& frame) {
  const auto& buffer = *place.buffer;
  if (frame.atHost()) return;
  switch (buffer.space) {
    case Space::Global:
    case Space::Shared:
      if (frame.atThread()) return;
      {
        auto diagnostic = diag::make(Id::StoreAtGroup, stmt.where, {name(buffer.space), buffer.name, describe(frame)});
        guardByOneThread(diagnostic);
        report(std::move(diagnostic));
      }
      return;
    case Space::Register:
      if (!frame.atThread()) refuse(Id::RegisterWriteAtGroup, stmt.where, {buffer.name, describe(frame)});
      return;
    case Space::Local: {
      const auto home = home_.find(place.buffer.get());
      if (home != home_.end() && home->second == frame.number) return;
      refuse(Id::LocalArrayCrossesThreads, stmt.where, {buffer.name, describe(frame)});
      return;
    }
  }
}

void PlaceRules::guardByOneThread(diag::Diagnostic& diagnostic) {
  if (!diagnostic.where.isValid()) return;
  const auto begin = diagnostic.where.begin;
  diagnostic.fixes.push_back({{diagnostic.where.file, begin, begin}, "if (exo::one_thread()) "});
}

void PlaceRules::judgeAtomic(const Stmt& stmt, const Atomic& atomic, const Frame& frame) {
  const auto& buffer = *atomic.place.buffer;
  if (frame.atHost()) return;
  if (buffer.space == Space::Register || buffer.space == Space::Local) {
    refuse(Id::AtomicOnPrivate, stmt.where, {buffer.name, name(buffer.space)});
  } else if (!frame.atThread()) {
    auto diagnostic = diag::make(Id::AtomicAtGroup, stmt.where, {buffer.name, describe(frame)});
    guardByOneThread(diagnostic);
    report(std::move(diagnostic));
  }
}

void PlaceRules::judgeCopy(const Stmt& stmt, const Copy& copy, const Frame& frame) {
  if (frame.atHost() || frame.atThread()) {
    if (!frame.atHost() && copy.dst.origin.buffer->space == Space::Local) judgeWrite(stmt, copy.dst.origin, frame);
    return;
  }
  const auto& dst = *copy.dst.origin.buffer;
  const auto& src = *copy.src.origin.buffer;
  if (copy.asynchronous)
    refuse(Id::AsyncCopyAboveThread, stmt.where, {describe(frame)});
  else if (dst.space == Space::Local || dst.space == Space::Register)
    judgeWrite(stmt, copy.dst.origin, frame);
  else
    refuse(Id::CopyAtGroup, stmt.where, {name(dst.space), dst.name, describe(frame)});
  if (src.space == Space::Register) refuse(Id::RegisterReadAtGroup, stmt.where, {src.name, describe(frame)});
}

void PlaceRules::judgeCommitGroup(const Stmt& stmt, const GroupRef& group, const Frame& frame) {
  home_[group.get()] = frame.number;
  if (!live_groups_.empty()) {
    const auto& live = *live_groups_.back();
    auto diagnostic = diag::make(Id::TwoLiveCommitGroups, stmt.where, {group->name, live.name});
    if (live.where.isValid()) diagnostic.labels.push_back({live.where, "'" + live.name + "' is live until its scope ends"});
    report(std::move(diagnostic));
  }
  live_groups_.push_back(group);
  if (frame.atThread()) refuse(Id::CommitGroupAtThread, stmt.where, {group->name});
}

void PlaceRules::judgeGroupUse(const Stmt& stmt, const GroupRef& group, const char* verb, const Frame& frame) {
  const auto home = home_.find(group.get());
  if (frame.atHost() || (home != home_.end() && home->second == frame.number)) return;
  auto diagnostic = diag::make(Id::CommitAtOtherLevel, stmt.where, {verb, group->name, describe(frame)});
  if (group->where.isValid()) diagnostic.labels.push_back({group->where, "declared here"});
  report(std::move(diagnostic));
}

void PlaceRules::judgeCollective(const Stmt& stmt, const Collective& collective, const Frame& frame) {
  if (frame.atHost()) return;
  const auto op = std::string(text(collective.op));
  const auto& group = frame.unit().group;
  const auto isPowerOfTwo = [](std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; };
  if (frame.atThread() || !frame.unit().in_one_warp || !isPowerOfTwo(group.size) || !isPowerOfTwo(group.stride)) {
    refuse(Id::CollectiveAtWrongLevel, stmt.where, {op, describe(frame)});
    return;
  }
  if (collective.width != group.size)
    refuse(Id::CollectiveWidth, stmt.where, {op, number(collective.width), describe(frame), number(group.size)});
  parts::eachPlace(stmt.node, [&](const Place& row) {
    if (row.buffer->space != Space::Register)
      refuse(Id::CollectiveNeedsRegisters, stmt.where, {op, row.buffer->name, name(row.buffer->space)});
  });
  if (collective.result) judgeAssign(stmt, collective.result, frame);
}

}  // namespace exogpu::ir
