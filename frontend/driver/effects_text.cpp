#include "frontend/driver/effects_text.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "verify/effects/effects.h"

namespace exogpu::driver {

namespace {

/// Facts of all unsat cores, and how many obligations rest on each.
llvm::json::Array factsJson(const prove::Report& report) {
  std::map<std::string, std::int64_t> uses;
  for (const effects::Obligation& obligation : report.obligations)
    for (const std::string& fact : obligation.facts_used) ++uses[fact];
  llvm::json::Array out;
  for (const auto& [fact, count] : uses) out.push_back(llvm::json::Object{{"fact", fact}, {"obligations", count}});
  return out;
}

}  // namespace

std::string effectsText(const std::vector<ir::ProcRef>& procs, const std::vector<const prove::Report*>& reports) {
  llvm::json::Array rows;
  for (std::size_t i = 0; i < procs.size(); ++i) {
    llvm::json::Value row = effects::exportEffects(*effects::buildModel(procs[i]));
    (*row.getAsObject())["facts"] = factsJson(*reports[i]);
    rows.push_back(std::move(row));
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", llvm::json::Value(std::move(rows))) << '\n';
  return text;
}

}  // namespace exogpu::driver
