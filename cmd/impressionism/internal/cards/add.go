package cards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/store/cards"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// AddCommands returns the commands by which a person adds one prompt to a card.
func AddCommands(e *env.Env) []*cobra.Command {
	return []*cobra.Command{
		addCommand(e, adding{verb: "ask", list: "what you would type for it"},
			"Add a prompt to what you would type for a skill: it is found for such prompts",
			"  impressionism cards ask pdf-forms\n  impressionism cards ask pdf-forms \"fill in this document\"\n  impressionism cards ask pdf-forms --undo"),
		addCommand(e, adding{verb: "not", list: "what is not meant", not: true},
			"Add a prompt to what only sounds like a skill: it is kept from such prompts",
			"  impressionism cards not pdf-forms\n  impressionism cards not pdf-forms \"merge these two documents\"\n  impressionism cards not pdf-forms --undo"),
	}
}

// adding is one of the two commands, as it was called.
type adding struct {
	verb, list string // how it is called, and which list of a card it adds to
	not        bool
	session    string
	undo       bool
}

func addCommand(e *env.Env, how adding, short, example string) *cobra.Command {
	command := &cobra.Command{
		Use: how.verb + " NAME [PROMPT]", Short: short, Example: example, Args: cobra.MinimumNArgs(1),
		Long: short + `.

The prompt is the one given, else the newest of the session that NAME was suggested
or invoked for, else the session's last one, as it is stored: secrets replaced. It
goes into your own card of NAME, which begins with its author's card or, where there
is none, with its description. Of a full card the prompt goes that was added first.`,
		RunE: func(_ *cobra.Command, args []string) error {
			name := strings.TrimPrefix(strings.TrimSpace(args[0]), "/")
			if prompt := strings.Join(args[1:], " "); !how.undo {
				return how.add(e, name, prompt)
			} else if prompt != "" {
				return errors.New("--undo takes back what was added last; leave the prompt out")
			}
			return how.takeBack(e, name)
		},
	}
	command.Flags().StringVar(&how.session, "session", "", explain.SessionFlagHelp)
	command.Flags().BoolVar(&how.undo, "undo", false, "take back the prompt that was added last")
	return command
}

// lineCharsMax bounds what is kept of a prompt: people say first what they want, and a card
// has room for two kilobytes.
const lineCharsMax = 200

func (how adding) add(e *env.Env, name, prompt string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	entry, item, hash, err := cardItem(e, name)
	if err != nil {
		return err
	}
	if prompt, err = how.prompt(e, entry, prompt); err != nil {
		return env.Failed(err)
	}
	line := strings.TrimSpace(cut.Runes(visible.Line(redact.Text(prompt)), lineCharsMax))
	if !explain.IsAbout(e, line) {
		return env.Failed(fmt.Errorf("“%s” says too little to be about %s; give a prompt: impressionism cards %s %s \"what you asked\"", textline.Plain(line), entry.ID, how.verb, textline.ShellQuoted(entry.ID)))
	}
	folder := wire.Cards(e)
	added, err := folder.Add(hash, entry.Ref(), beginning(item), line, how.not)
	if err != nil {
		return env.Failed(fmt.Errorf("add to the card of %s (%s): %w", entry.ID, folder.Path(hash), err))
	}
	if added.Known {
		fmt.Fprintf(e.Out, "%s: it stands there already, as %s: “%s”\n", textline.Plain(entry.ID), how.list, textline.Plain(added.Line))
		return nil
	}
	e.Did("added", "card", entry.ID, folder.Path(hash))
	fmt.Fprintf(e.Out, "%s: added to %s: “%s”\n", textline.Plain(entry.ID), how.list, textline.Plain(added.Line))
	how.tell(e, entry, item, added)
	return nil
}

// tell says what else adding a line changed, when it counts and how to take it back.
func (how adding) tell(e *env.Env, entry catalog.Entry, item catalog.Item, added cards.Addition) {
	switch {
	case added.Begun && item.Card != nil:
		fmt.Fprintln(e.Out, "You had no card of it; this one begins with its author's.")
	case added.Begun:
		fmt.Fprintf(e.Out, "It had no card; this one begins with its description. For a whole one: %s\n", explain.Study)
	}
	for _, line := range added.Gone {
		fmt.Fprintf(e.Out, "The card is full; this went for it: “%s”\n", textline.Plain(line))
	}
	fmt.Fprintf(e.Out, "%s To take it back: impressionism cards %s %s --undo\n", how.counts(e), how.verb, textline.ShellQuoted(entry.ID))
}

func (how adding) takeBack(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	entry, _, hash, err := cardItem(e, name)
	if err != nil {
		return err
	}
	folder := wire.Cards(e)
	line, err := folder.TakeBack(hash, how.not)
	if errors.Is(err, cards.ErrNotAdded) {
		return env.Failed(fmt.Errorf("nothing to take back from %s of %s: %w", how.list, entry.ID, err))
	}
	if err != nil {
		return env.Failed(fmt.Errorf("take back from the card of %s (%s): %w", entry.ID, folder.Path(hash), err))
	}
	e.Did("taken back", "card", entry.ID, folder.Path(hash))
	fmt.Fprintf(e.Out, "%s: taken back from %s: “%s”\n%s\n", textline.Plain(entry.ID), how.list, textline.Plain(line), how.counts(e))
	return nil
}

// cardItem finds the item of a name, reads it and returns the hash that its card is kept by.
func cardItem(e *env.Env, name string) (catalog.Entry, catalog.Item, string, error) {
	workspace := e.WorkspaceOf("")
	entry, item, content, err := skills.Named(e, workspace, name, wire.TouchedHere(e, workspace))
	if err == nil && item.Hidden != "" && !catalog.Waits(item.Hidden) {
		err = env.Failed(fmt.Errorf("no prompt reaches %s: the model may not be told of it (%s)", name, item.Hidden))
	}
	return entry, item, cmp.Or(item.TextHash, content), err
}

// beginning is what the user's card of an item begins with, where there is none: the author's
// card, else the clauses of the description. They stand for what nobody has written: beside
// one ask alone, all else that the item is for would be far from its card.
func beginning(item catalog.Item) card.Card {
	if item.Card != nil {
		return *item.Card
	}
	var asks []string
	for _, clause := range clauses.Split(visible.Line(item.Description+". "+item.WhenToUse), -1) {
		clause = strings.TrimSpace(cut.Runes(strings.Trim(clause, ` ".:;,`), lineCharsMax))
		if utf8.RuneCountInString(clause) >= clauseCharsMin && len(asks) < clausesMax {
			asks = append(asks, clause)
		}
	}
	whole := strings.TrimSpace(cut.Runes(visible.Line(item.Name+" "+item.Description), lineCharsMax))
	if len(asks) == 0 && utf8.RuneCountInString(whole) >= card.CharsMin {
		asks = []string{whole}
	}
	return card.Card{Asks: asks}
}

// Clauses of a description: as many as leave room in a card, and none that is a word.
const (
	clausesMax     = 12
	clauseCharsMin = 12
)

var clauses = regexp.MustCompile(`[.;,:!?]\s+(?:and |or )?|[。；，、：！？]|\s(?:—|–|-)\s| or `)

// prompt is the one that was given, else the one that is meant.
func (how adding) prompt(e *env.Env, entry catalog.Entry, given string) (text string, err error) {
	switch {
	case given != "" && how.session != "":
		return "", errors.New("give a prompt or --session, not both")
	case given != "":
		return given, nil
	}
	err = explain.InSession(e, how.session, func(store *session.Store, of session.Past) error {
		if !explain.SameHere(e, of, entry.Ref()) {
			return fmt.Errorf("session %s was in %s, where %s is another item or none; run this there, or give a prompt", of.SessionID, of.Workspace, entry.ID)
		}
		text, _, err = explain.PromptAbout(e, store, of.SessionID, entry.Ref())
		return err
	})
	if err == nil && text == "" {
		err = fmt.Errorf("no prompt of the session is stored; give one: impressionism cards %s %s \"what you asked\"", how.verb, textline.ShellQuoted(entry.ID))
	}
	return text, err
}

// counts takes the card into the index, and says from when on the change counts.
func (how adding) counts(e *env.Env) string {
	switch done, err := bringUpToDate(context.Background(), e, refreshTime, nil); {
	case err != nil:
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", textline.OneLine(err.Error()))
		return "This counts once the index is up to date: impressionism index."
	case how.not && !wire.ModelInstalled(e):
		return "This counts once a model is installed, as words alone do not tell it: impressionism model install."
	case !done:
		return "This counts once all is indexed: impressionism index."
	}
	return "This counts from the next prompt on."
}
