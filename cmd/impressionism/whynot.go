package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/claude/hook"
)

func (a *app) whyNotCommand() *cobra.Command {
	var sessionID string
	command := &cobra.Command{
		Use:   "why-not NAME [PROMPT]",
		Short: "Tell why an item was not suggested, and the smallest change that makes it so",
		Long: `Tell why an item was not suggested for a prompt, and what would have to be
different: a word in the prompt, a word in the item's description, or a setting.

The prompt is the one given, else the last stored one of the session given, else
of the newest session. It is answered as the first prompt of a session, by the
same search, ruleset and limits as in the hook. Each change that is told was
tried and makes the item be suggested; at most 64 decisions are taken to find
them, so that a smaller one may exist.`,
		Example: `  impressionism why-not pdf-forms "fill in this document"
  impressionism why-not pdf-forms --session 0f4c…
  impressionism why-not pdf-forms "fill in this document" --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.whyNot(args[0], strings.Join(args[1:], " "), sessionID)
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", "session whose last prompt is meant, where no prompt is given")
	return a.jsonFlag(command)
}

func (a *app) whyNot(name, prompt, sessionID string) error {
	if prompt != "" && sessionID != "" {
		return errors.New("give a prompt or --session, not both")
	}
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	entry, item, err := a.probed(workspace, name)
	if err != nil {
		return err
	}
	asked := askedPrompt{text: prompt}
	if prompt == "" {
		if asked, err = a.storedPrompt(sessionID, entry); err != nil {
			return failed(err)
		}
	}
	result, err := a.askWhyNot(workspace, entry, item, asked)
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printWhyNot(result)
	return nil
}

// askWhyNot tries the prompt on the index, brought up to date, and changes on a
// copy of it.
func (a *app) askWhyNot(workspace string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	past, err := a.past(workspace)
	if err != nil {
		return result, err
	}
	if past != nil {
		defer past.Close()
	}
	listing := a.list(workspace)
	wired := a.wire(workspace, past)
	wired.Model, wired.Passages = a.model(queries), a.passages()
	x, _, err := a.freshIndex(listing, wired)
	if err != nil {
		return result, err
	}
	defer x.Close()
	folder, err := os.MkdirTemp("", "impressionism-why-not-")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(folder)
	scratch, err := wired.NewScratch(x, folder, listing, entry.Kind, entry.ID)
	if err != nil {
		return result, err
	}
	defer scratch.Close()
	view, err := x.View(listing, wired.Recipe)
	if err != nil {
		return result, err
	}
	defer view.Close()
	if !view.Has(entry.Kind, entry.ID) {
		return result, fmt.Errorf("%s is not in the index; run: impressionism index", entry.ID)
	}
	return a.tryWhyNot(wired.NewTrial(view), scratch, workspace, entry, item, asked)
}

// tryWhyNot tries the prompt, and changes where it does not get the item.
func (a *app) tryWhyNot(trial *host.Trial, scratch *host.Scratch, workspace string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	standing, err := trial.Stand(a.promptEvent(asked.text, workspace), entry.Kind, entry.ID)
	if err != nil {
		return result, err
	}
	if err := trial.Explain(&standing, entry.Kind, entry.ID); err != nil {
		return result, err
	}
	result = a.whyNotShape(entry, asked, standing)
	if standing.Chosen {
		return result, nil
	}
	changes, evaluations, err := trial.Changes(host.Changing{
		Kind: entry.Kind, ID: entry.ID, Prompt: asked.text, Item: item, Describe: scratch.Describe,
		Event: func(prompt string) abi.Event { return a.promptEvent(prompt, workspace) },
	}, standing)
	result.Evaluations = evaluations
	for _, change := range changes {
		result.Changes = append(result.Changes, changeShape(entry, asked.text, change))
	}
	return result, err
}

func (a *app) promptEvent(prompt, workspace string) abi.Event {
	return abi.Event{Name: abi.EventPrompt, Prompt: hook.Prompt(prompt), Command: hook.CommandName(prompt), Workspace: workspace, Time: a.now().UTC()}
}

func (a *app) whyNotShape(entry catalog.Entry, asked askedPrompt, s host.Standing) shape.WhyNot {
	result := shape.WhyNot{
		ID: entry.ID, Kind: entry.Kind, Prompt: asked.text, Session: asked.session, Tier: s.Tier, Ruleset: a.loaded.ActiveRuleset,
		Suggested: s.Chosen, Why: s.Why, Told: slices.Clip(append([]string{}, s.Told...)), Place: s.Place, Similarity: s.Similarity,
		Explained: explainedShape(s.Fit, s.Explanation), Changes: []shape.Change{}, Notes: slices.Clip(append([]string{}, asked.notes...)),
		Command: "impressionism why-not " + shellQuoted(entry.ID) + " " + shellQuoted(asked.text),
	}
	if !math.IsNaN(s.Threshold) {
		result.Threshold = &s.Threshold
	}
	if s.Beside != "" {
		result.Notes = append(result.Notes, "it is named beside "+s.Beside+", which says nearly the same")
	}
	result.Reason = whyNotReason(result, s)
	return result
}

func changeShape(entry catalog.Entry, prompt string, c host.Change) shape.Change {
	change := shape.Change{Kind: c.Kind, Words: c.Words, Taken: c.Taken, Prompt: c.Prompt, Description: c.Description}
	flags := ""
	for _, s := range c.Settings {
		value := fmt.Sprintf("%g", s.Value)
		change.Settings = append(change.Settings, shape.SettingChange{Key: s.Key, Value: s.Value, Line: settingLine(s, value)})
		flags += " --set " + shellQuoted(s.Key+"="+value)
	}
	if c.Prompt != "" {
		prompt = c.Prompt
	}
	if c.Kind != host.ChangeDescribe {
		change.Command = "impressionism why-not" + flags + " " + shellQuoted(entry.ID) + " " + shellQuoted(prompt)
	}
	return change
}

// settingLine is a setting as config.yaml may have it, in one line.
func settingLine(s host.Setting, value string) string {
	if s.Parameter != "" {
		return fmt.Sprintf("rulesets: { %s: { %s: %s } }", s.Ruleset, s.Parameter, value)
	}
	group, name, _ := strings.Cut(s.Key, ".")
	return fmt.Sprintf("%s: { %s: %s }", group, name, value)
}
