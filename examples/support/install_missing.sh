#!/bin/bash
# usage: install_missing.sh [PACKAGE…] — installs what building exogpu and its tests needs, and PACKAGEs, as far as it is not
# there: Debian's packages, with apt-get. On another system it says what it would have installed and goes on.
set -euo pipefail
needed=(clang-22 libclang-22-dev llvm-22-dev llvm-22-tools libclang-rt-22-dev libz3-dev libgtest-dev cmake ninja-build g++ python3)
if ! command -v apt-get >/dev/null; then
  echo "== no apt-get here; needed are, in Debian's names: ${needed[*]} $*"
  exit 0
fi
missing=()
for package in "${needed[@]}" "$@"; do
  dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
echo "== installing ${missing[*]}"
sudo=()
[ "$(id -u)" = 0 ] || sudo=(sudo)
"${sudo[@]}" apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
