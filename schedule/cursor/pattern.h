#pragma once
// Patterns: the text form of a statement's first line with `_` where anything may stand.
//   "C[_] += _"   a store to C that adds to what was there (also by fma); [_] stands for all indices
//   "As[_] = _"   any store to As          "for k in _"   a loop          "x = _", "fence", "if _", "alloc As[_] @_"
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/ir.h"

namespace exogpu::cursor {

/// The first line of a statement as people read it, and its `+=` reading if it has one.
std::vector<std::string> readings(const ir::StmtRef& stmt, const std::map<const void*, std::string>& names);
/// Does a pattern match one of the readings?
bool matches(std::string_view pattern, const std::vector<std::string>& lines);

}  // namespace exogpu::cursor
