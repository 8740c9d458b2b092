#pragma once

namespace exogpu::driver {

/// The project's version, from CMakeLists.txt.
inline constexpr const char* kVersion = EXOGPU_VERSION;

}  // namespace exogpu::driver
