#pragma once
// The walk behind buildModel: symbolic execution of the scalars, recording of everything else.
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "verify/effects/model.h"
#include "verify/effects/reach.h"

namespace exogpu::effects {

class ModelBuilder {
 public:
  ModelBuilder(Model& model);
  void run();

 private:
  using Values = std::unordered_map<const ir::Symbol*, smt::Term>;
  struct Environment {
    Values values;   ///< of integers and bools
    Values defined;  ///< Bool terms: the symbol has a value; absent: it has
  };

  // statements (builder.cpp)
  void sameExtents(const ir::Buffer& a, const ir::Buffer& b);
  void body(const ir::Body& statements);
  void sequence(const ir::Body& statements);
  void statement(const ir::StmtRef& stmt);
  void declare(const ir::Let& let);
  void trust(const std::string& instruction);
  void assign(const ir::SymbolRef& symbol, const ir::ExprRef& value);
  bool decidedByLiterals(const ir::If& branch);
  void branch(const ir::If& branch);
  void join(const ir::Symbol* symbol, smt::Term condition, const Environment& a, const Environment& b);
  void allocate(const ir::Alloc& alloc);
  void copy(const ir::Copy& copy);
  void collective(const ir::Collective& collective);
  void contract(const ir::ExprRef& condition, const std::string& text, bool assumed);
  void point();

  // loops (loops.cpp)
  void loop(const ir::For& loop);
  void enterLaunch(const ir::For& loop, Step& step);
  void setIterator(const ir::For& loop, Step& step);
  bool boundsChange(const ir::For& loop) const;
  struct Carried {
    ir::SymbolRef symbol;
    smt::Term before;
    std::optional<std::int64_t> increment;  ///< x += c, once in every iteration
  };
  std::vector<Carried> carriedBy(const ir::For& loop);
  void havoc(const std::vector<Carried>& carried, const Step& step);
  void leave(const std::vector<Carried>& carried, const Step& step, const Environment& before);

  // expressions (scan.cpp)
  void scan(const ir::ExprRef& expr, bool reaching);
  void scanAll(const std::vector<ir::ExprRef>& exprs);
  void scanGuarded(const ir::ExprRef& expr, bool reaching, smt::Term guard);
  void scanBinary(const ir::Binary& node, const ir::ExprRef& expr, bool reaching);
  void scanLoad(const ir::Load& load, const ir::ExprRef& expr);
  void scanRead(const ir::SymbolRef& symbol, const ir::ExprRef& expr);
  void checkOverflow(const ir::ExprRef& expr);

  // recording (record.cpp)
  Site site() const;
  Step* push(Step::Kind kind, const ir::StmtRef& stmt);
  void pop(std::size_t fact_count);
  void popScope(std::size_t first_own);
  void assume(smt::Term term, std::string name = {}, bool is_claim = false);
  Check& check(Check::Kind kind, smt::Term condition, SourceRange where, ir::ExprRef subject);
  Access& access(AccessKind kind, const ir::BufferRef& buffer, ir::AccessKey key, SourceRange where);
  void element(AccessKind kind, const ir::Place& place, ir::AccessKey key, SourceRange where);
  void window(AccessKind kind, const ir::Window& window, ir::AccessSide side);
  void row(AccessKind kind, const ir::Place& place, smt::Term lane);
  void checkBounds(const Access& access);
  void checkFarCorner(const Access& access);
  void checkAlignment(const Access& access, std::int64_t bytes);
  smt::Term multipleOf(smt::Term value, std::int64_t factor);
  smt::Term loadValue(const ir::ExprRef& load, const std::vector<smt::Term>& indices);
  Environment environment() const { return {n_.values(), defined_}; }

  Model& model_;
  Normalizer& n_;
  smt::Terms& t_;
  ir::SymbolSet reaching_;
  std::set<const ir::Buffer*> written_;
  std::unordered_map<const ir::Buffer*, bool> read_only_;
  Values defined_;
  const Step* step_ = nullptr;
  ir::StmtRef stmt_;
  int position_ = 0, order_ = 0, launch_ = -1;
  std::vector<PathFact> facts_;
};

}  // namespace exogpu::effects
