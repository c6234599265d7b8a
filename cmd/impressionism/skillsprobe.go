package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/foreign"
)

func (a *app) skillsProbeCommand() *cobra.Command {
	var file string
	history := 300
	command := &cobra.Command{
		Use:   "probe NAME",
		Short: "Tell which prompts reach a skill, and which nearly do",
		Long: `Tell which prompts reach a skill or command, and which nearly do. Each prompt is
answered as the hook would answer it in a session of its own: by the same index,
ruleset and limits, without a trace in what is remembered. Skills that wait for files
are there where this workspace's last session touched such a file.

Tried are prompts made of what the item says of itself, and your last recorded
prompts, or those of a file: one a line, or a JSON object a line with the prompt
under text, prompt or query.

  reached  it was suggested
  beaten   it fits well enough, and others were suggested instead
  near     it is up to 0.2 below the threshold, or second to what was suggested
  missed   none of these; told of its own words alone`,
		Example: `  impressionism skills probe pdf-forms
  impressionism skills probe pdf-forms --prompts prompts.txt
  impressionism skills probe acme:deploy --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.skillsProbe(args[0], file, history) },
	}
	command.Flags().StringVar(&file, "prompts", "", "file of prompts to try instead of your recorded ones")
	command.Flags().IntVar(&history, "history", history, "how many of your last prompts to try")
	return a.jsonFlag(command)
}

func (a *app) skillsProbe(name, file string, history int) error {
	if history < 0 {
		return fmt.Errorf("--history is %d; it must be at least 0", history)
	}
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	touched := a.touchedHere(workspace)
	entry, item, err := a.probed(workspace, name, touched)
	if err != nil {
		return err
	}
	others, err := a.otherPrompts(file, history)
	if err != nil {
		return err
	}
	asked, err := a.openAsked(workspace, touched, others)
	if err != nil {
		return failed(err)
	}
	defer asked.close()
	result := shape.SkillsProbe{
		Ref: entry.Ref(), Path: entry.Path, Ruleset: a.loaded.ActiveRuleset.First(), Threshold: a.threshold(workspace),
		Source: probe.FromRecorded, Prompts: []shape.ProbePrompt{},
	}
	if file != "" {
		result.Source = probe.FromFile
	}
	own := probe.Prompts(probeItem(entry.ID, item), asked.isAbout)
	bar := a.newProgress(a.json)
	err = asked.all(&result, own, others, bar.step)
	bar.end()
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printProbe(result)
	return nil
}

// probed finds the item of a name and reads it.
func (a *app) probed(workspace, name string, touched []string) (catalog.Entry, catalog.Item, error) {
	listing := a.listTouched(workspace, touched)
	entry, ok := entryNamed(listing, name)
	if !ok {
		listing = a.listWhole(context.Background(), workspace)
		entry, ok = entryNamed(listing, name)
	}
	if !ok {
		return catalog.Entry{}, catalog.Item{}, a.unknownItem(listing, name, "")
	}
	item, _, rejection, err := a.kinds.Load(entry)
	switch {
	case err != nil:
		return entry, item, failed(err)
	case rejection != nil:
		return entry, item, failed(fmt.Errorf("%s is left out (%s): %s", name, rejection.Code, rejection.Reason))
	case entry.WaitsFor(item.Hidden, touched) != "":
		return entry, item, failed(fmt.Errorf("%s waits for %s: the client lists it once a tool has read or written one in the session", name, entry.WaitsFor(item.Hidden, touched)))
	case item.Hidden != "" && !catalog.Waits(item.Hidden):
		return entry, item, failed(fmt.Errorf("no prompt reaches %s: the model may not be told of it (%s)", name, item.Hidden))
	}
	return entry, item, nil
}

func (a *app) otherPrompts(file string, history int) ([]recordedPrompt, error) {
	if file == "" {
		model := ""
		if passages := a.passages(); passages != nil {
			model = passages.Model
		}
		return a.recordedPrompts(history, model)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(a.cwd, file)
	}
	data, err := foreign.Read(file, probe.FileBytesMax)
	if errors.Is(err, foreign.ErrNotRegular) || errors.Is(err, foreign.ErrTooLarge) {
		return nil, fmt.Errorf("read prompts from %s: it must be a file of at most %d MiB", file, probe.FileBytesMax>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("read prompts: %w", err)
	}
	prompts, err := probe.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("read prompts from %s: %w", file, err)
	}
	var others []recordedPrompt
	for _, p := range probe.Distinct(prompts) {
		others = append(others, recordedPrompt{Prompt: p})
	}
	return others, nil
}

// defaultThreshold is that of the built-in ruleset.
const defaultThreshold = .7

// threshold is the similarity from which the active ruleset suggests; that of
// the built-in one where it has no such parameter.
func (a *app) threshold(workspace string) float64 {
	const name = decide.ParameterThreshold
	if value, ok := a.parameter(a.loaded.ActiveRuleset.First(), name); ok {
		return number(value, defaultThreshold)
	}
	ruleset, err := a.engine(workspace).Set.Load(a.loaded.ActiveRuleset.First())
	if err != nil {
		return defaultThreshold
	}
	return number(ruleset.Manifest.Parameters[name].Default, defaultThreshold)
}

func number(value any, otherwise float64) float64 {
	switch n := value.(type) {
	case float64:
		return n
	case int64:
		return float64(n)
	case int:
		return float64(n)
	}
	return otherwise
}
