package simulate

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// outcome returns in a sentence what comes of all runs together: the strongest counts.
func outcome(event string, runs []inspect.Run) string {
	var verdicts []string
	for _, run := range runs {
		verdicts = append(verdicts, run.Effect.Verdict) // "" of one that was skipped
	}
	for _, o := range []struct{ verdict, words string }{
		{contract.VerdictBlocked, "the event is stopped"},
		{contract.VerdictForcedOn, "the model has to go on"},
		{contract.VerdictDecided, "a hook decides about the tool call; one denial is enough"},
		{VerdictUnfinished, "a hook is still running"},
		{contract.VerdictCompaction, "text goes into the compaction"},
	} {
		if slices.Contains(verdicts, o.verdict) {
			return event + ": " + o.words + "."
		}
	}
	texts := 0
	for _, verdict := range verdicts {
		if verdict == contract.VerdictInjected || verdict == contract.VerdictPersisted {
			texts++
		}
	}
	switch texts {
	case 0:
		return event + " goes on; the model reads nothing."
	case 1:
		return event + " goes on; the model reads 1 text."
	}
	return fmt.Sprintf("%s goes on; the model reads %d texts.", event, texts)
}
