package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/eval/triggers"
)

func (a *app) evalImportCommand() *cobra.Command {
	var corpus, out string
	command := &cobra.Command{
		Use:   "import FILE|DIR… --out DIR",
		Short: "Make a data set of the prompts that skill authors keep: those that should bring up their skill, and those that should not",
		Long: `Make a data set of the prompts that skill authors keep beside their skills, in
JSON, JSON Lines, YAML or CSV:

  [{"query": "…", "should_trigger": true}, …]
  {"skill_name": "…", "evals": [{"prompt": "…"}, …]}
  {"should_trigger": ["…"], "should_not_trigger": ["…"]}

A prompt belongs to the skill that its file names, else to the SKILL.md beside or
above the file, else to the skill that the file is called after, else to the only
one there is. The catalog is the skills that are found, and those of --corpus.

"Should not" says only that this skill is wrong: such a prompt gets "not":
["skill"], and eval score counts no other skill against it. At a prompt that wants
a skill, every other one counts as wrong. Prompts of evals.json, which have no
label, count as wanting their skill.`,
		Example: `  impressionism eval import ~/skills --out my-set
  impressionism eval import skills/pdf/evals/triggers.json \
    --corpus corpus.jsonl --out pdf-set`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.evalImport(args, corpus, out) },
	}
	command.Flags().StringVar(&corpus, "corpus", "", "a corpus.jsonl whose items are in the catalog too")
	command.Flags().StringVar(&out, "out", "", "folder to write, not there yet or empty")
	cobra.CheckErr(command.MarkFlagRequired("out"))
	return command
}

func (a *app) evalImport(paths []string, corpusPath, out string) error {
	if err := a.ready(); err != nil {
		return err
	}
	found, err := triggers.Find(paths)
	if err != nil {
		return err
	}
	i := importer{app: a, byName: map[string]string{}, byFolder: map[string]string{}}
	if err := i.corpus(corpusPath); err != nil {
		return err
	}
	for _, folder := range found.Skills {
		i.skill(folder)
	}
	for _, file := range found.Files {
		if err := i.file(file); err != nil {
			return err
		}
	}
	if len(i.claims) == 0 {
		return fmt.Errorf("no queries were found: %s looked into, %s; see: impressionism eval import --help",
			count(len(found.Files), "file was", "files were"), count(len(found.Skills), "skill", "skills"))
	}
	imported := eval.Import(i.claims)
	for _, text := range imported.Conflicts {
		i.warn("the same skill should come up and should not at %q; the prompt is left out", shorten(text, changedChars))
	}
	if err := imported.Write(out, i.items); err != nil {
		return err
	}
	a.printImport(out, i, imported)
	return nil
}

func (a *app) printImport(out string, i importer, imported eval.Imported) {
	wanted, unlabelled := 0, 0
	for _, label := range imported.Labels {
		if len(label.Gold) > 0 {
			wanted++
		}
		if label.Level == eval.LevelUnlabelled {
			unlabelled++
		}
	}
	fmt.Fprintf(a.out, "Wrote %s: %s of %s over %s. At %d a skill should come up, at %d one should not.\n", out,
		count(len(imported.Queries), "prompt", "prompts"), count(i.files, "file", "files"), count(len(i.items), "skill", "skills"),
		wanted, len(imported.Labels)-wanted)
	if unlabelled > 0 {
		fmt.Fprintf(a.out, "%d had no label and were taken as wanting their skill: eval score --by level tells them apart.\n", unlabelled)
	}
	fmt.Fprintf(a.out, "Score it: impressionism eval score %s --by family\n", out)
}
