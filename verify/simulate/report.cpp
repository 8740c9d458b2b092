#include "verify/simulate/report.h"

namespace exogpu::simulate {
namespace {

struct Side {
  EventKind kind;
  std::uint32_t thread, block;
  bool async;
  std::string context;
};

std::string subject(const Side& side, const std::string& unit, std::uint32_t threads_per_block) {
  if (side.thread >= threads_per_block) return "the initialisation with zero in " + unit + " " + std::to_string(side.block);
  const std::string who = "thread " + std::to_string(side.thread) + " of " + unit + " " + std::to_string(side.block);
  return side.async ? "the asynchronous copy of " + who : who;
}

std::string verb(EventKind kind) {
  if (kind == EventKind::Read) return "reads";
  return kind == EventKind::Atomic ? "atomically updates" : "writes";
}
std::string noun(EventKind kind) { return kind == EventKind::Atomic ? "atomic update" : "write"; }

}  // namespace

Fault makeFault(const Program& program, const Finding& finding) {
  const auto& sites = program.sites();
  const auto kind = finding.kind == Finding::Kind::Race ? FaultKind::Race : FaultKind::NotCompleted;
  Fault fault{kind, sites[finding.first.site].key, {}, "", sites[finding.first.site].where, {}, false};
  if (kind == FaultKind::Race) {
    fault.second = sites[finding.second.site].key;
    fault.where_second = sites[finding.second.site].where;
  }
  return fault;
}

std::string describe(const Program& program, const Finding& finding, const std::map<std::uint64_t, std::string>& contexts,
                     const std::string& element, const std::string& unit, std::uint32_t threads_per_block) {
  const auto contextOf = [&](const Stamp& stamp) {
    const auto found = contexts.find(stamp.seq);
    return found == contexts.end() ? std::string() : found->second;
  };
  const Side first{finding.first_kind, finding.first_thread, finding.first_block, finding.first_async,
                   contextOf(finding.first)};
  const Side second{finding.second_kind, finding.second_thread, finding.second_block, finding.second_async,
                    contextOf(finding.second)};
  const std::string earlier = subject(first, unit, threads_per_block), later = subject(second, unit, threads_per_block);
  const std::string& buffer = program.buffers()[finding.slot]->name;
  if (finding.kind == Finding::Kind::NotCompleted)
    return earlier + first.context + " is not waited for before the storage of " + buffer + " ends";
  if (finding.second_kind == EventKind::Life)
    return buffer + " is declared again" + second.context + " while " + earlier + " may still " +
           (first.kind == EventKind::Read ? "read " : "write ") + element + first.context;
  const std::string what = later + " " + verb(second.kind) + " " + element + second.context;
  if (first.kind == EventKind::Read) return what + " while " + earlier + " may still read it" + first.context;
  return what + ", but nothing orders the " + noun(first.kind) + " by " + earlier + first.context + " before it";
}

}  // namespace exogpu::simulate
