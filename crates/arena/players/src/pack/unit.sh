#!/bin/sh
# unit i/n FILE: plays part i of n of these games into FILE, or what is missing there.
here=$(dirname "$0")
exec "$here/arena" COMMAND --shard "$1" --out "$2" --resume
