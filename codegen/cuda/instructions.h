#pragma once
// The device functions that hold the templates of exo::instruction, one for each template and its types.
#include <map>
#include <set>
#include <string>

#include "frontend/ir/ir.h"

namespace exogpu::cuda {

class InstructionHelpers {
 public:
  /// Name of the function that does what this scope's instruction does; it is written once.
  std::string use(const ir::Scope& scope);
  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::string> names_;  ///< by what follows the name
  std::set<std::string> taken_;
  std::string text_;
};

/// Names that begin like this belong to these functions.
inline constexpr const char* kInstructionPrefix = "instruction_";

}  // namespace exogpu::cuda
