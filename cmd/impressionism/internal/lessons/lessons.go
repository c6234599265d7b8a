// Package lessons holds the commands for lessons: what a project or a person has learned and
// wants heeded. A person writes or keeps each; what is only proposed is never told.
package lessons

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/lessonuse"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/lesson/check"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	store "github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Command returns the command lessons, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("lessons", "List, review, edit and remove lessons: what is to be heeded here")
	command.AddCommand(listCommand(e), showCommand(e), reviewCommand(e), keepCommand(e), dropCommand(e), editCommand(e), deleteCommand(e), undoCommand(e), checkCommand(e), searchCommand(e), statsCommand(e), exportCommand(e), importCommand(e), promoteCommand(e))
	return command
}

// desk is what the commands work on.
type desk struct {
	*env.Env
	workspace string
	folder    store.Folder
	shows     bool // and changes nothing
	view      lessonfiles.View
	known     store.Known
	proposed  []store.Proposed
	uses      lessonuse.Uses
	last      []string // sessions of the workspace, the newest first
}

// open looks at the lessons of this workspace.
func open(e *env.Env) (*desk, error) { return openTo(e, false) }

// openToShow is open for what changes nothing: it does without keeping what was found out.
func openToShow(e *env.Env) (*desk, error) { return openTo(e, true) }

func openTo(e *env.Env, show bool) (*desk, error) {
	if err := e.Ready(); err != nil {
		return nil, err
	}
	d := &desk{Env: e, workspace: e.WorkspaceOf(""), folder: store.In(e.Paths.Reviews), shows: show}
	return d, env.Failed(d.look())
}

func (d *desk) look() error {
	sessions, err := openSessions(d.Env)
	if err != nil {
		return err
	}
	defer sessions.Close()
	if d.last, err = sessions.LastSessions(d.workspace, sessionsAsked); err != nil {
		return err
	}
	if d.uses, err = lessonuse.Read(sessions); err != nil {
		return err
	}
	d.view, err = lessonfiles.LookPatiently(context.Background(), d.Env, sessions, d.workspace)
	if err == nil {
		err = lessonfiles.Recheck(context.Background(), d.Env, sessions, d.workspace)
	}
	if d.shows && session.IsUnwritable(err) { // it was looked at all the same
		wire.WarnReadOnly(d.Env, d.Paths.Reviews)
	} else if err != nil {
		return err
	}
	if d.known, err = d.folder.Known(); err != nil {
		return err
	}
	d.proposed, err = d.folder.Proposals(d.Now().Add(-store.ProposalAge))
	d.proposed = slices.DeleteFunc(d.proposed, func(p store.Proposed) bool { // kept by a process that was killed before it said so
		is := slices.ContainsFunc(d.view.Lessons, func(found lessonfiles.Found) bool { return found.Lesson.ID == p.ID && found.Text == p.Text })
		return is && d.folder.Withdraw(p.ID) == nil
	})
	return err
}

const busyWait = 2 * time.Second

// openSessions opens state.db.
func openSessions(e *env.Env) (*session.Store, error) {
	sessions, _, err := wire.OpenSessions(e, busyWait, false)
	return sessions, err
}

// find returns the lesson that a person named by its id or, where it is none, an alias: of several
// files that which may be told.
func (d *desk) find(name string) (lessonfiles.Found, error) {
	name = strings.Trim(name, "[]")
	for _, is := range []func(found lessonfiles.Found) bool{
		func(found lessonfiles.Found) bool { return found.Lesson.ID == name },
		func(found lessonfiles.Found) bool { return slices.Contains(found.Aliases, name) },
	} {
		at := slices.IndexFunc(d.view.Lessons, func(found lessonfiles.Found) bool { return is(found) && found.State == store.Active })
		if at < 0 {
			at = slices.IndexFunc(d.view.Lessons, is)
		}
		if at >= 0 {
			return d.view.Lessons[at], nil
		}
	}
	for _, p := range d.proposed {
		if p.ID == name {
			return lessonfiles.Found{}, fmt.Errorf("%s is proposed, and no lesson yet: impressionism lessons review", name)
		}
	}
	return lessonfiles.Found{}, fmt.Errorf("there is no lesson %q here; to see them: impressionism lessons list", textline.Shorten(name, 40))
}

// called is a lesson's id, with the name of its file where another file has that id, too.
func (d *desk) called(found lessonfiles.Found) string {
	for _, other := range d.view.Lessons {
		if other.Lesson.ID == found.Lesson.ID && other.Entry.Path != found.Entry.Path {
			return found.Lesson.ID + " (" + textline.OneLine(filepath.Base(found.Entry.Path)) + ")"
		}
	}
	return found.Lesson.ID
}

// openForPerson is open for what only a person does.
func openForPerson(e *env.Env) (*desk, error) {
	d, err := open(e)
	if err == nil && e.InSession() {
		err = env.Failed(errInSession)
	}
	return d, err
}

var errInSession = errors.New("this is for a person at a terminal of their own: a session of the client can only propose")

// row is a lesson as --json prints it, with how it was used.
func (d *desk) row(found lessonfiles.Found) shape.Lesson {
	r, use := row(found), d.uses[found.Lesson.ID]
	r.Trust, r.Told, r.Cited = use.Trust(), use.Told, use.Cited
	if !use.LastCited.IsZero() {
		r.LastCited = &use.LastCited
	}
	return r
}

func row(found lessonfiles.Found) shape.Lesson {
	state := found.State
	if state == store.Active && found.File.By != "" {
		state = "superseded"
	}
	return shape.Lesson{
		ID: found.Lesson.ID, Title: found.Title, Category: found.Category, Scope: found.Entry.Source, Text: found.Text, When: found.When,
		Paths: textline.OrEmpty(found.Lesson.Paths), Pinned: found.Pinned, Added: found.Added, By: found.Lesson.By, Source: found.Lesson.Source,
		Supersedes: textline.OrEmpty(found.Supersedes), Aliases: textline.OrEmpty(found.Aliases),
		State: state, Why: why(found), Findings: textline.OrEmpty(found.Findings), Notes: textline.OrEmpty(found.Notes), File: found.Entry.Path, Check: standingOf(found.File.Check), Heard: []string{},
	}
}

func why(found lessonfiles.Found) string {
	if found.State == store.Active && found.File.By != "" {
		return found.File.By + " takes its place"
	}
	return found.Why
}

func proposedRow(p store.Proposed) shape.Lesson {
	r := shape.Lesson{
		ID: p.ID, Title: p.Title, Category: p.Category, Text: p.Text, When: p.When, Paths: textline.OrEmpty(p.Paths), Pinned: p.Pinned,
		Added: p.Added, By: p.By, Source: p.Source, Supersedes: textline.OrEmpty(p.Supersedes), Aliases: textline.OrEmpty(p.Aliases),
		State: "proposed", Findings: textline.OrEmpty(lint.Findings(string(p.Content))), Notes: []string{}, Check: standingOf(nil), Checked: p.Origin.Checked, Heard: textline.OrEmpty(p.Heard), Workspace: p.Workspace,
	}
	if r.Checked == "" && p.From != "" {
		r.Checked = store.Unchecked
	}
	if p.User {
		r.Scope = catalog.SourceUser
	}
	if p.Fault != nil {
		r.Why = p.Fault.Error()
	}
	return r
}

func listCommand(e *env.Env) *cobra.Command {
	var doubtful bool
	command := &cobra.Command{
		Use: "list", Short: "List the lessons of this workspace, and which of them may be told",
		Long: `List the lessons of this workspace: yours, and those of the project. A file that is new is
looked at: one that a session may have written is not told before you keep it.`,
		Example: "  impressionism lessons list\n  impressionism lessons list --doubtful",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return list(e, doubtful) },
	}
	command.Flags().BoolVar(&doubtful, "doubtful", false, "only those that name what the repository no longer has, with what that is")
	return cli.JSONFlag(e, command)
}

func list(e *env.Env, doubtful bool) error {
	d, err := openToShow(e)
	if err != nil {
		return err
	}
	result := shape.Lessons{Workspace: d.workspace, Lessons: []shape.Lesson{}, Rejected: []shape.RejectedFile{}, Folder: e.Paths.Lessons, Proposed: len(d.proposed)}
	for _, found := range d.view.Lessons {
		if !doubtful || found.File.Check.Doubtful() {
			result.Lessons = append(result.Lessons, d.row(found))
		}
	}
	for _, r := range d.view.Rejected {
		result.Rejected = append(result.Rejected, shape.RejectedFile{Path: r.Path, Code: r.Code, Reason: r.Reason})
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	if doubtful {
		printDoubtful(e, result.Lessons)
		return nil
	}
	var rows [][]string
	doubts := 0
	for _, l := range result.Lessons {
		state := l.State
		if l.Check.Verdict == string(check.Doubtful) {
			doubts++
			state += ", doubtful"
		}
		rows = append(rows, []string{l.ID, l.Scope, state, textline.Plain(l.Title)})
	}
	waits := len(d.waiting())
	if len(rows) == 0 {
		cli.PrintProse(e, "", "", "There is no lesson here. To write one: impressionism learn \"…\"")
	} else {
		cli.Table(e, []string{"id", "scope", "state", "title"}, rows)
	}
	for _, l := range result.Lessons {
		for _, note := range l.Notes {
			cli.PrintProse(e, "note  ", "      ", l.ID+": "+textline.OneLine(note))
		}
	}
	for _, r := range result.Rejected {
		cli.PrintProse(e, "no lesson  ", "           ", filepath.Base(r.Path)+": "+textline.OneLine(r.Reason))
	}
	if doubts > 0 {
		cli.PrintProse(e, "", "", textline.Count(doubts, "lesson names", "lessons name")+" what is gone: impressionism lessons list --doubtful")
	}
	if waits > 0 {
		cli.PrintProse(e, "", "", textline.Count(waits, "lesson waits", "lessons wait")+" for your yes or no: impressionism lessons review")
	}
	return nil
}

func showCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "show ID", Short: "Show a lesson, where it is and whether it may be told",
		Example: "  impressionism lessons show L-7f3kq",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return show(e, args[0]) },
	}
	return cli.JSONFlag(e, command)
}

func show(e *env.Env, name string) error {
	d, err := openToShow(e)
	if err != nil {
		return err
	}
	found, err := d.find(name)
	if err != nil {
		return env.Failed(err)
	}
	r := d.row(found)
	if e.JSON {
		return cli.PrintJSON(e, r)
	}
	fmt.Fprintf(e.Out, "%s  %s\n", r.ID, textline.Plain(r.Title))
	cli.PrintProse(e, "", "", textline.OneLine(r.Text))
	for _, fact := range [][2]string{
		{"state", strings.TrimRight(r.State+": "+r.Why, ": ")},
		{"scope", r.Scope},
		{"category", r.Category},
		{"when", r.When},
		{"paths", strings.Join(r.Paths, ", ")},
		{"by", strings.Trim(r.By+", "+r.Added, ", ")},
		{"source", r.Source},
		{"use", useWords(d.uses[r.ID])},
		{"findings", strings.Join(r.Findings, "; ")},
		{"check", checkWords(r.Check)},
		{"notes", strings.Join(r.Notes, "; ")},
		{"file", r.File},
	} {
		if fact[1] != "" {
			cli.PrintProse(e, fmt.Sprintf("%-10s", fact[0]), strings.Repeat(" ", 10), textline.OneLine(fact[1]))
		}
	}
	return nil
}
