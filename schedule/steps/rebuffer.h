#pragma once
// Replacing a buffer by another one in part of a program.
#include <functional>

#include "frontend/ir/ir.h"

namespace exogpu::steps {

using MapIndices = std::function<std::vector<ir::ExprRef>(const std::vector<ir::ExprRef>&)>;

/// The body with every access of `from` made to `to`, its indices mapped (of windows the origin, of rows of collectives
/// the prefix), and its declaration, if it is inside, replaced.
ir::Body replaceBuffer(const ir::Body& body, const ir::BufferRef& from, const ir::BufferRef& to, const MapIndices& map);

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

}  // namespace exogpu::steps
