#pragma once
// buildModel: takes a proc (levels resolved), gives everything it does: each static access, each synchronisation, each
// condition that must hold where it is evaluated, with the path of loops and branches that leads there. Scalars are
// executed symbolically on the way, so all indices and guards are terms over parameters, extents, iterators and unknowns.
// Needs: frontend/ir/check with levels_resolved. Keeps the IR. Reports nothing; what has no exact reading is an unknown.
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"
#include "verify/effects/linear.h"
#include "verify/smt/solver.h"

namespace exogpu::effects {

/// One step of a path from the proc's body to a statement. Paths that enter the same body share their steps, so two
/// steps are the same place iff they are the same pointer. The chain is the parent links.
struct Step {
  enum class Kind : std::uint8_t { Root, Loop, Then, Else, Scope };
  Kind kind = Kind::Root;
  const Step* parent = nullptr;  ///< null for Root
  ir::StmtRef stmt;              ///< the For, If or Scope; null for Root
  int position = 0;              ///< of `stmt` in the body that holds it
  int depth = 0;                 ///< Root is 0
  const ir::For* loop() const { return kind == Kind::Loop ? &std::get<ir::For>(stmt->node) : nullptr; }

  // of loops
  smt::Term iterator = nullptr;  ///< value of the iterator: lo + step·counter
  smt::Term counter = nullptr;   ///< the variable: 0, 1, 2 … (the iterator itself when step is 1 and lo the literal 0)
  smt::Term lo = nullptr, hi = nullptr;
  bool bounds_change = false;    ///< hi reads something that the body writes: nothing is known about it
  ir::ExecSet exec;              ///< who executes the body (empty at host level)
  std::vector<smt::Term> bases;  ///< the base of each group of `exec`
  int launch = -1;               ///< of which launch, -1 at host level
  bool isThreadLoop() const { return loop() && ir::isThreadLoop(loop()->kind); }
  bool isLaunchLoop() const { return loop() && ir::isLaunch(loop()->kind); }
};

/// A fact that holds on a path from a point on: loop range, branch condition, contract, assumption, short circuit.
struct PathFact {
  smt::Term term;
  std::string name;          ///< of contracts and assumptions, as shown to people; empty otherwise
  int depth = 0;             ///< depth of the step it belongs to
  bool is_claim = false;     ///< a contract, assumption or proved condition; otherwise it says that the place is reached
};

/// Where something happens: a statement, with what is known there.
struct Site {
  const Step* step = nullptr;      ///< the body that holds the statement
  ir::StmtRef stmt;
  int position = 0;                ///< of the statement in that body
  int order = 0;                   ///< preorder number: textual = sequential order within one iteration
  std::vector<PathFact> facts;     ///< everything known, outermost first
};

enum class AccessKind : std::uint8_t { Read, Write, Atomic, AsyncRead, AsyncWrite, Life };
inline bool isWrite(AccessKind kind) { return kind != AccessKind::Read && kind != AccessKind::AsyncRead; }
inline bool isAsync(AccessKind kind) { return kind == AccessKind::AsyncRead || kind == AccessKind::AsyncWrite; }
std::string_view text(AccessKind kind);

struct Access {
  int id = 0;                          ///< position in Model::accesses: sequential order within one iteration
  ir::AccessKey key;
  AccessKind kind = AccessKind::Read;
  std::optional<ir::AtomicOp> atomic;
  ir::BufferRef buffer;
  std::vector<ir::ExprRef> index_exprs;  ///< as written; lane rows lack the last
  /// First element, one term a dimension. Of rows of a collective the last one is the executing thread's position in
  /// its group, `Site`-local variable `lane`. Of Life (the whole buffer is touched) all zero.
  std::vector<smt::Term> indices;
  std::vector<std::int64_t> shape;     ///< elements along each dimension (1 … for a single element; Life: dims)
  bool clipped = false;                ///< the part outside the buffer is not touched
  bool initialises = false;            ///< Life of an all-zero allocation
  smt::Term lane = nullptr;            ///< set for rows of collectives: ranges over 0 … group size − 1
  Site site;
  SourceRange where;
  int launch = -1;
  /// Executed by every thread of each of these groups (thread level: one thread). Life: all threads of the block.
  const ir::ExecSet& exec() const { return site.step->exec; }
};

/// Synchronisation statements, in the order of the text.
struct SyncPoint {
  int id = 0;
  Site site;
  int launch = -1;
  const ir::StmtRef& stmt() const { return site.stmt; }  ///< Fence, CommitGroup, Commit, Wait or Collective
};

/// A condition that has to hold whenever its site runs. verify/bounds proves them.
struct Check {
  enum class Kind : std::uint8_t { Bounds, Overflow, Division, Alignment, Contract, Shift, Undefined };
  Kind kind = Kind::Bounds;
  smt::Term condition = nullptr;
  Site site;
  ir::AccessKey key;
  SourceRange where;
  ir::ExprRef subject;       ///< the intermediate, index or condition
  std::string text;          ///< of contracts: its text; of bounds: unused
  int access = -1;           ///< of bounds and alignment
  int dim = -1;              ///< of bounds
  ir::SymbolRef symbol;      ///< of Undefined
};

/// Depth of the variables that every copy of a site has for itself: lanes of collectives, and whatever is not recorded.
inline constexpr int lane_depth = 1 << 20;

struct Launch {
  int id = 0;
  const Step* outer = nullptr;          ///< outermost Blocks or Tasks loop
  std::vector<const Step*> nest;        ///< all loops of the perfect nest, outermost first
  std::int64_t block_size = 0;
  std::vector<int> accesses, points;
};

struct Model {
  ir::ProcRef proc;
  std::unique_ptr<smt::Terms> terms;
  std::unique_ptr<Normalizer> normalizer;
  std::vector<std::unique_ptr<Step>> steps;   ///< preorder; steps[0] is the root
  std::vector<Launch> launches;
  std::vector<Access> accesses;
  std::vector<SyncPoint> points;
  std::vector<Check> checks;
  std::vector<std::string> assumptions;       ///< names of exo::assume
  std::vector<PathFact> claims;               ///< contracts and assumptions that every run of the proc meets
  /// Depth of the step to which a variable belongs (0: parameters and extents): the variable has one value for each
  /// iteration of the loops up to there, and for each thread when a thread loop is among them.
  std::unordered_map<smt::Term, int> variable_depth;
  int depthOf(smt::Term variable) const;
  const Launch* launch(int id) const { return id < 0 ? nullptr : &launches[static_cast<std::size_t>(id)]; }
};

std::unique_ptr<Model> buildModel(const ir::ProcRef& proc);

/// Steps from the root to `step`, outermost first.
std::vector<const Step*> pathOf(const Step* step);
/// Innermost step that encloses both.
const Step* commonStep(const Step* a, const Step* b);
/// The buffer is never written in this proc, nor is one that may alias it: equal indices read equal values.
bool isReadOnly(const ir::Proc& proc, const ir::Buffer& buffer);
/// Does the sequential run reach `a` before `b` when both stand in the same iteration of all common loops?
bool precedes(const Site& a, const Site& b);

}  // namespace exogpu::effects
