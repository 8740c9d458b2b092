#pragma once
// The C++ API of schedules as text, made from the table of steps: stdlib/include/exogpu/schedule.h.
#include <string>

namespace exogpu::script {

std::string headerText();

}  // namespace exogpu::script
