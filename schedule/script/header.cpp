#include "schedule/script/header.h"

#include <map>

#include "llvm/ADT/StringRef.h"

#include "schedule/steps/step.h"

namespace exogpu::script {
namespace {

using steps::ArgumentInfo;
using steps::ArgumentType;

constexpr const char* kBegin = R"(#pragma once
// Schedules in C++. Generated from schedule/steps/steps.def; `exogpu steps` prints the same table.
//
// A script is a file NAME.sched.cpp that defines `void schedule(exo::program&)`. `exogpu compile --schedule=FILE` runs it
// in a child process, takes the trace of its steps, and applies that trace to the program, proving each step.
#include <source_location>

namespace exo {

namespace detail {
struct argument {
  int kind;
  long long number;
  const char* text;
  int handle;
};
extern "C" {
int exogpu_schedule_proc(void* session, const char* name, const char* file, unsigned line);
int exogpu_schedule_find(void* session, int proc, int kind, const char* text, int nth, const char* file, unsigned line);
int exogpu_schedule_body(void* session, int handle);
void exogpu_schedule_step(void* session, int proc, const char* step, const argument* arguments, int count,
                          const char* file, unsigned line);
long long exogpu_schedule_knob(void* session, const char* name, const long long* choices, int count, const char* file,
                               unsigned line);
void exogpu_schedule_print(void* session, int proc);
}
}  // namespace detail

using script_line = std::source_location;

/// A quoted text, a std::string, or anything else with c_str().
struct text {
  const char* value;
  constexpr text(const char* quoted) : value(quoted) {}
  template <class String>
    requires requires(const String& string) { string.c_str(); }
  text(const String& string) : value(string.c_str()) {}
};

/// A place of the program. What `loop`, `alloc` and `stmt` give is a cursor: it stays at its statement through later
/// steps. A text is looked up when the step is applied: the name of a loop or buffer, or a pattern such as "C[_] += _".
class place {
 public:
  place(const char* name) : text_(name) {}
  template <class String>
    requires requires(const String& string) { string.c_str(); }
  place(const String& string) : text_(string.c_str()) {}
  /// The whole body of a loop, as a scope.
  place body() const { return {session_, detail::exogpu_schedule_body(session_, handle_)}; }

 private:
  friend class proc_schedule;
  place(void* session, int handle) : session_(session), handle_(handle) {}
  detail::argument argument() const { return {2, 0, text_, handle_}; }
  void* session_ = nullptr;
  int handle_ = -1;
  const char* text_ = "";
};

)";

constexpr const char* kProc = R"(/// The schedule of one proc.
class proc_schedule {
 public:
  /// The loop of this name; `nth` of several, in the order of the text.
  place loop(text name, int nth = -1, script_line here = script_line::current()) { return find(0, name, nth, here); }
  /// The declaration of a buffer.
  place alloc(text name, int nth = -1, script_line here = script_line::current()) { return find(1, name, nth, here); }
  /// The statement that matches a pattern: "C[_] += _", "As[_] = _", "for k in _", "if _".
  place stmt(text pattern, int nth = -1, script_line here = script_line::current()) {
    return find(2, pattern, nth, here);
  }
  /// Writes the program as it is now to standard error.
  void print() { detail::exogpu_schedule_print(session_, proc_); }

)";

constexpr const char* kEnd = R"( private:
  friend class program;
  proc_schedule(void* session, int proc) : session_(session), proc_(proc) {}
  place find(int kind, text name, int nth, script_line here) {
    return {session_, detail::exogpu_schedule_find(session_, proc_, kind, name.value, nth, here.file_name(), here.line())};
  }
  template <class... Arguments>
  void step(const char* name, script_line here, const Arguments&... arguments) {
    const detail::argument list[] = {make(arguments)...};
    detail::exogpu_schedule_step(session_, proc_, name, list, sizeof...(arguments), here.file_name(), here.line());
  }
  static detail::argument make(const place& where) { return where.argument(); }
  static detail::argument make(int number) { return {0, number, "", -1}; }
  static detail::argument make(text string) { return {1, 0, string.value, -1}; }

  void* session_;
  int proc_;
};

/// What the script is given.
class program {
 public:
  explicit program(void* session) : session_(session) {}
  /// The proc of this name, or full name: "gemm<128, 128>".
  proc_schedule proc(text name, script_line here = script_line::current()) {
    return {session_, detail::exogpu_schedule_proc(session_, name.value, here.file_name(), here.line())};
  }
  /// A number that a tuner may vary: the first choice, unless another one is asked for from outside.
  template <class... Choices>
  int knob(const char* name, Choices... choices) {
    const long long list[] = {choices...};
    return static_cast<int>(detail::exogpu_schedule_knob(session_, name, list, sizeof...(choices), "", 0));
  }

 private:
  void* session_;
};

}  // namespace exo

/// What a script defines.
void schedule(exo::program& program);
)";

/// The enumerations of the words that arguments take: tail, kind, memory, side.
std::string wordTypes() {
  std::map<std::string, std::vector<std::string>> types;
  for (const auto& step : steps::allSteps())
    for (const auto& argument : step.arguments)
      if (argument.type == ArgumentType::Word) types[argument.name] = argument.choices;
  std::string out;
  for (const auto& [name, choices] : types) {
    out += "enum class " + name + " {";
    for (std::size_t i = 0; i < choices.size(); ++i) out += (i > 0 ? ", " : " ") + choices[i];
    out += " };\nnamespace detail {\nconstexpr const char* word(" + name + " value) {\n  constexpr const char* words[] = {";
    for (std::size_t i = 0; i < choices.size(); ++i) out += (i > 0 ? ", \"" : "\"") + choices[i] + "\"";
    out += "};\n  return words[static_cast<int>(value)];\n}\n}  // namespace detail\n";
  }
  return out + "\n";
}

std::string parameterType(const ArgumentInfo& argument) {
  switch (argument.type) {
    case ArgumentType::Loop:
    case ArgumentType::Alloc:
    case ArgumentType::Stmt:
    case ArgumentType::Scope: return "const place&";
    case ArgumentType::Int: return "int";
    case ArgumentType::Name:
    case ArgumentType::Expr:
    case ArgumentType::Window: return "text";
    case ArgumentType::Word: return "exo::" + argument.name;
  }
  return "";
}

/// Parameters that would hide a member function get a _.
std::string parameterName(const ArgumentInfo& argument) {
  static constexpr llvm::StringRef taken[] = {"loop", "alloc", "stmt", "print"};
  for (const auto word : taken)
    if (word == argument.name) return argument.name + "_";
  return argument.name;
}

/// A comment of lines of at most 110 columns.
std::string comment(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    auto length = text.size() <= 110 ? text.size() : text.take_front(110).rfind(' ');
    out += "  /// " + text.take_front(length).str() + "\n";
    text = text.drop_front(length).ltrim();
  }
  return out;
}

std::string method(const steps::StepInfo& step) {
  std::string out = comment(step.doc) + comment("Legal when: " + std::string(step.legality));
  out += "  void " + std::string(step.name) + "(";
  std::string arguments;
  for (const auto& argument : step.arguments) {
    const auto name = parameterName(argument);
    out += parameterType(argument) + " " + name + ", ";
    arguments += argument.type == ArgumentType::Word ? ", text(detail::word(" + name + "))" : ", " + name;
  }
  out += "script_line here = script_line::current()) {\n";
  return out + "    step(\"" + std::string(step.name) + "\", here" + arguments + ");\n  }\n";
}

}  // namespace

std::string headerText() {
  std::string out = std::string(kBegin) + wordTypes() + kProc;
  for (const auto& step : steps::allSteps()) out += method(step) + "\n";
  return out + kEnd;
}

}  // namespace exogpu::script
