package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/trace/whynot"
)

func (a *app) whyNotCommand() *cobra.Command {
	var how whyNotHow
	command := &cobra.Command{
		Use:   "why-not NAME [PROMPT]",
		Short: "Tell why an item was not suggested, what it lacks, and what would change that",
		Long: `Tell why an item was not suggested for a prompt: what kept it back, which of the
prompt's words it has and lacks, and which of its own phrases is nearest. Below that
stands what would make it be suggested, as far as a person would do it: a phrase of
the item's own in the prompt, a few words less, or a setting.

The prompt is the one given, else the last stored one of the session given, of the
one that the client is in, or of the newest. It is answered as the first prompt of a
session, by the same search, ruleset and limits as in the hook. Each change that is
told was tried and makes the item be suggested, in at most ` + fmt.Sprint(whynot.DecisionsMax) + ` decisions. A
threshold below that of builtin/aggressive is not told: it would let everything in.

The settings are printed as one block of YAML: the sections of your config.yaml, with
the change in them, to stand in the place of those there. --apply writes it, changes
no other byte, and shows the difference.`,
		Example: `  impressionism why-not pdf-forms "fill in this document"
  impressionism why-not pdf-forms --session 0f4c…
  impressionism why-not pdf-forms "fill in this document" --apply`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.whyNot(args[0], strings.Join(args[1:], " "), how)
		},
	}
	command.Flags().StringVar(&how.session, "session", "", "session whose last prompt is meant, where no prompt is given")
	command.Flags().BoolVar(&how.apply, "apply", false, "write the settings that would suggest it into config.yaml")
	command.Flags().BoolVar(&how.explain, "explain", false, "show the sums behind the score, too")
	return a.jsonFlag(command)
}

// whyNotHow is how why-not was asked.
type whyNotHow struct {
	session        string
	apply, explain bool
}

func (a *app) whyNot(name, prompt string, how whyNotHow) error {
	if prompt != "" && how.session != "" {
		return errors.New("give a prompt or --session, not both")
	}
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	touched, err := a.touchedIn(workspace, cmp.Or(how.session, a.sessionID()), prompt)
	if err != nil {
		return failed(err)
	}
	entry, item, err := a.probed(workspace, name, touched)
	if err != nil {
		return err
	}
	asked := askedPrompt{text: prompt}
	if prompt == "" {
		if asked, err = a.storedPrompt(cmp.Or(how.session, a.sessionID()), entry); err != nil {
			return failed(err)
		}
	}
	result, err := a.askWhyNot(workspace, touched, entry, item, asked)
	if err != nil {
		return failed(err)
	}
	var applied configChange
	if how.apply {
		if applied, err = a.applyWhyNot(&result); err != nil {
			return failed(err)
		}
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printWhyNot(result, how.explain)
	a.printApplied(applied)
	return nil
}

// askWhyNot tries the prompt, and changes, on the index, brought up to date.
func (a *app) askWhyNot(workspace string, touched []string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	past, err := a.past(workspace)
	if err != nil {
		return result, err
	}
	if past != nil {
		defer past.Close()
		if err := a.besideSession(past, &asked, entry); err != nil {
			return result, err
		}
	}
	listing := a.listTouched(workspace, touched)
	wired := a.wire(workspace, past)
	wired.Model, wired.Passages = a.model(queries), a.passages()
	x, _, err := a.freshIndex(listing, wired)
	if err != nil {
		return result, err
	}
	defer x.Close()
	view, err := x.View(listing, wired.Pools)
	if err != nil {
		return result, err
	}
	defer view.Close()
	if !view.Has(entry.Ref()) {
		return result, fmt.Errorf("%s is not in the index; run: impressionism index", entry.ID)
	}
	return a.tryWhyNot(whynot.New(view, func(event abi.Event) decide.Inputs { return wired.DryRun(event, view) }), workspace, entry, item, asked)
}

// tryWhyNot tries the prompt, and changes where it does not get the item.
func (a *app) tryWhyNot(trial *whynot.Trial, workspace string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	standing, err := trial.Stand(a.promptEvent(asked.text, workspace), entry.Ref())
	if err != nil {
		return result, err
	}
	if err := trial.Explain(&standing, entry.Ref()); err != nil {
		return result, err
	}
	result = a.whyNotShape(entry, item, asked, standing)
	if standing.Chosen {
		return result, nil
	}
	if phrases := trial.Phrases(entry.ID, item, asked.text); len(phrases) > 0 {
		result.Nearest = phrases[0]
	}
	changes, evaluations, err := trial.Changes(whynot.Changing{
		Ref: entry.Ref(), Prompt: asked.text, Item: item,
		Event: func(prompt string) abi.Event { return a.promptEvent(prompt, workspace) },
	}, standing)
	result.Evaluations = evaluations
	for _, change := range changes {
		result.Changes = append(result.Changes, a.changeShape(entry, asked.text, change))
	}
	return result, err
}

func (a *app) promptEvent(prompt, workspace string) abi.Event {
	return abi.Event{Name: abi.EventPrompt, Prompt: redact.Prompt(prompt), Command: payload.Command(prompt), Workspace: workspace, Time: a.now().UTC(), LocalTime: localTime(a.now())}
}

func (a *app) whyNotShape(entry catalog.Entry, item catalog.Item, asked askedPrompt, s whynot.Standing) shape.WhyNot {
	result := shape.WhyNot{
		Ref: entry.Ref(), Prompt: asked.text, Session: asked.session, Asked: asked.beside, Tier: s.Tier, Ruleset: cmp.Or(s.Ruleset, a.loaded.ActiveRuleset.First()),
		Suggested: s.Chosen, Why: s.Why, Told: slices.Clip(append([]abi.Ref{}, s.Told...)), Place: s.Place, Similarity: s.Similarity,
		Explained: explainedShape(s.Fit, s.Explanation), Changes: []shape.Change{}, Notes: slices.Clip(append([]string{}, asked.notes...)),
		Command: "impressionism why-not " + shellQuoted(entry.ID) + " " + shellQuoted(asked.text),
	}
	if !math.IsNaN(s.Threshold) {
		result.Threshold = &s.Threshold
	}
	if s.Beside != "" {
		result.Notes = append(result.Notes, "it is named beside "+s.Beside+", which says nearly the same")
	}
	lacks, has := whynot.Lacking(item, asked.text)
	result.Has, result.Lacks = slices.Clip(append([]string{}, has...)), slices.Clip(append([]string{}, lacks...))
	if s.Chosen { // the reason says so
		result.Notes = slices.DeleteFunc(result.Notes, func(note string) bool { return note == noteSuggested })
	}
	result.Reason = whyNotReason(result, s)
	return result
}

func (a *app) changeShape(entry catalog.Entry, prompt string, c whynot.Change) shape.Change {
	change := shape.Change{Kind: c.Kind, Words: c.Words, Taken: c.Taken, Prompt: c.Prompt}
	flags := ""
	for _, s := range c.Settings {
		change.Settings = append(change.Settings, shape.SettingChange{Key: s.Key, Value: s.Value})
		flags += " --set " + shellQuoted(s.Key+"="+settingValue(s.Value))
	}
	if len(c.Settings) > 0 {
		change.YAML = a.pasteable(c.Settings)
	}
	change.Command = "impressionism why-not" + flags + " " + shellQuoted(entry.ID) + " " + shellQuoted(cmp.Or(c.Prompt, prompt))
	return change
}

func settingValue(value float64) string { return fmt.Sprintf("%g", value) }
