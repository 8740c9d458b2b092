#include "codegen/run/program.h"

#include <cstring>

#include "codegen/cuda/scalars.h"

namespace exogpu::run {

namespace {
/// The constant part of the program. Device memory is poisoned behind the tensors, results are copied back after the first
/// call; repeated calls are timed one by one.
constexpr const char* kPrelude = R"(
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>
namespace exogpu_program {
struct Input {
  std::ifstream file;
  template <class T>
  T get() {
    T value{};
    file.read(reinterpret_cast<char*>(&value), sizeof value);
    return value;
  }
};
inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
  std::exit(4);
}
template <class T>
unsigned short bitsOf(T half) {
  unsigned short bits = 0;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}
struct Tensor {
  std::vector<int> extents;
  std::vector<char> host;
  void* data = nullptr;
  Tensor(Input& in, int rank) {
    for (int d = 0; d < rank; ++d) extents.push_back(in.get<int>());
    host.resize(static_cast<std::size_t>(in.get<long long>()));
    in.file.read(host.data(), static_cast<std::streamsize>(host.size()));
    check(cudaMalloc(&data, host.size() + 256));
    check(cudaMemcpy(data, host.data(), host.size(), cudaMemcpyHostToDevice));
  }
  long long pitch(int dim) const {
    long long product = 1;
    for (std::size_t d = static_cast<std::size_t>(dim) + 1; d < extents.size(); ++d) product *= extents[d];
    return product;
  }
  void write(std::ofstream& out) {
    check(cudaMemcpy(host.data(), data, host.size(), cudaMemcpyDeviceToHost));
    out.write(host.data(), static_cast<std::streamsize>(host.size()));
  }
};
template <class Call>
double median(int repeats, Call call) {
  std::vector<float> times;
  for (int i = 0; i < repeats; ++i) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(begin));
    call();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    times.push_back(0.0f);
    check(cudaEventElapsedTime(&times.back(), begin, end));
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
  }
  std::sort(times.begin(), times.end());
  return times.empty() ? 0.0 : static_cast<double>(times[times.size() / 2]);
}
template <class T>
void put(std::ofstream& out, const T& value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}
}  // namespace exogpu_program
)";

/// What one parameter adds to the program.
struct Parts {
  std::string read, arguments, write;
};

/// The next scalar of the arguments as the launcher takes it; f16 and bf16 are there as floats.
std::string scalarText(ir::ScalarType type) {
  if (type == ir::ScalarType::F16) return "bitsOf(__float2half_rn(in.get<float>()))";
  if (type == ir::ScalarType::BF16) return "bitsOf(__float2bfloat16_rn(in.get<float>()))";
  return "in.get<" + cuda::headerType(type) + ">()";
}

Parts partsOf(const ir::Parameter& parameter) {
  if (const auto* symbol = std::get_if<ir::SymbolRef>(&parameter)) {
    const auto name = "s_" + (*symbol)->name;
    return {"  const auto " + name + " = " + scalarText((*symbol)->type) + ";\n", name + ", ", ""};
  }
  const auto& buffer = *std::get<ir::BufferRef>(parameter);
  const auto name = "t_" + buffer.name;
  Parts parts;
  parts.read = "  Tensor " + name + "(in, " + std::to_string(buffer.rank) + ");\n";
  parts.arguments = "static_cast<" + cuda::elementHeaderType(buffer.element) + "*>(" + name + ".data), ";
  for (int d = 0; d < buffer.rank; ++d) parts.arguments += name + ".extents[" + std::to_string(d) + "], ";
  for (int d = 0; buffer.is_strided && d + 1 < buffer.rank; ++d)
    parts.arguments += name + ".pitch(" + std::to_string(d) + "), ";
  parts.write = "  " + name + ".write(out);\n";
  return parts;
}

class Bytes {
 public:
  template <class T>
  void put(const T& value) {
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  T get() {
    T value{};
    if (at + sizeof value <= data.size()) std::memcpy(&value, data.data() + at, sizeof value);
    at += sizeof value;
    return value;
  }
  bool isExhausted() const { return at > data.size(); }
  std::string data;
  std::size_t at = 0;
};

void putScalar(Bytes& out, ir::ScalarType type, const Argument& argument) {
  const auto* real = std::get_if<double>(&argument);
  const auto* whole = std::get_if<std::int64_t>(&argument);
  if (type == ir::ScalarType::F64) return out.put(real ? *real : 0.0);
  if (ir::isFloat(type)) return out.put(static_cast<float>(real ? *real : 0.0));
  const auto value = whole ? *whole : 0;
  const auto bytes = type == ir::ScalarType::Bool ? sizeof(int) : static_cast<std::size_t>(ir::sizeInBytes(type));
  out.data.append(reinterpret_cast<const char*>(&value), bytes);  // little-endian: the low bytes come first
}
}  // namespace

std::string programText(const ir::Proc& proc, bool trace) {
  Parts all;
  for (const auto& parameter : proc.parameters) {
    const auto parts = partsOf(parameter);
    all.read += parts.read, all.arguments += parts.arguments, all.write += parts.write;
  }
  if (trace) {
    all.read +=
        "  const unsigned capacity = 1u << 20;\n"
        "  exogpu_trace trace{nullptr, nullptr, capacity};\n"
        "  check(cudaMalloc(reinterpret_cast<void**>(&trace.events), capacity * sizeof(exogpu_event)));\n"
        "  check(cudaMalloc(reinterpret_cast<void**>(&trace.count), sizeof(unsigned)));\n"
        "  unsigned count = 0;\n"
        "  check(cudaMemcpy(trace.count, &count, sizeof count, cudaMemcpyHostToDevice));\n";
    all.arguments += "trace, ";
    all.write +=
        "  check(cudaMemcpy(&count, trace.count, sizeof count, cudaMemcpyDeviceToHost));\n"
        "  std::vector<exogpu_event> events(std::min(count, capacity));\n"
        "  check(cudaMemcpy(events.data(), trace.events, events.size() * sizeof(exogpu_event), cudaMemcpyDeviceToHost));\n"
        "  put(out, count);\n"
        "  for (const auto& event : events)\n"
        "    put(out, event.block), put(out, event.thread), put(out, event.kind), put(out, event.site), put(out, event.element);\n";
  }
  return std::string(kPrelude) + "int main(int, char** argv) {\n  using namespace exogpu_program;\n" +
         "  Input in{std::ifstream(argv[1], std::ios::binary)};\n" + all.read +
         "  const auto call = [&] { return ::" + proc.c_name + "(" + all.arguments + "nullptr); };\n" +
         "  const auto status = call();\n  check(cudaDeviceSynchronize());\n" +
         "  std::ofstream out(argv[2], std::ios::binary);\n" +
         "  put(out, static_cast<int>(status.code));\n  put(out, static_cast<int>(std::strlen(status.text)));\n" +
         "  out << status.text;\n" + all.write +
         "  put(out, status.code == EXOGPU_OK ? median(std::atoi(argv[3]), call) : 0.0);\n}\n";
}

std::string encodeArguments(const ir::Proc& proc, const std::vector<Argument>& arguments) {
  Bytes out;
  for (std::size_t i = 0; i < proc.parameters.size(); ++i) {
    if (const auto* symbol = std::get_if<ir::SymbolRef>(&proc.parameters[i])) {
      putScalar(out, (*symbol)->type, arguments.at(i));
      continue;
    }
    const auto& tensor = std::get<Tensor>(arguments.at(i));
    for (const auto extent : tensor.extents) out.put(static_cast<std::int32_t>(extent));
    out.put(static_cast<std::int64_t>(tensor.bytes.size()));
    out.data.append(tensor.bytes.begin(), tensor.bytes.end());
  }
  return out.data;
}

std::optional<Outcome> decodeResults(const std::string& bytes, const std::vector<Argument>& arguments, bool trace) {
  Bytes in{bytes};
  Outcome outcome;
  outcome.code = in.get<std::int32_t>();
  const auto length = static_cast<std::size_t>(in.get<std::int32_t>());
  if (in.isExhausted() || in.at + length > bytes.size()) return std::nullopt;
  outcome.text = bytes.substr(in.at, length);
  in.at += length;
  for (const auto& argument : arguments) {
    const auto* tensor = std::get_if<Tensor>(&argument);
    if (!tensor) continue;
    if (in.at + tensor->bytes.size() > bytes.size()) return std::nullopt;
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(in.at);
    outcome.tensors.push_back({tensor->extents, {first, first + static_cast<std::ptrdiff_t>(tensor->bytes.size())}});
    in.at += tensor->bytes.size();
  }
  for (auto n = trace ? in.get<std::uint32_t>() : 0; n > 0 && !in.isExhausted(); --n) {
    Event event{};
    event.block = in.get<std::int32_t>(), event.thread = in.get<std::int32_t>();
    event.kind = in.get<std::int32_t>(), event.site = in.get<std::int32_t>(), event.element = in.get<std::int64_t>();
    outcome.trace.push_back(event);
  }
  outcome.milliseconds = in.get<double>();
  return in.isExhausted() ? std::nullopt : std::optional(std::move(outcome));
}

}  // namespace exogpu::run
