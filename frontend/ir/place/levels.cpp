// resolveLevels: one walk that carries the executing set down the tree, stores it in the loops and has the rules judge
// each statement at its place.
#include "frontend/ir/levels.h"

#include <algorithm>
#include <set>

#include "frontend/ir/build.h"
#include "frontend/ir/place/place_rules.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {
namespace {

constexpr std::int64_t kWarp = 32;
constexpr std::int64_t kMostThreads = 1024;

const For* asLaunch(const StmtRef& stmt) {
  const auto* loop = std::get_if<For>(&stmt->node);
  return loop && isLaunch(loop->kind) ? loop : nullptr;
}

/// The launch loop that the body of a launch loop consists of, if it is nested further.
const For* nextInNest(const Body& body) { return body.size() == 1 ? asLaunch(body.front()) : nullptr; }

std::int64_t iterationsOf(const For& loop) {
  const auto hi = constantValue(loop.hi);
  return hi ? std::clamp<std::int64_t>(*hi, 0, std::int64_t{1} << 31) : 0;
}

/// The most threads that a thread loop at block level needs; what is not constant is reported elsewhere.
std::int64_t mostThreads(const Body& body) {
  std::int64_t most = 0;
  for (const auto& stmt : body) {
    const auto* loop = std::get_if<For>(&stmt->node);
    if (loop && isThreadLoop(loop->kind)) {
      const bool legal = loop->kind != LoopKind::Groups || (loop->group_size > 0 && loop->group_stride > 0);
      if (legal) most = std::max(most, units::threadsNeeded(*loop, iterationsOf(*loop)));
    } else {
      forEachBody(*stmt, [&](const Body& nested) { most = std::max(most, mostThreads(nested)); });
    }
  }
  return most;
}

class Resolver {
 public:
  Resolver(const Proc& proc, diag::Sink& sink) : proc_(proc), sink_(sink), rules_(sink) {}

  ProcRef run() {
    const Frame host = hostFrame();
    auto resolved = std::make_shared<Proc>(proc_);
    resolved->body = walk(proc_.body, host);
    return sink_.errorCount() > errors_before_ ? nullptr : resolved;
  }

 private:
  Frame hostFrame() {
    Frame host;
    host.units = {{"", units::Unit{}}};
    return host;
  }
  Frame below(const Frame& outer, std::vector<units::RoleUnit> role_units) {
    Frame frame;
    frame.number = next_frame_++;
    frame.units = std::move(role_units);
    frame.launch_iterators = outer.launch_iterators;
    frame.launch_kind = outer.launch_kind;
    return frame;
  }

  Body walk(const Body& body, const Frame& frame) {
    const auto live_groups = rules_.liveGroups();
    Body out;
    for (const auto& stmt : body) out.push_back(walk(stmt, frame));
    rules_.endScope(live_groups);
    return out;
  }

  StmtRef walk(const StmtRef& stmt, const Frame& frame) {
    rules_.judge(*stmt, frame);
    if (const auto* loop = std::get_if<For>(&stmt->node)) return walkLoop(*stmt, *loop, frame);
    Stmt copy = *stmt;
    if (auto* branch = std::get_if<If>(&copy.node)) {
      branch->then_body = walk(branch->then_body, frame);
      branch->else_body = walk(branch->else_body, frame);
      return std::make_shared<const Stmt>(std::move(copy));
    }
    if (auto* scope = std::get_if<Scope>(&copy.node)) {
      const bool is_call = !scope->name.empty();
      if (is_call) rules_.beginCall(scope->name, stmt->where);
      scope->body = walk(scope->body, frame);
      if (is_call) rules_.endCall();
      return std::make_shared<const Stmt>(std::move(copy));
    }
    return stmt;
  }

  StmtRef walkLoop(const Stmt& stmt, const For& loop, const Frame& frame) {
    if (isLaunch(loop.kind)) return walkLaunch(stmt, loop, frame);
    if (!isThreadLoop(loop.kind)) return withBody(stmt, loop, frame);
    if (frame.atHost()) return std::make_shared<const Stmt>(stmt);  // refused; its body would only echo that
    // After an error the body is judged as if the loop could be mapped, unless nothing sensible can be said of it.
    if (!rules_.judgeThreadLoop(stmt, loop, frame)) return withBody(stmt, loop, frame);
    std::vector<units::RoleUnit> narrowed;
    for (const auto& [role, unit] : frame.units) narrowed.push_back({role, units::narrow(unit, loop)});
    return withBody(stmt, loop, below(frame, std::move(narrowed)));
  }

  StmtRef walkLaunch(const Stmt& stmt, const For& loop, const Frame& frame) {
    if (!rules_.judgeLaunch(stmt, loop, frame)) return withBody(stmt, loop, frame);
    const bool outermost = frame.launch_iterators.empty();
    // A larger block is reported at the loop that asks for it: it does not fit into the largest one.
    const auto threads = outermost ? std::min(blockSize(loop), kMostThreads) : frame.size();
    Frame inner = below(frame, {{"", units::wholeBlock(threads)}});
    inner.launch_kind = loop.kind;
    inner.launch_iterators.insert(loop.iterator);
    inner.in_nest = nextInNest(loop.body) != nullptr;
    return withBody(stmt, loop, inner);
  }

  StmtRef withBody(const Stmt& stmt, const For& loop, const Frame& inner) {
    Stmt copy = stmt;
    auto& resolved = std::get<For>(copy.node);
    resolved.exec = inner.execSet();
    rules_.declare(resolved.iterator, inner);
    resolved.body = walk(loop.body, inner);
    return std::make_shared<const Stmt>(std::move(copy));
  }

  const Proc& proc_;
  diag::Sink& sink_;
  PlaceRules rules_;
  const int errors_before_ = sink_.errorCount();
  int next_frame_ = kHostFrame + 1;
};

}  // namespace

std::int64_t blockSize(const For& launch) {
  const For* innermost = &launch;
  while (const For* next = nextInNest(innermost->body)) innermost = next;
  const auto threads = mostThreads(innermost->body);
  return std::max(kWarp, (threads + kWarp - 1) / kWarp * kWarp);
}

ProcRef resolveLevels(const ProcRef& proc, diag::Sink& sink) { return Resolver(*proc, sink).run(); }

}  // namespace exogpu::ir
