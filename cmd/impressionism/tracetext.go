package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

func (t *traceTree) times(m trace.Made) {
	var parts []string
	for _, step := range slices.Sorted(maps.Keys(m.StepsMS)) {
		name := step
		if step == "ruleset" { // more than the ruleset's own functions, whose time stands above
			name = "search and ruleset"
		}
		parts = append(parts, fmt.Sprintf("%s %.1f ms", name, m.StepsMS[step]))
	}
	if len(parts) > 0 {
		t.line(1, "times: %s", strings.Join(parts, ", "))
	}
}

// replyText shows a reply without its envelope.
func replyText(data json.RawMessage) string {
	var reply abi.Reply
	switch err := json.Unmarshal(data, &reply); {
	case err != nil:
		return string(data)
	case reply.Error != nil:
		return reply.Error.Error()
	}
	return string(reply.OK)
}

func jsonText(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}
