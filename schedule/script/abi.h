#pragma once
// What a compiled script calls: plain C functions, found by name when the script is linked in the child process. The
// declarations here and those in exogpu/schedule.h (which the table of steps generates) are the same.
#include <cstdint>

namespace exogpu::script {

/// An argument of a step: a number, a text, or a place (by handle, or by text when the handle is negative).
struct AbiArgument {
  int kind;  ///< 0 number, 1 text, 2 place
  long long number;
  const char* text;
  int handle;
};

class Session;

}  // namespace exogpu::script

extern "C" {
int exogpu_schedule_proc(void* session, const char* name, const char* file, unsigned line);
int exogpu_schedule_find(void* session, int proc, int kind, const char* text, int nth, const char* file, unsigned line);
int exogpu_schedule_body(void* session, int handle);
void exogpu_schedule_step(void* session, int proc, const char* step, const exogpu::script::AbiArgument* arguments,
                          int count, const char* file, unsigned line);
long long exogpu_schedule_knob(void* session, const char* name, const long long* choices, int count, const char* file,
                               unsigned line);
void exogpu_schedule_print(void* session, int proc);
}
