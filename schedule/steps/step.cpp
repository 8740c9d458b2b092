#include "schedule/steps/step.h"

#include <cassert>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace exogpu::steps {
namespace {

constexpr std::string_view kTypes[] = {"loop", "alloc", "stmt", "scope", "int", "name", "expr", "window", "word"};

ArgumentType typeOf(llvm::StringRef word) {
  for (std::size_t i = 0; i < std::size(kTypes); ++i)
    if (word == llvm::StringRef(kTypes[i])) return static_cast<ArgumentType>(i);
  assert(false && "steps.def names an unknown type");
  return ArgumentType::Int;
}

ArgumentInfo parseArgument(llvm::StringRef text) {
  auto [type, name] = text.trim().rsplit(' ');
  ArgumentInfo argument{name.str(), ArgumentType::Word, {}};
  if (!type.consume_front("word(")) {
    argument.type = typeOf(type);
    return argument;
  }
  type.consume_back(")");
  llvm::SmallVector<llvm::StringRef> words;
  type.split(words, '|');
  for (const auto word : words) argument.choices.push_back(word.str());
  return argument;
}

StepInfo parseRow(StepId id, std::string_view name, llvm::StringRef arguments, std::string_view doc,
                  std::string_view legality) {
  StepInfo step{id, name, {}, doc, legality};
  llvm::SmallVector<llvm::StringRef> parts;
  arguments.split(parts, ',', -1, false);
  for (const auto part : parts) step.arguments.push_back(parseArgument(part));
  return step;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string_view text(ArgumentType type) { return kTypes[static_cast<std::size_t>(type)]; }

const std::vector<StepInfo>& allSteps() {
  static const std::vector<StepInfo> steps{
#define EXOGPU_STEP(name, arguments, doc, legality) parseRow(StepId::name, #name, arguments, doc, legality),
#include "schedule/steps/steps.def"
#undef EXOGPU_STEP
  };
  return steps;
}

const StepInfo& info(StepId id) { return allSteps()[static_cast<std::size_t>(id)]; }

const StepInfo* findStep(std::string_view name) {
  for (const auto& step : allSteps())
    if (step.name == name) return &step;
  return nullptr;
}

std::string print(const StepCall& call) {
  const auto& step = info(call.step);
  std::string out = std::string(step.name) + "(";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) out += ", ";
    const auto& argument = call.arguments[i];
    const bool is_word = i < step.arguments.size() && step.arguments[i].type == ArgumentType::Word;
    if (const auto* reference = std::get_if<cursor::Reference>(&argument)) out += print(*reference);
    else if (const auto* number = std::get_if<std::int64_t>(&argument)) out += std::to_string(*number);
    else out += is_word ? std::get<std::string>(argument) : quoted(std::get<std::string>(argument));
  }
  return out + ")";
}

}  // namespace exogpu::steps
