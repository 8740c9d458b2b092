// The distance matrix against a happens-before closure over all events of a concrete run. The oracle shares nothing
// with the matrix: it runs each thread's commits and waits with a real queue of groups.
#include "verify/sync/distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace exogpu::sync {
namespace {

class Oracle {
 public:
  Oracle(const std::vector<LoopStep>& steps, int iterations) : steps_(steps), iterations_(iterations) {
    const auto events = static_cast<std::size_t>(iterations_) * steps_.size() * kThreads * 2;
    before_.assign(events, std::vector<bool>(events, false));
    for (int thread = 0; thread < kThreads; ++thread) runThread(thread);
    for (int k = 0; k < iterations_; ++k)
      for (std::size_t s = 0; s < steps_.size(); ++s)
        if (steps_[s].kind == StepKind::Fence)
          for (int a = 0; a < kThreads; ++a)
            for (int b = 0; b < kThreads; ++b) order(event(k, s, a), event(k, s, b));
    close();
  }
  bool ordered(int k, std::size_t first, int l, std::size_t second, bool same_thread) const {
    const bool copy = steps_[first].kind == StepKind::Copy;
    return before_[event(k, first, 0) + (copy ? 1 : 0)][event(l, second, same_thread ? 0 : 1)];
  }

 private:
  static constexpr int kThreads = 2;
  std::size_t event(int k, std::size_t step, int thread) const {
    return ((static_cast<std::size_t>(k) * steps_.size() + step) * kThreads + static_cast<std::size_t>(thread)) * 2;
  }
  void order(std::size_t a, std::size_t b) { before_[a][b] = true; }
  void runThread(int thread) {
    std::map<int, std::vector<std::vector<std::size_t>>> closed;  // per group object, oldest first
    std::map<int, std::vector<std::size_t>> open;
    std::size_t previous = 0;
    bool first = true;
    for (int k = 0; k < iterations_; ++k)
      for (std::size_t s = 0; s < steps_.size(); ++s) {
        const LoopStep& step = steps_[s];
        const auto now = event(k, s, thread);
        if (!first) order(previous, now);
        first = false;
        previous = now;
        if (step.kind == StepKind::Copy) {
          order(now, now + 1);
          open[step.group].push_back(now + 1);
        } else if (step.kind == StepKind::Commit) {
          closed[step.group].push_back(open[step.group]);
          open[step.group].clear();
        } else if (step.kind == StepKind::Wait) {
          auto& groups = closed[step.group];
          while (groups.size() > static_cast<std::size_t>(step.pending)) {
            for (const auto copy : groups.front()) order(copy, now);
            groups.erase(groups.begin());
          }
        }
      }
  }
  void close() {
    for (std::size_t via = 0; via < before_.size(); ++via)
      for (std::size_t from = 0; from < before_.size(); ++from)
        if (before_[from][via])
          for (std::size_t to = 0; to < before_.size(); ++to)
            if (before_[via][to]) before_[from][to] = true;
  }

  const std::vector<LoopStep>& steps_;
  int iterations_;
  std::vector<std::vector<bool>> before_;
};

void expectAgreement(const std::vector<LoopStep>& steps, const std::string& name) {
  constexpr int kIterations = 10;
  const SteadyLoop loop(steps);
  const Oracle oracle(steps, kIterations);
  for (std::size_t first = 0; first < steps.size(); ++first)
    for (std::size_t second = 0; second < steps.size(); ++second)
      for (const bool same : {true, false}) {
        const auto distance = loop.distance(first, second, same);
        for (int k = 0; k < kIterations; ++k)
          for (int l = k; l < kIterations; ++l) {
            if (k == l && first == second) continue;  // inside one step: not the matrix' business
            ASSERT_EQ(distance && l - k >= *distance, oracle.ordered(k, first, l, second, same))
                << name << ": " << first << "@" << k << " → " << second << "@" << l << (same ? " same" : " other");
          }
      }
}

const LoopStep kAccess{StepKind::Access}, kCopy{StepKind::Copy}, kCommit{StepKind::Commit}, kFence{StepKind::Fence};
LoopStep wait(std::int64_t pending) { return {StepKind::Wait, 0, pending}; }

TEST(Distance, AgreesWithTheClosureOnEveryOrderOfARing) {
  // All 24 placements of wait, fence, copy and use around a commit that follows the copy, waits 0 to 6: 168 pipelines.
  std::vector<int> order = {0, 1, 2, 3};
  do {
    for (std::int64_t pending = 0; pending <= 6; ++pending) {
      std::vector<LoopStep> steps;
      for (const int which : order) {
        if (which == 0) steps.push_back(wait(pending));
        if (which == 1) steps.push_back(kFence);
        if (which == 2) steps.insert(steps.end(), {kCopy, kCommit});
        if (which == 3) steps.push_back(kAccess);
      }
      expectAgreement(steps, "wait " + std::to_string(pending));
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Distance, AgreesWhenASynchronisationIsMissingOrDoubled) {
  for (std::int64_t pending = 0; pending <= 4; ++pending) {
    const std::vector<LoopStep> full = {wait(pending), kFence, kCopy, kCommit, kAccess, kFence};
    for (std::size_t gone = 0; gone < full.size(); ++gone) {
      auto mutant = full;
      mutant.erase(mutant.begin() + static_cast<std::ptrdiff_t>(gone));
      expectAgreement(mutant, "without step " + std::to_string(gone));
    }
    expectAgreement({kCopy, kCommit, kCopy, kCommit, wait(pending), kAccess, kFence}, "two copies");
    expectAgreement({kCopy, kCommit, kCommit, kCommit, wait(pending), kFence, kAccess}, "three commits");
    expectAgreement({wait(pending), kCommit, kFence, kAccess, kCopy}, "commit before the copy");
  }
}

TEST(Distance, KeepsGroupObjectsApart) {
  const LoopStep other_wait{StepKind::Wait, 1, 0};
  expectAgreement({kCopy, kCommit, other_wait, kFence, kAccess}, "foreign wait");
  const SteadyLoop loop({kCopy, kCommit, other_wait, kFence, kAccess});
  EXPECT_FALSE(loop.distance(0, 4, true));
}

TEST(Distance, RingOfDepthThreeHasTheTextbookWindow) {
  // wait 1, fence, copy, commit, use: the copy of iteration k is usable by everyone from iteration k + 2 on, and a use
  // of iteration k is over before the copy of iteration k + 1 is issued.
  const SteadyLoop loop({wait(1), kFence, kCopy, kCommit, kAccess});
  EXPECT_EQ(loop.distance(2, 4, false), 2);
  EXPECT_EQ(loop.distance(4, 2, false), 1);
  EXPECT_EQ(loop.distance(4, 4, false), 1);
}

TEST(Distance, WithoutABarrierOtherThreadsStayUnordered) {
  const SteadyLoop loop({kAccess, kAccess});
  EXPECT_EQ(loop.distance(0, 1, true), 0);
  EXPECT_FALSE(loop.distance(0, 1, false));
}

}  // namespace
}  // namespace exogpu::sync
