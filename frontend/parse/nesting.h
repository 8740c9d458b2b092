#pragma once
// Small helpers shared by the parts of class Lowering.
#include "frontend/diag/ids.h"
#include "frontend/parse/lower.h"

namespace exogpu::parse {

/// Bounds the depth of the recursion over the tree, so that no input overflows the stack.
class Lowering::Nesting {
 public:
  Nesting(Lowering& lowering, const clang::Stmt* at) : lowering_(lowering) {
    if (++lowering_.depth_ > Limit) {
      --lowering_.depth_;
      lowering_.refuse(diag::Id::TooDeep, at->getSourceRange());
    }
  }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  ~Nesting() { --lowering_.depth_; }

 private:
  static constexpr int Limit = 1000;
  Lowering& lowering_;
};

struct TensorType {
  ir::ScalarType element;
  int rank;
  bool is_const;
  bool is_strided;
};
std::optional<TensorType> tensorTypeOf(clang::QualType type);

struct ArrayType {
  ir::ScalarType element;
  std::vector<std::int64_t> dims;
};
std::optional<ArrayType> arrayTypeOf(clang::QualType type);
/// Where an array lives, from the spelling of its type; none when `auto` or `decltype` hide the spelling.
std::optional<ir::Space> spaceOf(clang::QualType type, const clang::ASTContext& context);
/// An initialiser that leaves the object undefined: none at all, or a trivial default constructor.
bool isTrivialDefault(const clang::Expr* init);

}  // namespace exogpu::parse
