#pragma once
#include <compare>

#include "frontend/ir/ir.h"

namespace exogpu::ir {

enum class AccessSide : std::uint8_t { Read, Write, CopySource, CopyDestination, Life };
/// Static identity of one access: the statement that performs it and, for reads, the Load node (0: the statement's own
/// write, a side of a copy, the collective's row, or the allocation). Prover, simulator and emitter name accesses so.
struct AccessKey {
  NodeId stmt = 0;
  NodeId expr = 0;
  AccessSide side = AccessSide::Read;
  friend auto operator<=>(const AccessKey&, const AccessKey&) = default;
};

}  // namespace exogpu::ir
