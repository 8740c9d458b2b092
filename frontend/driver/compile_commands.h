#pragma once
// `-p DIR`: the flags of a file from compile_commands.json that matter to parsing.
#include <string>
#include <variant>
#include <vector>

namespace exogpu::driver {

struct NoFlags {
  std::string reason;
};
std::variant<std::vector<std::string>, NoFlags> flagsFromDatabase(const std::string& folder, const std::string& file);

}  // namespace exogpu::driver
