#pragma once
#include <optional>
#include <string>

#include "frontend/base/file.h"

namespace exogpu::driver {

/// Removes the verdicts kept in a folder and nothing else; a folder that does not exist is empty.
std::optional<FileError> clearCache(const std::string& folder);

}  // namespace exogpu::driver
