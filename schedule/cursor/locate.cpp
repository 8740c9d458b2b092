#include "schedule/cursor/locate.h"

#include <algorithm>

#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::cursor {
namespace {

bool search(const ir::Body& body, ir::NodeId id, Location& found) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i]->id == id) {
      found.stmt = body[i];
      found.siblings = body;
      found.position = i;
      return true;
    }
    bool inside = false;
    found.parents.push_back(body[i]);
    ir::forEachBody(*body[i], [&](const ir::Body& nested) { inside = inside || search(nested, id, found); });
    if (inside) return true;
    found.parents.pop_back();
  }
  return false;
}

}  // namespace

std::optional<Location> locate(const ir::Proc& proc, ir::NodeId id) {
  Location found;
  if (!search(proc.body, id, found)) return std::nullopt;
  return found;
}

ir::Body replace(const ir::Body& body, ir::NodeId id, const ir::Body& replacement) {
  return ir::rewriteStmts(body, [&](const ir::StmtRef& stmt) {
    return stmt->id == id ? std::optional<ir::Body>(replacement) : std::nullopt;
  });
}

ir::Body changeSiblings(const ir::Body& body, ir::NodeId id, const std::function<ir::Body(const ir::Body&)>& change) {
  for (const auto& stmt : body)
    if (stmt->id == id) return change(body);
  ir::Body out;
  for (const auto& stmt : body) {
    bool changed = false;
    ir::Stmt copy = *stmt;
    ir::parts::eachBody(copy.node, [&](ir::Body& nested) {
      auto rebuilt = changeSiblings(nested, id, change);
      changed |= rebuilt != nested;
      nested = std::move(rebuilt);
    });
    out.push_back(changed ? std::make_shared<const ir::Stmt>(std::move(copy)) : stmt);
  }
  return out;
}

ir::ProcRef withBody(const ir::Proc& proc, ir::Body body) {
  auto copy = std::make_shared<ir::Proc>(proc);
  copy->body = std::move(body);
  return copy;
}

ir::StmtRef withNode(const ir::StmtRef& stmt, ir::StmtNode node) {
  ir::Stmt copy = *stmt;
  copy.node = std::move(node);
  return std::make_shared<const ir::Stmt>(std::move(copy));
}

std::vector<ir::NodeId> statementIds(const ir::Proc& proc) {
  std::vector<ir::NodeId> ids;
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) { ids.push_back(stmt->id); });
  return ids;
}

namespace {

/// Declares what one statement declares for those behind it.
void declare(const ir::Stmt& stmt, const std::map<const void*, std::string>& names, ir::Visible& visible) {
  if (const auto* let = std::get_if<ir::Let>(&stmt.node)) visible[names.at(let->symbol.get())] = let->symbol;
  if (const auto* alloc = std::get_if<ir::Alloc>(&stmt.node)) visible[names.at(alloc->buffer.get())] = alloc->buffer;
}

/// Declares what stands before `child` in the body of `parent` that holds it, and the iterator of `parent`.
void enter(const ir::Stmt& parent, const ir::StmtRef& child, const std::map<const void*, std::string>& names,
           ir::Visible& visible) {
  if (const auto* loop = std::get_if<ir::For>(&parent.node)) visible[names.at(loop->iterator.get())] = loop->iterator;
  if (!child) return;
  ir::forEachBody(parent, [&](const ir::Body& body) {
    const auto at = std::find(body.begin(), body.end(), child);
    if (at == body.end()) return;
    for (auto before = body.begin(); before != at; ++before) declare(**before, names, visible);
  });
}

}  // namespace

ir::Visible visibleAt(const ir::Proc& proc, const Location& place, bool inside) {
  const auto names = ir::printedNames(proc);
  ir::Visible visible;
  for (const auto& parameter : proc.parameters)
    std::visit([&](const auto& entity) { visible[names.at(entity.get())] = entity; }, parameter);
  auto chain = place.parents;
  chain.push_back(place.stmt);
  for (const auto& stmt : proc.body) {
    if (stmt == chain.front()) break;
    declare(*stmt, names, visible);
  }
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) enter(*chain[i], chain[i + 1], names, visible);
  if (inside) enter(*place.stmt, nullptr, names, visible);
  return visible;
}

}  // namespace exogpu::cursor
