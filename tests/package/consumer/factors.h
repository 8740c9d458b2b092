#pragma once
#include <exogpu/exogpu.h>
constexpr int threads = 256;
