#pragma once
// Cursors: how scripts and traces name a place of a program. A Reference is text and is looked up in the program as it
// is; a Cursor is a place once found, which History forwards through the steps that came later.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "schedule/cursor/locate.h"

namespace exogpu::cursor {

/// loop("i"), alloc("As"), stmt("C[_] += _"), body("i"); `nth` of several matches in the order of the text (-1: there
/// must be one only).
struct Reference {
  enum class Kind : std::uint8_t { Loop, Alloc, Stmt, Body, Lost };
  Kind kind = Kind::Loop;
  std::string text;  ///< name of the iterator or buffer, or the pattern; Lost: what happened to the cursor
  int nth = -1;
  friend bool operator==(const Reference&, const Reference&) = default;
};
/// loop("i"), loop("i", 1).
std::string print(const Reference& reference);

/// A place that was found: a statement, or the whole body of a loop.
struct Cursor {
  ir::NodeId id = 0;
  bool is_body = false;
  std::size_t since = 0;  ///< number of steps that had been applied when it was found
};

/// Why a reference names nothing, or too much.
struct NotFound {
  std::string problem;                  ///< "no loop is called 'q'"
  std::vector<std::string> candidates;  ///< references that would be found
};
std::variant<Cursor, NotFound> find(const ir::Proc& proc, const Reference& reference);
/// The shortest reference that finds this statement in this program.
Reference refer(const ir::Proc& proc, ir::NodeId id, bool is_body = false);

/// What one step did to the ids of statements.
struct StepRecord {
  std::string step;                        ///< "step 3, divide_loop"
  std::map<ir::NodeId, ir::NodeId> moved;  ///< the statement that stands for another one now
  std::set<ir::NodeId> removed;
};

class History {
 public:
  void add(StepRecord record) { records_.push_back(std::move(record)); }
  std::size_t size() const { return records_.size(); }
  /// Where the cursor's statement is now, or the step that removed it.
  std::variant<ir::NodeId, std::string> forward(const Cursor& cursor) const;

 private:
  std::vector<StepRecord> records_;
};
/// The record of a step that made `after` out of `before`: what it says has moved, and what is gone.
StepRecord record(std::string step, const ir::Proc& before, const ir::Proc& after, std::map<ir::NodeId, ir::NodeId> moved);

}  // namespace exogpu::cursor
