#include "schedule/steps/edit.h"

#include <algorithm>

#include "frontend/diag/ids.h"
#include "frontend/ir/text.h"

namespace exogpu::steps {

using diag::Id;

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
  if (!expr) badArgument(argument, "is no expression here: " + problems.all().front().message, "write IR text, with names that are in scope there");
  return expr;
}

std::optional<ir::Window> Edit::window(std::size_t argument, const cursor::Location& at, bool inside) {
  diag::Sink problems;
  auto window = ir::parseWindowText(0, word(argument), cursor::visibleAt(*proc_, at, inside), problems);
  if (!window)
    badArgument(argument, "is no window here: " + problems.all().front().message,
                "write the first element and the shape: A[i * 128][0]:[128, 16]");
  return window;
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
