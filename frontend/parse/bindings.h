#pragma once
// What the names of a C++ program stand for while it is lowered. Internal to the room.
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "frontend/ir/ir.h"
#include "frontend/parse/clang_ast.h"

namespace exogpu::parse {

using SymbolPtr = std::shared_ptr<ir::Symbol>;
struct Aggregate;
using AggregatePtr = std::shared_ptr<Aggregate>;
/// A tensor inside a tensor, and its first subscripts.
struct View {
  ir::BufferRef buffer;
  std::vector<ir::ExprRef> offsets, extents;  ///< one a dimension; frozen
  std::vector<ir::ExprRef> indices;           ///< into the buffer
};
using ViewPtr = std::shared_ptr<const View>;
/// What a C++ name stands for: a scalar; an expression (arguments that need no local); a place, a whole buffer or a row
/// (references, arrays, tensors); a window; a commit group; a struct of scalars; a view.
using Binding = std::variant<SymbolPtr, ir::ExprRef, ir::Place, ir::Window, ir::GroupRef, AggregatePtr, ViewPtr>;
struct Aggregate {
  std::map<const clang::FieldDecl*, Binding> fields;
};

/// Arrays that never change and belong to no thread: of file scope, or of a proc's host level. See Note [Constant arrays].
struct Constants {
  std::map<const clang::VarDecl*, ir::BufferRef> arrays;
  ir::Body body;  ///< their declarations, for the start of the launch or proc that uses them
  void putBefore(ir::Body& uses) { uses.insert(uses.begin(), body.begin(), body.end()); }
};

}  // namespace exogpu::parse
