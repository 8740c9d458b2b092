#!/bin/sh
# exits.sh CODE COMMAND…: succeeds when the command ends with exactly this exit code.
want=$1
shift
"$@"
got=$?
[ "$got" = "$want" ] || { echo "exits.sh: exit code $got, not $want: $*" >&2; exit 1; }
