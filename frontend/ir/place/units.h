#pragma once
// Thread groups and how loops divide them: the table of language.md, "Execution levels", as arithmetic. Used by
// resolveLevels and blockSize only.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::ir::units {

/// A thread group with what is known of its base for every value of the enclosing iterators.
struct Unit {
  ThreadGroup group;
  std::int64_t alignment = 0;  ///< divides base; 0: base is 0
  bool in_one_warp = false;    ///< all its threads belong to one warp
};
struct RoleUnit {
  std::string role;
  Unit unit;
};

/// The whole block of `threads` threads.
Unit wholeBlock(std::int64_t threads);
/// G is made of whole, aligned pieces of `size` contiguous threads.
bool isMadeOf(const Unit& unit, std::int64_t size);
bool isWarp(const Unit& unit);

/// Threads that one iteration of the loop needs of the group (groups: of the block of Size·Stride, per Stride).
std::int64_t threadsNeeded(const For& loop, std::int64_t iterations);
/// The largest legal number of iterations in a group of `available` threads.
std::int64_t mostIterations(const For& loop, std::int64_t available);
/// Who executes iteration `iterator` of a thread loop that stands where `outer` executes. Needs a legal loop.
Unit narrow(const Unit& outer, const For& loop);

}  // namespace exogpu::ir::units
