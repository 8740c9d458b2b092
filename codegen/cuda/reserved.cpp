#include "codegen/cuda/reserved.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace exogpu::cuda {

namespace {
// In the order of their characters.
constexpr std::string_view kKeywords[] = {
#include "codegen/cuda/keywords.def"
};
constexpr std::string_view kMacros[] = {
#include "codegen/cuda/macro_names.def"
};
constexpr std::string_view kTakenInC[] = {
#include "codegen/cuda/c_names.def"
};
}  // namespace

bool isKeyword(const std::string& name) { return std::binary_search(std::begin(kKeywords), std::end(kKeywords), name); }
bool isMacro(const std::string& name) { return std::binary_search(std::begin(kMacros), std::end(kMacros), name); }

bool hasForeignPrefix(const std::string& name) {
  const bool is_of_cuda = name.starts_with("cuda") && name.size() > 4 && std::isupper(static_cast<unsigned char>(name[4])) != 0;
  return is_of_cuda || name.starts_with("CUDA") || name.starts_with("exogpu_") || name.starts_with("EXOGPU_");
}

bool isIdentifier(const std::string& name) { return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0; }

bool isTakenInC(const std::string& name) {
  return std::binary_search(std::begin(kTakenInC), std::end(kTakenInC), name) || isKeyword(name) || isMacro(name) ||
         hasForeignPrefix(name);
}

}  // namespace exogpu::cuda
