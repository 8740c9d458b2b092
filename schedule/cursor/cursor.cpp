#include "schedule/cursor/cursor.h"

#include <algorithm>

#include "frontend/ir/walk.h"
#include "schedule/cursor/pattern.h"

namespace exogpu::cursor {
namespace {

using Kind = Reference::Kind;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

const char* word(Kind kind) {
  switch (kind) {
    case Kind::Loop: return "loop";
    case Kind::Alloc: return "alloc";
    case Kind::Stmt: return "stmt";
    case Kind::Body: return "body";
    case Kind::Lost: return "lost";
  }
  return "";
}

bool names(const ir::StmtRef& stmt, const Reference& wanted, const std::map<const void*, std::string>& printed) {
  switch (wanted.kind) {
    case Kind::Loop:
    case Kind::Body: {
      const auto* loop = std::get_if<ir::For>(&stmt->node);
      return loop && printed.at(loop->iterator.get()) == wanted.text;
    }
    case Kind::Alloc: {
      const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
      return alloc && printed.at(alloc->buffer.get()) == wanted.text;
    }
    case Kind::Stmt: return matches(wanted.text, readings(stmt, printed));
    case Kind::Lost: break;
  }
  return false;
}

std::vector<ir::NodeId> all(const ir::Proc& proc, const Reference& wanted) {
  const auto printed = ir::printedNames(proc);
  std::vector<ir::NodeId> found;
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    if (names(stmt, wanted, printed)) found.push_back(stmt->id);
  });
  return found;
}

/// What the program has of that kind, for messages.
std::vector<std::string> choices(const ir::Proc& proc, Kind kind) {
  std::vector<std::string> out;
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    const bool is_loop = std::holds_alternative<ir::For>(stmt->node);
    const bool is_alloc = std::holds_alternative<ir::Alloc>(stmt->node);
    if (kind == Kind::Alloc ? !is_alloc : kind != Kind::Stmt && !is_loop) return;
    out.push_back(print(refer(proc, stmt->id, kind == Kind::Body)));
  });
  return out;
}

}  // namespace

std::string print(const Reference& reference) {
  std::string out = std::string(word(reference.kind)) + "(" + quoted(reference.text);
  if (reference.nth >= 0) out += ", " + std::to_string(reference.nth);
  return out + ")";
}

std::variant<Cursor, NotFound> find(const ir::Proc& proc, const Reference& reference) {
  if (reference.kind == Kind::Lost) return NotFound{reference.text, {}};
  const auto found = all(proc, reference);
  const auto is_body = reference.kind == Kind::Body;
  const auto count = static_cast<int>(found.size());
  if (reference.nth >= 0 && reference.nth < count) return Cursor{found[static_cast<std::size_t>(reference.nth)], is_body, 0};
  if (reference.nth < 0 && count == 1) return Cursor{found.front(), is_body, 0};
  if (count == 0) return NotFound{"nothing matches " + print(reference), choices(proc, reference.kind)};
  NotFound several{std::to_string(count) + " places match " + print(reference), {}};
  for (const auto id : found) several.candidates.push_back(print(refer(proc, id, is_body)));
  return several;
}

Reference refer(const ir::Proc& proc, ir::NodeId id, bool is_body) {
  const auto printed = ir::printedNames(proc);
  Reference reference{Kind::Stmt, "", -1};
  if (const auto place = locate(proc, id)) {
    const auto& stmt = place->stmt;
    if (const auto* loop = std::get_if<ir::For>(&stmt->node))
      reference = {is_body ? Kind::Body : Kind::Loop, printed.at(loop->iterator.get()), -1};
    else if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node))
      reference = {Kind::Alloc, printed.at(alloc->buffer.get()), -1};
    else
      reference.text = readings(stmt, printed).back();
  }
  const auto found = all(proc, reference);
  if (found.size() > 1)
    reference.nth = static_cast<int>(std::find(found.begin(), found.end(), id) - found.begin());
  return reference;
}

std::variant<ir::NodeId, std::string> History::forward(const Cursor& cursor) const {
  auto id = cursor.id;
  for (std::size_t i = cursor.since; i < records_.size(); ++i) {
    const auto& record = records_[i];
    if (const auto moved = record.moved.find(id); moved != record.moved.end()) id = moved->second;
    else if (record.removed.contains(id)) return record.step;
  }
  return id;
}

StepRecord record(std::string step, const ir::Proc& before, const ir::Proc& after, std::map<ir::NodeId, ir::NodeId> moved) {
  StepRecord record{std::move(step), std::move(moved), {}};
  const auto now = statementIds(after);
  const std::set<ir::NodeId> present(now.begin(), now.end());
  for (const auto id : statementIds(before))
    if (!present.contains(id)) record.removed.insert(id);
  return record;
}

}  // namespace exogpu::cursor
