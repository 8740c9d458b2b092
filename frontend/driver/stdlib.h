#pragma once
#include <string>

namespace exogpu::driver {

/// The folder that holds exogpu/exogpu.h: beside the installed executable, else in the source tree it was built from.
std::string stdlibIncludeDir();

/// How the standard input is called in messages.
inline constexpr const char* kStdinName = "<stdin>";

}  // namespace exogpu::driver
