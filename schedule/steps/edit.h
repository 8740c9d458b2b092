#pragma once
// What the implementation of a step sees: the program, the arguments, the prover, and ways to say no.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "schedule/cursor/locate.h"
#include "schedule/steps/legality.h"
#include "schedule/steps/step.h"

namespace exogpu::steps {

/// The program after a step, and which statement stands for which one now. Statements that keep their id need no entry.
struct Outcome {
  ir::Body body;
  std::map<ir::NodeId, ir::NodeId> moved;
};
/// Empty after a refusal, which has been reported.
using Result = std::optional<Outcome>;

class Edit {
 public:
  Edit(ir::ProcRef proc, const StepCall& call, std::vector<cursor::Location> places, diag::Sink& sink,
       Trust trust);

  const ir::Proc& proc() const { return *proc_; }
  const ir::Body& body() const { return proc_->body; }
  /// Place arguments, by position.
  const cursor::Location& place(std::size_t argument) const { return places_[argument]; }
  const ir::For& loop(std::size_t argument) const { return std::get<ir::For>(place(argument).stmt->node); }
  const ir::Alloc& alloc(std::size_t argument) const { return std::get<ir::Alloc>(place(argument).stmt->node); }
  /// The argument names the body of a loop, not the loop.
  bool isBody(std::size_t argument) const;
  std::int64_t number(std::size_t argument) const { return std::get<std::int64_t>(call_.arguments[argument]); }
  const std::string& word(std::size_t argument) const { return std::get<std::string>(call_.arguments[argument]); }
  /// An expression or window whose names are those in scope at a place. Null (reported) if it is none.
  ir::ExprRef expr(std::size_t argument, const cursor::Location& at, bool inside = false);
  std::optional<ir::Window> window(std::size_t argument, const cursor::Location& at, bool inside);

  Legality& legality();
  Trust trust() const { return trust_; }
  /// A name as the program prints it.
  std::string nameOf(const void* entity) const;
  std::string print(const ir::ExprRef& expr) const;

  // refusals; the result is empty, so that `return edit.refuse(…)` ends a step
  Result refuse(const std::string& why, const std::string& remedy, const std::vector<ir::StmtRef>& shown = {});
  Result refuse(const Objection& objection, const std::string& remedy);
  Result badArgument(std::size_t argument, const std::string& problem, const std::string& remedy);
  bool failed() const { return failed_; }

 private:
  void report(diag::Diagnostic diagnostic, const std::vector<ir::StmtRef>& shown);

  ir::ProcRef proc_;
  const StepCall& call_;
  std::vector<cursor::Location> places_;
  diag::Sink& sink_;
  std::map<const void*, std::string> names_;
  std::unique_ptr<Legality> legality_;
  Trust trust_;
  bool failed_ = false;
};

#define EXOGPU_STEP(name, arguments, doc, legality) Result apply_##name(Edit& edit);
#include "schedule/steps/steps.def"
#undef EXOGPU_STEP

}  // namespace exogpu::steps
