#pragma once
// Replacing a buffer by another one in part of a program.
#include <functional>

#include "frontend/ir/ir.h"

namespace exogpu::steps {

using MapIndices = std::function<std::vector<ir::ExprRef>(const std::vector<ir::ExprRef>&)>;
/// Extents of a window of a copy, which stand for the last dimensions.
using MapShape = std::function<std::vector<std::int64_t>(const std::vector<std::int64_t>&)>;

/// The body with every access of `from` made to `to`, its indices mapped (of windows the origin, of rows of collectives
/// the prefix), and its declaration, if it is inside, replaced. `map_shape`: null where windows keep their shape.
ir::Body replaceBuffer(const ir::Body& body, const ir::BufferRef& from, const ir::BufferRef& to, const MapIndices& map,
                       const MapShape& map_shape = nullptr);

/// One access of a buffer by a statement.
struct PlaceUse {
  ir::StmtRef stmt;
  std::vector<ir::ExprRef> indices;
  std::vector<std::int64_t> shape;  ///< elements along each dimension from there
  bool is_write = false;
  bool is_row = false;              ///< of a collective: the last index is missing
  ir::ExprRef guard;                ///< what the expression around a load says; may be null
  bool is_clipped = false;          ///< what lies outside of the buffer reads as zero, or is not written
};
/// All of them in the order of the text; reads of a statement before its write.
std::vector<PlaceUse> usesOf(const ir::Body& body, const ir::BufferRef& buffer);

/// A cp_async of the buffer that could not be one if the buffer lived in `space`: they copy from global to shared memory.
ir::StmtRef asyncCopyAgainst(const ir::Body& body, const ir::BufferRef& buffer, ir::Space space);

/// Memories that are named in steps: local, shared, reg.
ir::Space memoryNamed(const std::string& word);
/// What is wrong with the extents of a buffer that is to be declared; empty: nothing.
std::string problemOfShape(const std::vector<std::int64_t>& dims);

}  // namespace exogpu::steps
