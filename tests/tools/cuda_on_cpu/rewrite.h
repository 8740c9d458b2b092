#pragma once
// rewriteForCpu: turns emitted text into C++ that cuda_on_cpu.h can run: launches and shared declarations become calls,
// and the calls of kernels whose names the host has, too, are told apart.
#include <regex>
#include <string>

namespace exogpu::test {

inline std::string rewriteForCpu(std::string cuda) {
  const std::pair<const char*, const char*> rewrites[] = {
      {R"((\w+)<<<([\s\S]*?)>>>\(([\s\S]*?)\);)", "cuda_on_cpu::launch($2, [&] { $1($3); });"},
      {R"(extern __shared__ __align__\(16\) unsigned char dynamic_shared\[\];)",
       "unsigned char* dynamic_shared = cuda_on_cpu::dynamicShared();"},
      {R"(__shared__ __align__\(16\) ([\w ]+) (\w+)((?:\[\d+\])+);)", "auto& $2 = cuda_on_cpu::shared<$1$3>(__COUNTER__);"},
      {R"(([^:\w])(f(?:min|max)f?)\()", "$1cuda_on_cpu::$2("},
  };
  for (const auto& [pattern, by] : rewrites) cuda = std::regex_replace(cuda, std::regex(pattern), by);
  return cuda;
}

}  // namespace exogpu::test
