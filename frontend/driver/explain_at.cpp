#include "frontend/driver/explain_at.h"

#include <llvm/ADT/StringExtras.h>

#include <map>

#include "frontend/base/overloaded.h"
#include "frontend/ir/text.h"
#include "frontend/ir/walk.h"

namespace exogpu::driver {

namespace {

class LineExplainer {
 public:
  LineExplainer(const Job& job, int line) : job_(job), line_(line) {}

  std::string explain(const ir::Proc& proc, const prove::Report& report) {
    text_.clear();
    places_.clear();
    visit(proc.body, {});
    if (text_.empty()) return {};
    std::string out = proc.full_name + "\n" + text_;
    for (const effects::Obligation& obligation : report.obligations) out += obligationLine(obligation);
    return out;
  }

 private:
  /// A proc may be lowered from several files; the line is one of the main file.
  bool isHere(const SourceRange& where) const {
    return where.isValid() && job_.sources.path(where.file) == job_.main_path &&
           job_.sources.lineColumn(where.file, where.begin).line == line_;
  }

  void visit(const ir::Body& body, const ir::ExecSet& exec) {
    for (const ir::StmtRef& stmt : body) {
      places_[stmt->id] = stmt->where;
      ir::forEachExpr(*stmt, [this](const ir::ExprRef& root) {
        ir::walkExpr(root, [this](const ir::ExprRef& expr) { places_[expr->id] = expr->where; });
      });
      const auto* loop = std::get_if<ir::For>(&stmt->node);
      if (isHere(stmt->where)) {
        text_ += "  " + firstLine(ir::print(stmt)) + "\n    executed by " + groups(exec) + "\n";
        if (loop && ir::isParallel(loop->kind)) text_ += "    its body by " + groups(loop->exec) + "\n";
      }
      ir::forEachBody(*stmt, [&](const ir::Body& nested) { visit(nested, loop ? loop->exec : exec); });
    }
  }

  static std::string firstLine(const std::string& text) {
    return llvm::StringRef(text).ltrim().split('\n').first.rtrim(" {").str();
  }

  static std::string groups(const ir::ExecSet& exec) {
    if (exec.empty()) return "the host";
    std::string out;
    for (const ir::RoleGroup& role : exec) {
      const ir::ThreadGroup& group = role.group;
      out += (out.empty() ? "" : "; ") + (role.role.empty() ? std::string() : "role " + role.role + ": ");
      if (group.level == ir::Level::Host) out += "the host";
      else if (group.size == 1) out += "one thread: number " + ir::print(group.base) + " of the block";
      else
        out += "a " + std::string(ir::text(group.level)) + ": threads " + ir::print(group.base) + " + " +
               (group.stride == 1 ? "" : std::to_string(group.stride) + " * ") + "p of the block, p < " +
               std::to_string(group.size);
    }
    return out;
  }

  const SourceRange* placeOf(const ir::AccessKey& key) const {
    const auto expr = places_.find(key.expr), stmt = places_.find(key.stmt);
    if (key.expr && expr != places_.end()) return &expr->second;
    return key.stmt && stmt != places_.end() ? &stmt->second : nullptr;
  }

  std::string describe(const SourceRange* place) const {
    if (!place) return {};
    const int line = job_.sources.lineColumn(place->file, place->begin).line;
    const std::string code = firstLine(std::string(job_.sources.text(*place)));
    return "'" + code + "'" + (line == line_ ? "" : " (line " + std::to_string(line) + ")");
  }

  std::string obligationLine(const effects::Obligation& obligation) const {
    const SourceRange *first = placeOf(obligation.first), *second = placeOf(obligation.second);
    if (!(first && isHere(*first)) && !(second && isHere(*second)) && !isHere(obligation.where)) return {};
    std::string out = "  " + std::string(effects::text(obligation.kind)) + ": " + describe(first ? first : &obligation.where);
    if (second) out += " and " + describe(second);
    return out + ": " + std::string(effects::text(obligation.verdict)) +
           (obligation.reason.empty() ? "" : ", " + obligation.reason) + "\n";
  }

  const Job& job_;
  int line_;
  std::string text_;
  std::map<ir::NodeId, SourceRange> places_;
};

}  // namespace

std::string explainLine(const Job& job, int line) {
  LineExplainer explainer(job, line);
  std::string out;
  for (std::size_t i = 0; i < job.procs.size(); ++i) out += explainer.explain(*job.procs[i], job.reports[i]);
  return out;
}

}  // namespace exogpu::driver
