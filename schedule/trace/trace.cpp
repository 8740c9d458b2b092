#include "schedule/trace/trace.h"

#include <algorithm>

#include "frontend/diag/ids.h"
#include "schedule/steps/apply.h"

namespace exogpu::trace {

using diag::Id;

std::string print(const Schedule& schedule) {
  std::string out;
  for (const auto& knob : schedule.knobs) {
    out += "knob(\"" + knob.name + "\", " + std::to_string(knob.value);
    for (const auto choice : knob.choices) out += ", " + std::to_string(choice);
    out += ")\n";
  }
  for (const auto& trace : schedule.traces) {
    out += "proc(\"" + trace.proc + "\")\n";
    for (const auto& call : trace.calls) out += steps::print(call) + "\n";
  }
  return out;
}

namespace {

llvm::json::Value argumentJson(const steps::Argument& argument) {
  if (const auto* number = std::get_if<std::int64_t>(&argument)) return *number;
  if (const auto* reference = std::get_if<cursor::Reference>(&argument)) return cursor::print(*reference);
  return std::get<std::string>(argument);
}

ir::ProcRef scheduled(const ir::ProcRef& proc, const Trace& trace, diag::Sink& sink, const Observer& observer) {
  cursor::History history;
  auto current = proc;
  for (const auto& call : trace.calls) {
    current = steps::apply(current, call, history, sink);
    if (!current) return nullptr;
    if (observer) observer(call, current);
  }
  return current;
}

}  // namespace

llvm::json::Value toJson(const Schedule& schedule) {
  llvm::json::Array knobs, procs;
  for (const auto& knob : schedule.knobs)
    knobs.push_back(llvm::json::Object{{"name", knob.name}, {"value", knob.value}, {"choices", llvm::json::Array(knob.choices)}});
  for (const auto& trace : schedule.traces) {
    llvm::json::Array list;
    for (const auto& call : trace.calls) {
      const auto& step = steps::info(call.step);
      llvm::json::Object arguments;
      for (std::size_t i = 0; i < call.arguments.size() && i < step.arguments.size(); ++i)
        arguments[step.arguments[i].name] = argumentJson(call.arguments[i]);
      list.push_back(llvm::json::Object{{"step", std::string(step.name)}, {"arguments", std::move(arguments)}});
    }
    procs.push_back(llvm::json::Object{{"proc", trace.proc}, {"steps", std::move(list)}});
  }
  return llvm::json::Object{{"knobs", std::move(knobs)}, {"procs", std::move(procs)}};
}

std::optional<ir::Module> replay(const ir::Module& module, const Schedule& schedule, diag::Sink& sink,
                                 const Observer& observer) {
  ir::Module out = module;
  for (const auto& trace : schedule.traces) {
    const auto found = std::find_if(out.procs.begin(), out.procs.end(), [&](const ir::ProcRef& proc) {
      return proc->name == trace.proc || proc->full_name == trace.proc;
    });
    if (found == out.procs.end()) {
      std::string names;
      for (const auto& proc : out.procs) names += (names.empty() ? "there is " : ", ") + proc->full_name;
      sink.report(diag::make(Id::NoSuchProc, trace.where, {trace.proc, names.empty() ? "the file has no proc" : names}));
      return std::nullopt;
    }
    const auto proc = scheduled(*found, trace, sink, observer);
    if (!proc) return std::nullopt;
    *found = proc;
  }
  return out;
}

}  // namespace exogpu::trace
