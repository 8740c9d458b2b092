#include "verify/prove/cache.h"

#include <map>

#include "frontend/ir/text.h"
#include "frontend/ir/walk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "verify/smt/version.h"

namespace exogpu::prove {
namespace {

namespace json = llvm::json;
using effects::Obligation;

std::string hashOf(llvm::StringRef text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)), true);
}

/// Hash of the running program, made once.
const std::string& ownHash() {
  static const std::string hash = [] {
    const auto path = llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void*>(&ownHash));
    auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
    return buffer ? std::to_string(llvm::xxh3_64bits((*buffer)->getBuffer())) : std::string();
  }();
  return hash;
}

/// Node ids are of one process; on disk nodes are their position in preorder.
struct Positions {
  std::map<ir::NodeId, std::int64_t> numbers;
  std::vector<std::pair<ir::NodeId, SourceRange>> nodes{{0, {}}};
  explicit Positions(const ir::Proc& proc) {
    numbers[0] = 0;
    ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
      add(stmt->id, stmt->where);
      ir::forEachExpr(*stmt, [&](const ir::ExprRef& root) {
        ir::walkExpr(root, [&](const ir::ExprRef& expr) { add(expr->id, expr->where); });
      });
    });
  }
  void add(ir::NodeId id, SourceRange where) {
    if (numbers.try_emplace(id, static_cast<std::int64_t>(nodes.size())).second) nodes.emplace_back(id, where);
  }
};

json::Array keyOf(const ir::AccessKey& key, const Positions& positions) {
  const auto number = [&](ir::NodeId id) {
    const auto found = positions.numbers.find(id);
    return found == positions.numbers.end() ? std::int64_t{0} : found->second;
  };
  return json::Array{number(key.stmt), number(key.expr), static_cast<std::int64_t>(key.side)};
}

bool readKey(const json::Array* value, const Positions& positions, ir::AccessKey& key) {
  if (!value || value->size() != 3) return false;
  std::int64_t numbers[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = (*value)[i].getAsInteger();
    if (!number || *number < 0) return false;
    numbers[i] = *number;
  }
  const auto count = static_cast<std::int64_t>(positions.nodes.size());
  if (numbers[0] >= count || numbers[1] >= count || numbers[2] > static_cast<int>(ir::AccessSide::Life)) return false;
  key = {positions.nodes[static_cast<std::size_t>(numbers[0])].first,
         positions.nodes[static_cast<std::size_t>(numbers[1])].first, static_cast<ir::AccessSide>(numbers[2])};
  return true;
}

json::Value toJson(const Obligation& obligation, const Positions& positions) {
  return json::Object{{"kind", static_cast<std::int64_t>(obligation.kind)},
                      {"first", keyOf(obligation.first, positions)},
                      {"second", keyOf(obligation.second, positions)},
                      {"reason", obligation.reason},
                      {"facts", json::Array(obligation.facts_used)}};
}

std::optional<Obligation> fromJson(const json::Value& value, const Positions& positions) {
  const auto* object = value.getAsObject();
  if (!object) return std::nullopt;
  Obligation obligation;
  const auto kind = object->getInteger("kind");
  const auto reason = object->getString("reason");
  const auto* facts = object->getArray("facts");
  if (!kind || *kind < 0 || *kind > static_cast<int>(effects::ObligationKind::Satisfiable) || !reason || !facts ||
      !readKey(object->getArray("first"), positions, obligation.first) ||
      !readKey(object->getArray("second"), positions, obligation.second))
    return std::nullopt;
  obligation.kind = static_cast<effects::ObligationKind>(*kind);
  obligation.verdict = effects::Verdict::Proved;
  obligation.reason = reason->str();
  for (auto& fact : *facts) obligation.facts_used.push_back(fact.getAsString().value_or("").str());
  const auto& place = obligation.first.expr ? obligation.first.expr : obligation.first.stmt;
  obligation.where = positions.nodes[static_cast<std::size_t>(positions.numbers.at(place))].second;
  return obligation;
}

}  // namespace

Cache::Cache(std::string directory, const ir::Proc& proc, const Options& options, std::string_view what)
    : directory_(std::move(directory)) {
  if (directory_.empty() || ownHash().empty()) return;  // a prover that cannot be told from others keeps nothing
  const auto key = ir::print(proc) + "\n" + std::string(what) + "\nbudget " + std::to_string(options.smt_budget) + "\nprover " +
                   ownHash() + "\nsolver " + smt::solverVersion();
  path_ = directory_ + "/" + hashOf(key) + ".json";
}

std::optional<Report> Cache::load(const ir::Proc& proc) const {
  if (path_.empty()) return std::nullopt;
  auto buffer = llvm::MemoryBuffer::getFile(path_);
  if (!buffer) return std::nullopt;
  const auto [checksum, payload] = (*buffer)->getBuffer().split('\n');
  if (checksum != hashOf(payload)) return std::nullopt;
  auto parsed = json::parse(payload);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  const auto* object = parsed->getAsObject();
  const auto* list = object ? object->getArray("obligations") : nullptr;
  if (!list) return std::nullopt;
  const Positions positions(proc);
  Report report;
  report.verdict = effects::Verdict::Proved;
  for (auto& value : *list) {
    auto obligation = fromJson(value, positions);
    if (!obligation) return std::nullopt;
    report.obligations.push_back(std::move(*obligation));
  }
  if (const auto* names = object->getArray("assumptions"))
    for (auto& name : *names) report.assumptions.push_back(name.getAsString().value_or("").str());
  return report;
}

void Cache::store(const ir::Proc& proc, const Report& report) const {
  if (path_.empty() || report.verdict != effects::Verdict::Proved) return;
  for (auto& obligation : report.obligations)
    if (obligation.diagnostic) return;  // a warning has to be shown again
  const Positions positions(proc);
  json::Array list;
  for (auto& obligation : report.obligations) list.push_back(toJson(obligation, positions));
  std::string payload;
  llvm::raw_string_ostream(payload) << json::Value(json::Object{{"obligations", std::move(list)},
                                                                {"assumptions", json::Array(report.assumptions)}});
  llvm::sys::fs::create_directories(directory_);
  // Written beside and renamed, so that a reader never sees half an entry.
  int file = 0;
  llvm::SmallString<128> temporary;
  if (llvm::sys::fs::createUniqueFile(path_ + ".%%%%%%", file, temporary)) return;
  {
    llvm::raw_fd_ostream out(file, true);
    out << hashOf(payload) << "\n" << payload;
  }
  if (llvm::sys::fs::rename(temporary, path_)) llvm::sys::fs::remove(temporary);
}

}  // namespace exogpu::prove
