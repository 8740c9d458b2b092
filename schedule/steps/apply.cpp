#include "schedule/steps/apply.h"

#include "frontend/diag/ids.h"
#include "frontend/ir/check.h"
#include "frontend/ir/text.h"
#include "schedule/steps/edit.h"
#include "schedule/steps/policies.h"
#include "schedule/steps/revive.h"

namespace exogpu::steps {
namespace {

using diag::Id;
using Kind = cursor::Reference::Kind;

using Implementation = Result (*)(Edit&);
constexpr Implementation kImplementations[] = {
#define EXOGPU_STEP(name, arguments, doc, legality) apply_##name,
#include "schedule/steps/steps.def"
#undef EXOGPU_STEP
};

bool accepts(ArgumentType type, Kind kind) {
  switch (type) {
    case ArgumentType::Loop: return kind == Kind::Loop;
    case ArgumentType::Alloc: return kind == Kind::Alloc;
    case ArgumentType::Stmt: return kind != Kind::Body;
    case ArgumentType::Scope: return true;
    case ArgumentType::Int:
    case ArgumentType::Name:
    case ArgumentType::Expr:
    case ArgumentType::Window:
    case ArgumentType::Word: break;
  }
  return false;
}

bool isName(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (text.empty() || !letter(text.front())) return false;
  for (const char c : text)
    if (!letter(c) && (c < '0' || c > '9')) return false;
  return true;
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : separator) + word;
  return out;
}

/// What is wrong with an argument that is no place; empty: nothing.
std::string problemOf(const ArgumentInfo& expected, const Argument& given) {
  const auto* words = std::get_if<std::string>(&given);
  switch (expected.type) {
    case ArgumentType::Int: return std::holds_alternative<std::int64_t>(given) ? "" : "is not a number";
    case ArgumentType::Name: return words && isName(*words) ? "" : "is not a name";
    case ArgumentType::Expr:
    case ArgumentType::Window: return words ? "" : "is not a text";
    case ArgumentType::Word:
      for (const auto& choice : expected.choices)
        if (words && *words == choice) return "";
      return "is none of " + joined(expected.choices, ", ");
    case ArgumentType::Loop: return "is not a loop, such as loop(\"i\")";
    case ArgumentType::Alloc: return "is not a declaration, such as alloc(\"As\")";
    case ArgumentType::Stmt: return "is not a statement, such as stmt(\"C[_] = _\")";
    case ArgumentType::Scope: break;
  }
  return "is not a place, such as loop(\"i\") or body(\"i\")";
}

class Arguments {
 public:
  Arguments(const ir::ProcRef& proc, const StepCall& call, diag::Sink& sink) : proc_(proc), call_(call), sink_(sink) {}

  /// Locations of the places among the arguments, by position. Empty after a diagnostic.
  std::optional<std::vector<cursor::Location>> resolve() {
    const auto& step = info(call_.step);
    if (call_.arguments.size() != step.arguments.size()) {
      std::vector<std::string> names;
      for (const auto& argument : step.arguments) names.push_back(argument.name);
      const auto counts = std::to_string(call_.arguments.size()) + " given, " + std::to_string(names.size()) + " needed";
      sink_.report(diag::make(Id::BadStepArgument, call_.where, {print(call_), "wrong number of arguments: " + counts,
                                                                "give " + joined(names, ", ")}));
      return std::nullopt;
    }
    std::vector<cursor::Location> places(step.arguments.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto* reference = std::get_if<cursor::Reference>(&call_.arguments[i]);
      const bool is_place = isPlace(step.arguments[i].type);
      if (is_place && reference && (accepts(step.arguments[i].type, reference->kind) || reference->kind == Kind::Lost)) {
        if (!find(*reference, places[i])) return std::nullopt;
      } else if (const auto problem = problemOf(step.arguments[i], call_.arguments[i]); !problem.empty()) {
        sink_.report(diag::make(Id::BadStepArgument, call_.where,
                                {print(call_), "argument '" + step.arguments[i].name + "' " + problem, "see 'exogpu steps'"}));
        return std::nullopt;
      }
    }
    return places;
  }

 private:
  bool find(const cursor::Reference& reference, cursor::Location& place) {
    const auto found = cursor::find(*proc_, reference);
    if (const auto* cursor = std::get_if<cursor::Cursor>(&found)) {
      place = *cursor::locate(*proc_, cursor->id);
      return !refuseInside(place);
    }
    const auto& missing = std::get<cursor::NotFound>(found);
    const auto remedy = missing.candidates.empty() ? "look the place up again, behind that step"
                                                   : "there is " + joined(missing.candidates, ", ");
    sink_.report(diag::make(Id::PlaceNotFound, call_.where, {print(call_), missing.problem, remedy}));
    return false;
  }

  /// What an instruction replaces is not scheduled: its template stands for all of the body.
  bool refuseInside(const cursor::Location& place) {
    for (const auto& parent : place.parents) {
      const auto* scope = std::get_if<ir::Scope>(&parent->node);
      if (!scope || !scope->instruction) continue;
      sink_.report(diag::make(Id::StepIllegal, call_.where,
                              {print(call_), "the place is part of the meaning of the instruction '" + scope->name + "'",
                               "schedule what is around its call"}));
      return true;
    }
    return false;
  }

  const ir::ProcRef& proc_;
  const StepCall& call_;
  diag::Sink& sink_;
};

/// What is asked of the result of every step; reports what it finds.
bool breaksPromise(Edit& edit, const ir::Proc& before, const ir::Proc& after) {
  if (const auto stmt = loosened(before, after)) {
    edit.refuse("a statement would compute under a looser floating-point policy than its loops grant",
                "state one policy for the loops that the step touches, or schedule them apart", {stmt});
    return true;
  }
  if (const auto stmt = revived(before, after)) {
    edit.refuse("a statement would run that a constant condition keeps from running", "remove it with simplify", {stmt});
    return true;
  }
  return false;
}

}  // namespace

ir::ProcRef apply(const ir::ProcRef& proc, const StepCall& call, cursor::History& history, diag::Sink& sink,
                  Trust trust) {
  auto places = Arguments(proc, call, sink).resolve();
  if (!places) return nullptr;
  Edit edit(proc, call, std::move(*places), sink, trust);
  auto outcome = kImplementations[static_cast<std::size_t>(call.step)](edit);
  if (!outcome) return nullptr;
  auto after = cursor::withBody(*proc, std::move(outcome->body));
  if (const auto broken = ir::check(*after, false); !broken.empty()) {
    sink.report(diag::make(Id::StepBrokeProgram, call.where, {print(call), broken.front()}));
    return nullptr;
  }
  if (ir::print(*after) == ir::print(*proc)) {
    sink.report(diag::make(Id::StepIllegal, call.where, {print(call), "it changes nothing", "leave it out"}));
    return nullptr;
  }
  if (trust == Trust::Prove && breaksPromise(edit, *proc, *after)) return nullptr;
  const auto label = "step " + std::to_string(history.size() + 1) + ", " + print(call);
  history.add(cursor::record(label, *proc, *after, std::move(outcome->moved)));
  return after;
}

}  // namespace exogpu::steps
