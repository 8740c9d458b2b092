#pragma once
// Work that several processes share: a crash or a leak of one part stays its own.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace exogpu {

/// The sum (`Sum::add`) of part(0) … part(jobs - 1), each run in a process of its own. Empty when a part gave nothing, its process
/// died, or there is no part. One job runs here, without a process.
template <class Sum, class Part>
std::optional<Sum> sumInProcesses(int jobs, const Part& part) {
  static_assert(std::is_trivially_copyable_v<Sum>, "it travels through a pipe");
  if (jobs < 1) return std::nullopt;
  if (jobs == 1) return part(0);
  std::fflush(stdout);
  std::vector<std::pair<pid_t, int>> children;
  for (int i = 0; i < jobs; ++i) {
    int ends[2];
    if (pipe(ends) != 0) return std::nullopt;
    const pid_t child = fork();
    if (child == 0) {
      const std::optional<Sum> result = part(i);
      const bool is_written = result && write(ends[1], &*result, sizeof(Sum)) == static_cast<ssize_t>(sizeof(Sum));
      std::fflush(stdout);
      _exit(is_written ? 0 : 1);
    }
    close(ends[1]);
    children.emplace_back(child, ends[0]);
  }
  Sum sum;
  bool is_complete = true;
  for (const auto& [child, from] : children) {
    Sum one;
    is_complete &= child > 0 && read(from, &one, sizeof one) == static_cast<ssize_t>(sizeof one);
    if (is_complete) sum.add(one);
    close(from);
    waitpid(child, nullptr, 0);
  }
  return is_complete ? std::optional(sum) : std::nullopt;
}

}  // namespace exogpu
