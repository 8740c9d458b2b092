#pragma once
// splitLaunch: takes a proc and one of its launches (the outermost loop of a blocks or tasks nest), gives the host/device
// split: what the grid is, what the kernel body is, and which values must travel as parameters. Reports nothing.
#include <string>
#include <vector>

#include "codegen/lower/definitions.h"
#include "frontend/ir/ir.h"

namespace exogpu::lower {

/// A tensor that the kernel touches.
struct TensorUse {
  ir::BufferRef buffer;
  bool is_written = false;
  bool is_restrict = true;          ///< overlaps no other tensor of this kernel that is written, nor is it written itself
  std::vector<bool> extents_used;   ///< by dimension
  std::vector<bool> strides_used;   ///< by dimension; strided tensors only
};

struct Launch {
  std::string name;                 ///< of the kernel
  ir::StmtRef stmt;
  std::vector<const ir::For*> grid; ///< the nest, outermost first
  const ir::Body* body = nullptr;   ///< at block level
  ir::Policy policy = ir::Policy::Exact;  ///< where the body begins
  bool is_persistent = false;       ///< tasks: each block walks over many iterations
  std::int64_t threads = 0;
  std::vector<TensorUse> tensors;           ///< in the order of the proc's parameters
  std::vector<ir::SymbolRef> scalars;       ///< read by the kernel, computed by the host; in order of first use
  std::vector<ir::SymbolRef> constants;     ///< the same, but their values are compile-time constants
};

/// Outermost launches of a proc in preorder.
std::vector<ir::StmtRef> findLaunches(const ir::Body& body);
Launch splitLaunch(const ir::Proc& proc, const ir::StmtRef& stmt, const Definitions& definitions, std::string name);
/// Tensors that any launch of the proc writes.
std::vector<ir::BufferRef> writtenTensors(const ir::Proc& proc);

}  // namespace exogpu::lower
