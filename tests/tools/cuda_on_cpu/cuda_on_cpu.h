#pragma once
// CUDA on the CPU, for tests of emitted kernels on machines without a GPU: each thread of a block is a fiber, blocks run
// one after another. It is hostile where CUDA promises nothing: fibers run in an order that a seed picks, asynchronous
// copies read and write only when a wait forces them, shared memory starts as NaNs. A barrier that not all of its threads
// reach is reported and ends the program. Text that is not C++ (launches, shared declarations) is rewritten by rewrite.h
// before it is compiled against this header.
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>
#include <vector>

#define __global__ static
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __restrict__ __restrict
#define __align__(n)

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  dim3(unsigned x_, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(8) uint2 { unsigned x, y; };

namespace cuda_on_cpu {

struct PendingCopy {
  void* to;
  const void* from;
  int bytes, valid;
};
struct Fiber {
  ucontext_t context;
  unsigned tid = 0;
  bool done = false;
  std::function<bool()> blocked;  ///< set while the fiber waits; true while it must go on waiting
  std::vector<std::vector<PendingCopy>> groups;
  std::vector<PendingCopy> open;
};
/// A meeting place: a generation ends when `wanted` threads have come.
struct Barrier {
  unsigned arrived = 0, generation = 0;
};

struct Machine {
  ucontext_t scheduler;
  std::vector<std::unique_ptr<Fiber>> fibers;
  Fiber* current = nullptr;
  dim3 thread{0, 0, 0}, block{0, 0, 0}, grid{1}, size{1};
  std::map<std::pair<int, unsigned long long>, Barrier> barriers;
  std::map<int, std::vector<unsigned char>> shared;
  std::uint64_t slots[1024] = {};
  std::uint64_t random = 1;
  bool in_order = false;
  char* stacks = nullptr;
  std::function<void()> kernel;
};
/// EXOGPU_SEED in the environment picks the order of fibers. 0: always that of their numbers, so that even a program with
/// races does what its sequential run does, provided that a barrier stands behind each of its thread loops.
inline Machine& machine() {
  static Machine m = [] {
    Machine made;
    const char* text = std::getenv("EXOGPU_SEED");
    const std::uint64_t seed = text ? std::strtoull(text, nullptr, 10) : 1;
    made.random = seed * 2 + 1;
    made.in_order = seed == 0;
    return made;
  }();
  return m;
}
inline std::uint64_t nextRandom() {
  auto& r = machine().random;
  r ^= r << 13, r ^= r >> 7, r ^= r << 17;
  return r;
}

[[noreturn]] inline void stop(const char* what) {
  std::fprintf(stderr, "cuda_on_cpu: %s\n", what);
  std::exit(3);
}

inline void yield() { swapcontext(&machine().current->context, &machine().scheduler); }

/// Waits for `wanted` threads at barrier (kind, key).
inline void meet(int kind, unsigned long long key, unsigned wanted) {
  auto& barrier = machine().barriers[{kind, key}];
  const auto generation = barrier.generation;
  if (++barrier.arrived == wanted) {
    barrier.arrived = 0;
    ++barrier.generation;
    if (machine().in_order) yield();  // the last to come goes on last
    return;
  }
  machine().current->blocked = [&barrier, generation] { return barrier.generation == generation; };
  yield();
}

constexpr std::size_t kStack = 256 * 1024;

inline void fiberMain() {
  machine().kernel();
  machine().current->done = true;
  yield();
}

/// Runs every thread of one block to its end.
inline void runBlock(unsigned threads) {
  auto& m = machine();
  m.fibers.clear();
  m.barriers.clear();
  for (auto& [site, bytes] : m.shared) std::fill(bytes.begin(), bytes.end(), static_cast<unsigned char>(0xFF));
  for (unsigned t = 0; t < threads; ++t) {
    m.fibers.push_back(std::make_unique<Fiber>());
    auto& fiber = *m.fibers.back();
    fiber.tid = t;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = m.stacks + t * kStack;
    fiber.context.uc_stack.ss_size = kStack;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, fiberMain, 0);
  }
  std::vector<Fiber*> alive;
  for (auto& fiber : m.fibers) alive.push_back(fiber.get());
  while (!alive.empty()) {
    bool progress = false;
    for (std::size_t i = m.in_order ? 0 : alive.size(); i > 1; --i) std::swap(alive[i - 1], alive[nextRandom() % i]);
    for (auto* fiber : alive) {
      if (fiber->blocked && fiber->blocked()) continue;
      fiber->blocked = nullptr;
      progress = true;
      m.current = fiber;
      m.thread.x = fiber->tid;
      swapcontext(&m.scheduler, &fiber->context);
    }
    alive.erase(std::remove_if(alive.begin(), alive.end(), [](Fiber* f) { return f->done; }), alive.end());
    if (!progress) stop("deadlock: threads wait at a barrier that others never reach");
  }
  for (const auto& fiber : m.fibers) {
    bool flying = !fiber->open.empty();
    for (const auto& group : fiber->groups) flying = flying || !group.empty();  // a group may be empty
    if (flying) stop("a thread ended with asynchronous copies in flight");
  }
}

inline void launch(dim3 grid, unsigned threads, std::size_t, void*, std::function<void()> kernel) {
  auto& m = machine();
  if (!m.stacks)
    m.stacks = static_cast<char*>(mmap(nullptr, 1024 * kStack, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 || grid.z > 65535 || threads == 0 || threads > 1024)
    stop("a launch that CUDA would refuse");
  m.kernel = std::move(kernel);
  m.grid = grid, m.size = dim3(threads);
  m.shared.clear();
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        m.block = dim3(x, y, z);
        runBlock(threads);
      }
}

/// The storage of one `__shared__` declaration.
template <class Array>
Array& shared(int site) {
  auto& bytes = machine().shared[site];
  if (bytes.empty()) bytes.assign(sizeof(Array) + 16, 0xFF);
  auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
  return *reinterpret_cast<Array*>((address + 15) / 16 * 16);
}
inline unsigned char* dynamicShared() { return shared<unsigned char[232448]>(-1); }

inline void complete(const PendingCopy& copy) {
  std::memset(copy.to, 0, static_cast<std::size_t>(copy.bytes));
  std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.valid));
}

/// Every lane of the mask gives a value, then takes that of another lane.
template <class T>
T exchange(unsigned mask, T value, unsigned from) {
  static_assert(sizeof(T) <= 8);
  auto& m = machine();
  const unsigned warp = m.current->tid / 32 * 32, lane = m.current->tid % 32;
  if (!(mask >> lane & 1)) stop("a lane takes part in a shuffle whose mask lacks it");
  if (!(mask >> from & 1)) from = lane;  // undefined on the device; only ever discarded by emitted code
  const unsigned count = static_cast<unsigned>(__builtin_popcount(mask));
  const auto key = static_cast<unsigned long long>(warp) << 32 | mask;
  std::memcpy(&m.slots[warp + lane], &value, sizeof value);
  meet(2, key, count);
  T result;
  std::memcpy(&result, &m.slots[warp + from], sizeof result);
  meet(3, key, count);
  return result;
}

}  // namespace cuda_on_cpu

#define threadIdx (cuda_on_cpu::machine().thread)
#define blockIdx (cuda_on_cpu::machine().block)
#define gridDim (cuda_on_cpu::machine().grid)
#define blockDim (cuda_on_cpu::machine().size)

// ---- what kernels call ----------------------------------------------------------------------------------------------
inline void __syncthreads() { cuda_on_cpu::meet(0, 0, blockDim.x); }
inline void __syncwarp(unsigned mask = 0xffffffffu) {
  const auto warp = static_cast<unsigned long long>(threadIdx.x / 32);
  cuda_on_cpu::meet(1, warp << 32 | mask, static_cast<unsigned>(__builtin_popcount(mask)));
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes) {
  return cuda_on_cpu::exchange(mask, value, (threadIdx.x % 32) ^ static_cast<unsigned>(lanes));
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, int delta, int width = 32) {
  const unsigned lane = threadIdx.x % 32, first = lane / static_cast<unsigned>(width) * static_cast<unsigned>(width);
  const unsigned step = static_cast<unsigned>(delta);
  return cuda_on_cpu::exchange(mask, value, lane >= first + step ? lane - step : lane);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, int delta, int width = 32) {
  const unsigned lane = threadIdx.x % 32, w = static_cast<unsigned>(width), last = lane / w * w + w;
  const unsigned step = static_cast<unsigned>(delta);
  return cuda_on_cpu::exchange(mask, value, lane + step < last ? lane + step : lane);
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
  const unsigned w = static_cast<unsigned>(width), first = threadIdx.x % 32 / w * w;
  return cuda_on_cpu::exchange(mask, value, first + static_cast<unsigned>(from) % w);
}
template <class T, class U>
T atomicAdd(T* address, U value) {
  const T old = *address;
  if constexpr (std::is_same_v<T, int>)
    *address = static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value));
  else
    *address = static_cast<T>(old + value);
  return old;
}
template <class T, class U>
T atomicMin(T* address, U value) {
  const T old = *address;
  *address = std::min<T>(old, value);
  return old;
}
template <class T, class U>
T atomicMax(T* address, U value) {
  const T old = *address;
  *address = std::max<T>(old, value);
  return old;
}
inline float __fmul_rn(float a, float b) { return a * b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline double __dsqrt_rn(double x) { return std::sqrt(x); }
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a < b ? b : a; }
inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
inline long long min(long long a, long long b) { return a < b ? a : b; }
inline long long max(long long a, long long b) { return a < b ? b : a; }
inline unsigned long long min(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
/// The GPU's min and max: a number wins over a NaN, and -0 is less than +0, which C leaves open. rewrite.h puts the namespace
/// before the calls of kernels, so that those of launchers, `std::fmax`, stay the host's.
namespace cuda_on_cpu {
template <class T>
T smaller(T a, T b) { return a == 0 && b == 0 ? (std::signbit(a) ? a : b) : std::fmin(a, b); }
template <class T>
T larger(T a, T b) { return a == 0 && b == 0 ? (std::signbit(a) ? b : a) : std::fmax(a, b); }
inline float fminf(float a, float b) { return smaller(a, b); }
inline float fmaxf(float a, float b) { return larger(a, b); }
inline double fmin(double a, double b) { return smaller(a, b); }
inline double fmax(double a, double b) { return larger(a, b); }
}  // namespace cuda_on_cpu
inline float min(float a, float b) { return cuda_on_cpu::smaller(a, b); }
inline float max(float a, float b) { return cuda_on_cpu::larger(a, b); }
inline double min(double a, double b) { return cuda_on_cpu::smaller(a, b); }
inline double max(double a, double b) { return cuda_on_cpu::larger(a, b); }

// Twins of the emitted helpers that are made of machine instructions (`is_machine` in codegen/cuda/support.def).
template <int Bytes>
void cp_async(void* to, const void* from, int valid = Bytes) {
  const auto misaligned = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % Bytes != 0; };
  if (valid < 0 || valid > Bytes || misaligned(to) || (valid > 0 && misaligned(from)))
    cuda_on_cpu::stop("cp.async with a size or address that the hardware refuses");
  cuda_on_cpu::machine().current->open.push_back({to, from, Bytes, valid});
}
inline void cp_async_commit() {
  auto& fiber = *cuda_on_cpu::machine().current;
  fiber.groups.push_back(std::move(fiber.open));
  fiber.open.clear();
}
template <int Pending>
void cp_async_wait() {
  auto& groups = cuda_on_cpu::machine().current->groups;
  while (groups.size() > Pending) {
    for (const auto& copy : groups.front()) cuda_on_cpu::complete(copy);
    groups.erase(groups.begin());
  }
}
inline void barrier_sync(int number, int threads) {
  if (number < 1 || number > 15 || threads % 32 != 0) cuda_on_cpu::stop("a named barrier that does not exist");
  cuda_on_cpu::meet(4, static_cast<unsigned long long>(number), static_cast<unsigned>(threads));
}
inline void refuse_fast_math() {}

// ---- what launchers call --------------------------------------------------------------------------------------------
using cudaStream_t = void*;
enum cudaError_t { cudaSuccess = 0 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount };
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline const char* cudaGetErrorString(cudaError_t) { return "no error"; }
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) { return *value = 2, cudaSuccess; }
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
  return *blocks = 1, cudaSuccess;
}

// ---- what the program around a launcher calls -----------------------------------------------------------------------
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  *data = std::aligned_alloc(256, bytes / 256 * 256 + 256);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  if (bytes > 0) std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
using cudaEvent_t = int;
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return *event = 0, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) { return *milliseconds = 0, cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
