#pragma once
// exogpu's vocabulary: annotated *sequential* C++20 that also runs on a GPU.
//
// Compiled by an ordinary compiler the annotations do nothing, or next to nothing, and that run is the meaning of the
// program. Given to `exogpu`, the same file becomes CUDA that computes the same. There are no attributes, no pragmas
// and no macros. Each header below is one chapter of the vocabulary; this file is their table of contents.
//
// That run rounds each operation on its own and wraps integers: compile it with -ffp-contract=off -fwrapv.
#ifdef __FAST_MATH__
#error "exogpu: -ffast-math changes results, and the plain run is the meaning of the program: compile without it"
#endif
#include <exogpu/collectives.h>  // warp_sum, shuffle_xor, block_sum, …
#include <exogpu/contracts.h>    // require, assume, same, may_alias, fp, instruction
#include <exogpu/copies.h>       // fence, copy, cp_async, commit_group, atomics
#include <exogpu/loops.h>        // blocks, tasks, warpgroups, warps, groups, threads, lanes, one_thread, seq, unroll
#include <exogpu/math.h>         // fma, min, max, exp, log, sqrt, …
#include <exogpu/scalars.h>      // int8 … uint64, f16, bf16, ceil_div
#include <exogpu/tensor.h>       // tensor, dense, strided, shared, reg, window
