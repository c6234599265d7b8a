// Package inspector is how Claude Code is looked at, as one value. Hooks do not link it.
package inspector

import (
	"github.com/ed-irl/impressionism/host/client/claude/checkup"
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/expand"
	"github.com/ed-irl/impressionism/host/client/claude/listing"
	"github.com/ed-irl/impressionism/host/client/claude/memories"
	"github.com/ed-irl/impressionism/host/client/claude/recall"
	"github.com/ed-irl/impressionism/host/client/claude/simulate"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Inspector returns the client's inspector.
func Inspector() inspect.Inspector {
	return inspect.Inspector{
		Checkup: inspect.Checkup{Rules: checkup.Rules(), Examine: checkup.Examine, Times: checkup.Times},
		Hooks: inspect.Hooks{
			Events: contract.Names(), OffSetting: "disableAllHooks",
			List:     func(place inspect.Place) inspect.Wired { return wiring.Read(place).Wired },
			Simulate: simulate.Play, Payloads: simulate.Payloads(), Payload: simulate.Recorded,
			PayloadMax: simulate.PayloadBytesMax, Examples: simulate.Examples,
		},
		Listing:  listing.Inspect(),
		Commands: inspect.Commands{Measured: expand.Measured(), Head: expand.Head, Expand: expand.Expand},
		Lessons:  inspect.Lessons{Formats: []inspect.LessonFormat{recall.Format(), memories.Format()}},
		Handoffs: inspect.Handoffs{
			Name: "recall", What: "HANDOFFS.md of Claude Recall",
			Read: recall.ReadHandoffs, Put: recall.PutHandoff, ID: recall.HandoffID, BytesMax: recall.HandoffsBytesMax,
		},
	}
}
