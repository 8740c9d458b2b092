#pragma once
// The table of options.td as llvm::opt sees it. Only the files that read the table include this.
#include <llvm/Option/OptTable.h>
#include <llvm/Option/Option.h>

#include <optional>

#include "frontend/driver/options.h"

namespace exogpu::driver {

/// One bit a command; DefaultVis is the bare `exogpu`.
enum OptionVisibility : unsigned {
  DefaultVis = llvm::opt::DefaultVis,
#define EXOGPU_COMMAND(name, text, usage, help) name##Vis = 1u << (static_cast<unsigned>(Command::name) + 1),
#include "frontend/driver/commands.def"
#undef EXOGPU_COMMAND
};

enum OptionId : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "frontend/driver/options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
 public:
  OptionTable();
};
const OptionTable& optionTable();

inline unsigned visibilityOf(std::optional<Command> command) {
  return command ? 1u << (static_cast<unsigned>(*command) + 1) : static_cast<unsigned>(DefaultVis);
}

/// One row as help texts and completions show it.
struct OptionRow {
  std::string spelling;  ///< "--emit="
  std::string meta;      ///< "<kind>,..."
  std::string help;
  std::string group;
  std::vector<std::string> values;  ///< closed sets
  bool takes_value = false, value_joined = false;
  bool takes_list = false;  ///< several values, separated by commas
};
/// Rows that a command sees, without aliases.
std::vector<OptionRow> visibleRows(std::optional<Command> command);

}  // namespace exogpu::driver
