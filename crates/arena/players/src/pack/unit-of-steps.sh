#!/bin/sh
# unit i/n FILE: plays part i of n of the next games of this tuning, whose result is FILE.
# unit join FILE: takes the next step when all parts are there; ends with 14 if more games are needed.
here=$(dirname "$0")
case $1 in join) set -- "$2" --join ;; *) set -- "$2" --shard "$1" ;; esac
exec "$here/arena" COMMAND --out "$@"
