package serve

import (
	"context"
	"errors"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/adviser"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/opinion"
	"github.com/ed-irl/impressionism/host/respond"
)

// opinions keep whom to ask from one event to the next, with connections open.
type opinions struct {
	mutex   sync.Mutex
	of      config.Opinion
	adviser adviser.Adviser
	wanted  bool
}

// descriptionChars is how much of an item's description is sent: its first sentences say
// what it is for.
const descriptionChars = 300

// opinion returns how a language model is asked about the prompts of an event; nil: it is
// not. Settings are read for each event, keys where the server was started.
func (s *server) opinion(e *env.Env) *respond.Opinion {
	s.opinions.mutex.Lock()
	defer s.opinions.mutex.Unlock()
	if s.opinions.of != e.Loaded.Opinion {
		s.opinions.adviser, s.opinions.wanted = adviser.Find(e)
		s.opinions.of = e.Loaded.Opinion
	}
	if !s.opinions.wanted {
		return nil
	}
	found := s.opinions.adviser
	return &respond.Opinion{
		Provider: found.Config.Provider, Model: found.Config.Model, Timeout: adviser.Timeout(e), Limits: adviser.Limits(e), Skip: found.Skip,
		Ask: func(ctx context.Context, q decide.Question) respond.OpinionAnswer { return ask(ctx, found.Asker, q) },
	}
}

// ask asks, and returns of the answer no more than items of the question.
func ask(ctx context.Context, asker *opinion.Asker, q decide.Question) respond.OpinionAnswer {
	question := opinion.Question{Prompt: q.Prompt, Max: q.Max}
	refs := map[string]abi.Ref{}
	for _, candidate := range q.Candidates {
		id := candidate.Ref.String()
		refs[id] = candidate.Ref
		description := textline.Shorten(textline.Plain(candidate.Description), descriptionChars)
		question.Candidates = append(question.Candidates, opinion.Candidate{ID: id, Description: description})
	}
	said, err := asker.Ask(ctx, question)
	answer := respond.OpinionAnswer{TokensIn: said.Tokens.In, TokensOut: said.Tokens.Out}
	if failure, ok := errors.AsType[*opinion.Error](err); ok {
		answer.Cause, answer.Rest, answer.Err = failure.Cause, failure.Wait, failure
	}
	for _, id := range said.IDs {
		answer.Chosen = append(answer.Chosen, refs[id])
	}
	return answer
}
