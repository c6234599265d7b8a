// Package handoff holds the commands for the unfinished work of a session: what the next one
// is told of it.
package handoff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/unfinished"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/handoff"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Command returns the command handoff, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("handoff", "Show, change, exchange or clear what the next session is told of unfinished work")
	command.AddCommand(showCommand(e), editCommand(e), clearCommand(e), exportCommand(e), importCommand(e))
	return command
}

func showCommand(e *env.Env) *cobra.Command {
	var id string
	command := &cobra.Command{
		Use: "show", Short: "Show where the work of the session before stood",
		Long: `Show where the work of a session stood: of the last one of this workspace, but for the
session that runs this. It is drawn from what hooks recorded, from the end of the
session's transcript and from git as it is now.`,
		Example: "  impressionism handoff show\n  impressionism handoff show --session s1 --json",
		Args:    cobra.NoArgs,
		RunE:    func(command *cobra.Command, _ []string) error { return show(command.Context(), e, id) },
	}
	command.Flags().StringVar(&id, "session", "", "show the work of this session")
	return cli.JSONFlag(e, command)
}

func clearCommand(e *env.Env) *cobra.Command {
	var id string
	command := &cobra.Command{
		Use: "clear", Short: "Have no session told of the work of the session before",
		Long: `Have no session told of the work of the last session of this workspace, or of another
one. If somebody goes on with that session, its work counts again.`,
		Example: "  impressionism handoff clear\n  impressionism handoff clear --session s1",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return clearLeft(e, id) },
	}
	command.Flags().StringVar(&id, "session", "", "clear the work of this session")
	return command
}

var errNothing = errors.New("no session of this workspace is remembered")

// openStore opens state.db.
func openStore(e *env.Env) (*session.Store, error) {
	if err := e.Ready(); err != nil {
		return nil, err
	}
	if !env.Exists(e.Paths.StateDB) {
		return nil, env.Failed(errNothing)
	}
	return wire.Open(e, e.WorkspaceOf(""))
}

// open opens state.db and finds the session that is meant.
func open(e *env.Env, id string) (*session.Store, session.Left, error) {
	store, err := openStore(e)
	if err != nil {
		return nil, session.Left{}, err
	}
	left, err := find(store, e.WorkspaceOf(""), id, e.SessionID())
	if err != nil {
		return nil, left, env.Failed(errors.Join(err, store.Close()))
	}
	return store, left, nil
}

func find(store *session.Store, workspace, id, own string) (session.Left, error) {
	if id == "" {
		left, err := unfinished.Last(store, workspace, own)
		if errors.Is(err, session.ErrNoSession) {
			err = errNothing
		}
		return left, err
	}
	left, err := store.Left(id)
	if errors.Is(err, session.ErrNoSession) {
		err = fmt.Errorf("there is no session %q; impressionism why names those that there are", textline.Shorten(id, 40))
	}
	return left, err
}

// gitWait bounds git for a person who waits.
const gitWait = 10 * time.Second

func show(ctx context.Context, e *env.Env, id string) error {
	store, left, err := open(e, id)
	if err != nil {
		return err
	}
	defer store.Close()
	h, missing := draw(ctx, e, store, left)
	text := h.Text("")
	if e.JSON {
		return cli.PrintJSON(e, shapeOf(h, left, text))
	}
	if missing != nil {
		fmt.Fprintln(e.ErrOut, "impressionism:", textline.OneLine(missing.Error()))
	}
	if text == "" {
		cli.PrintProse(e, "", "", "There is nothing to hand on of "+named(left)+": "+h.Why+".")
		return nil
	}
	for line := range strings.Lines(text) {
		cli.PrintProse(e, "", "  ", strings.TrimSuffix(line, "\n"))
	}
	return nil
}

// draw returns the handoff of a session, and what could not be read for it.
func draw(ctx context.Context, e *env.Env, store *session.Store, left session.Left) (h handoff.Handoff, missing error) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, gitWait)
	defer cancel()
	h, missing = unfinished.Draw(ctx, e, store, left, "", e.Now())
	if left.HandedTo == session.Cleared {
		h.Why = "it was cleared"
	}
	return h, missing
}

// named says whose work it is.
func named(left session.Left) string {
	if left.Imported {
		return "the imported handoffs"
	}
	return "session " + textline.Shorten(left.SessionID, 60)
}

func shapeOf(h handoff.Handoff, left session.Left, text string) shape.Handoff {
	s := shape.Handoff{
		SessionID: left.SessionID, Workspace: left.Workspace, Branch: h.Session.Branch, Head: left.Commit,
		MayRun: h.Session.MayRun, Why: h.Why, Goal: h.Goal, Decided: textline.OrEmpty(h.Decided), Also: textline.OrEmpty(h.Also),
		Files: []shape.HandoffFile{}, Commit: h.Commit, CommitGone: h.Gone, Since: textline.OrEmpty(h.Since),
		Failing: []shape.HandoffFailing{}, Open: []shape.HandoffTodo{}, Tried: textline.OrEmpty(h.Tried), Refused: textline.OrEmpty(h.Refused),
		Next: h.Next, Asked: h.Asked, Waiting: h.Waiting, Verified: h.Verified, Rebasing: h.Rebasing, Text: text,
		Words: h.Session.Words, Imported: left.Imported,
	}
	if left.Imported {
		s.SessionID = ""
	}
	if at := cmp.Or(left.LastAt, left.LastActive); !at.IsZero() {
		s.EndedAt = at.Format(time.RFC3339)
	}
	if left.HandedTo != session.Cleared {
		s.HandedTo = left.HandedTo
	}
	for _, t := range h.Open {
		s.Open = append(s.Open, shape.HandoffTodo(t))
	}
	for _, f := range h.Files {
		s.Files = append(s.Files, shape.HandoffFile{Path: f.Path, State: f.State, Subject: f.Subject})
	}
	for _, f := range h.Failing {
		s.Failing = append(s.Failing, shape.HandoffFailing{Command: f.Command, Line: f.Line, Runs: f.Runs, Stale: f.Stale})
	}
	return s
}

func clearLeft(e *env.Env, id string) error {
	store, left, err := open(e, id)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.ClearLeft(left.SessionID); err != nil {
		return env.Failed(err)
	}
	e.Did("cleared", "handoff", left.SessionID, "")
	cli.PrintProse(e, "", "", "No session is told of the work of "+named(left)+".")
	return nil
}
