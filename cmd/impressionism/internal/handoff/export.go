package handoff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/handoff"
	"github.com/ed-irl/impressionism/host/store/session"
)

// formatJSON is the format of handoff show --json.
const formatJSON = "json"

// exportOptions are the flags of the command export.
type exportOptions struct{ id, format, output string }

func exportCommand(e *env.Env) *cobra.Command {
	foreign := inspectors.Of(e.Client().ID).Handoffs // of the first client: no flag is read yet
	var o exportOptions
	command := &cobra.Command{
		Use: "export", Short: "Write where the work of the session before stood, for another program",
		Long: `Write where the work of a session stood: as JSON, or as ` + foreign.What + `. In that
format it comes behind the handoffs that were imported, which stay as they were, byte by
byte; without a session since, they are written alone.`,
		Example: "  impressionism handoff export > handoff.json\n  impressionism handoff export --format recall --output HANDOFFS.md",
		Args:    cobra.NoArgs,
		RunE:    func(command *cobra.Command, _ []string) error { return export(command.Context(), e, o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.id, "session", "", "write the work of this session")
	flags.StringVar(&o.format, "format", formatJSON, formatJSON+" or "+foreign.Name)
	flags.StringVar(&o.output, "output", "", "write it into this file, each byte as it is; on a terminal nothing hidden is shown")
	return command
}

func export(ctx context.Context, e *env.Env, o exportOptions) error {
	format := inspectors.Of(e.Client().ID).Handoffs
	switch {
	case o.format == formatJSON:
		return exportJSON(ctx, e, o)
	case format.Name == "" || o.format != format.Name:
		return fmt.Errorf("--format is %q; it must be %s", textline.Shorten(o.format, 40), strings.TrimSuffix(formatJSON+" or "+format.Name, " or "))
	}
	if err := e.Ready(); err != nil {
		return err
	}
	document, err := documentOf(ctx, e, format, o.id)
	if err != nil {
		return env.Failed(err)
	}
	return env.Failed(write(e, document, o.output))
}

func exportJSON(ctx context.Context, e *env.Env, o exportOptions) error {
	store, left, err := open(e, o.id)
	if err != nil {
		return err
	}
	defer store.Close()
	h, _ := draw(ctx, e, store, left)
	if o.output == "" {
		return cli.PrintJSON(e, shapeOf(h, left, h.Text("")))
	}
	var text bytes.Buffer
	apart := *e
	apart.Out = &text
	if err := cli.PrintJSON(&apart, shapeOf(h, left, h.Text(""))); err != nil {
		return err
	}
	return env.Failed(write(e, text.Bytes(), o.output))
}

func write(e *env.Env, document []byte, output string) error {
	if output != "" {
		return env.WriteOutput(absolute(e, output), document, 0o644)
	}
	_, err := cli.Exact(e).Write(document)
	return err
}

// documentOf returns the imported handoffs with the one of a session behind them, if there is
// something to hand on of it. Where no session is named, none counts where nobody asked anything
// since the import, whether an imported handoff is open or not.
func documentOf(ctx context.Context, e *env.Env, format inspect.Handoffs, id string) ([]byte, error) {
	store, err := openStore(e)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	workspace := e.WorkspaceOf("")
	imported, there, err := store.Imported(workspace)
	if err != nil {
		return nil, err
	}
	left, err := find(store, workspace, id, e.SessionID())
	asked := true
	if there && id == "" && err == nil {
		asked, err = store.AskedSince(imported.At, workspace, e.SessionID())
	}
	if there && id == "" && (errors.Is(err, errNothing) || !asked) {
		return imported.Document, nil
	}
	if err != nil {
		return nil, err
	}
	h, _ := draw(ctx, e, store, left)
	if h.Why != "" && !there {
		return nil, fmt.Errorf("there is nothing to hand on of %s: %s", named(left), h.Why)
	}
	if h.Why != "" {
		return imported.Document, nil
	}
	document, err := format.Put(imported.Document, foreignOf(format, h, left))
	if err != nil {
		return nil, fmt.Errorf("add %s to the imported handoffs: %w", named(left), err)
	}
	return document, nil
}

const titleChars = 80

// foreignOf returns a session's handoff as the other program has it.
func foreignOf(format inspect.Handoffs, h handoff.Handoff, left session.Left) inspect.ForeignHandoff {
	f := inspect.ForeignHandoff{
		ID: format.ID(left.SessionID), Title: "Unfinished work", Status: inspect.HandoffInProgress, Phase: inspect.HandoffImplementing, Agent: "user",
		Created: day(left.StartedAt), Updated: day(left.LastAt), Description: h.Session.Words, Next: h.Next,
	}
	if h.Session.Words != "" {
		first, _, _ := strings.Cut(h.Session.Words, "\n")
		f.Title, f.Updated, f.Next = cut.RunesEllipsis(strings.Trim(strings.TrimPrefix(first, "Goal: "), `"`), titleChars), day(left.WordsAt), ""
		return f
	}
	if h.Goal != "" {
		f.Title = cut.RunesEllipsis(h.Goal, titleChars)
	}
	var about []string
	if f.Title != h.Goal && h.Goal != "" {
		about = append(about, h.Goal)
	}
	if len(h.Decided) > 0 {
		about = append(about, "Decided: "+strings.Join(h.Decided, " | "))
	}
	f.Description = strings.Join(about, " ")
	if f.Next == "" {
		f.Next = h.Asked
	}
	if h.Waiting != "" {
		f.Status = inspect.HandoffBlocked
	}
	var done []string
	for _, file := range h.Files {
		f.Refs = append(f.Refs, file.Path)
	}
	if h.Commit != "" {
		f.Tried = append(f.Tried, inspect.HandoffTry{Outcome: inspect.HandoffSuccess, Text: "committed: " + h.Commit})
	}
	for _, text := range h.Tried {
		f.Tried = append(f.Tried, inspect.HandoffTry{Outcome: inspect.HandoffFail, Text: text})
	}
	for _, failing := range h.Failing {
		f.Tried = append(f.Tried, inspect.HandoffTry{Outcome: inspect.HandoffFail, Text: strings.TrimSuffix(failing.Command+": "+failing.Line, ": ")})
	}
	for _, todo := range h.Open {
		done = append(done, todo.Text)
	}
	if len(done) > 0 {
		f.Checkpoint = "open: " + strings.Join(done, "; ")
	}
	return f
}

func day(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.DateOnly)
}

var errNoFormat = errors.New("no other program's handoffs are known for this client")

// absolute returns a path that a person gave, as it counts where the program was started.
func absolute(e *env.Env, path string) string {
	if !filepath.IsAbs(path) {
		return filepath.Join(e.Dir, path)
	}
	return path
}
