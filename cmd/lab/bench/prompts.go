package bench

import (
	"bytes"
	"context"
	_ "embed" // prompts.json
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/index"
)

// candidates are prompts that may do for a case: which of them words settle
// depends on the catalog, so each is tried, and the first that does is measured.
var candidates struct{ Words, Meaning, Silent, Short []string }

//go:embed prompts.json
var candidatesFile []byte

// prompt is one to measure with and what it must be answered with.
type prompt struct {
	text   string
	expect string // id of the item told; empty: nothing is said
}

// scout tries things out before they are measured, with all the time they want.
type scout struct {
	launcher launcher
	subject  string
	sessions int
}

// patience is a wide deadline, in milliseconds.
const patience = "60000"

var patient = []string{
	"IMPRESSIONISM_HOOK_PROMPT_MS=" + patience, "IMPRESSIONISM_HOOK_MODEL_MS=" + patience, "IMPRESSIONISM_HOOK_REFRESH_MS=" + patience,
	"IMPRESSIONISM_HOOK_STOP_MS=" + patience, "IMPRESSIONISM_HOOK_TOOL_USE_MS=" + patience,
}

// settled finds a prompt that is answered in this tier, or in any if that is
// empty: with a suggestion, or, if that is wanted, with silence.
func (s *scout) settled(ctx context.Context, h home, texts []string, tier string, silent bool) (prompt, error) {
	for _, text := range texts {
		decision, err := s.ask(ctx, h, text)
		if err != nil {
			return prompt{}, err
		}
		if tier != "" && decision.Tier != tier || silent != (len(decision.Told) == 0) {
			continue
		}
		if silent {
			return prompt{text: text}, nil
		}
		return prompt{text, decision.Told[0].ID}, nil
	}
	return prompt{}, fmt.Errorf("none of %d prompts does in this catalog (tier %q, silence %v)", len(texts), tier, silent)
}

// ask passes one prompt to the hook and reads what was decided.
func (s *scout) ask(ctx context.Context, h home, text string) (shape.Decision, error) {
	s.sessions++
	session := fmt.Sprintf("scout-%d", s.sessions)
	if _, err := s.hook(ctx, h, promptEvent(h, session, text)); err != nil {
		return shape.Decision{}, err
	}
	return s.newest(ctx, h, session)
}

// hook runs one event and holds it to being undisturbed.
func (s *scout) hook(ctx context.Context, h home, event []byte) (outcome, error) {
	got, err := s.launcher.run(ctx, process{
		command: []string{s.subject, "hook"}, dir: h.work, input: event,
		environ: slices.Concat(h.environ, patient),
	})
	if err == nil {
		err = undisturbed(got)
	}
	if err != nil {
		return got, fmt.Errorf("try %.200s: %w", event, err)
	}
	return got, nil
}

// newest is the last stored decision of a session.
func (s *scout) newest(ctx context.Context, h home, session string) (shape.Decision, error) {
	out, err := s.command(ctx, h, "why", "--session", session, "--limit", "1", "--json")
	if err != nil {
		return shape.Decision{}, err
	}
	var why shape.Why
	if err := json.Unmarshal(out, &why); err != nil {
		return shape.Decision{}, fmt.Errorf("read decisions: %w", err)
	}
	if len(why.Decisions) == 0 {
		return shape.Decision{Tier: index.TierLexical}, nil // a prompt that asks for no decision
	}
	return why.Decisions[0], nil
}

// command runs one of the program's other commands and returns what it prints.
func (s *scout) command(ctx context.Context, h home, args ...string) ([]byte, error) {
	got, err := s.launcher.run(ctx, process{command: append([]string{s.subject}, args...), dir: h.work, environ: h.environ})
	if err == nil {
		err = undisturbed(got)
	}
	if err != nil {
		return nil, fmt.Errorf("run impressionism %s: %w", args[0], err)
	}
	return got.out, nil
}

// followed makes sure that an event, whose answer is silence, was heard: that it
// left something in its session.
func (s *scout) followed(ctx context.Context, h home, text string, event func(home, string) []byte) error {
	s.sessions++
	session := fmt.Sprintf("scout-%d", s.sessions)
	if _, err := s.hook(ctx, h, promptEvent(h, session, text)); err != nil {
		return err
	}
	before, err := s.remembered(ctx, h, session)
	if err != nil {
		return err
	}
	if _, err := s.hook(ctx, h, event(h, session)); err != nil {
		return err
	}
	after, err := s.remembered(ctx, h, session)
	if err == nil && after <= before {
		err = errors.New("the event left nothing behind")
	}
	return err
}

// remembered counts what is stored of a session.
func (s *scout) remembered(ctx context.Context, h home, session string) (int, error) {
	out, err := s.command(ctx, h, "export")
	return bytes.Count(out, []byte(`"`+session+`"`)), err
}
