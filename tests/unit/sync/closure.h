#pragma once
// The oracle of `ordered`: runs a small program of the text form event by event in sequential order, for one size, and
// closes the order edges over all of its events. It shares nothing with verify/sync: it walks the tree, keeps lists of
// threads, and completes copies with real queues.
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "frontend/base/overloaded.h"
#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"

namespace exogpu::test {

struct Event {
  ir::AccessKey key;
  std::map<const ir::Symbol*, std::int64_t> iterators;  ///< of all loops around
  int thread = 0;
  int position = 0;       ///< in the executing group
  bool asynchronous = false;
  int task = -1;          ///< how many-th task of the run
  std::size_t before = 0, after = 0;  ///< nodes: what orders it, what it orders (a copy: issue, its own end)
};

class Closure {
 public:
  /// `sizes`: values of the parameters by name; `tasks`: iterations of an outermost tasks loop, in the order in which
  /// the block runs them (empty: as written). `watched`: threads whose events are kept.
  Closure(const ir::Proc& proc, std::map<std::string, std::int64_t> sizes, std::vector<std::int64_t> tasks,
          std::set<int> watched)
      : sizes_(std::move(sizes)), tasks_(std::move(tasks)), watched_(std::move(watched)) {
    body(proc.body, {});
  }
  const std::vector<Event>& events() const { return events_; }
  bool happensBefore(const Event& a, const Event& b) const { return reached_[b.before][a.after]; }

 private:
  using Threads = std::vector<int>;

  std::size_t node(const std::vector<std::size_t>& predecessors) {
    std::vector<bool> reached(reached_.size() + 1, false);
    for (const auto p : predecessors) {
      reached[p] = true;
      for (std::size_t i = 0; i < reached_[p].size(); ++i)
        if (reached_[p][i]) reached[i] = true;
    }
    reached[reached_.size()] = true;
    for (auto& old : reached_) old.push_back(false);
    reached_.push_back(std::move(reached));
    return reached_.size() - 1;
  }
  std::size_t threadNode(int thread, std::vector<std::size_t> more = {}) {
    if (const auto last = last_.find(thread); last != last_.end()) more.push_back(last->second);
    return last_[thread] = node(more);
  }

  std::int64_t value(const ir::ExprRef& expr) const {
    return std::visit(
        Overloaded{
            [](const ir::IntLiteral& e) { return e.value; },
            [&](const ir::Read& e) -> std::int64_t {
              if (const auto found = iterators_.find(e.symbol.get()); found != iterators_.end()) return found->second;
              return sizes_.at(e.symbol->name);
            },
            [&](const ir::Binary& e) -> std::int64_t {
              const auto a = value(e.lhs), b = value(e.rhs);
              switch (e.op) {
                case ir::BinaryOp::Add: return a + b;
                case ir::BinaryOp::Sub: return a - b;
                case ir::BinaryOp::Mul: return a * b;
                case ir::BinaryOp::Div: return a / b;
                case ir::BinaryOp::Rem: return a % b;
                case ir::BinaryOp::Lt: return a < b;
                case ir::BinaryOp::Le: return a <= b;
                case ir::BinaryOp::Gt: return a > b;
                case ir::BinaryOp::Ge: return a >= b;
                case ir::BinaryOp::Eq: return a == b;
                case ir::BinaryOp::Ne: return a != b;
                case ir::BinaryOp::LAnd: return a && b;
                case ir::BinaryOp::LOr: return a || b;
                default: throw std::runtime_error("operator");
              }
            },
            [](const auto&) -> std::int64_t { throw std::runtime_error("expression"); },
        },
        expr->node);
  }

  /// The threads of one iteration of a loop over threads, as language.md's table has it.
  static Threads part(const ir::For& loop, std::int64_t i, const Threads& group) {
    const auto slice = [&](std::size_t first, std::size_t count, std::size_t stride) {
      Threads result;
      for (std::size_t p = 0; p < count; ++p)
        if (first + p * stride < group.size()) result.push_back(group[first + p * stride]);
      return result;
    };
    const auto at = static_cast<std::size_t>(i);
    const auto size = static_cast<std::size_t>(loop.group_size), stride = static_cast<std::size_t>(loop.group_stride);
    switch (loop.kind) {
      case ir::LoopKind::Warpgroups: return slice(at * 128, 128, 1);
      case ir::LoopKind::Warps: return slice(at * 32, 32, 1);
      case ir::LoopKind::Groups: return slice(at / stride * size * stride + at % stride, size, stride);
      case ir::LoopKind::Threads:
      case ir::LoopKind::Lanes: return slice(at, 1, 1);
      case ir::LoopKind::OneThread: return slice(0, 1, 1);
      default: throw std::runtime_error("loop");
    }
  }

  void loop(const ir::For& loop, const Threads& group) {
    const auto lo = value(loop.lo), hi = value(loop.hi);
    const bool launch = ir::isLaunch(loop.kind), tasks = loop.kind == ir::LoopKind::Tasks;
    std::vector<std::int64_t> order;
    for (auto i = lo; i < hi; i += loop.step) order.push_back(i);
    if (tasks && !tasks_.empty()) order = tasks_;
    Threads block;
    if (launch)
      for (int t = 0; t < static_cast<int>(loop.exec.front().group.size); ++t) block.push_back(t);
    for (const auto i : order) {
      iterators_[loop.iterator.get()] = i;
      if (tasks) ++task_;
      body(loop.body, launch ? block : ir::isThreadLoop(loop.kind) ? part(loop, i, group) : group);
    }
    iterators_.erase(loop.iterator.get());
  }

  void access(ir::AccessKey key, const Threads& group) {
    for (std::size_t p = 0; p < group.size(); ++p) {
      if (!watched_.count(group[p])) continue;
      const auto at = threadNode(group[p]);
      events_.push_back({key, iterators_, group[p], static_cast<int>(p), false, task_, at, at});
    }
  }

  void copy(const ir::StmtRef& stmt, const Threads& group) {
    for (const int thread : group) {
      if (!watched_.count(thread)) continue;
      const auto issue = threadNode(thread);
      const auto end = node({issue});
      open_[thread].push_back(end);
      for (const auto side : {ir::AccessSide::CopySource, ir::AccessSide::CopyDestination})
        events_.push_back({{stmt->id, 0, side}, iterators_, thread, 0, true, task_, issue, end});
    }
  }

  void fence(const Threads& group) {
    std::vector<std::size_t> before;
    for (const int thread : group)
      if (watched_.count(thread) && last_.count(thread)) before.push_back(last_[thread]);
    const auto met = node(before);
    for (const int thread : group)
      if (watched_.count(thread)) last_[thread] = met;
  }

  void wait(std::int64_t pending, const Threads& group) {
    for (const int thread : group) {
      if (!watched_.count(thread)) continue;
      auto& closed = closed_[thread];
      std::vector<std::size_t> done;
      while (closed.size() > static_cast<std::size_t>(pending)) {
        done.insert(done.end(), closed.front().begin(), closed.front().end());
        closed.erase(closed.begin());
      }
      threadNode(thread, done);
    }
  }

  void body(const ir::Body& statements, const Threads& group) {
    for (const auto& stmt : statements)
      std::visit(Overloaded{
                     [&](const ir::For& s) { loop(s, group); },
                     [&](const ir::If& s) { body(value(s.condition) ? s.then_body : s.else_body, group); },
                     [&](const ir::Scope& s) { body(s.body, group); },
                     [&](const ir::Fence&) { fence(group); },
                     [&](const ir::Store&) { access({stmt->id, 0, ir::AccessSide::Write}, group); },
                     [&](const ir::Alloc&) { access({stmt->id, 0, ir::AccessSide::Life}, group); },
                     [&](const ir::Copy&) { copy(stmt, group); },
                     [&](const ir::Commit&) {
                       for (const int thread : group) {
                         closed_[thread].push_back(open_[thread]);
                         open_[thread].clear();
                       }
                     },
                     [&](const ir::Wait& s) { wait(s.pending, group); },
                     [](const ir::CommitGroup&) {},
                     [](const ir::Require&) {},
                     [](const auto&) { throw std::runtime_error("statement"); },
                 },
                 stmt->node);
  }

  std::map<std::string, std::int64_t> sizes_;
  std::vector<std::int64_t> tasks_;
  std::set<int> watched_;
  std::map<const ir::Symbol*, std::int64_t> iterators_;
  int task_ = -1;
  std::vector<Event> events_;
  std::vector<std::vector<bool>> reached_;
  std::map<int, std::size_t> last_;
  std::map<int, std::vector<std::size_t>> open_;
  std::map<int, std::vector<std::vector<std::size_t>>> closed_;
};

}  // namespace exogpu::test
