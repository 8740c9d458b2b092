#include "schedule/script/session.h"

#include <cstdlib>

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include "frontend/ir/text.h"
#include "schedule/steps/apply.h"

namespace exogpu::script {

using Kind = cursor::Reference::Kind;

void Session::fail(const std::string& message, const std::string& remedy, const std::string& file, unsigned line) {
  error_ = ScriptError{message, remedy, file, line};
  end();
}

void Session::end() {
  end_();
  std::abort();
}

int Session::proc(const std::string& name, const std::string& file, unsigned line) {
  std::string names;
  for (const auto& proc : module_.procs) {
    names += (names.empty() ? "there is " : ", ") + proc->full_name;
    if (proc->name != name && proc->full_name != name) continue;
    targets_.push_back({name, proc, {}});
    return static_cast<int>(targets_.size()) - 1;
  }
  fail("there is no proc '" + name + "'", names.empty() ? "the file has no proc" : names, file, line);
}

int Session::find(int proc, cursor::Reference reference, const std::string& file, unsigned line) {
  const auto& target = targets_[static_cast<std::size_t>(proc)];
  auto found = cursor::find(*target.now, reference);
  if (const auto* missing = std::get_if<cursor::NotFound>(&found)) {
    std::string remedy;
    for (const auto& candidate : missing->candidates) remedy += (remedy.empty() ? "there is " : ", ") + candidate;
    fail(missing->problem, remedy, file, line);
  }
  auto cursor = std::get<cursor::Cursor>(found);
  cursor.since = target.history.size();
  handles_.push_back({proc, cursor, std::move(reference)});
  return static_cast<int>(handles_.size()) - 1;
}

int Session::body(int handle) {
  auto copy = handles_[static_cast<std::size_t>(handle)];
  copy.cursor.is_body = true;
  handles_.push_back(std::move(copy));
  return static_cast<int>(handles_.size()) - 1;
}

/// The reference that names the cursor's statement in the program as it is now.
cursor::Reference Session::current(const Handle& handle) const {
  const auto& target = targets_[static_cast<std::size_t>(handle.proc)];
  const auto where = target.history.forward(handle.cursor);
  if (const auto* id = std::get_if<ir::NodeId>(&where)) return cursor::refer(*target.now, *id, handle.cursor.is_body);
  return {Kind::Lost, "the cursor " + cursor::print(handle.asked) + " was removed by " + std::get<std::string>(where), -1};
}

steps::Argument Session::argument(const steps::ArgumentInfo& expected, const AbiArgument& given) {
  if (given.kind == 0) return static_cast<std::int64_t>(given.number);
  if (given.kind == 1) return std::string(given.text);
  if (given.handle >= 0) return current(handles_[static_cast<std::size_t>(given.handle)]);
  switch (expected.type) {
    case steps::ArgumentType::Alloc: return cursor::Reference{Kind::Alloc, given.text, -1};
    case steps::ArgumentType::Stmt:
    case steps::ArgumentType::Scope: {
      // A single name is a loop; everything else is a pattern.
      const std::string text = given.text;
      const bool is_name = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == std::string::npos;
      return cursor::Reference{is_name && text != "fence" ? Kind::Loop : Kind::Stmt, text, -1};
    }
    case steps::ArgumentType::Loop:
    case steps::ArgumentType::Int:
    case steps::ArgumentType::Name:
    case steps::ArgumentType::Expr:
    case steps::ArgumentType::Window:
    case steps::ArgumentType::Word: break;
  }
  return cursor::Reference{Kind::Loop, given.text, -1};
}

void Session::step(int proc, const std::string& name, const AbiArgument* arguments, int count, const std::string& file,
                   unsigned line) {
  const auto* info = steps::findStep(name);
  if (!info || static_cast<std::size_t>(count) != info->arguments.size())
    fail("this compiler knows another form of '" + name + "'", "use the exogpu/schedule.h that came with it", file, line);
  steps::StepCall call{info->id, {}, {}};
  for (int i = 0; i < count; ++i) call.arguments.push_back(argument(info->arguments[static_cast<std::size_t>(i)], arguments[i]));
  steps_.push_back({proc, steps::print(call), file, line});
  auto& target = targets_[static_cast<std::size_t>(proc)];
  diag::Sink unheard;  // the parent's replay fails at the same step and says why
  auto after = steps::apply(target.now, call, target.history, unheard, steps::Trust::Trusted);
  if (!after) end();
  target.now = std::move(after);
}

long long Session::knob(const std::string& name, std::vector<std::int64_t> choices) {
  const auto found = overrides_.find(name);
  const auto value = found != overrides_.end() ? found->second : choices.front();
  knobs_.push_back({name, value, std::move(choices)});
  return value;
}

std::string Session::printed(int proc) const { return ir::print(*targets_[static_cast<std::size_t>(proc)].now); }

std::string Session::toJson() const {
  llvm::json::Array procs, list, knobs;
  for (const auto& target : targets_) procs.push_back(target.name);
  for (const auto& step : steps_)
    list.push_back(llvm::json::Object{{"proc", step.proc}, {"text", step.text}, {"file", step.file}, {"line", static_cast<int>(step.line)}});
  for (const auto& knob : knobs_)
    knobs.push_back(llvm::json::Object{{"name", knob.name}, {"value", knob.value}, {"choices", llvm::json::Array(knob.choices)}});
  llvm::json::Object out{{"procs", std::move(procs)}, {"steps", std::move(list)}, {"knobs", std::move(knobs)}};
  if (error_)
    out["error"] = llvm::json::Object{{"message", error_->message}, {"remedy", error_->remedy}, {"file", error_->file},
                                      {"line", static_cast<int>(error_->line)}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(out));
  return text;
}

}  // namespace exogpu::script

using exogpu::script::Session;

extern "C" {

int exogpu_schedule_proc(void* session, const char* name, const char* file, unsigned line) {
  return static_cast<Session*>(session)->proc(name, file, line);
}
int exogpu_schedule_find(void* session, int proc, int kind, const char* text, int nth, const char* file, unsigned line) {
  const exogpu::cursor::Reference reference{static_cast<exogpu::cursor::Reference::Kind>(kind), text, nth};
  return static_cast<Session*>(session)->find(proc, reference, file, line);
}
int exogpu_schedule_body(void* session, int handle) { return static_cast<Session*>(session)->body(handle); }
void exogpu_schedule_step(void* session, int proc, const char* step, const exogpu::script::AbiArgument* arguments,
                          int count, const char* file, unsigned line) {
  static_cast<Session*>(session)->step(proc, step, arguments, count, file, line);
}
long long exogpu_schedule_knob(void* session, const char* name, const long long* choices, int count, const char*, unsigned) {
  return static_cast<Session*>(session)->knob(name, std::vector<std::int64_t>(choices, choices + count));
}
void exogpu_schedule_print(void* session, int proc) { llvm::errs() << static_cast<Session*>(session)->printed(proc); }

}  // extern "C"
