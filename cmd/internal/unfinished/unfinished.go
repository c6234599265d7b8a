// Package unfinished draws the handoff of a session from what there is: state.db, the end of
// its transcript and git. It decides whose work a session that starts is told of, and knows
// not how the text is told.
package unfinished

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/handoff"
	"github.com/ed-irl/impressionism/host/store/session"
)

// What a session is told, as settings have it.
const (
	ShowPointer = "pointer"
	ShowOff     = "off"
)

// transcriptBytesMax is how much of a transcript's end is read.
const transcriptBytesMax = 1 << 20

// Head reads what is checked out in an event's workspace, without a process. It is not known
// where there is no repository.
func Head(event abi.Event) (session.Head, bool) {
	if event.Workspace == "" {
		return session.Head{}, false
	}
	head, err := gitstate.ReadHead(event.Workspace)
	return session.Head{Branch: head.Branch, Commit: head.Commit}, err == nil
}

// Told is what a session that starts is told.
type Told struct {
	Text string // empty: nothing
	Of   string // id of the session that is handed on; empty: none is, as where one may still run
}

// Tell returns what a session that starts is told of unfinished work: its own where it was
// compacted or resumed, else that of the session before it in its workspace.
func Tell(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event) (Told, error) {
	show := e.Loaded.Handoff.Show
	if show == ShowOff || event.Workspace == "" {
		return Told{}, nil
	}
	var left session.Left
	var err error
	own := false
	switch event.Source {
	case handoff.Compact, handoff.Resume:
		own = true
		left, err = sessions.Left(event.SessionID)
	case handoff.Startup, handoff.Clear, "":
		left, err = Last(sessions, event.Workspace, event.SessionID)
	default: // such as a fork, which knows all
		return Told{}, nil
	}
	if errors.Is(err, session.ErrNoSession) {
		return Told{}, nil
	}
	if err != nil || left.HandedTo == session.Cleared || !own && !left.Free(event.Time) || left.LastAt.IsZero() {
		return Told{}, err
	}
	source := cmp.Or(event.Source, handoff.Startup)
	h, err := Draw(ctx, e, sessions, left, source, event.Time)
	told := Told{Text: h.Text(source)}
	if show == ShowPointer {
		told.Text = h.Pointer(source)
	}
	if !own && !left.MayRun(event.Time) {
		told.Of = left.SessionID
	}
	return told, err
}

// Last returns the work that was left in a workspace last, but for one session: a session's, or
// what a person imported since somebody asked something there. It is session.ErrNoSession where
// there is none.
func Last(sessions *session.Store, workspace, but string) (session.Left, error) {
	left, err := sessions.LastLeft(workspace, but)
	none := errors.Is(err, session.ErrNoSession)
	if err != nil && !none {
		return left, err
	}
	imported, failed := sessions.LeftImported(workspace)
	if failed != nil {
		return left, err
	}
	if asked, failed := sessions.AskedSince(imported.LastActive, workspace, but); failed != nil || asked && !none {
		return left, errors.Join(err, failed)
	}
	return imported, nil
}

// Draw returns the handoff of a session. What cannot be read makes it poorer; the error says
// what that was. It asks git as long as the context lasts.
func Draw(ctx context.Context, e *env.Env, sessions *session.Store, left session.Left, source string, now time.Time) (handoff.Handoff, error) {
	in := handoff.Input{Source: source, Now: now, Session: handoff.Session{
		ID: left.SessionID, Workspace: left.Workspace, Branch: left.Branch, Head: left.Commit,
		EndedAt: left.LastAt, MayRun: left.MayRun(now), Words: left.Words, WordsAt: left.WordsAt, Imported: left.Imported,
	}}
	if left.Imported {
		return handoff.Draw(in), nil
	}
	served := e.Client()
	events, err := sessions.Events(left.SessionID, session.RowsMax)
	if err != nil {
		return handoff.Handoff{Session: in.Session, Why: handoff.NothingOpen}, err
	}
	if served.Steps != nil {
		for _, event := range events {
			in.Events = append(in.Events, served.Steps(event)...)
		}
	}
	in.Record, err = record(e, left)
	realPath := surroundings.RealPaths()
	settle(in.Events, left.Workspace, realPath)
	if in.Record != nil {
		settle(in.Record.Steps, left.Workspace, realPath)
	}
	var failed error
	in.Git, failed = gitstate.Program{Environ: e.Environ}.Read(ctx, left.Workspace, handoff.Paths(in))
	if errors.Is(failed, gitstate.ErrNoRepository) {
		failed = nil
	}
	if failed != nil && isElsewhere(in) {
		return handoff.Handoff{Session: in.Session, Why: handoff.OtherBranch}, err
	}
	return handoff.Draw(in), errors.Join(err, failed)
}

// settle gives files of steps that lie outside of the workspace by their names the paths without
// links, as a workspace is written, the newest first: there may be no time for all.
func settle(steps []work.Step, workspace string, realPath func(path string) string) {
	for i := range slices.Backward(steps) {
		path := steps[i].Path
		if !filepath.IsAbs(path) {
			continue
		}
		if rel, err := filepath.Rel(workspace, path); err == nil && !filepath.IsLocal(rel) {
			steps[i].Path = realPath(path)
		}
	}
}

// isElsewhere reports whether something else is checked out, where git did not answer.
func isElsewhere(in handoff.Input) bool {
	head, err := gitstate.ReadHead(in.Session.Workspace)
	return err == nil && in.Elsewhere(head.Branch, head.Commit)
}

// record reads the end of a session's transcript; nil: there is none.
func record(e *env.Env, left session.Left) (*work.Record, error) {
	transcripts := e.Client().Transcripts
	if transcripts.Of == nil || transcripts.Work == nil {
		return nil, nil
	}
	path := transcripts.Of(e.ClientHome(), left.Workspace, left.SessionID)
	if path == "" {
		return nil, nil
	}
	read, err := transcripts.Work(path, transcriptBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("draw a handoff: %w", err)
	}
	return &read, nil
}
