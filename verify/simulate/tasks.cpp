#include "verify/simulate/tasks.h"

namespace exogpu::simulate {
namespace {
constexpr std::size_t kAllPairs = 8;
constexpr std::size_t kEventBudget = 20'000'000;

bool contains(const BlockTrace& trace, std::uint64_t seq) {
  return !trace.events.empty() && trace.events.front().seq <= seq && seq <= trace.events.back().seq;
}
}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> taskPairs(std::size_t tasks) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < tasks; ++a)
    for (std::size_t b = a + 1; b < tasks; ++b) {
      if (tasks > kAllPairs && b != a + 1 && !(a == 0 && b + 1 == tasks)) continue;
      pairs.emplace_back(a, b);
      pairs.emplace_back(b, a);
    }
  return pairs;
}

namespace {
/// Both tasks before one set of clocks (and one log of conflicts).
void runPair(const Program& program, const LaunchTrace& launch, const BlockTrace& first, const BlockTrace& second,
             Clocks& clocks, ConflictLog* conflicts) {
  clocks.beginLaunch(launch.threads);
  if (conflicts) conflicts->beginLaunch();
  for (std::uint32_t slot = 0; slot < program.buffers().size(); ++slot) {
    const ir::Buffer& buffer = *program.buffers()[slot];
    if (buffer.space != ir::Space::Shared) continue;
    std::uint64_t count = 1;
    for (const auto dim : buffer.dims) count *= static_cast<std::uint64_t>(dim);
    clocks.declare(slot, count, true);
    if (conflicts) conflicts->declare(slot, count, true);
  }
  clocks.beginBlock(0);
  if (conflicts) conflicts->beginBlock(0, launch.threads);
  for (const auto* trace : {&first, &second})
    for (const Event& event : trace->events) {
      const bool is_global = event.site != 0 && program.buffers()[event.slot]->space == ir::Space::Global;
      if (is_global && event.kind != EventKind::Issue) continue;
      clocks.on(event);
      if (conflicts) conflicts->on(event);
    }
}
}  // namespace

void checkTaskPairs(const Program& program, const LaunchTrace& launch, const std::function<void(const Finding&)>& report,
                    ConflictLog* conflicts) {
  std::size_t budget = kEventBudget;
  for (const auto& [a, b] : taskPairs(launch.blocks.size())) {
    const BlockTrace& first = launch.blocks[a];
    const BlockTrace& second = launch.blocks[b];
    const auto events = first.events.size() + second.events.size();
    if (events > budget) return;
    budget -= events;
    Clocks clocks([&](Finding finding) {
      finding.first_block = contains(second, finding.first.seq) ? second.block : first.block;
      finding.second_block = contains(second, finding.second.seq) ? second.block : first.block;
      if (finding.kind == Finding::Kind::Race) report(finding);
    });
    runPair(program, launch, first, second, clocks, conflicts);
  }
}

}  // namespace exogpu::simulate
