package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/visible"
)

func showCommand(e *env.Env) *cobra.Command {
	measured := inspectors.Of(e.Client().ID).Commands.Measured // of the first client: no flag is read yet
	command := &cobra.Command{
		Use:   "show NAME [ARGUMENT…]",
		Short: "Print what the client would send for a slash command with arguments",
		Long: `Print what the client would send for a slash command with arguments, as clients
` + strings.Join(measured, " and ") + ` expand it. Nothing is run and nothing is read: the shell
commands and the files that the text names are listed behind it. The environment
never gets into the text.

What follows NAME stands for what is typed behind the command's name. Where quotes
matter, put all of it into one pair of quotes, and behind -- what begins with a dash.`,
		Example: `  impressionism commands show review-pr 123 high
  impressionism commands show git:amend '"a message" --no-edit' --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return show(e, args[0], strings.Join(args[1:], " ")) },
	}
	return cli.JSONFlag(e, command)
}

func show(e *env.Env, name, typed string) error {
	r, err := open(e)
	if err != nil {
		return err
	}
	entry, err := r.named(strings.TrimPrefix(name, "/"))
	if err != nil {
		return err
	}
	found, rejection, err := r.load(entry)
	if err != nil {
		return env.Failed(err)
	}
	if rejection != nil {
		return fmt.Errorf("commands show %s: %s: %s", textline.OneLine(name), rejection.Code, textline.OneLine(rejection.Reason))
	}
	expansion, err := r.looked.Expand(found.file, typed)
	if err != nil {
		return fmt.Errorf("commands show %s: %w", textline.OneLine(name), err)
	}
	result := shape.CommandShown{
		Command: found.Command, Typed: typed, Text: expansion.Text, Older: expansion.Older, Measured: r.looked.Measured,
		Runs: textline.OrEmpty(expansion.Runs), Reads: textline.OrEmpty(expansion.Reads), Open: textline.OrEmpty(expansion.Open),
	}
	result.Notes = textline.OrEmpty(notes(found.Command, expansion, r.looked.Measured))
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printShown(e, result)
	return nil
}

// named returns the command of a name.
func (r *reader) named(name string) (catalog.Entry, error) {
	for _, entry := range r.listing.Entries {
		if entry.ID == name {
			return entry, nil
		}
	}
	whole := wire.Listed(r.env, wire.List(r.env, r.env.WorkspaceOf("")))
	if other, ok := wire.EntryNamed(whole, name); ok && other.Kind != abi.KindCommand {
		return catalog.Entry{}, fmt.Errorf("%s is a %s; the client sends its text, see: %s", textline.OneLine(name), other.Kind, textline.OneLine(other.Path))
	}
	ids := make([]string, len(r.listing.Entries))
	for i, entry := range r.listing.Entries {
		ids[i] = entry.ID
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(likeness(b, name), likeness(a, name)) })
	if len(ids) == 0 {
		return catalog.Entry{}, fmt.Errorf("there is no command %q here, and no other", name)
	}
	return catalog.Entry{}, fmt.Errorf("there is no command %q here; there are: %s", name, textline.OneLine(strings.Join(ids[:min(len(ids), shownMax)], ", ")))
}

// shownMax bounds how many commands are named in the place of one that is not there.
const shownMax = 5

// likeness is higher for ids that a person may have meant.
func likeness(id, name string) int {
	switch {
	case strings.HasSuffix(id, ":"+name), strings.EqualFold(id, name):
		return 2
	case strings.Contains(id, name), strings.Contains(name, id):
		return 1
	}
	return 0
}

// notes tell what a reader of the text may not expect.
func notes(c shape.Command, x inspect.Expansion, measured []string) []string {
	found := slices.Clone(x.Odd)
	if !c.ByUser {
		found = append(found, "the client lets only the model call this command (user-invocable: false)")
	}
	if x.Older != "" {
		found = append(found, "client "+measured[len(measured)-1]+" sends another text: see older_text of --json")
	}
	if len(x.Open) > 0 {
		found = append(found, "only a session fills "+strings.Join(x.Open, " and "))
	}
	return found
}

func printShown(e *env.Env, result shape.CommandShown) {
	for line := range strings.SplitSeq(strings.TrimSuffix(result.Text, "\n"), "\n") {
		fmt.Fprintln(e.Out, strings.TrimRight(gutter+strings.TrimSuffix(visible.Text(line), "\r"), " "))
	}
	printNamed(e, "The client runs, and puts the output in place (nothing was run here):", result.Runs)
	printNamed(e, "The client adds these files if they are there (none was read here):", result.Reads)
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
}

// gutter stands before each line of the text: a stranger's line cannot pass for ours.
const gutter = "│ "

func printNamed(e *env.Env, words string, names []string) {
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(e.ErrOut, "\n%s\n", words)
	for _, name := range names {
		fmt.Fprintln(e.ErrOut, "  "+textline.Plain(name))
	}
}
