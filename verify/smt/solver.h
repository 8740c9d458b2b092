#pragma once
// The one door to Z3. Takes named facts, says whether they can hold together. Needs nothing; reports nothing: every
// failure of the solver (budget, crash by exception, a model that does not stand) is an answer of its own.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "verify/smt/term.h"

namespace exogpu::smt {

/// A conjunct of a query. Facts with a name appear in unsat cores; those without are background.
struct Fact {
  Term term;
  std::string name;
};

enum class Status : std::uint8_t { Unsat, Sat, Unknown, OutOfBudget };
std::string_view text(Status status);

/// Values of variables and of the applications that occur in a query, and our own evaluator over them.
class Model {
 public:
  void set(Term variable, std::int64_t value) { values_[variable] = value; }
  void setApplication(std::int64_t function, std::vector<std::int64_t> arguments, std::int64_t value);
  /// Exact evaluation, products and quotients included (bool: 0 or 1). Variables the query does not mention get the
  /// value nearest to 0 in their range. Empty when the value leaves int64.
  std::optional<std::int64_t> evaluate(const Terms& terms, Term term) const;
  struct Application {
    std::int64_t function;
    std::vector<std::int64_t> arguments;
    std::int64_t value;
  };
  const std::vector<Application>& applications() const { return applications_; }

 private:
  using Values = std::function<std::optional<std::int64_t>(Term)>;
  std::optional<std::int64_t> step(const Terms& terms, const Node& node, const Values& value) const;
  std::optional<std::int64_t> applied(const Terms& terms, const Node& node, const Values& value) const;

  std::unordered_map<Term, std::int64_t> values_;
  std::vector<Application> applications_;
};

struct Answer {
  Status status = Status::Unknown;
  Model model;                    ///< of Sat: satisfies every fact, by our own evaluation
  std::vector<std::string> core;  ///< of Unsat: names of facts that suffice (with the background), sorted
  std::string reason;             ///< of Unknown and OutOfBudget
};

struct Options {
  std::uint64_t budget = 20'000'000;  ///< rlimit units for one query, all members of the portfolio together
  std::string dump_dir;               ///< when set, every query is written there as NNNN.smt2
};

struct Counters {
  std::uint64_t queries = 0, plain = 0, by_simple = 0, by_qflia = 0, by_default = 0, rejected_models = 0;
  std::uint64_t rlimit = 0;
};

/// Stateless: each check starts afresh, so an answer depends on its facts only.
class Solver {
 public:
  explicit Solver(Terms& terms, Options options = {}) : terms_(terms), options_(std::move(options)) {}
  /// Can all facts hold together? `label` names the query in dumps.
  Answer check(const std::vector<Fact>& facts, std::string_view label = {});
  const Counters& counters() const { return counters_; }
  Terms& terms() { return terms_; }

 private:
  Answer plainlyUnsat(std::vector<std::string> core);
  Answer ask(const std::vector<Fact>& facts, const std::vector<Term>& extra);
  std::optional<std::vector<Term>> refine(const Model& model, const std::vector<Fact>& facts);
  void dump(const std::vector<Fact>& facts, std::string_view label);

  Terms& terms_;
  Options options_;
  Counters counters_;
};

/// The query as SMT-LIB text (deterministic; what `--smt-dump` writes).
std::string smtlib(Terms& terms, const std::vector<Fact>& facts, std::string_view label);

/// Decides a query that is given as text, by Z3's default solver: rules and dumps are checked with it.
Status checkText(const std::string& smtlib_text, std::uint64_t budget = 20'000'000);

/// Lemmas about opaque products and quotients that occur in `facts` (README.md, "Lemmas"): consequences of arithmetic,
/// each proved by a unit test. Adding them never changes which real models a query has.
std::vector<Term> lemmas(Terms& terms, const std::vector<Term>& facts);

}  // namespace exogpu::smt
