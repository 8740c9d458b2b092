// The option table. Parsing, --help, the man page and the completions of bash, zsh and fish all come from it.
// An option is visible to the commands that use it; anywhere else it is an error, so none is accepted and ignored.
include "llvm/Option/OptParser.td"

def CompileVis : OptionVisibility;
def CheckVis : OptionVisibility;
def RunVis : OptionVisibility;
def StepsVis : OptionVisibility;
def CacheVis : OptionVisibility;
def ExplainVis : OptionVisibility;
def HelpVis : OptionVisibility;

class Everywhere : Visibility<[DefaultVis, CompileVis, CheckVis, RunVis, ExplainVis, StepsVis, CacheVis, HelpVis]>;
/// Commands that read a program.
class Reads : Visibility<[CompileVis, CheckVis, RunVis, ExplainVis]>;
/// Commands that prove one.
class Proves : Visibility<[CompileVis, CheckVis, RunVis, ExplainVis]>;
/// Commands that say something beside diagnostics.
class Speaks : Visibility<[CompileVis, CheckVis, RunVis]>;
class Compiles : Visibility<[CompileVis]>;
class Runs : Visibility<[RunVis]>;

def general_group : OptionGroup<"general">, HelpText<"General">;
def input_group : OptionGroup<"input">, HelpText<"Input (also everything behind `--`, which goes to Clang)">;
def output_group : OptionGroup<"output">, HelpText<"Output">;
def build_group : OptionGroup<"build">, HelpText<"Dependency files">;
def proof_group : OptionGroup<"proof">, HelpText<"Proof">;
def schedule_group : OptionGroup<"schedule">, HelpText<"Schedules">;
def run_group : OptionGroup<"run">, HelpText<"Running">;
def diagnostics_group : OptionGroup<"diagnostics">, HelpText<"Diagnostics">;

// ---- general
def help : Flag<["--"], "help">, Everywhere, Group<general_group>, HelpText<"Show this text; behind a command, its options">;
def help_short : Flag<["-"], "h">, Everywhere, Alias<help>;
def version : Flag<["--"], "version">, Everywhere, Group<general_group>,
  HelpText<"Show the versions of exogpu and of LLVM, Z3 and CUDA as found">;
def print_man : Flag<["--"], "print-man">, Visibility<[DefaultVis]>, Group<general_group>,
  HelpText<"Print the man page">;
def print_completion_EQ : Joined<["--"], "print-completion=">, Visibility<[DefaultVis]>, Group<general_group>,
  MetaVarName<"<shell>">, Values<"bash,zsh,fish">, HelpText<"Print the completion script of a shell">;

// ---- input
def I : JoinedOrSeparate<["-"], "I">, Reads, Group<input_group>, MetaVarName<"<dir>">,
  HelpText<"Add a folder to the include path">;
def isystem : JoinedOrSeparate<["-"], "isystem">, Reads, Group<input_group>, MetaVarName<"<dir>">,
  HelpText<"Add a folder of system headers to the include path">;
def D : JoinedOrSeparate<["-"], "D">, Reads, Group<input_group>, MetaVarName<"<name>[=<value>]">,
  HelpText<"Define a macro">;
def U : JoinedOrSeparate<["-"], "U">, Reads, Group<input_group>, MetaVarName<"<name>">, HelpText<"Undefine a macro">;
def include_file : JoinedOrSeparate<["-"], "include">, Reads, Group<input_group>, MetaVarName<"<file>">,
  HelpText<"Include a file before the main file">;
def std_EQ : Joined<["-", "--"], "std=">, Reads, Group<input_group>, MetaVarName<"<standard>">,
  HelpText<"The C++ standard, c++20 by default">;
def p : JoinedOrSeparate<["-"], "p">, Reads, Group<input_group>, MetaVarName<"<dir>">,
  HelpText<"Take the flags of the file from <dir>/compile_commands.json">;
def k : JoinedOrSeparate<["-"], "k">, Reads, Group<input_group>, MetaVarName<"<instance>">,
  HelpText<"Choose a proc, 'gemm<128,128,16>' or a name; may be given several times. Without it: every proc of the file">;

// ---- output
def o : JoinedOrSeparate<["-"], "o">, Compiles, Group<output_group>, MetaVarName<"<file>">,
  HelpText<"Write to <file>; several kinds share its stem (k.cu, k.h); with <dir>/ files for each proc; with - to the standard output">;
def emit_EQ : CommaJoined<["--"], "emit=">, Compiles, Group<output_group>, MetaVarName<"<kind>,...">,
  ValuesCode<[{
#define EXOGPU_EMIT(name, text, extension, mark, help) text ","
    static constexpr const char VALUES_CODE[] =
#include "frontend/driver/emit_kinds.def"
    "none";
#undef EXOGPU_EMIT
  }]>, HelpText<"What to write">;
def quiet : Flag<["--"], "quiet">, Speaks, Group<output_group>, HelpText<"No verdict lines, only diagnostics">;
def verbose : Flag<["--"], "verbose">, Runs, Group<output_group>, HelpText<"Show what nvcc and the assembler said">;
def quiet_short : Flag<["-"], "q">, Speaks, Alias<quiet>;

// ---- build
def MD : Flag<["-"], "MD">, Compiles, Group<build_group>, HelpText<"Write a dependency file beside the output">;
def MF : JoinedOrSeparate<["-"], "MF">, Compiles, Group<build_group>, MetaVarName<"<file>">,
  HelpText<"Write the dependency file there">;
def MT : JoinedOrSeparate<["-"], "MT">, Compiles, Group<build_group>, MetaVarName<"<target>">,
  HelpText<"Target in the dependency file, instead of the outputs; may be given several times">;
def MP : Flag<["-"], "MP">, Compiles, Group<build_group>,
  HelpText<"Add an empty rule for each header, so that a removed one does not stop the build">;

// ---- proof
def arch_EQ : CommaJoined<["--"], "arch=">, Visibility<[CompileVis, RunVis]>, Group<output_group>, MetaVarName<"<chip>,...">,
  ValuesCode<[{
#define EXOGPU_TARGET(name, text, ...) text ","
    static constexpr const char VALUES_CODE[] =
#include "codegen/target/targets.def"
    ;
#undef EXOGPU_TARGET
  }]>, HelpText<"The chips that the code is for (default sm_90a)">;
def verify_EQ : Joined<["--"], "verify=">, Compiles, Group<proof_group>, MetaVarName<"<how>">, Values<"full,off">,
  HelpText<"off: prove nothing; CUDA is then written behind an #error">;
def smt_budget_EQ : Joined<["--"], "smt-budget=">, Proves, Group<proof_group>, MetaVarName<"<n>">,
  HelpText<"Steps of the solver (Z3's rlimit) for one query (default 20000000)">;
def smt_dump_EQ : Joined<["--"], "smt-dump=">, Proves, Group<proof_group>, MetaVarName<"<dir>">,
  HelpText<"Write each query as SMT-LIB to <dir>/<proc>/">;
def cache_EQ : Joined<["--"], "cache=">, Visibility<[CompileVis, CheckVis, RunVis, ExplainVis, CacheVis]>, Group<proof_group>, MetaVarName<"<dir>">,
  HelpText<"Keep verdicts in <dir>; 'off': nowhere (default $XDG_CACHE_HOME/exogpu or ~/.cache/exogpu)">;
def jobs_EQ : Joined<["--"], "jobs=">, Proves, Group<proof_group>, MetaVarName<"<n>">,
  HelpText<"Prove so many procs at a time (default: one a processor)">;

def simulate : Flag<["--"], "simulate">, Runs, Group<run_group>,
  HelpText<"Run in the simulator too, which finds races; without --gpu it always does">;
def gpu : Flag<["--"], "gpu">, Runs, Group<run_group>,
  HelpText<"Prove, compile with nvcc and run on the first CUDA device too">;

// ---- schedules
def schedule_EQ : Joined<["--"], "schedule=">, Proves, Group<schedule_group>, MetaVarName<"<file>">,
  HelpText<"Apply a trace, or a script (*.cpp) that makes one, each step proved">;
def knob_EQ : Joined<["--"], "knob=">, Proves, Group<schedule_group>, MetaVarName<"<name>=<n>">,
  HelpText<"Give a knob of the schedule another value; may be given several times">;
def json : Flag<["--"], "json">, Visibility<[StepsVis]>, Group<output_group>, HelpText<"As JSON">;

// ---- explain
def at : JoinedOrSeparate<["--"], "at">, Visibility<[ExplainVis]>, Group<general_group>, MetaVarName<"<file>:<line>">,
  HelpText<"Explain a line instead of a code">;
def warnings : Flag<["--"], "warnings">, Visibility<[ExplainVis]>, Group<general_group>,
  HelpText<"List the warnings that -W takes, instead of explaining a code">;

// ---- run
def seed_EQ : Joined<["--"], "seed=">, Runs, Group<run_group>, MetaVarName<"<n>">,
  HelpText<"Seed of the contents of the tensors (default 1)">;
def max_steps_EQ : Joined<["--"], "max-steps=">, Runs, Group<run_group>, MetaVarName<"<n>">,
  HelpText<"Give up the simulation after <n> operations (default 200000000)">;

// ---- diagnostics
def diagnostics_EQ : CommaJoined<["--"], "diagnostics=">, Everywhere, Group<diagnostics_group>,
  MetaVarName<"<format>[:<file>],...">, Values<"text,json,sarif">,
  HelpText<"Formats of the diagnostics, each to standard error or to a file">;
def color_EQ : Joined<["--"], "color=">, Everywhere, Group<diagnostics_group>, MetaVarName<"<when>">,
  Values<"auto,always,never">, HelpText<"Colours; auto: on a terminal, unless NO_COLOR is set">;
def error_limit_EQ : Joined<["--"], "error-limit=">, Reads, Group<diagnostics_group>, MetaVarName<"<n>">,
  HelpText<"Show at most <n> errors (0: all, the default)">;
def w : Flag<["-"], "w">, Reads, Group<diagnostics_group>, HelpText<"Show no warnings">;
def W_Joined : Joined<["-"], "W">, Reads, Group<diagnostics_group>, MetaVarName<"[no-][error=]<name>">,
  HelpText<"Switch a warning on or off, or make it an error; -Werror makes all of them errors. 'exogpu explain --warnings' lists the names">;
def no_watchdog : Flag<["--"], "no-watchdog">, Reads, Group<general_group>,
  HelpText<"Work in this process: for debuggers; a crash or a killed solver is then not explained">;
def timeout_EQ : Joined<["--"], "timeout=">, Reads, Group<general_group>, MetaVarName<"<seconds>">,
  HelpText<"Give up after so many seconds (0: never; default 600). Proofs are limited by --smt-budget, not by this">;
