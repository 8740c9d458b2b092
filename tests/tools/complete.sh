#!/bin/bash
# complete.sh SCRIPT LINE: loads a completion script for exogpu and prints what it offers at the end of LINE, one a line.
# The words are split as readline does with bash's own COMP_WORDBREAKS.
. "$1"
compopt() { :; }
COMP_LINE=$2 COMP_POINT=${#2}
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
IFS=' ' read -ra COMP_WORDS <<<"${2//=/ = }"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_exogpu
printf '%s\n' "${COMPREPLY[@]}"
