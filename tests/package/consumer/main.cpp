// Calls the library's launcher; the two calls need no GPU.
#include <cstdio>

#include "scale.h"

int main() {
  const exogpu_status mismatch = scale_4(2.0f, nullptr, 0, nullptr, 1, nullptr);  // y is longer than x: a contract
  const exogpu_status empty = scale_4(2.0f, nullptr, 0, nullptr, 0, nullptr);     // nothing to do: succeeds
  std::printf("mismatch: %d (%s), empty: %d (%s)\n", mismatch.code, mismatch.text, empty.code, empty.text);
  return mismatch.code == EXOGPU_CONTRACT_VIOLATED && empty.code == EXOGPU_OK ? 0 : 1;
}
