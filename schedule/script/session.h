#pragma once
// The other side of the script's calls, in the child process: applies steps without proof, so that cursors follow the
// program, and writes down the trace. What is wrong in structure ends the script; the parent's replay says it properly.
#include <functional>
#include <string>
#include <vector>

#include "frontend/diag/diagnostic.h"
#include "frontend/ir/ir.h"
#include "schedule/script/abi.h"
#include "schedule/trace/trace.h"

namespace exogpu::script {

/// A step with the script line that asked for it. After an error the last one is the one that failed.
struct Recorded {
  int proc;
  std::string text;  ///< as in a trace
  std::string file;
  unsigned line;
};
struct ScriptError {
  std::string message, remedy, file;
  unsigned line = 0;
};

class Session {
 public:
  /// `end` is called where the script must not go on; it does not return (the child process exits).
  Session(const ir::Module& module, const std::map<std::string, std::int64_t>& knobs, std::function<void()> end)
      : module_(module), overrides_(knobs), end_(std::move(end)) {}

  int proc(const std::string& name, const std::string& file, unsigned line);
  int find(int proc, cursor::Reference reference, const std::string& file, unsigned line);
  int body(int handle);
  void step(int proc, const std::string& name, const AbiArgument* arguments, int count, const std::string& file, unsigned line);
  long long knob(const std::string& name, std::vector<std::int64_t> choices);
  std::string printed(int proc) const;

  /// {"knobs": …, "procs": [name…], "steps": [{proc, text, file, line}…], "error": {…}}
  std::string toJson() const;

 private:
  struct Target {
    std::string name;
    ir::ProcRef now;
    cursor::History history;
  };
  struct Handle {
    int proc;
    cursor::Cursor cursor;
    cursor::Reference asked;
  };
  [[noreturn]] void end();
  [[noreturn]] void fail(const std::string& message, const std::string& remedy, const std::string& file, unsigned line);
  cursor::Reference current(const Handle& handle) const;
  steps::Argument argument(const steps::ArgumentInfo& expected, const AbiArgument& given);

  const ir::Module& module_;
  const std::map<std::string, std::int64_t>& overrides_;
  std::function<void()> end_;
  std::vector<Target> targets_;
  std::vector<Handle> handles_;
  std::vector<Recorded> steps_;
  std::vector<trace::Knob> knobs_;
  std::optional<ScriptError> error_;
};

}  // namespace exogpu::script
