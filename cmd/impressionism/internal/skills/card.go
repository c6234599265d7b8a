package skills

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Whose a card is, as `skills card` says.
const (
	ofUser   = "own"
	ofAuthor = "author"
	ofNobody = "nobody"
)

func cardCommand(e *env.Env) *cobra.Command {
	edit := false
	command := &cobra.Command{
		Use:   "card NAME",
		Short: "Show the card of a skill: what people would type for it, and what only sounds like it",
		Long: `Show the card of a skill or command: what people would type for it, and what only
sounds like it. Your own card, which was written for the skill's present text, goes
before its author's. The author's is ` + card.FileName + ` beside SKILL.md, or else the prompts of
the author's trigger tests in ` + strings.Join(skill.Besides[1:], " or ") + `.

With --edit, ` + card.FileName + ` beside SKILL.md is opened in $VISUAL or $EDITOR: of skills that
are yours or the project's. What is there already is what you begin with.`,
		Example: `  impressionism skills card pdf-forms
  impressionism skills card pdf-forms --edit
  impressionism skills card acme:deploy --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runCard(e, args[0], edit) },
	}
	command.Flags().BoolVar(&edit, "edit", false, "open the author's card in $EDITOR")
	return cli.JSONFlag(e, command)
}

func runCard(e *env.Env, name string, edit bool) error {
	if err := e.Ready(); err != nil {
		return err
	}
	workspace := e.WorkspaceOf("")
	entry, item, content, err := Named(e, workspace, name, wire.TouchedHere(e, workspace))
	if err != nil {
		return err
	}
	hash := cmp.Or(item.TextHash, content)
	if edit {
		if err := editCard(e, entry, cardOf(e, entry, hash)); err != nil {
			return err
		}
	}
	result := cardOf(e, entry, hash)
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printCard(e, result, isEditable(entry))
	return nil
}

// cardOf returns the card that counts for an item whose text has a hash.
func cardOf(e *env.Env, entry catalog.Entry, hash string) shape.SkillsCard {
	result := shape.SkillsCard{Ref: entry.Ref(), Path: entry.Path, Whose: ofNobody, Asks: []string{}, Not: []string{}, Faults: []string{}}
	show := func(whose, file string, c card.Card) {
		result.Whose, result.File, result.Asks, result.Not = whose, file, c.Asks, textline.OrEmpty(c.Not)
	}
	fault := func(file, why string) {
		result.Faults = append(result.Faults, file+" does not count: "+why)
	}
	own, path := wire.Cards(e), wire.Cards(e).Path(hash)
	switch c, err := own.Get(hash); {
	case err == nil:
		show(ofUser, path, c)
	case !errors.Is(err, fs.ErrNotExist):
		fault(path, foreign.Reason(err))
	}
	if entry.Kind != abi.KindSkill {
		return result
	}
	found := skill.FindCard(entry)
	switch {
	case found.Fault != "":
		fault(found.Path, found.Fault)
	case found.Card != nil && result.Whose == ofUser:
		result.Beside = found.Path
	case found.Card != nil:
		show(ofAuthor, found.Path, *found.Card)
	}
	return result
}

func printCard(e *env.Env, result shape.SkillsCard, editable bool) {
	name := textline.Plain(result.Ref.ID)
	for _, fault := range result.Faults {
		cli.PrintProse(e, "", "  ", fault+".")
	}
	switch result.Whose {
	case ofNobody:
		fmt.Fprintf(e.Out, "%s has no card.\n", name)
		if editable {
			fmt.Fprintf(e.Out, "Write one: impressionism skills card %s --edit\n", textline.ShellQuoted(result.Ref.ID))
		}
		return
	case ofUser:
		fmt.Fprintf(e.Out, "%s: your own card, %s\n", name, textline.Plain(cli.ShortPath(e, result.File)))
	case ofAuthor:
		fmt.Fprintf(e.Out, "%s: its author's card, %s\n", name, textline.Plain(cli.ShortPath(e, result.File)))
	}
	if result.Beside != "" {
		fmt.Fprintf(e.Out, "The author's, %s, does not count beside it.\n", textline.Plain(cli.ShortPath(e, result.Beside)))
	}
	for _, part := range []struct {
		title string
		lines []string
	}{{"What people type for it", result.Asks}, {"What only sounds like it", result.Not}} {
		if len(part.lines) == 0 {
			continue
		}
		fmt.Fprintf(e.Out, "\n%s:\n", part.title)
		for _, line := range part.lines {
			cli.PrintProse(e, "  - ", "    ", line)
		}
	}
}

// isEditable reports whether the entry's folder is the user's or the project's to write a
// card into.
func isEditable(entry catalog.Entry) bool {
	return entry.Kind == abi.KindSkill && entry.Source != catalog.SourcePlugin && strings.EqualFold(filepath.Base(entry.Path), "SKILL.md")
}

// skeleton is a card that is not written yet, and none.
var skeleton = card.Card{Asks: []string{"…"}, Not: []string{"…"}}

// editCard opens the author's card of an entry in the user's editor. Where there is none it
// begins with the card that counts, and is gone again if nothing was changed.
func editCard(e *env.Env, entry catalog.Entry, counts shape.SkillsCard) error {
	switch {
	case entry.Source == catalog.SourcePlugin:
		return fmt.Errorf("%s belongs to the plugin %s, whose folder the next update replaces; your own card is kept apart, see: impressionism cards --help", entry.ID, entry.Plugin)
	case !isEditable(entry):
		return fmt.Errorf("%s has no folder of its own in which a %s could lie; your own card is kept apart, see: impressionism cards --help", entry.ID, card.FileName)
	}
	path := filepath.Join(filepath.Dir(entry.Path), card.FileName)
	begun, err := beginCard(path, counts)
	if err != nil {
		return env.Failed(fmt.Errorf("edit %s: %w", path, err))
	}
	err = cli.Edit(e, path)
	if now, readErr := foreign.Read(path, card.FileBytesMax); begun != nil && readErr == nil && bytes.Equal(now, begun) {
		err = errors.Join(err, os.Remove(path))
	}
	if err != nil {
		return env.Failed(fmt.Errorf("edit %s: %w", path, err))
	}
	if found := skill.FindCard(entry); found.Fault != "" {
		return env.Failed(fmt.Errorf("%s does not count: %s", found.Path, found.Fault))
	}
	return nil
}

// beginCard makes the file to edit where there is none and returns what it holds then.
func beginCard(path string, counts shape.SkillsCard) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.Mode().IsRegular():
		return nil, nil
	case err == nil:
		return nil, errors.New("it is no regular file; remove it, or edit what it leads to")
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	first := skeleton
	if counts.Whose != ofNobody {
		first = card.Card{Asks: counts.Asks, Not: counts.Not}
	}
	var data bytes.Buffer
	if err := json.Indent(&data, first.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	return data.Bytes(), atomicfile.WriteFile(path, data.Bytes(), 0o644)
}
