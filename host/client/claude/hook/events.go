package hook

import "github.com/ed-irl/impressionism/abi"

// eventNames has the client's name of each event that the host knows.
var eventNames = map[string]string{
	abi.EventSessionStarted: "SessionStart",
	abi.EventPrompt:         "UserPromptSubmit",
	abi.EventToolUsed:       "PostToolUse",
	abi.EventTurnEnded:      "Stop",
	abi.EventCompacting:     "PreCompact",
	abi.EventSessionEnded:   "SessionEnd",
}

// EventName returns the host's name of an event of the client. A name that the
// host has no event for is returned as it is.
func EventName(clients string) string {
	for ours, name := range eventNames {
		if name == clients {
			return ours
		}
	}
	return clients
}

// ClientEventName returns the client's name of an event of the host, or the name
// itself where the client has none.
func ClientEventName(ours string) string {
	if ours == abi.EventFileTouched {
		ours = abi.EventToolUsed
	}
	if name, ok := eventNames[ours]; ok {
		return name
	}
	return ours
}
