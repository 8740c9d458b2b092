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

/// `[[likely]]` and `[[unlikely]]`, which say nothing about what is computed.
bool isHint(const clang::Attr* attribute);
/// Whether a statement never runs into what follows it: it returns, continues or breaks on every path.
bool alwaysExits(const clang::Stmt* stmt);
/// The statements of a compound statement, or the one statement.
llvm::SmallVector<const clang::Stmt*, 8> listOf(const clang::Stmt* stmt);

/// The statement or expression at which a tree gets deeper than this room recurses; null if it does not.
const clang::Stmt* findTooDeep(const clang::Stmt* root);

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
/// Of a type that arrayTypeOf refuses: what is wrong with it ("has no elements"), and what to do.
std::pair<std::string, std::string> whyNoArray(clang::QualType type);
/// The element type that a tensor type names, whatever it is.
clang::QualType tensorElementOf(clang::QualType type);
int countNodes(const ir::ExprRef& expr);
/// The scalar types of the language, for remedies.
extern const char* const ScalarTypes;
/// Where a variable lives, from the spelling of its type (Local when it says nothing); none when the spelling is hidden
/// (`auto`, `decltype`, a template argument that is an array) or contradicts itself.
std::optional<ir::Space> spaceOf(clang::QualType type, const clang::ASTContext& context);
/// An initialiser that leaves the object undefined: none at all, or a trivial default constructor.
bool isTrivialDefault(const clang::Expr* init);

}  // namespace exogpu::parse
