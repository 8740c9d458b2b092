#include "frontend/driver/list_steps.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include "schedule/steps/step.h"

namespace exogpu::driver {

namespace {

std::string signatureOf(const steps::StepInfo& step) {
  std::string out = std::string(step.name) + "(";
  for (const steps::ArgumentInfo& argument : step.arguments) {
    if (out.back() != '(') out += ", ";
    out += std::string(steps::text(argument.type)) + " " + argument.name;
  }
  return out + ")";
}

llvm::json::Value jsonOf(const steps::StepInfo& step) {
  llvm::json::Array arguments;
  for (const steps::ArgumentInfo& argument : step.arguments) {
    llvm::json::Object row{{"name", argument.name}, {"type", std::string(steps::text(argument.type))}};
    if (!argument.choices.empty()) row["choices"] = llvm::json::Array(argument.choices);
    arguments.push_back(std::move(row));
  }
  return llvm::json::Object{{"name", std::string(step.name)},
                            {"arguments", std::move(arguments)},
                            {"doc", std::string(step.doc)},
                            {"legality", std::string(step.legality)}};
}

}  // namespace

std::string listSteps(bool as_json) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::Array rows;
  for (const steps::StepInfo& step : steps::allSteps()) {
    if (as_json) rows.push_back(jsonOf(step));
    else out << signatureOf(step) << "\n    " << step.doc << "\n    Legal: " << step.legality << "\n\n";
  }
  if (as_json) out << llvm::formatv("{0:2}", llvm::json::Value(std::move(rows))) << '\n';
  return text;
}

}  // namespace exogpu::driver
