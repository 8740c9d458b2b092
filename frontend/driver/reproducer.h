#pragma once
#include <optional>
#include <string>

#include "frontend/driver/options.h"

namespace exogpu::driver {

/// Writes a shell script that holds the source and repeats the command; gives its path, or nullopt when no place could
/// be written to.
std::optional<std::string> writeReproducer(const CommandLine& options, const std::string& main_text,
                                           const std::string& what);

}  // namespace exogpu::driver
