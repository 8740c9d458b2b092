// The schedule of matmul.cpp: three loops become the tiled, double-buffered product of chapter 3.
#include <exogpu/schedule.h>

#include <string>

using exo::kind;
using exo::memory;
using exo::side;
using exo::tail;

namespace {

/// A loop of an ordered nest: the order is made by swapping neighbours.
void sink(exo::proc_schedule& s, const exo::place& loop, int levels) {
  for (int i = 0; i < levels; ++i) s.reorder_loops(loop);
}

/// One more dimension for each of the loops around a buffer, innermost first, and the declaration outside of them.
void spread(exo::proc_schedule& s, const exo::place& buffer, int size, const char* index, int levels = 1) {
  s.expand_dim(buffer, size, index);
  s.lift_alloc(buffer, levels);
}

/// Every loop of this name is written out by the emitter.
void unroll_all(exo::proc_schedule& s, const char* name, int count) {
  for (int i = 0; i < count; ++i) s.bind(s.loop(name, count > 1 ? i : -1), kind::unroll);
}

/// A store behind a load: the loads of all iterations of `loop` first, through registers, then the stores.
void load_first(exo::proc_schedule& s, const char* store, const char* name, int size, const char* index) {
  s.bind_expr(store, name);
  const auto registers = s.alloc(name);
  spread(s, registers, size, index);
  s.fission(s.stmt(std::string(name) + "[_] = _"), 1);
}

}  // namespace

void schedule(exo::program& program) {
  auto s = program.proc("matmul");
  s.stage_mem(s.loop("j").body(), "C[i][j]:[1, 1]", "acc", memory::reg);

  // A block computes 128 x 128 elements; what lies outside of C is guarded.
  s.divide_loop("i", 128, "bm", "i", tail::guard);
  s.divide_loop("j", 128, "bn", "j", tail::guard);
  s.lift_scope("bn");
  s.reorder_loops("i");
  s.lift_scope("j");

  // 128 threads: four warps as 2 x 2, lanes as 4 x 8; a thread has 16 rows, 4 apart, and twice 4 columns.
  s.divide_loop("i", 64, "wi", "i", tail::perfect);
  s.divide_loop("i", 4, "ii", "li", tail::perfect);
  s.divide_loop("j", 64, "h", "j", tail::perfect);
  s.divide_loop("j", 32, "wj", "j", tail::perfect);
  s.divide_loop("j", 4, "lj", "jj", tail::perfect);
  const auto ii = s.loop("ii"), h = s.loop("h"), li = s.loop("li");
  sink(s, ii, 1);
  sink(s, h, 2);
  sink(s, ii, 2);
  sink(s, li, 1);
  const auto t = s.loop("wi");
  s.mult_loops(t, "w");
  s.mult_loops(t, "u");
  s.mult_loops(t, "t");
  s.simplify(t);

  // The accumulator: one element for each thread and each of its 16 x 2 x 4.
  const auto acc = s.alloc("acc");
  spread(s, acc, 4, "jj", 3);
  spread(s, acc, 2, "h");
  spread(s, acc, 16, "ii");
  spread(s, acc, 128, "t");
  const auto k = s.loop("k");
  s.fission(s.stmt("acc[_] = 0.0f"), 6);
  s.fission(k, 6);

  // Steps of 8 along k, outside of the threads; what is left of K is added behind.
  s.lift_scope(k);
  s.lift_scope(k);
  for (const char* outer : {"jj", "h", "ii", "t"}) s.reorder_loops(s.loop(outer, 1));
  s.divide_loop(k, 8, "ko", "k", tail::cut);
  s.reorder_loops(s.loop("k", 0));
  s.reorder_loops(s.loop("k", 1));

  // Tiles of A and B in shared memory, zero outside of the matrices; so nothing needs a guard until C is written.
  const auto step = s.loop("ko").body();
  s.stage_mem(step, "B[ko * 8][bn * 128]:[8, 128]", "Bs", memory::shared);
  s.stage_mem(step, "A[bm * 128][ko * 8]:[128, 8]", "As", memory::shared);
  for (int nest = 0; nest < 2; ++nest) {
    s.drop_guard(s.stmt("if _ < N", 0));
    s.drop_guard(s.stmt("if _ < M", 0));
  }

  // The tiles are copied by all threads; rows of As are padded, and there are two tiles of each.
  const auto As = s.alloc("As"), Bs = s.alloc("Bs");
  s.resize_dim(As, 1, 12);
  s.mult_loops("As_0", "e");
  s.divide_loop("e", 128, "s", "t", tail::perfect);
  s.reorder_loops("s");
  s.reorder_loops("Bs_0");
  spread(s, As, 2, "ko % 2");
  spread(s, Bs, 2, "ko % 2");
  const auto work = s.loop("t", 1);
  s.fuse(work);

  // What a thread loads travels through its registers.
  load_first(s, "As[_] = _", "a", 8, "s");
  load_first(s, "Bs[_] = _", "b", 8, "Bs_0");

  // The next step is loaded while this one is multiplied, and stored behind.
  s.advance(work, 1);
  s.lift_scope(work);
  s.lift_scope(s.loop("t", 2));
  s.fuse(work);
  s.lift_alloc("a", 1);
  s.lift_alloc("b", 1);
  s.reorder_stmts(s.loop("s", 1));
  s.fission(s.loop("Bs_0", 0), 1);
  s.reorder_stmts(s.stmt("if ko + 1 < K / 8", 1));

  // Four values of k at a time, inside of a row: a row of As is then one 16-byte access, and 4 x 8 of Bs stay in registers.
  s.divide_loop(s.loop("k", 0), 4, "q", "k", tail::perfect);
  s.reorder_loops(s.loop("k", 0));
  s.stage_mem(s.loop("k", 0), "As[ko % 2][t / 64 * 64 + (ii * 4 + t / 8 % 4)][q * 4]:[1, 1, 4]", "row", memory::local);

  // Who executes, and where the threads of a block meet.
  s.add_fence(work, side::after);
  s.bind("bm", kind::blocks);
  s.bind("bn", kind::blocks);
  for (int nest = 0; nest < 4; ++nest) s.bind(s.loop("t", nest), kind::threads);
  for (const char* name : {"ii", "h", "jj"}) unroll_all(s, name, 4);
  for (const char* name : {"s", "Bs_0"}) unroll_all(s, name, 2);
  for (const char* name : {"q", "k"}) s.bind(s.loop(name, 0), kind::unroll);
}
