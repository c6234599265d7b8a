package explain

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// OpinionLine tells what a language model's opinion did to a decision.
func OpinionLine(o trace.Opinion) string {
	who := fmt.Sprintf("%s (%s)", o.Model, o.Provider)
	switch o.Verdict {
	case trace.OpinionConfirmed:
		return who + " agrees"
	case trace.OpinionChanged:
		return fmt.Sprintf("%s changed it; without it: %s", who, refWords(o.Local))
	case trace.OpinionSkipped:
		return fmt.Sprintf("%s was not asked: %s", who, OpinionCause(o.Cause))
	}
	return fmt.Sprintf("%s gave none: %s", who, OpinionCause(o.Cause))
}

// opinionCauses say in words why there is no opinion.
var opinionCauses = map[string]string{
	"no-key": "no key is set", "auth": "the key was refused", "rate-limited": "too many requests", "overloaded": "the provider is overloaded",
	"refused": "the provider did not take the request", "server": "the provider failed", "unreachable": "no connection", "tls": "the connection is not safe",
	"redirect": "it sends to another address", "broken": "the connection broke", "timeout": "no answer in time", "left": "nobody waited any more",
	"too-large": "the answer is too large", "malformed": "it answered something else", "unknown-ids": "the answer names other items",
	"refusal": "the model declined to answer", "program": "the client could not be run", "panic": "a fault of impressionism", "lost": "the server ended meanwhile",
	"settings": "the settings are not complete", "paused": "a pause after failures", "budget-day": "the requests of a day are used up",
	"budget-session": "the requests of this session are used up", "budget-month": "the tokens of a month are used up",
}

// OpinionCause says in words why there is no opinion.
func OpinionCause(cause string) string {
	if words := opinionCauses[cause]; words != "" {
		return words
	}
	return cause
}

func refWords(refs []abi.Ref) string {
	var ids []string
	for _, ref := range refs {
		ids = append(ids, ref.ID)
	}
	if len(ids) == 0 {
		return "nothing"
	}
	return strings.Join(ids, ", ")
}
