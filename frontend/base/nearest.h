#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace exogpu {

/// The candidate that somebody who typed `word` meant; empty when none is close. Close is at most one edit in three
/// characters, so that three letters do not become a word of eleven.
std::string nearestName(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace exogpu
