#!/bin/sh
# What every change here has to pass. You run it as CI does: it needs impressionism
# on the PATH, and neither the client nor a database. A compiled ruleset is built first,
# with the SDK in IMPRESSIONISM_SOURCE, a checkout of impressionism's source.
set -eu
cd "$(dirname "$0")"
find . -name '.?*' -prune -o -name build.sh -print | sort | while read -r build; do
  test -f "$(dirname "$build")/ruleset.json" || continue
  export IMPRESSIONISM_SOURCE="${IMPRESSIONISM_SOURCE:-$PWD/.impressionism}"
  test -e "$(dirname "$build")/.impressionism" || test -e "$IMPRESSIONISM_SOURCE" ||
    git clone --depth 1 https://github.com/ed-irl/impressionism "$IMPRESSIONISM_SOURCE"
  sh "$build" < /dev/null
done
impressionism rules validate
impressionism rules test
impressionism rules fuzz
