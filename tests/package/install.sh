#!/bin/bash
# usage: install.sh BUILD — installs BUILD into an empty folder and looks at what pkg-config, man and the shells find there,
# also after the folder was moved. Needs no CUDA.
set -euo pipefail
build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
pc=$(find "$work/moved" -name exogpu.pc)
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags exogpu)
compiler=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --variable=compiler exogpu)
echo "#include <exogpu/exogpu.h>" >"$work/plain.cpp"
case $(realpath "${flags#-I}") in "$work"/moved/*) ;; *) echo "pkg-config leads elsewhere: $flags"; exit 1 ;; esac
# shellcheck disable=SC2086
c++ -std=c++20 $flags -fsyntax-only "$work/plain.cpp"
"$compiler" --version >/dev/null

grep -q '^.TH EXOGPU 1' "$work/moved/share/man/man1/exogpu.1"
bash -n "$work/moved/share/bash-completion/completions/exogpu"
grep -q '^#compdef exogpu' "$work/moved/share/zsh/site-functions/_exogpu"
grep -q '^complete -c exogpu' "$work/moved/share/fish/vendor_completions.d/exogpu.fish"
echo "install: ok"
