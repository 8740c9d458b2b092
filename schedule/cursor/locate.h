#pragma once
// Finding a statement in a proc, and replacing it.
#include <functional>
#include <optional>
#include <vector>

#include "frontend/ir/ir.h"
#include "frontend/ir/text.h"

namespace exogpu::cursor {

/// Where a statement stands: `parents` are the For, If and Scope statements around it, outermost first.
struct Location {
  ir::StmtRef stmt;
  std::vector<ir::StmtRef> parents;
  ir::Body siblings;         ///< the body that holds it
  std::size_t position = 0;  ///< in that body
};

std::optional<Location> locate(const ir::Proc& proc, ir::NodeId id);
/// The body with `replacement` in place of the statement; everything else is shared.
ir::Body replace(const ir::Body& body, ir::NodeId id, const ir::Body& replacement);
/// The body in which the list of statements that holds `id` went through `change`.
ir::Body changeSiblings(const ir::Body& body, ir::NodeId id, const std::function<ir::Body(const ir::Body&)>& change);
/// The proc with another body.
ir::ProcRef withBody(const ir::Proc& proc, ir::Body body);
/// A statement with another node and the same id and place.
ir::StmtRef withNode(const ir::StmtRef& stmt, ir::StmtNode node);
/// Ids of all statements of a proc.
std::vector<ir::NodeId> statementIds(const ir::Proc& proc);
/// What is in scope right before the statement (`inside`: at the beginning of its body), under its printed names.
ir::Visible visibleAt(const ir::Proc& proc, const Location& place, bool inside);

}  // namespace exogpu::cursor
