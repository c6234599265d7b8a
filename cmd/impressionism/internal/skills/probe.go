package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/foreign"
)

func probeCommand(e *env.Env) *cobra.Command {
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
		RunE: func(command *cobra.Command, args []string) error {
			return runProbe(command.Context(), e, args[0], file, history)
		},
	}
	command.Flags().StringVar(&file, "prompts", "", "file of prompts to try instead of your recorded ones")
	command.Flags().IntVar(&history, "history", history, "how many of your last prompts to try")
	return cli.JSONFlag(e, command)
}

func runProbe(ctx context.Context, e *env.Env, name, file string, history int) error {
	if history < 0 {
		return fmt.Errorf("--history is %d; it must be at least 0", history)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	workspace := e.WorkspaceOf("")
	touched := wire.TouchedHere(e, workspace)
	entry, item, err := Probed(e, workspace, name, touched, wire.ListedKinds(e))
	if err != nil {
		return err
	}
	others, err := otherPrompts(e, file, history)
	if err != nil {
		return err
	}
	asked, err := openAsked(e, workspace, touched, others)
	if err != nil {
		return env.Failed(err)
	}
	defer asked.close()
	result := shape.SkillsProbe{
		Ref: entry.Ref(), Path: entry.Path, Ruleset: e.Loaded.ActiveRuleset.First(), Threshold: threshold(e, workspace),
		Source: probe.FromRecorded, Prompts: []shape.ProbePrompt{},
	}
	if file != "" {
		result.Source = probe.FromFile
	}
	own := probe.Prompts(probeItem(entry.ID, item), asked.isAbout)
	bar := cli.NewProgress(e, e.JSON)
	err = asked.all(ctx, &result, own, others, bar.Step)
	bar.End()
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printProbe(e, result)
	return nil
}

// Probed finds the item of a name, of some kinds, that prompts may reach, and reads it.
func Probed(e *env.Env, workspace, name string, touched, kinds []string) (catalog.Entry, catalog.Item, error) {
	entry, item, _, err := named(e, workspace, name, touched, kinds)
	switch {
	case err != nil:
	case entry.WaitsFor(item.Hidden, touched) != "":
		err = env.Failed(fmt.Errorf("%s waits for %s: the client lists it once a tool has read or written one in the session", name, entry.WaitsFor(item.Hidden, touched)))
	case item.Hidden != "" && !catalog.Waits(item.Hidden):
		err = env.Failed(fmt.Errorf("no prompt reaches %s: the model may not be told of it (%s)", name, item.Hidden))
	}
	return entry, item, err
}

// Named finds the item of a name, of those that the client lists, and reads it; the string names its content.
func Named(e *env.Env, workspace, name string, touched []string) (catalog.Entry, catalog.Item, string, error) {
	return named(e, workspace, name, touched, wire.ListedKinds(e))
}

func named(e *env.Env, workspace, name string, touched, kinds []string) (catalog.Entry, catalog.Item, string, error) {
	listing := wire.OfKinds(wire.ListTouched(e, workspace, touched), kinds)
	entry, ok := wire.EntryNamed(listing, name)
	if !ok {
		listing = wire.OfKinds(wire.ListWhole(context.Background(), e, workspace), kinds)
		entry, ok = wire.EntryNamed(listing, name)
	}
	if !ok {
		return catalog.Entry{}, catalog.Item{}, "", UnknownItem(listing, name, wire.ListedKinds(e)...)
	}
	item, content, rejection, err := e.Kinds.Load(entry)
	switch {
	case err != nil:
		err = env.Failed(err)
	case rejection != nil:
		err = env.Failed(fmt.Errorf("%s is left out (%s): %s", name, rejection.Code, rejection.Reason))
	}
	return entry, item, content, err
}

func otherPrompts(e *env.Env, file string, history int) ([]recordedPrompt, error) {
	if file == "" {
		model := ""
		if passages := wire.Passages(e); passages != nil {
			model = passages.Model
		}
		return recordedPrompts(e, history, model)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(e.Dir, file)
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
func threshold(e *env.Env, workspace string) float64 {
	const name = decide.ParameterThreshold
	if value, ok := wire.Parameter(e, e.Loaded.ActiveRuleset.First(), name); ok {
		return number(value, defaultThreshold)
	}
	ruleset, err := wire.Engine(e, workspace).Set.Load(e.Loaded.ActiveRuleset.First())
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

func printProbe(e *env.Env, result shape.SkillsProbe) {
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	fmt.Fprintf(e.Out, "%s (%s): %s, %s suggests from %.2f\n", textline.Plain(result.Ref.ID), textline.Plain(cli.ShortPath(e, result.Path)), explain.TierWord(result.Tier), result.Ruleset, result.Threshold)
	fmt.Fprintf(e.Out, "  its own words: %s\n", probeCounts(result.Own))
	whose := "your prompts: "
	if result.Source == probe.FromFile {
		whose = "of the file:  "
	}
	fmt.Fprintf(e.Out, "  %s %s\n", whose, probeCounts(result.Others))
	for _, verdict := range []string{probe.Reached, probe.Beaten, probe.Near, probe.Missed} {
		var rows [][]string
		for _, p := range result.Prompts {
			if p.Verdict == verdict {
				rows = append(rows, []string{fmt.Sprintf("%.2f", p.Similarity), textline.Shorten(p.Text, promptColumns), p.From, insteadOf(p)})
			}
		}
		if len(rows) > 0 {
			fmt.Fprintln(e.Out)
			cli.Table(e, []string{verdict, "prompt", "from", "others"}, rows)
		}
	}
	if result.Own.Beaten > 0 {
		fmt.Fprintf(e.Out, "\nOthers get prompts made of its own words; see: impressionism skills collide %s\n", textline.ShellQuoted(result.Ref.ID))
	}
}

// promptColumns is how much of a prompt a table shows.
const promptColumns = 64

func probeCounts(c shape.ProbeCounts) string {
	if c.Prompts == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d reach it, %d beaten, %d near", c.Reached, c.Prompts, c.Beaten, c.Near)
}

func insteadOf(p shape.ProbePrompt) string {
	words := ""
	for i, hit := range p.Others[:min(len(p.Others), 2)] {
		if i > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%s %.2f", textline.Plain(hit.Ref.ID), hit.Similarity)
	}
	if words != "" && !p.Suggested {
		return "(" + words + ")"
	}
	return words
}

// byVerdict puts the best outcomes first, then the nearest.
func byVerdict(x, y shape.ProbePrompt) int {
	order := []string{probe.Reached, probe.Beaten, probe.Near, probe.Missed}
	return cmp.Or(cmp.Compare(slices.Index(order, x.Verdict), slices.Index(order, y.Verdict)), cmp.Compare(y.Similarity, x.Similarity), cmp.Compare(x.Text, y.Text))
}
