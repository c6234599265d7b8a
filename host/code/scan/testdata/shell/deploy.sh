#!/usr/bin/env bash
# deploy.sh: function nope() {
set -euo pipefail
source "$(dirname "$0")/lib.sh"
. ./other.sh

readonly LIMIT=3

# Prints how to use this.
usage() { # def: usage
  cat <<EOF
usage: deploy
function not_here() {
}
EOF
}

function build { # def: build
  local name="${1:-"a}b"}" # a comment { with brace
  case "$name" in
    a) echo "it's" ;;
    b*) return 1 ;;
  esac
  if [ "$#" -gt 1 ]; then
    echo "${name#*/} $(echo "nested ) quote")"
  fi
}

function push() # def: push
{
  awk '
    function no() {
    }
    { print $1 }
  ' file
}

one_line() { echo "one"; } # def: one_line

log::info() { # def: log::info
  printf '%s\n' "$*" >&2
}

in_subshell() ( # def: in_subshell
  cd /tmp
  ls
)

with-dash() { # def: with-dash
  echo \' \"
}

if [ -n "${CI:-}" ]; then
  ci_only() { # def: ci_only
    echo ci
  }
fi

main() { # def: main
  while read -r line; do
    [[ $line == *"}"* ]] && continue
  done < <(ls)
  local trimmed=${1#"${1%%[![:space:]]*}"} # it's cut
  build "$@" <<-'MARK'
	text }
	MARK
  array=(a b)
}

trap 'echo "bye }"' EXIT
x=$(cat <<'END'
fake() {
END
)
main "$@"
