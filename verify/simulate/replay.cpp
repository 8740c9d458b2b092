#include "verify/simulate/replay.h"

#include <algorithm>

#include "verify/simulate/schedule.h"

namespace exogpu::simulate {
namespace {

using Blocks = std::vector<std::vector<const BlockTrace*>>;

bool holds(const BlockTrace& trace, std::uint64_t seq) {
  return !trace.events.empty() && trace.events.front().seq <= seq && seq <= trace.events.back().seq;
}

std::size_t blockHolding(const Blocks& blocks, std::uint64_t seq) {
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (const auto* trace : blocks[b])
      if (holds(*trace, seq)) return b;
  return blocks.size();
}

/// The blocks that take part in a finding: the whole launch, or the two tasks that share one block.
Blocks blocksFor(const LaunchTrace& launch, const Finding& finding, bool is_shared) {
  Blocks blocks;
  if (launch.tasks && is_shared && finding.first_block != finding.second_block) {
    blocks.push_back({&launch.blocks[finding.first_block], &launch.blocks[finding.second_block]});
    return blocks;
  }
  for (const auto& block : launch.blocks) {
    // What happens in shared memory concerns one block alone.
    if (is_shared && block.block != finding.first_block) continue;
    blocks.push_back({&block});
  }
  return blocks;
}

}  // namespace

bool Replay::delays(const Finding& finding) {
  if (finding.kind != Finding::Kind::Race) return false;
  const bool is_shared = program_.buffers()[finding.slot]->space == ir::Space::Shared;
  for (const auto& launch : launches_) {
    const bool is_here = std::any_of(launch.blocks.begin(), launch.blocks.end(),
                                     [&](const BlockTrace& block) { return holds(block, finding.first.seq); });
    if (!is_here) continue;
    const Blocks blocks = blocksFor(launch, finding, is_shared);
    const Steps steps(program_, launch.threads, blocks);
    const auto operations = steps.operations().size();
    // The held operation acts as late as the wait allows, all others at once.
    std::vector<Moment> moments(operations, Moment::AtIssue);
    for (std::size_t op = 0; op < operations; ++op)
      for (const auto* list : {&steps.operations()[op].reads, &steps.operations()[op].writes})
        for (const Step& step : *list)
          if (step.event->seq == finding.first.seq) moments[op] = Moment::AtWait;
    Schedule schedule(steps, moments, moments);
    const auto block = static_cast<std::uint32_t>(blockHolding(blocks, finding.first.seq));
    // Which thread initialises with zero is open; the replay lets the first one do it.
    const std::uint32_t thread = finding.first_thread < launch.threads ? finding.first_thread : 0;
    schedule.freeze(block * launch.threads + thread, finding.first.seq);
    schedule.runAll();
    schedule.unfreeze();
    schedule.runAll();
    spent_ += 3 * steps.stepCount();
    return schedule.differs();
  }
  return false;
}

bool Replay::breaksAtRandom() {
  std::mt19937_64 random(seed_++);
  for (const auto& launch : launches_) {
    Blocks blocks;
    for (const auto& block : launch.blocks) blocks.push_back({&block});
    const Steps steps(program_, launch.threads, blocks);
    std::vector<Moment> reads, writes;
    for (std::size_t op = 0; op < steps.operations().size(); ++op) {
      writes.push_back(random() % 4 == 0 ? Moment::AtIssue : Moment::AtWait);
      // What is written early was read early.
      reads.push_back(writes.back() == Moment::AtIssue || random() % 2 == 0 ? Moment::AtIssue : Moment::AtWait);
    }
    Schedule schedule(steps, reads, writes);
    schedule.runRandomly(random);
    spent_ += 4 * steps.stepCount() + 1;
    if (schedule.differs()) return true;
  }
  ++spent_;
  return false;
}

}  // namespace exogpu::simulate
