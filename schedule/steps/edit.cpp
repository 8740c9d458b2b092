#include "schedule/steps/edit.h"

#include <algorithm>

#include "frontend/diag/ids.h"
#include "frontend/ir/text.h"
#include "frontend/ir/wellformed/checker.h"

namespace exogpu::steps {

using diag::Id;

namespace {
/// What is wrong with an expression that could be read, such as an extent that its tensor does not have; empty: nothing.
std::string problemOf(const ir::ExprRef& expr) {
  ir::Violations violations;
  ir::checkTypes(expr, violations);
  const auto found = violations.take();
  return found.empty() ? "" : found.front();
}
}  // namespace

Edit::Edit(ir::ProcRef proc, const StepCall& call, std::vector<cursor::Location> places, diag::Sink& sink, Trust trust)
    : proc_(std::move(proc)), call_(call), places_(std::move(places)), sink_(sink), names_(ir::printedNames(*proc_)),
      trust_(trust) {}

bool Edit::isBody(std::size_t argument) const {
  return std::get<cursor::Reference>(call_.arguments[argument]).kind == cursor::Reference::Kind::Body;
}

Legality& Edit::legality() {
  if (!legality_) legality_ = std::make_unique<Legality>(proc_, trust_);
  return *legality_;
}

std::string Edit::nameOf(const void* entity) const {
  const auto found = names_.find(entity);
  return found == names_.end() ? "?" : found->second;
}
std::string Edit::print(const ir::ExprRef& expr) const { return ir::print(expr, names_); }

ir::ExprRef Edit::expr(std::size_t argument, const cursor::Location& at, bool inside) {
  diag::Sink problems;
  auto expr = ir::parseExprText(0, word(argument), cursor::visibleAt(*proc_, at, inside), problems);
  const auto problem = expr ? problemOf(expr) : problems.all().front().message;
  if (problem.empty()) return expr;
  badArgument(argument, "is no expression here: " + problem, "write IR text, with names that are in scope there");
  return nullptr;
}

std::optional<ir::Window> Edit::window(std::size_t argument, const cursor::Location& at, bool inside) {
  diag::Sink problems;
  auto window = ir::parseWindowText(0, word(argument), cursor::visibleAt(*proc_, at, inside), problems);
  std::string problem = window ? "" : problems.all().front().message;
  for (std::size_t d = 0; window && problem.empty() && d < window->origin.indices.size(); ++d) {
    const auto& index = window->origin.indices[d];
    problem = problemOf(index);
    if (problem.empty() && index->type != ir::ScalarType::I32) problem = "index " + print(index) + " is not an int";
  }
  if (problem.empty()) return window;
  badArgument(argument, "is no window here: " + problem, "write the first element and the shape: A[i * 128][0]:[128, 16]");
  return std::nullopt;
}

void Edit::report(diag::Diagnostic diagnostic, const std::vector<ir::StmtRef>& shown) {
  for (auto at = shown.begin(); at != shown.end(); ++at) {
    const auto& stmt = *at;
    if (std::find(shown.begin(), at, stmt) != at) continue;  // a statement that conflicts with itself
    auto line = ir::print(stmt, names_);
    line = line.substr(0, line.find('\n'));
    diagnostic.notes.push_back({stmt->where, "here: " + line});
  }
  failed_ = true;
  sink_.report(std::move(diagnostic));
}

Result Edit::refuse(const std::string& why, const std::string& remedy, const std::vector<ir::StmtRef>& shown) {
  report(diag::make(Id::StepIllegal, call_.where, {steps::print(call_), why, remedy}), shown);
  return std::nullopt;
}

Result Edit::refuse(const Objection& objection, const std::string& remedy) {
  const auto id = objection.is_known ? Id::StepIllegal : Id::StepNotProved;
  report(diag::make(id, call_.where, {steps::print(call_), objection.why, remedy}), objection.shown);
  return std::nullopt;
}

Result Edit::badArgument(std::size_t argument, const std::string& problem, const std::string& remedy) {
  const auto& name = info(call_.step).arguments[argument].name;
  report(diag::make(Id::BadStepArgument, call_.where, {steps::print(call_), "argument '" + name + "' " + problem, remedy}), {});
  return std::nullopt;
}

}  // namespace exogpu::steps
