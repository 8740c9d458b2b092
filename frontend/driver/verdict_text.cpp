#include "frontend/driver/verdict_text.h"

#include <llvm/ADT/StringExtras.h>

namespace exogpu::driver {

namespace {

std::string claim(const prove::Report& report) {
  switch (report.verdict) {
    case effects::Verdict::Proved: return "proved for all sizes";
    case effects::Verdict::Refuted: return "refuted";
    case effects::Verdict::Unknown: return "unknown: neither proved nor refuted";
    case effects::Verdict::OutOfBudget: return "out of budget";
  }
  return "";
}

std::size_t countProved(const prove::Report& report) {
  return static_cast<std::size_t>(std::count_if(report.obligations.begin(), report.obligations.end(), [](const auto& o) {
    return o.verdict == effects::Verdict::Proved;
  }));
}

}  // namespace

std::vector<std::string> verdictLines(const ir::Proc& proc, const prove::Report& report) {
  std::vector<std::string> lines{proc.full_name + ": " + claim(report) + " (" + std::to_string(countProved(report)) +
                                 " of " + std::to_string(report.obligations.size()) + " obligations)"};
  if (report.verdict != effects::Verdict::Proved) return lines;
  for (const std::string& name : report.assumptions) lines.push_back("assuming: " + name);
  lines.push_back(report.numeric_exceptions.empty()
                      ? "equal bitwise to the sequential run"
                      : "equal bitwise except: " + llvm::join(report.numeric_exceptions, ", "));
  return lines;
}

std::string verdictText(const ir::Proc& proc, const prove::Report& report) {
  return llvm::join(verdictLines(proc, report), "\n  ") + "\n";
}

}  // namespace exogpu::driver
