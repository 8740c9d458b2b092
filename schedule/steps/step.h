#pragma once
// The table of steps as values: what a step is called, what it takes, and one call of it.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/base/source.h"
#include "schedule/cursor/cursor.h"

namespace exogpu::steps {

enum class StepId : std::uint8_t {
#define EXOGPU_STEP(name, arguments, doc, legality) name,
#include "schedule/steps/steps.def"
#undef EXOGPU_STEP
};

enum class ArgumentType : std::uint8_t { Loop, Alloc, Stmt, Scope, Int, Name, Expr, Window, Word };
std::string_view text(ArgumentType type);
inline bool isPlace(ArgumentType type) { return type <= ArgumentType::Scope; }

struct ArgumentInfo {
  std::string name;
  ArgumentType type;
  std::vector<std::string> choices;  ///< of Word
};
struct StepInfo {
  StepId id;
  std::string_view name;
  std::vector<ArgumentInfo> arguments;
  std::string_view doc, legality;
};
const std::vector<StepInfo>& allSteps();
const StepInfo& info(StepId id);
const StepInfo* findStep(std::string_view name);

using Argument = std::variant<cursor::Reference, std::int64_t, std::string>;
struct StepCall {
  StepId step;
  std::vector<Argument> arguments;
  SourceRange where;  ///< in the script or trace
};
/// divide_loop(loop("i"), 128, "io", "ii", perfect)
std::string print(const StepCall& call);

}  // namespace exogpu::steps
