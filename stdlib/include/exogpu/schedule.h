#pragma once
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

enum class kind { seq, unroll, blocks, tasks, warpgroups, warps, threads, lanes };
namespace detail {
constexpr const char* word(kind value) {
  constexpr const char* words[] = {"seq", "unroll", "blocks", "tasks", "warpgroups", "warps", "threads", "lanes"};
  return words[static_cast<int>(value)];
}
}  // namespace detail
enum class memory { local, shared, reg };
namespace detail {
constexpr const char* word(memory value) {
  constexpr const char* words[] = {"local", "shared", "reg"};
  return words[static_cast<int>(value)];
}
}  // namespace detail
enum class side { before, after };
namespace detail {
constexpr const char* word(side value) {
  constexpr const char* words[] = {"before", "after"};
  return words[static_cast<int>(value)];
}
}  // namespace detail
enum class tail { perfect, guard, cut };
namespace detail {
constexpr const char* word(tail value) {
  constexpr const char* words[] = {"perfect", "guard", "cut"};
  return words[static_cast<int>(value)];
}
}  // namespace detail

/// The schedule of one proc.
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

  /// Replaces a loop of n iterations by an outer loop over runs of `factor` iterations and an inner loop over one
  /// run. What is left over: `perfect` proves that nothing is, `guard` puts an if around the body, `cut` adds a
  /// loop.
  /// Legal when: The loop has step 1; `perfect` needs the contracts to imply that factor divides the number of
  /// iterations.
  void divide_loop(const place& loop_, int factor, text outer, text inner, exo::tail tail, script_line here = script_line::current()) {
    step("divide_loop", here, loop_, factor, outer, inner, text(detail::word(tail)));
  }

  /// Makes one loop out of two perfectly nested ones: i and j become m / n and m % n.
  /// Legal when: The inner loop is the only statement of the outer one; both begin at 0 with step 1 and the inner
  /// one has a constant number of iterations.
  void mult_loops(const place& outer, text name, script_line here = script_line::current()) {
    step("mult_loops", here, outer, name);
  }

  /// Swaps a loop and the loop that is its only statement.
  /// Legal when: The bounds of the inner loop do not depend on the outer one, and no iteration (i, j) conflicts
  /// with an iteration (i', j') that it now runs on the other side of: i < i' and j > j'.
  void reorder_loops(const place& outer, script_line here = script_line::current()) {
    step("reorder_loops", here, outer);
  }

  /// Swaps a loop or an if with the loop or the if that holds nothing else.
  /// Legal when: As for reorder_loops; a condition that is lifted depends on nothing that the loop changes.
  void lift_scope(const place& inner, script_line here = script_line::current()) {
    step("lift_scope", here, inner);
  }

  /// Splits the `lifts` loops and ifs around a statement behind it: first everything up to it, then the rest.
  /// Legal when: What stands behind it in one iteration does not conflict with what stands before it in a later
  /// iteration, and uses no local that is declared before it.
  void fission(const place& after, int lifts, script_line here = script_line::current()) {
    step("fission", here, after, lifts);
  }

  /// Joins a loop or an if with the next one, which has the same bounds or condition.
  /// Legal when: Nothing in the second loop conflicts with a later iteration of the first.
  void fuse(const place& first, script_line here = script_line::current()) {
    step("fuse", here, first);
  }

  /// Splits the range of a loop: first the iterations below `at`, then the rest.
  /// Legal when: `at` lies between the bounds, provably.
  void cut_loop(const place& loop_, text at, script_line here = script_line::current()) {
    step("cut_loop", here, loop_, at);
  }

  /// Lets a loop begin at `begin`; its iterator is replaced by itself plus the distance.
  /// Legal when: Always: the iterations stay what they were.
  void shift_loop(const place& loop_, text begin, script_line here = script_line::current()) {
    step("shift_loop", here, loop_, begin);
  }

  /// Removes an if and keeps its body: the iterations of a tail compute too, into elements that nobody looks at.
  /// Legal when: Its body only writes buffers of the proc, stays in range without the condition, and no element
  /// that it writes when the condition is false is read outside of it or when it is true.
  void drop_guard(const place& guard, script_line here = script_line::current()) {
    step("drop_guard", here, guard);
  }

  /// Runs the statements of a loop body up to this one `distance` iterations ahead: the loop begins that much
  /// earlier, its first iterations only load, its last ones only compute.
  /// Legal when: They do not conflict with the rest of the body in the `distance` iterations before, and share no
  /// local with it.
  void advance(const place& upto, int distance, script_line here = script_line::current()) {
    step("advance", here, upto, distance);
  }

  /// Writes out the iterations of a loop.
  /// Legal when: The number of iterations is a constant of at most 1024.
  void unroll_loop(const place& loop_, script_line here = script_line::current()) {
    step("unroll_loop", here, loop_);
  }

  /// Swaps a statement and the one behind it.
  /// Legal when: They do not conflict, and the second uses nothing that the first declares.
  void reorder_stmts(const place& first, script_line here = script_line::current()) {
    step("reorder_stmts", here, first);
  }

  /// Says who executes the iterations of a loop.
  /// Legal when: Always for the sequential meaning; a parallel loop begins at 0 with step 1. That its iterations
  /// may run at once is proved for the whole program, together with its fences.
  void bind(const place& loop_, exo::kind kind, script_line here = script_line::current()) {
    step("bind", here, loop_, text(detail::word(kind)));
  }

  /// Lets a statement (or the body of a loop) work on a copy of a window of a buffer: copied in before if it reads
  /// what it did not write itself, copied out behind if it writes.
  /// Legal when: Every access of the buffer in the scope lies inside the window, provably, and no other name
  /// reaches the same memory. Where clipped windows read zeros, clipped windows write inside of the buffer;
  /// cp_async keeps global and shared memory.
  void stage_mem(const place& scope, text window, text name, exo::memory memory, script_line here = script_line::current()) {
    step("stage_mem", here, scope, window, name, text(detail::word(memory)));
  }

  /// Lets the value of a store travel through a buffer of one element: first the value, then the store.
  /// Legal when: Always: the value is computed at the same place.
  void bind_expr(const place& store, text name, script_line here = script_line::current()) {
    step("bind_expr", here, store, name);
  }

  /// Gives a buffer one more dimension in front, and every access this index. A buffer of one element becomes a
  /// row.
  /// Legal when: 0 <= index < size at every access, and the index is one value as long as the buffer lives. No
  /// clipped window may leave out the only element of a buffer.
  void expand_dim(const place& alloc_, int size, text index, script_line here = script_line::current()) {
    step("expand_dim", here, alloc_, size, index);
  }

  /// Moves the declaration of a buffer out of loops and ifs.
  /// Legal when: No iteration reads an element that it did not write itself; a buffer that begins as zero stays
  /// inside its loops.
  void lift_alloc(const place& alloc_, int levels, script_line here = script_line::current()) {
    step("lift_alloc", here, alloc_, levels);
  }

  /// Changes the extent of a dimension, for instance to pad rows.
  /// Legal when: Every access stays inside, provably, and no collective works along the dimension. Clipped windows
  /// leave out what they left out, so they lie inside of both extents.
  void resize_dim(const place& alloc_, int dim, int size, script_line here = script_line::current()) {
    step("resize_dim", here, alloc_, dim, size);
  }

  /// Says where a buffer lives.
  /// Legal when: Always for the sequential meaning, but what cp_async fills stays shared; owners and visibility
  /// are proved for the whole program.
  void set_memory(const place& alloc_, exo::memory memory, script_line here = script_line::current()) {
    step("set_memory", here, alloc_, text(detail::word(memory)));
  }

  /// Puts a fence before or behind a statement.
  /// Legal when: Always: a fence does nothing in the sequential program. Where it may stand is checked for the
  /// whole program.
  void add_fence(const place& at, exo::side side, script_line here = script_line::current()) {
    step("add_fence", here, at, text(detail::word(side)));
  }

  /// Simplifies index arithmetic, and removes conditions that always hold and code that never runs.
  /// Legal when: Each replaced expression is equal for all values that reach it, provably.
  void simplify(const place& scope, script_line here = script_line::current()) {
    step("simplify", here, scope);
  }

 private:
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
