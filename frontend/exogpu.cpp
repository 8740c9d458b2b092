#include "frontend/driver/main.h"

int main(int argc, char** argv) { return exogpu::driver::runMain({argv + 1, argv + argc}); }
