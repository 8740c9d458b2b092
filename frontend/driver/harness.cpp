#include "frontend/driver/harness.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include "frontend/base/file.h"
#include "frontend/base/overloaded.h"
#include "frontend/base/process.h"
#include "frontend/driver/stdlib.h"

namespace exogpu::driver {

namespace {

std::string integerLiteral(std::int64_t value, ir::ScalarType type) {
  if (type == ir::ScalarType::Bool) return value ? "true" : "false";
  // The smallest value of a type has no literal of its own.
  return "(" + std::to_string(value + (value < 0)) + "LL" + (value < 0 ? " - 1" : "") + ")";
}

std::string realLiteral(double value, ir::ScalarType type) {
  std::string digits;
  llvm::raw_string_ostream(digits) << llvm::format("%a", value);
  switch (type) {
    case ir::ScalarType::F16: return "exo::f16(" + digits + "f)";
    case ir::ScalarType::BF16: return "exo::bf16(" + digits + "f)";
    case ir::ScalarType::F32: return digits + "f";
    default: return digits;
  }
}

/// `{memory, {rows, columns}}`: the constructor of whatever tensor type the parameter has.
std::string tensorArgument(const ir::Buffer& buffer, const simulate::TensorValue& value, std::size_t number) {
  std::string extents, strides;
  std::int64_t pitch = 1;
  for (const std::int64_t extent : value.extents) extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
  for (std::size_t d = value.extents.size(); d-- > 1;) {
    pitch *= value.extents[d];
    strides = std::to_string(pitch) + (strides.empty() ? "" : ", ") + strides;
  }
  return "{exogpu_memory{exogpu_buffer" + std::to_string(number) + "}, {" + extents + "}" +
         (buffer.is_strided ? ", {" + strides + "}" : "") + "}";
}

constexpr const char* kSupport = R"(
#include <cstddef>
#include <cstdio>
#include <cstdlib>
namespace {
struct exogpu_memory {
  void* data;
  template <class T>
  operator T*() const { return static_cast<T*>(data); }
};
void* exogpu_read(const char* path, std::size_t bytes, std::size_t alignment) {
  const std::size_t rounded = (bytes + alignment) / alignment * alignment;
  void* data = std::aligned_alloc(alignment, rounded);
  std::FILE* file = std::fopen(path, "rb");
  if (!data || !file || std::fread(data, 1, bytes, file) != bytes) std::exit(97);
  std::fclose(file);
  return data;
}
void exogpu_write(const char* path, const void* data, std::size_t bytes) {
  std::FILE* file = std::fopen(path, "wb");
  if (!file || std::fwrite(data, 1, bytes, file) != bytes || std::fclose(file)) std::exit(98);
}
}  // namespace
)";

/// The buffer that holds the memory of a parameter: its own, or that of the parameter it is declared to be.
std::size_t ownerOf(const ir::Proc& proc, const ir::BufferRef& buffer) {
  const auto numberOf = [&proc](const ir::BufferRef& wanted) {
    std::size_t i = 0;
    while (proc.parameters[i] != ir::Parameter(wanted)) ++i;
    return i;
  };
  std::size_t owner = numberOf(buffer);
  for (const ir::AliasFact& fact : proc.aliases)
    if (fact.same && (fact.a == buffer || fact.b == buffer)) owner = std::min({owner, numberOf(fact.a), numberOf(fact.b)});
  return owner;
}

std::string inputName(std::size_t number) { return "in" + std::to_string(number); }
std::string outputName(std::size_t number) { return "out" + std::to_string(number); }

std::string textOf(const std::string& path) {
  const auto text = readFile(path);
  const auto* words = std::get_if<std::string>(&text);
  return words ? *words : "";
}

/// The compiler runs in the user's folder, so relative paths mean what they mean there.
std::vector<std::string> compileLine(const HarnessRequest& request, const std::string& main_file,
                                     const std::string& program) {
  std::vector<std::string> line{"-std=c++20", "-I" + stdlibIncludeDir()};
  line.insert(line.end(), request.compiler_arguments.begin(), request.compiler_arguments.end());
  // Last, so that nothing given loosens the arithmetic: the reference rounds each operation on its own.
  for (const char* flag : {"-O1", "-ffp-contract=off", "-fwrapv", "-fno-fast-math", "-w"}) line.push_back(flag);
  line.insert(line.end(), {main_file, "-o", program});
  return line;
}

std::optional<HarnessFailure> writeInputs(const HarnessRequest& request, const ScratchFolder& folder) {
  for (std::size_t i = 0; i < request.proc.parameters.size(); ++i) {
    const auto* buffer = std::get_if<ir::BufferRef>(&request.proc.parameters[i]);
    if (!buffer) continue;
    const auto& bytes = request.inputs.tensors.at((*buffer)->name).bytes;
    const auto failure = writeFile(folder.file(inputName(i)), std::string(bytes.begin(), bytes.end()));
    if (failure) return HarnessFailure{"cannot write the inputs: " + failure->message};
  }
  return std::nullopt;
}

std::variant<TensorMap, HarnessFailure> readOutputs(const HarnessRequest& request, const ScratchFolder& folder) {
  TensorMap outputs;
  for (std::size_t i = 0; i < request.proc.parameters.size(); ++i) {
    const auto* buffer = std::get_if<ir::BufferRef>(&request.proc.parameters[i]);
    if (!buffer || (*buffer)->is_const) continue;
    auto value = request.inputs.tensors.at((*buffer)->name);
    const std::string bytes = textOf(folder.file(outputName(i)));
    if (bytes.size() != value.bytes.size()) return HarnessFailure{"the sequential run wrote no result for " + (*buffer)->name};
    value.bytes.assign(bytes.begin(), bytes.end());
    outputs[(*buffer)->name] = std::move(value);
  }
  return outputs;
}

/// The exit codes of the generated main for its own files.
bool isOwnCode(int exit_code) { return exit_code == 97 || exit_code == 98; }

HarnessFailure toolFailed(const std::string& what, const ToolFailure& failure) {
  return {what + ": " + failure.ending + (failure.said.empty() ? "" : "\n" + failure.said)};
}

}  // namespace

HarnessFailure readAbort(const std::string& ending, const std::string& said) {
  HarnessFailure out{"", true};
  for (const llvm::StringRef line : llvm::split(said, '\n')) {
    const auto [place, what] = line.split("exogpu: ");  // contracts.h: "exogpu: what" or "FILE:LINE: exogpu: what"
    if (what.empty()) continue;
    out.message += (out.message.empty() ? "" : "; ") + what.str();
    const auto [file, number] = place.rtrim(": ").rsplit(':');
    if (llvm::to_integer(number, out.line, 10)) out.file = file.str();
  }
  if (out.message.empty()) out.message = ending + (said.empty() ? "" : "\n" + said);
  return out;
}

std::string harnessText(const HarnessRequest& request) {
  std::string buffers, arguments, results;
  for (std::size_t i = 0; i < request.proc.parameters.size(); ++i) {
    if (i) arguments += ", ";
    std::visit(Overloaded{[&](const ir::SymbolRef& symbol) {
                            arguments += ir::isFloat(symbol->type)
                                             ? realLiteral(request.inputs.reals.at(symbol->name), symbol->type)
                                             : integerLiteral(request.inputs.integers.at(symbol->name), symbol->type);
                          },
                          [&](const ir::BufferRef& buffer) {
                            const auto& value = request.inputs.tensors.at(buffer->name);
                            const std::string number = std::to_string(i), bytes = std::to_string(value.bytes.size());
                            const std::size_t owner = ownerOf(request.proc, buffer);
                            buffers += "  void* exogpu_buffer" + number + " = " +
                                       (owner != i ? "exogpu_buffer" + std::to_string(owner)
                                                   : "exogpu_read(\"" + inputName(i) + "\", " + bytes + ", " +
                                                         std::to_string(value.base_alignment) + ")") +
                                       ";\n";
                            if (!buffer->is_const)
                              results += "  exogpu_write(\"" + outputName(i) + "\", exogpu_buffer" + number + ", " + bytes + ");\n";
                            arguments += tensorArgument(*buffer, value, i);
                          }},
               request.proc.parameters[i]);
  }
  return "#define main exogpu_main_of_the_file\n#include \"" + request.source_path + "\"\n#undef main\n" + kSupport +
         "int main() {\n" + buffers + "  ::" + request.proc.full_name + "(" + arguments + ");\n" + results + "}\n";
}

std::variant<TensorMap, HarnessFailure> runSequentially(const HarnessRequest& request) {
  const auto compiler = findProgram({"clang++-22", "clang++", "g++", "c++"});
  if (!compiler) return HarnessFailure{"no C++ compiler found (clang++-22, clang++, g++ or c++)"};
  const ScratchFolder folder;
  if (!folder.ok()) return HarnessFailure{"cannot make a temporary folder"};
  const std::string main_file = folder.file("main.cpp"), program = folder.file("program");
  if (const auto failure = writeFile(main_file, harnessText(request)))
    return HarnessFailure{"cannot write '" + main_file + "': " + failure->message};
  if (auto failure = writeInputs(request, folder)) return *failure;
  const ToolRun compile{*compiler, compileLine(request, main_file, program), "", request.timeout_seconds};
  if (const auto failure = runTool(compile, folder)) return toolFailed("compiling the sequential program", *failure);
  const ToolRun run{program, {}, folder.file("."), request.timeout_seconds};
  if (const auto failure = runTool(run, folder)) {
    const bool never_ran = failure->exit_code == -1 || isOwnCode(failure->exit_code);
    return never_ran ? toolFailed("the sequential run", *failure) : readAbort(failure->ending, failure->said);
  }
  return readOutputs(request, folder);
}

}  // namespace exogpu::driver
