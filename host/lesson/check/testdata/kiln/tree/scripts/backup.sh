#!/usr/bin/env bash
# backup.sh [--full] [--to DIR]   (--incremental is history)
set -euo pipefail
full=0
to=/srv/backup
while [ $# -gt 0 ]; do
  case "$1" in
    --full) full=1 ;;
    --to) to="$2"; shift ;;
  esac
  shift
done
pg_dump kiln > "$to/kiln.sql"
