package handoff

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/unfinished"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/handoff"
	"github.com/ed-irl/impressionism/host/store/session"
)

func editCommand(e *env.Env) *cobra.Command {
	var id string
	command := &cobra.Command{
		Use: "edit", Short: "Change what the next session is told, in $VISUAL or $EDITOR",
		Long: `Change what the next session is told of unfinished work, in $VISUAL or $EDITOR. You begin
with what is drawn. What you keep is told in its place, also where nothing is open, until
somebody goes on with the session. If you leave nothing, nobody is told anything. Of a
session before the last one it is told when that one is resumed or compacted.`,
		Example: "  impressionism handoff edit\n  impressionism handoff edit --session s1",
		Args:    cobra.NoArgs,
		RunE:    func(command *cobra.Command, _ []string) error { return edit(command.Context(), e, id) },
	}
	command.Flags().StringVar(&id, "session", "", "change what is told of this session")
	return command
}

var errInSession = errors.New("this is for a person at a terminal of their own: it runs in a session of the client")

// commentFor is what stands above the facts in the editor.
const commentFor = `# %s told these lines in place of what is drawn, at most %d
# characters. Lines that begin with # are left out. Leave nothing to have nobody told.

`

func edit(ctx context.Context, e *env.Env, id string) error {
	store, left, err := open(e, id)
	if err != nil {
		return err
	}
	defer store.Close()
	if e.InSession() {
		return env.Failed(errInSession)
	}
	if left.Imported {
		return env.Failed(errors.New("what is told last here was imported: change the file, then import it again: impressionism handoff import FILE"))
	}
	h, _ := draw(ctx, e, store, left) // less may be drawn; a person sees it
	before := h.Editable()
	last, err := unfinished.Last(store, left.Workspace, e.SessionID())
	next := err == nil && last.SessionID == left.SessionID
	who := "The next session here is"
	if !next {
		who = "The session, resumed or compacted, is"
	}
	folder, err := scratch.Make("handoff")
	if err != nil {
		return env.Failed(err)
	}
	file := folder.At("handoff.txt")
	after, err := edited(e, file, fmt.Sprintf(commentFor, who, handoff.WordsCharsMax)+before+"\n")
	if err != nil {
		return env.Failed(errors.Join(err, folder.Remove()))
	}
	if drawn, err := handoff.Words(before); err == nil {
		before = drawn // as it is read again
	}
	words, err := handoff.Words(after)
	if err != nil {
		return env.Failed(fmt.Errorf("it was not kept: %w; what you wrote is in %s", err, file))
	}
	return env.Failed(errors.Join(keep(e, store, left, before, words, next), folder.Remove()))
}

// edited has a person edit a text, and returns what came of it.
func edited(e *env.Env, file, text string) (string, error) {
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", err
	}
	if err := cli.Edit(e, file); err != nil {
		return "", err
	}
	after, err := foreign.Read(file, 2*handoff.WordsBytesMax) // a longer one is refused, and stays
	if err != nil {
		return "", fmt.Errorf("read what you wrote: %s", foreign.Reason(err))
	}
	return string(after), nil
}

// keep stores what a person wrote. next: the session is the one that the next is told of.
func keep(e *env.Env, store *session.Store, left session.Left, before, words string, next bool) error {
	switch {
	case words == before:
		fmt.Fprintln(e.Out, "Nothing was changed.")
		return nil
	case words == "":
		if err := store.ClearLeft(left.SessionID); err != nil {
			return err
		}
		cli.PrintProse(e, "", "", "No session is told of the work of "+named(left)+".")
		return nil
	}
	if err := store.WriteLeft(left.SessionID, words, e.Now().UTC()); err != nil {
		return err
	}
	if !next {
		cli.PrintProse(e, "", "", "You wrote of "+named(left)+", and other work was left since: what you wrote is told when that session is resumed or compacted. To see it: impressionism handoff show --session "+textline.OneLine(left.SessionID))
		return nil
	}
	cli.PrintProse(e, "", "", "The next session is told what you wrote, until somebody goes on with "+named(left)+". To see it: impressionism handoff show")
	return nil
}
