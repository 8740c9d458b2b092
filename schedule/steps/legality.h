#pragma once
// Questions about the sequential order of a program, answered through effect sets and the solver. All are about one
// version of the program; what cannot be decided is an objection, never a yes.
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "verify/effects/encode.h"
#include "verify/effects/model.h"

namespace exogpu::steps {

/// Why a step is not legal, or not known to be.
struct Objection {
  std::string why;
  bool is_known = true;              ///< false: the prover could not decide
  std::vector<ir::StmtRef> shown;    ///< the statements concerned
};
using Verdict = std::optional<Objection>;  ///< empty: legal

/// A load of a statement, with what the conditions around it in its own expression say (null: nothing).
struct GuardedLoad {
  ir::ExprRef load;
  ir::ExprRef guard;
};
std::vector<GuardedLoad> guardedLoads(const ir::Stmt& stmt);
ir::ExprRef conjunction(const ir::ExprRef& a, const ir::ExprRef& b);
/// guard → condition.
ir::ExprRef implication(const ir::ExprRef& guard, const ir::ExprRef& condition);

/// Trusted: steps are taken to be legal. A script runs so in its child process, where it only makes a trace; what counts
/// is the replay, which proves each step.
enum class Trust : std::uint8_t { Prove, Trusted };

class Legality {
 public:
  explicit Legality(const ir::ProcRef& proc, Trust trust = Trust::Prove);
  ~Legality();

  /// Relation between the iterations of an earlier and a later instance that must be looked at.
  using Relation = std::function<smt::Term(smt::Terms&, const effects::Side& earlier, const effects::Side& later)>;
  /// Do instances of the two sets of statements conflict? Both run in the same iteration of every loop around `common`;
  /// of `common` itself and of what lies inside, `relation` says in which iterations they are. `common` 0: the two are
  /// siblings, in the same iteration of everything around them.
  Verdict conflict(const ir::Body& earlier, const ir::Body& later, ir::NodeId common, const Relation& relation);
  /// Would the body of this if, executed when its condition is false too, leave every value that is looked at as it is?
  Verdict overcomputes(const ir::StmtRef& guard);
  /// Do all accesses and index computations of these statements stay in range?
  Verdict staysInRange(const ir::Body& body);
  /// No local and no buffer that one part declares or assigns is used by the other.
  Verdict sharedLocals(const ir::Body& first, const ir::Body& second) const;
  /// No local that is declared outside of the body is assigned in it.
  Verdict carriedLocals(const ir::Body& body) const;
  /// Nothing that the expression reads is changed in the body.
  Verdict changedBy(const ir::ExprRef& expr, const ir::Body& body) const;

  /// A condition right before a statement.
  struct Claim {
    ir::NodeId before;
    ir::ExprRef condition;
    bool fits = false;  ///< no intermediate of the condition may leave its type either: of data, which wraps
  };
  /// For each claim, one that legality rests on, whether it always holds there.
  std::vector<bool> prove(const std::vector<Claim>& claims) const;
  bool prove(ir::NodeId before, const ir::ExprRef& condition) const { return prove({{before, condition}}).front(); }
  /// The same for claims that decide what a step makes: asked in any case.
  std::vector<bool> decide(const std::vector<Claim>& claims) const;

  const effects::Model& model();
  /// The loop as the model knows it, for relations.
  const effects::Step& step(ir::NodeId loop);

 private:
  struct State;
  std::unique_ptr<State> state_;
  Trust trust_;
};

}  // namespace exogpu::steps
