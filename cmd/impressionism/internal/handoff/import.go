package handoff

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/handoff"
	"github.com/ed-irl/impressionism/host/store/session"
)

func importCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Take over the handoffs of another program for this workspace",
		Long: `Take over ` + inspectors.Of(e.Client().ID).Handoffs.What + ` for this workspace, in place of those that were
imported before. The next session is told of the open one that was worked on last, as of
a session's work. The file is kept as it is: impressionism handoff export --format recall`,
		Example: "  impressionism handoff import HANDOFFS.md",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return importFile(e, args[0]) },
	}
}

func importFile(e *env.Env, path string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if e.InSession() {
		return env.Failed(errInSession)
	}
	format := inspectors.Of(e.Client().ID).Handoffs
	if format.Read == nil {
		return env.Failed(errNoFormat)
	}
	data, err := foreign.Read(absolute(e, path), int64(format.BytesMax))
	if err != nil {
		return env.Failed(fmt.Errorf("read %s: %s", path, foreign.Reason(err)))
	}
	all, odd, err := format.Read(data)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("it has no handoff; want %s", format.What)
	}
	if err != nil {
		return env.Failed(fmt.Errorf("read %s: %w", path, err))
	}
	in := session.Imported{Document: data, At: e.Now().UTC()}
	last, open := inspect.LastOpen(all)
	if open {
		in.Words, in.WorkedAt = wordsOf(last), last.WorkedAt()
		if in.WorkedAt.IsZero() {
			in.WorkedAt = in.At // the file does not say
		}
	}
	workspace := e.WorkspaceOf("")
	store, err := wire.Open(e, workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.PutImported(workspace, in); err != nil {
		return env.Failed(err)
	}
	e.Did("imported", "handoff", "", absolute(e, path))
	for _, remark := range odd {
		fmt.Fprintln(e.ErrOut, "impressionism:", textline.OneLine(remark))
	}
	words := textline.Count(len(all), "handoff is", "handoffs are") + " taken over."
	if open {
		words += " The next session is told of " + last.ID + ": " + textline.OneLine(last.Title)
	} else {
		words += " None of them is open."
	}
	cli.PrintProse(e, "", "", words)
	return nil
}

// Limits of what is told of an imported handoff.
const (
	goalChars = 300
	partChars = 240
	triesTold = 3
	refsTold  = 6
)

// wordsOf returns what is told of a handoff of another program, a fact a line, each text of it
// quoted: it is a stranger's.
func wordsOf(h inspect.ForeignHandoff) string {
	var lines []string
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, label+": "+text)
		}
	}
	quote := func(text string, chars int) string { return handoff.Quoted(cut.RunesEllipsis(text, chars)) }
	add("Goal", quote(strings.TrimSuffix(h.Title+". "+h.Description, ". "), goalChars))
	if h.Status == inspect.HandoffBlocked {
		add("State", h.Status)
	}
	add("Next", quote(h.Next, partChars))
	add("So far", quote(h.Checkpoint, partChars))
	var failed, refs []string
	for _, t := range h.Tried {
		if t.Outcome == inspect.HandoffFail && len(failed) < triesTold {
			failed = append(failed, quote(t.Text, partChars/triesTold))
		}
	}
	add("Tried in vain", strings.Join(failed, "; "))
	for _, ref := range h.Refs[:min(len(h.Refs), refsTold)] {
		if refs = append(refs, handoff.FileName(ref)); cut.Units(strings.Join(refs, ", ")) > partChars {
			refs = refs[:len(refs)-1]
			break
		}
	}
	if more := len(h.Refs) - len(refs); more > 0 {
		refs[len(refs)-1] += fmt.Sprintf("; %d more", more)
	}
	add("Files", strings.Join(refs, ", "))
	for len(lines) > 1 {
		if words, err := handoff.Words(strings.Join(lines, "\n")); err == nil {
			return words
		}
		lines = lines[:len(lines)-1]
	}
	words, err := handoff.Words(strings.Join(lines, "\n"))
	if err != nil {
		return ""
	}
	return words
}
