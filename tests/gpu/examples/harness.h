#pragma once
// What the chapters' GPU tests share: tensors that exist on the host, for the sequential run, and on the device, for
// the emitted kernel; a case that runs both on the same inputs and compares every byte of every tensor; the printed
// lines.
//
// Outputs start as a NaN pattern on both sides, so an element that is not written is seen. On the device each tensor
// stands between two guards of another NaN pattern, which must survive. Under a sanitizer (--exact) allocations have
// the tensor's exact size instead, and --fresh leaves outputs unwritten, so that initcheck sees reads before writes.
#include <cuda_runtime_api.h>
#include <exogpu/exogpu.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

namespace gpu {

struct Options {
  bool small = false;  ///< only sizes that a sanitizer gets through
  bool exact = false;  ///< allocations without guards
  bool fresh = false;  ///< outputs stay as allocated, unless their old contents count
};
inline Options options;
inline int runs = 0, failures = 0;

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(4);
}

// A NaN as float, as f16 and as bf16, whichever half word it begins with.
constexpr std::uint16_t poison = 0x7fd1, first_guard = 0x7fe0;
constexpr std::size_t guard_bytes = 1 << 16;

inline void fill(void* to, std::size_t bytes, std::uint16_t pattern) {
  auto* at = static_cast<unsigned char*>(to);
  for (std::size_t i = 0; i < bytes; ++i) at[i] = static_cast<unsigned char>(i % 2 == 0 ? pattern & 255 : pattern >> 8);
}

/// Device memory of one tensor, `offset` bytes behind a 256-byte boundary.
class Memory {
 public:
  Memory(std::size_t bytes, std::size_t offset) : bytes_(bytes), front_(options.exact ? offset : guard_bytes + offset) {
    if (bytes == 0) return;  // an empty tensor is null
    total_ = front_ + bytes + (options.exact ? 0 : guard_bytes);
    void* base = nullptr;
    check(cudaMalloc(&base, total_), "cudaMalloc");
    base_ = static_cast<unsigned char*>(base);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(base_); }
  void* data() const { return base_ == nullptr ? nullptr : base_ + front_; }

  void upload(const void* content) {
    if (base_ == nullptr) return;
    if (!options.exact) {
      std::vector<unsigned char> guards(front_ > guard_bytes ? front_ : guard_bytes);
      fill(guards.data(), guards.size(), guard_);
      check(cudaMemcpy(base_, guards.data(), front_, cudaMemcpyHostToDevice), "guard");
      check(cudaMemcpy(base_ + front_ + bytes_, guards.data(), guard_bytes, cudaMemcpyHostToDevice), "guard");
    }
    if (content != nullptr) check(cudaMemcpy(data(), content, bytes_, cudaMemcpyHostToDevice), "upload");
  }
  void download(void* to) const {
    if (base_ != nullptr) check(cudaMemcpy(to, data(), bytes_, cudaMemcpyDeviceToHost), "download");
  }
  bool guards_intact() const {
    return base_ == nullptr || options.exact ||
           (is_guard(base_, front_) && is_guard(base_ + front_ + bytes_, guard_bytes));
  }

 private:
  bool is_guard(const unsigned char* from, std::size_t bytes) const {
    std::vector<unsigned char> got(bytes), want(bytes);
    check(cudaMemcpy(got.data(), from, bytes, cudaMemcpyDeviceToHost), "guard");
    fill(want.data(), bytes, guard_);
    return got == want;
  }
  std::size_t bytes_, front_, total_ = 0;
  unsigned char* base_ = nullptr;
  // Another one each: what is read outside one tensor and written outside another must be seen.
  static inline unsigned count_ = 0;
  std::uint16_t guard_ = static_cast<std::uint16_t>(first_guard + count_++ % 16);
};

/// How far result and sequential result may be apart, for element i with this sequential value. None: the same bits.
using Bound = std::function<double(long long i, double want)>;

enum class Values {
  random,  ///< in [-1, 1); integers: any bits
  edge     ///< the same with zeros of both signs, subnormals and the ends of the range among them
};

enum class Role { input, output, inout };

/// One tensor on both sides; what a case knows of it.
class Operand {
 public:
  virtual ~Operand() = default;
  virtual void upload() = 0;
  /// Compares what the device has with what the sequential run left. Words for a difference, or nothing.
  virtual std::string compare() = 0;
  bool is_bitwise = true;
  double worst = 0;  ///< of the differences, as a part of the bound
};

template <class T>
class Tensor : public Operand {
 public:
  Tensor(std::string name, long long count, int offset, Role role, Bound bound)
      : name_(std::move(name)),
        count_(count),
        offset_(offset),
        role_(role),
        bound_(std::move(bound)),
        device_(static_cast<std::size_t>(count) * sizeof(T), static_cast<std::size_t>(offset) * sizeof(T)) {
    is_bitwise = !bound_;
    if (count > 0) memory_.reset(static_cast<T*>(::operator new (all_bytes(), std::align_val_t{256})));
    if (count > 0) fill(host(), bytes(), poison);
  }
  T* host() const { return memory_ ? memory_.get() + offset_ : nullptr; }
  T* device() const { return static_cast<T*>(device_.data()); }
  long long count() const { return count_; }

  Tensor& randomize(unsigned seed, Values values = Values::random) {
    std::uint64_t state = seed * 0x9e3779b97f4a7c15ull + 1;
    for (long long i = 0; i < count_; ++i) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      host()[i] = value(static_cast<std::uint32_t>(state >> 32), values);
    }
    return *this;
  }
  void upload() override { device_.upload(role_ == Role::output && options.fresh ? nullptr : host()); }
  std::string compare() override {
    if (!device_.guards_intact()) return name_ + ": written outside";
    std::vector<T> got(static_cast<std::size_t>(count_));
    device_.download(got.data());
    for (long long i = 0; i < count_; ++i)
      if (!equal(got[static_cast<std::size_t>(i)], host()[i], i)) {
        char text[160];
        std::snprintf(text, sizeof text, "%s[%lld] is %.9g, sequentially %.9g", name_.c_str(), i,
                      static_cast<double>(got[static_cast<std::size_t>(i)]), static_cast<double>(host()[i]));
        return text;
      }
    return "";
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(T); }
  std::size_t all_bytes() const { return bytes() + static_cast<std::size_t>(offset_) * sizeof(T); }
  static T value(std::uint32_t bits, Values values) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(bits);
    } else {
      constexpr float edges[] = {0.0f,         -0.0f,    0x1p-149f,  -0x1p-149f,      0x1p-126f,
                                 -0x1.8p-127f, 0x1p-70f, 0x1.8p100f, -0x1.fffffep127f};
      if (values == Values::edge && bits % 16 == 0) return T(edges[bits / 16 % 9]);
      return T(static_cast<float>(bits >> 8) * 0x1p-23f - 1.0f);
    }
  }
  bool equal(T got, T want, long long i) {
    if (std::memcmp(&got, &want, sizeof(T)) == 0) return true;
    if constexpr (!std::is_integral_v<T>) {
      const double x = static_cast<double>(got), y = static_cast<double>(want);
      if (x != x && y != y) return role_ != Role::input;  // which NaN an operation gives is not part of the meaning
      if (!bound_) return false;
      const double part = std::fabs(x - y) / bound_(i, y);
      worst = part > worst ? part : worst;
      return part <= 1;
    }
    return false;
  }
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{256}); }
  };
  std::string name_;
  long long count_;
  int offset_;
  Role role_;
  Bound bound_;
  Memory device_;
  std::unique_ptr<T, Free> memory_;
};

/// One proc at one size: prints one line.
class Case {
 public:
  Case(std::string proc, std::string sizes) : proc_(std::move(proc)), sizes_(std::move(sizes)) {}
  /// `offset` elements behind an address that is a multiple of 256 bytes.
  template <class T>
  Tensor<T>& input(const char* name, long long count, int offset = 0) {
    return add<T>(name, count, offset, Role::input, {});
  }
  template <class T>
  Tensor<T>& output(const char* name, long long count, int offset = 0, Bound bound = {}) {
    return add<T>(name, count, offset, Role::output, std::move(bound));
  }
  /// What is there before counts: the caller fills it.
  template <class T>
  Tensor<T>& inout(const char* name, long long count, int offset = 0, Bound bound = {}) {
    return add<T>(name, count, offset, Role::inout, std::move(bound));
  }
  /// Its blocks are none: the launcher must not enqueue anything.
  Case& launches_nothing(bool empty) {
    launches_nothing_ = empty;
    return *this;
  }
  /// Runs both sides on the same inputs: launch(stream) gives the launcher's status.
  template <class Launch, class Sequential>
  void compare(Launch launch, Sequential sequential) {
    for (auto& operand : operands_) operand->upload();
    std::string problem;
    if (launches_nothing_ && !options.exact) problem = enqueued(launch);
    const auto status = launch(cudaStream_t{});
    if (status.code != 0) problem = std::string("launcher: ") + status.text;
    check(cudaDeviceSynchronize(), (proc_ + " " + sizes_).c_str());  // a sticky error: nothing after it means anything
    sequential();
    for (auto& operand : operands_)
      if (problem.empty()) problem = operand->compare();
    print(problem);
  }

 private:
  template <class T>
  Tensor<T>& add(const char* name, long long count, int offset, Role role, Bound bound) {
    auto made = std::make_unique<Tensor<T>>(name, count, offset, role, std::move(bound));
    auto& tensor = *made;
    operands_.push_back(std::move(made));
    return tensor;
  }
  /// Records the call into a graph and counts what is in it.
  template <class Launch>
  static std::string enqueued(Launch launch) {
    cudaStream_t stream;
    cudaGraph_t graph;
    std::size_t nodes = 0;
    check(cudaStreamCreate(&stream), "stream");
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "capture");
    launch(stream);
    check(cudaStreamEndCapture(stream, &graph), "capture");
    check(cudaGraphGetNodes(graph, nullptr, &nodes), "nodes");
    check(cudaGraphDestroy(graph), "graph");
    check(cudaStreamDestroy(stream), "stream");
    return nodes == 0 ? "" : "something was launched for an empty call";
  }
  void print(const std::string& problem) const {
    ++runs;
    failures += problem.empty() ? 0 : 1;
    std::string said = problem.empty() ? "equal bitwise" : "FAILED: " + problem;
    for (const auto& operand : operands_)
      if (problem.empty() && !operand->is_bitwise) {
        char text[80];
        std::snprintf(text, sizeof text, "within the bound, at most %.2g of it", operand->worst);
        said = operand->worst == 0 ? "equal bitwise (a bound was allowed)" : text;
      }
    if (problem.empty() && launches_nothing_) said += ", nothing launched";
    std::printf("%-22s %-34s %s\n", proc_.c_str(), sizes_.c_str(), said.c_str());
    std::fflush(stdout);
  }
  std::string proc_, sizes_;
  bool launches_nothing_ = false;
  std::vector<std::unique_ptr<Operand>> operands_;
};

/// "n=5 offset=1" from the names and the numbers.
inline std::string sizes(std::initializer_list<std::pair<const char*, long long>> parts,
                         Values values = Values::random) {
  std::string text;
  for (const auto& [name, number] : parts) {
    if (!text.empty()) text += ' ';
    text.append(name).append("=").append(std::to_string(number));
  }
  if (values == Values::edge) text += " edge values";
  return text;
}

inline int run(int argc, char** argv, void (*tests)()) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--small")
      options.small = true;
    else if (option == "--exact")
      options.exact = true;
    else if (option == "--fresh")
      options.fresh = true;
    else
      return std::printf("unknown option %s\n", argv[i]), 2;
  }
  tests();
  std::printf("%d runs, %d failures\n", runs, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace gpu
