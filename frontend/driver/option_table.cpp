#include "frontend/driver/option_table.h"

namespace exogpu::driver {

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "frontend/driver/options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "frontend/driver/options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_VALUES_CODE
#include "frontend/driver/options.inc"
#undef OPTTABLE_VALUES_CODE

using llvm::opt::HelpHidden;
constexpr llvm::opt::OptTable::Info kRows[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "frontend/driver/options.inc"
#undef OPTION
};

}  // namespace

OptionTable::OptionTable() : GenericOptTable(OptionStrTable, OptionPrefixesTable, kRows) {}

const OptionTable& optionTable() {
  static const OptionTable table;
  return table;
}

std::vector<OptionRow> visibleRows(std::optional<Command> command) {
  using llvm::opt::Option;
  const OptionTable& table = optionTable();
  std::vector<OptionRow> rows;
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    const Option option = table.getOption(id);
    const char* help = table.getOptionHelpText(id);
    const auto kind = option.getKind();
    const bool is_option = kind != Option::GroupClass && kind != Option::InputClass && kind != Option::UnknownClass;
    if (!is_option || !help || option.getAlias().isValid() || !option.hasVisibilityFlag(visibilityOf(command))) continue;
    OptionRow row;
    row.spelling = table.getOptionPrefixedName(id).str();
    row.meta = table.getOptionMetaVar(id) ? table.getOptionMetaVar(id) : "";
    row.help = help;
    row.group = table.getOptionHelpText(table.getOptionGroupID(id));
    row.values = table.suggestValueCompletions(row.spelling, "");
    row.takes_value = kind != Option::FlagClass;
    row.value_joined = kind == Option::JoinedClass || kind == Option::CommaJoinedClass;
    row.takes_list = kind == Option::CommaJoinedClass;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace exogpu::driver
