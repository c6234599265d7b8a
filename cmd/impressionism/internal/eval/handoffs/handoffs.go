// Package handoffs draws the handoffs of recorded sessions, each beside a scratch repository
// that is as the session left it, or as others left it since.
package handoffs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/handoff"
)

// Answer is what a successor of a case's session is told.
type Answer struct {
	Case   string `json:"case"`
	Source string `json:"source"`
	Text   string `json:"text"`
}

// Limits of a set.
const (
	casesMax         = 1000
	fileBytesMax     = 256 << 20
	transcriptBytes  = 1 << 20 // of its end that are read, as at the start of a session
	gitTimeout       = 30 * time.Second
	soonAfter        = time.Hour // the successor starts so much later, where the case says nothing else
	transcriptEnding = ".transcript.jsonl"
	eventsEnding     = ".events.jsonl"
	defaultSource    = handoff.Startup
	expectFile       = "expect.json"
	repositoryFile   = "repo.json"
	eventsOfCase     = "events.jsonl"
	transcriptOfCase = "transcript.jsonl"
)

// Runner draws handoffs.
type Runner struct {
	Client  client.Client
	Git     gitstate.Program
	Scratch string // a folder for repositories
	Cases   string // folders of cases for repositories that were made already; may be empty
}

// expected is what is read of a case's expect.json.
type expected struct {
	Shown map[string]bool `json:"shown"`
}

// Run answers the cases of a folder in order. A case is a folder with repo.json,
// events.jsonl and transcript.jsonl; or a repository with NAME.events.jsonl and
// NAME.transcript.jsonl beside it, whose expect.json and repo.json are in Cases.
func (r Runner) Run(ctx context.Context, dir string, each func(Answer) error) error {
	dir, err := filepath.Abs(dir) // sessions name workspaces so
	if err != nil {
		return err
	}
	entries, err := foreign.ReadDir(dir, casesMax)
	if err != nil {
		return err
	}
	count := 0
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() {
			continue
		}
		p, err := r.prepare(ctx, dir, name)
		if errors.Is(err, errNoCase) {
			continue
		}
		if err != nil {
			return fmt.Errorf("case %s: %w", name, err)
		}
		count++
		for _, source := range p.sources {
			text, err := r.draw(ctx, p, source)
			if err != nil {
				return fmt.Errorf("case %s: %w", name, err)
			}
			if err := each(Answer{name, source, text}); err != nil {
				return err
			}
		}
	}
	if count == 0 {
		return fmt.Errorf("%s has no cases: a case is a folder with %s, %s and %s", filepath.Base(dir), repositoryFile, eventsOfCase, transcriptOfCase)
	}
	return nil
}

var errNoCase = errors.New("no case")

// prepared is a case whose repository is there.
type prepared struct {
	workspace, transcript, events string
	sources                       []string
	repository                    repository
	head                          string // when the session ended; empty: not known
}

func (r Runner) prepare(ctx context.Context, dir, name string) (prepared, error) {
	beside := filepath.Join(dir, name)
	p := prepared{workspace: beside, transcript: beside + transcriptEnding, events: beside + eventsEnding}
	described := beside
	made := false
	if _, err := os.Stat(p.events); err == nil {
		described, made = filepath.Join(r.Cases, name), true
	}
	var err error
	if p.sources, err = sourcesOf(described, made && r.Cases == ""); err != nil {
		return p, err
	}
	err = readJSON(filepath.Join(described, repositoryFile), &p.repository)
	if made {
		if r.Cases == "" {
			err = nil
		}
		return p, err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return p, errNoCase
	}
	if err != nil {
		return p, err
	}
	p.workspace = filepath.Join(r.Scratch, name)
	p.transcript, p.events = p.workspace+transcriptEnding, p.workspace+eventsEnding
	p.head, err = r.make(ctx, beside, p)
	return p, err
}

// sourcesOf returns how a case's successors start.
func sourcesOf(folder string, unknown bool) ([]string, error) {
	if unknown {
		return []string{defaultSource}, nil
	}
	var e expected
	err := readJSON(filepath.Join(folder, expectFile), &e)
	if errors.Is(err, fs.ErrNotExist) {
		return []string{defaultSource}, nil
	}
	var sources []string
	for source := range e.Shown {
		sources = append(sources, source)
	}
	slices.Sort(sources)
	return sources, err
}

func readJSON(path string, to any) error {
	data, err := foreign.Read(path, fileBytesMax)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// draw draws the handoff of a case as the start of a session does.
func (r Runner) draw(ctx context.Context, p prepared, source string) (string, error) {
	in := handoff.Input{Source: source, Session: handoff.Session{Workspace: p.workspace, Head: p.head}}
	if r.Client.Transcripts.Work != nil {
		record, err := r.Client.Transcripts.Work(p.transcript, transcriptBytes)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err == nil {
			in.Record = &record
		}
	}
	var err error
	if in.Events, in.Session.ID, err = r.steps(p.events); err != nil {
		return "", err
	}
	if in.Record == nil {
		in.Session.Branch = p.repository.Branch // as a hook stores it with the commit
	} else {
		for _, step := range in.Record.Steps {
			if step.Time.After(in.Session.EndedAt) {
				in.Session.EndedAt = step.Time
			}
		}
	}
	in.Now = in.Session.EndedAt.Add(soonAfter)
	if days := p.repository.DaysLater; days != 0 {
		in.Now = in.Session.EndedAt.Add(time.Duration(days * 24 * float64(time.Hour)))
	}
	limited, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	if in.Git, err = r.Git.Read(limited, p.workspace, handoff.Paths(in)); err != nil && !errors.Is(err, gitstate.ErrNoRepository) {
		return "", err
	}
	return handoff.Draw(in).Text(source), nil
}

// steps reads events as hooks were sent them.
func (r Runner) steps(path string) (steps []work.Step, session string, err error) {
	data, err := foreign.Read(path, fileBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	for n, line := range slices.Collect(bytes.Lines(data)) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		event, err := r.event(bytes.NewReader(line))
		if err != nil {
			return nil, "", fmt.Errorf("%s: line %d: %w", path, n+1, err)
		}
		session = event.SessionID
		if r.Client.Steps != nil {
			steps = append(steps, r.Client.Steps(event)...)
		}
	}
	return steps, session, nil
}

func (r Runner) event(line io.Reader) (abi.Event, error) {
	input, err := r.Client.Read(line, "")
	if err != nil {
		return abi.Event{}, err
	}
	return input.Event(time.Time{})
}
