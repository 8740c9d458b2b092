#pragma once
// What the names of the library mean to the lowering: the table library.def as a function. Free of Clang.
#include <optional>
#include <string_view>

#include "frontend/ir/types.h"

namespace exogpu::parse {

enum class EntityKind {
  Loop, OneThread, Require, Assume, Policy, Alias, Fence, Copy, Commit, Wait, Atomic, Collective,
  Subscript, Extent, HasShape, IsAligned, TensorWindow, ArrayWindow,
  TensorType, RowType, WindowType, StridedType, RangeType, GroupType, ScalarType, Memory,
  MinMax, Absolute, Math, Assert, Instruction,
};
enum class AliasKind { Same, May };
enum class CopyKind { Synchronous, Asynchronous };
enum class MinMaxKind { FloatMin, FloatMax, Min, Max };

struct Entity {
  EntityKind kind;
  int detail;  ///< a value of the enum of its kind: ir::LoopKind, ir::AtomicOp, CopyKind, …
};

/// The row of a qualified name such as "exo::tensor::window" (no template arguments, no inline namespaces).
std::optional<Entity> findEntity(std::string_view qualified_name);

}  // namespace exogpu::parse
