#pragma once
// The intermediate representation: an immutable tree of annotated *sequential* code. README.md has the grammar.
// Its sequential reading is the meaning of the program; the loop kinds say who executes what on the GPU.
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/base/source.h"
#include "frontend/ir/types.h"

namespace exogpu::ir {

struct Expr;
struct Stmt;
using ExprRef = std::shared_ptr<const Expr>;
using StmtRef = std::shared_ptr<const Stmt>;
using Body = std::vector<StmtRef>;

/// Identity of a node: distinct for distinct nodes of a process, never printed. Printed numbers are preorder positions.
using NodeId = std::uint32_t;
NodeId freshNodeId();

/// A scalar name: a parameter, an iterator or a local. Identity is the pointer; names may repeat.
struct Symbol {
  enum class Kind : std::uint8_t { Parameter, Iterator, Local };
  std::string name;
  ScalarType type;
  Kind kind;
  bool is_mutable = false;  ///< assigned after its declaration
  SourceRange where;
};
using SymbolRef = std::shared_ptr<const Symbol>;

/// A named array. Global buffers are tensor parameters with runtime extents (dims is empty, rank counts);
/// all others have constant dims. Identity is the pointer.
struct Buffer {
  std::string name;
  ScalarType element;
  Space space;
  int rank;
  std::vector<std::int64_t> dims;
  bool is_const = false;    ///< tensor<const T>
  bool is_strided = false;  ///< declared `exo::strided`
  SourceRange where;
};
using BufferRef = std::shared_ptr<const Buffer>;

/// A cp.async commit group object.
struct Group {
  std::string name;
  SourceRange where;
};
using GroupRef = std::shared_ptr<const Group>;

/// An element of a buffer (as many indices as its rank), or, where the text says prefix, a row of it (fewer).
struct Place {
  BufferRef buffer;
  std::vector<ExprRef> indices;
};

/// A rectangle of `shape` elements over the last dimensions, from `origin` (full rank). Clipped: elements outside the
/// buffer read as zero and writes to them are dropped; otherwise the prover shows that it lies inside.
struct Window {
  Place origin;
  std::vector<std::int64_t> shape;
  bool clipped = false;
  std::int64_t elements() const;
};

// ---- expressions ----------------------------------------------------------------------------------------------------
struct IntLiteral { std::int64_t value; };                          ///< integers and bool
struct FloatLiteral { double value; };                              ///< exact in the node's type
struct Read { SymbolRef symbol; };
struct Load { Place place; };
struct Extent { BufferRef buffer; int dim; };                       ///< of a tensor; i32
struct IsAligned { BufferRef buffer; std::int64_t bytes; };         ///< base address of a tensor; bool
struct Unary { UnaryOp op; ExprRef operand; };
struct Binary { BinaryOp op; ExprRef lhs, rhs; };
struct Select { ExprRef condition, if_true, if_false; };            ///< evaluates only the chosen side
struct Cast { ExprRef operand; };                                   ///< C++'s conversion to the node's type; f32→f16 rounds to nearest even
struct Math { Function function; std::vector<ExprRef> arguments; };

using ExprNode = std::variant<IntLiteral, FloatLiteral, Read, Load, Extent, IsAligned, Unary, Binary, Select, Cast, Math>;
struct Expr {
  ExprNode node;
  ScalarType type;
  SourceRange where;
  NodeId id = freshNodeId();
};

// ---- who executes ---------------------------------------------------------------------------------------------------
enum class Level : std::uint8_t { Host, Block, Warpgroup, Warp, Part, Thread };
std::string_view text(Level level);

/// The threads {base + stride·p | 0 ≤ p < size} of one block; base is affine in the enclosing iterators (with / and %
/// by constants where a `groups<Size, Stride>` loop is around).
struct ThreadGroup {
  Level level = Level::Host;
  ExprRef base;
  std::int64_t size = 0;
  std::int64_t stride = 1;
};
/// Executing set of a place: one group per role. A kernel without roles has the one role "" (all threads).
struct RoleGroup {
  std::string role;
  ThreadGroup group;
};
using ExecSet = std::vector<RoleGroup>;

// ---- statements -----------------------------------------------------------------------------------------------------
struct Let { SymbolRef symbol; ExprRef value; };                    ///< declaration; value may be null (undefined)
struct Assign { SymbolRef symbol; ExprRef value; };
struct Alloc { BufferRef buffer; bool zero = false; };              ///< undefined, or all zero (`= {}`)
struct Store { Place place; ExprRef value; };
struct Atomic { AtomicOp op; Place place; ExprRef value; };
/// for (iterator = lo; iterator < hi; iterator += step). Parallel loops have lo and step constant (step 1); of
/// Groups loops, group_size and group_stride hold the template arguments. OneThread has hi = 1.
struct For {
  LoopKind kind;
  SymbolRef iterator;
  ExprRef lo, hi;
  std::int64_t step = 1;
  std::int64_t group_size = 0, group_stride = 1;
  std::optional<Policy> policy;  ///< exo::fp as first statement of the body
  Body body;
  ExecSet exec;                  ///< who executes the body; filled by resolveLevels
};
struct If { ExprRef condition; Body then_body, else_body; };
/// What the GPU executes in place of a scope's body, which stays its meaning: a template (instruction.h), the values that
/// its placeholders name, and the local that takes the result.
struct Instruction {
  struct Operand { std::string name; ExprRef value; };
  std::string text;
  std::vector<Operand> operands;
  SymbolRef result;
};
/// Braces or an inlined call: buffers and locals declared inside live until its end. `name` is the callee, else empty.
struct Scope {
  std::string name;
  Body body;
  std::optional<Instruction> instruction = std::nullopt;
};
struct Fence {};
/// dst[e] = src[e] for a whole window; asynchronous: cp.async by the executing thread.
struct Copy { Window dst, src; bool asynchronous = false; };
struct CommitGroup { GroupRef group; };                             ///< declaration
struct Commit { GroupRef group; };
struct Wait { GroupRef group; std::int64_t pending; };
/// Reductions write `result` (uniform at this level); shuffles write the row `dst`. src and dst are prefixes that lack
/// the last index; its extent is the group's size. `argument`: mask, delta or source lane of a shuffle.
struct Collective {
  CollectiveOp op;
  SymbolRef result;
  std::optional<Place> dst;
  Place src;
  std::int64_t width;
  ExprRef argument;
};
struct Require { ExprRef condition; std::string text; };            ///< contract; checked by the launcher at host level
struct Assume { std::string name; ExprRef condition; };             ///< named assumption
struct Prove { ExprRef condition; std::string text; };              ///< obligation that a construct brings (window inside, …)

using StmtNode = std::variant<Let, Assign, Alloc, Store, Atomic, For, If, Scope, Fence, Copy, CommitGroup, Commit, Wait,
                              Collective, Require, Assume, Prove>;
struct Stmt {
  StmtNode node;
  SourceRange where;
  NodeId id = freshNodeId();
};

// ---- procs ----------------------------------------------------------------------------------------------------------
using Parameter = std::variant<SymbolRef, BufferRef>;
/// Two tensor parameters that may overlap, or that are the same memory.
struct AliasFact {
  BufferRef a, b;
  bool same;
};
struct TemplateArgument {
  std::string name;
  std::string value;
};
struct Proc {
  std::string name;       ///< gemm
  std::string full_name;  ///< gemm<128, 128, 16>
  std::string c_name;     ///< gemm_128_128_16
  std::vector<TemplateArgument> template_arguments;
  std::vector<Parameter> parameters;
  std::vector<AliasFact> aliases;
  Policy policy = Policy::Exact;
  Body body;  ///< host level
  SourceRange where;
};
using ProcRef = std::shared_ptr<const Proc>;

struct Module {
  std::vector<ProcRef> procs;
};

}  // namespace exogpu::ir
