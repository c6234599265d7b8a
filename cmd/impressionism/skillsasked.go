package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// askedHost answers prompts as the hook does, each in a session of its own that
// is forgotten with the folder it is kept in.
type askedHost struct {
	app       *app
	host      *respond.Responder
	workspace string
	folder    string
	asked     int
	tier      string
	notes     []string
}

func (a *app) openAsked(workspace string, touched []string, known []recordedPrompt) (*askedHost, error) {
	folder, err := os.MkdirTemp("", "impressionism-probe-")
	if err != nil {
		return nil, err
	}
	s := &askedHost{app: a, workspace: workspace, folder: folder, tier: index.TierLexical, notes: []string{}}
	store, err := session.Open(filepath.Join(folder, "state.db"), session.Options{})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	s.host = a.wire(workspace, store)
	listing := a.listTouched(workspace, touched)
	s.host.List = func(context.Context, string) catalog.Listing { return listing }
	s.host.Beneath = nil // its sessions touch nothing
	s.host.Model = a.withStored(known)
	s.host.OpenIndex = func() (*index.Index, error) { return index.Open(a.paths.IndexDB) }
	return s, nil
}

func (s *askedHost) close() {
	_ = s.host.Sessions.Close() // nothing of it is kept
	_ = os.RemoveAll(s.folder)
}

// isAbout reports that a text says enough to be about something.
func (s *askedHost) isAbout(text string) bool { return !s.host.Recipe.Silent(rank.Prompt(text)) }

// all tries every prompt on the item of a result.
func (s *askedHost) all(result *shape.SkillsProbe, own []probe.Prompt, others []recordedPrompt, progress func(string, int, int)) error {
	whole := len(own) + len(others)
	for i, prompt := range own {
		progress("ask", i, whole)
		if err := s.try(result, prompt, &result.Own); err != nil {
			return err
		}
	}
	for i, prompt := range others {
		progress("ask", len(own)+i, whole)
		if err := s.try(result, prompt.Prompt, &result.Others); err != nil {
			return err
		}
	}
	slices.SortStableFunc(result.Prompts, byVerdict)
	result.Tier, result.Notes = s.tier, s.notes
	return nil
}

// othersMax bounds the others that are named with a prompt.
const othersMax = 3

func (s *askedHost) try(result *shape.SkillsProbe, prompt probe.Prompt, counts *shape.ProbeCounts) error {
	decided, err := s.ask(prompt.Text)
	if err != nil {
		return err
	}
	p := shape.ProbePrompt{Text: prompt.Text, From: prompt.From, Others: []shape.ProbeHit{}}
	outcome := probe.Outcome{}
	told := map[abi.Ref]bool{}
	for _, item := range decided.Suggested {
		told[item] = true
	}
	outcome.Suggested = told[result.Ref]
	outcome.Others = len(told) > 0
	ranking := decided.Ranking(lookedAtMax)
	for i, hit := range ranking {
		if hit.Ref == result.Ref {
			p.Rank, p.Similarity = i+1, hit.Similarity
		} else if told[hit.Ref] && len(p.Others) < othersMax {
			p.Others, p.Suggested = append(p.Others, shape.ProbeHit{Ref: hit.Ref, Similarity: hit.Similarity}), true
		}
	}
	if len(p.Others) == 0 && !outcome.Suggested && len(ranking) > 0 && ranking[0].Ref != result.Ref {
		p.Others = append(p.Others, shape.ProbeHit{Ref: ranking[0].Ref, Similarity: ranking[0].Similarity})
	}
	outcome.Rank, outcome.Similarity = p.Rank, p.Similarity
	p.Verdict = outcome.Verdict(result.Threshold)
	tally(counts, p.Verdict)
	if p.Verdict != probe.Missed || prompt.Owner != "" {
		result.Prompts = append(result.Prompts, p)
	}
	return nil
}

// lookedAtMax is how far down a ranking an item is looked for.
const lookedAtMax = 50

func tally(counts *shape.ProbeCounts, verdict string) {
	counts.Prompts++
	switch verdict {
	case probe.Reached:
		counts.Reached++
	case probe.Beaten:
		counts.Beaten++
	case probe.Near:
		counts.Near++
	default:
		counts.Missed++
	}
}

func (s *askedHost) ask(text string) (*decide.Decision, error) {
	s.asked++
	event := abi.Event{
		Name: abi.EventPrompt, SessionID: fmt.Sprintf("probe %d", s.asked), Workspace: s.workspace,
		Prompt: text, Command: payload.Command(text), Time: s.app.now().UTC(),
	}
	response := s.host.Respond(context.Background(), event, respond.Options{})
	if response.Decision == nil {
		for _, problem := range response.Problems {
			return nil, fmt.Errorf("ask as the hook does: %s", problem.Error())
		}
		return &decide.Decision{Tier: index.TierLexical}, nil // the call of a command
	}
	if response.Decision.Tier == index.TierModel {
		s.tier = index.TierModel
	}
	for _, problem := range response.Problems {
		if note := problem.Error(); !slices.Contains(s.notes, note) {
			s.notes = append(s.notes, note)
		}
	}
	return response.Decision, nil
}
