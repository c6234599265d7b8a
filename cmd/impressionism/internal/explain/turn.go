package explain

import (
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// IdleWords says that the model did nothing in a turn, or "".
func IdleWords(t transcript.Turn) string {
	switch {
	case t.Last != nil:
		return ""
	case t.Next != nil:
		return "The model did nothing before the next prompt."
	case t.Cut:
		return "The transcript does not show where this turn is."
	}
	return "The model has done nothing yet."
}

// EndedWords says how a tool call ended; "" where it did at once.
func EndedWords(act transcript.Act) string {
	switch {
	case act.TookMS == nil:
		return "no result yet"
	case act.Failed:
		return "failed"
	case *act.TookMS >= time.Second.Milliseconds():
		return "took " + textline.Clock(time.Duration(*act.TookMS)*time.Millisecond)
	}
	return ""
}
