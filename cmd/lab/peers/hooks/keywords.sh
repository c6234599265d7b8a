#!/bin/sh
# Suggests skills whose keywords a prompt has. The event is on stdin, the rules are in
# $SKILL_RULES. With BATCH=1 every line of stdin is an event, and every line of stdout its
# scores.
exec jq -c --slurpfile rules "$SKILL_RULES" --arg batch "${BATCH:-}" -f "${0%/*}/keywords.jq"
