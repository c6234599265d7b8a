#!/bin/sh
set -eu
# flash.sh IMAGE [--verify]
while [ $# -gt 1 ]; do case "$2" in --slow) slow=1 ;; esac; shift; done
dfu-util -D "$1"
