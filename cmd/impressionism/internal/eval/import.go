package eval

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/eval/triggers"
)

func importCommand(e *env.Env) *cobra.Command {
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
		RunE: func(_ *cobra.Command, args []string) error { return importCorpus(e, args, corpus, out) },
	}
	command.Flags().StringVar(&corpus, "corpus", "", "a corpus.jsonl whose items are in the catalog too")
	command.Flags().StringVar(&out, "out", "", "folder to write, not there yet or empty")
	cobra.CheckErr(command.MarkFlagRequired("out"))
	return command
}

func importCorpus(e *env.Env, paths []string, corpusPath, out string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	found, err := triggers.Find(paths)
	if err != nil {
		return err
	}
	i := importer{env: e, byName: map[string]string{}, byFolder: map[string]string{}}
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
			textline.Count(len(found.Files), "file was", "files were"), textline.Count(len(found.Skills), "skill", "skills"))
	}
	imported := eval.Import(i.claims)
	for _, text := range imported.Conflicts {
		i.warn("the same skill should come up and should not at %q; the prompt is left out", textline.Shorten(text, changedChars))
	}
	if err := imported.Write(out, i.items); err != nil {
		return err
	}
	printImport(e, out, i, imported)
	return nil
}

func printImport(e *env.Env, out string, i importer, imported eval.Imported) {
	wanted, unlabelled := 0, 0
	for _, label := range imported.Labels {
		if len(label.Gold) > 0 {
			wanted++
		}
		if label.Level == eval.LevelUnlabelled {
			unlabelled++
		}
	}
	fmt.Fprintf(e.Out, "Wrote %s: %s of %s over %s. At %d a skill should come up, at %d one should not.\n", out,
		textline.Count(len(imported.Queries), "prompt", "prompts"), textline.Count(i.files, "file", "files"), textline.Count(len(i.items), "skill", "skills"),
		wanted, len(imported.Labels)-wanted)
	if unlabelled > 0 {
		fmt.Fprintf(e.Out, "%d had no label and were taken as wanting their skill: eval score --by level tells them apart.\n", unlabelled)
	}
	fmt.Fprintf(e.Out, "Score it: impressionism eval score %s --by family\n", out)
}

// importer collects a catalog and what is claimed of it.
type importer struct {
	env      *env.Env
	items    []eval.Item
	byName   map[string]string // ids, by id and by name in lower case
	byFolder map[string]string // ids, by the folder of their SKILL.md
	claims   []eval.Claim
	files    int
}

func (i *importer) warn(format string, args ...any) {
	fmt.Fprintln(i.env.ErrOut, "impressionism: warning:", textline.OneLine(fmt.Sprintf(format, args...)))
}

func (i *importer) corpus(path string) error {
	if path == "" {
		return nil
	}
	corpus, err := eval.OpenCorpus(path)
	if err != nil {
		return err
	}
	for _, item := range corpus.Items() {
		i.add(item)
	}
	return nil
}

func (i *importer) add(item eval.Item) {
	i.items = append(i.items, item)
	i.byName[item.ID] = item.ID
	if name := strings.ToLower(item.Name); name != "" && i.byName[name] == "" {
		i.byName[name] = item.ID
	}
}

// bodyCharsMax is how much of a body a corpus has.
const bodyCharsMax = 1500

// skill reads a SKILL.md as the index does; its id is its folder's name. What
// --corpus has under that id is the same skill, another folder of that name is
// another one.
func (i *importer) skill(folder string) {
	id := filepath.Base(folder)
	for other, taken := range i.byFolder {
		if taken == id {
			i.warn("%s has the same name as %s; it is left out with its queries", folder, other)
			return
		}
	}
	if i.byName[id] != id {
		item, _, rejection, err := skill.Load(catalog.Entry{
			Kind: abi.KindSkill, ID: id, Path: filepath.Join(folder, triggers.SkillFile), Root: folder,
		})
		if rejection != nil {
			err = errors.New(rejection.Reason)
		}
		if err != nil {
			i.warn("%s is left out with its queries: %v", folder, err)
			return
		}
		i.add(eval.Item{
			ID: id, Name: item.Name, Description: item.Description, Keywords: textline.OrEmpty(item.Keywords),
			Body: cut.Runes(item.Body, bodyCharsMax),
		})
	}
	i.byFolder[folder] = id
}

// file adds what a file claims. One that was found by its place may be anything
// else; one that was named may not.
func (i *importer) file(file triggers.File) error {
	cases, problems, err := triggers.Read(file.Path)
	switch {
	case err != nil && file.Named:
		return err
	case err != nil:
		i.warn("%v", err)
		return nil
	case len(cases)+len(problems) == 0 && file.Named:
		return fmt.Errorf("%s holds no queries; see: impressionism eval import --help", file.Path)
	}
	for _, problem := range problems {
		i.warn("%s: %v", file.Path, problem)
	}
	about := i.about(cases)
	lost := 0
	for _, c := range cases {
		if !i.claim(file, c, about) {
			lost++
		}
	}
	if lost < len(cases) {
		i.files++
	}
	if lost > 0 {
		i.warn("%s: %s left out, as nothing tells of which skill in the catalog; put the file beside the SKILL.md, or name the skill in it as skill_name",
			file.Path, textline.Count(lost, "prompt is", "prompts are"))
	}
	return nil
}

// about returns the skills that a file's cases name.
func (i *importer) about(cases []triggers.Case) []string {
	var ids []string
	for _, c := range cases {
		for _, name := range append([]string{c.Skill}, othersOf(c)...) {
			if id := i.named(name); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func othersOf(c triggers.Case) []string {
	var names []string
	for _, other := range c.Others {
		names = append(names, other.Skill)
	}
	return names
}

// claim adds what a case says of its own skill and of others; false where none
// of them is in the catalog. Of a case without a skill of its own, "none" is
// about all skills that its file names.
func (i *importer) claim(file triggers.File, c triggers.Case, about []string) bool {
	before := len(i.claims)
	owner := i.owner(file, c)
	for _, other := range c.Others { // the owner's own name, spelled in another way
		if owner != "" && c.Inferred && other.Want == triggers.Yes && samePlugin(c.Skill, other.Skill) && i.named(other.Skill) == owner {
			c.Want = triggers.Yes
		}
	}
	switch {
	case owner != "" && (c.Want != triggers.Unlabelled || len(c.Others) == 0):
		i.claims = append(i.claims, eval.Claim{
			Text: c.Text, Skill: owner, Wanted: c.Want != triggers.No, Unlabelled: c.Want == triggers.Unlabelled,
		})
	case owner == "" && c.Want == triggers.No:
		for _, id := range about {
			i.claims = append(i.claims, eval.Claim{Text: c.Text, Skill: id})
		}
	}
	for _, other := range c.Others {
		if id := i.named(other.Skill); id != "" && (id != owner || c.Want == triggers.Unlabelled) {
			i.claims = append(i.claims, eval.Claim{Text: c.Text, Skill: id, Wanted: other.Want == triggers.Yes})
		}
	}
	return len(i.claims) > before
}

// owner finds the skill that a case is about: by name, by place, by what its
// file is called ("evals/pdf.json", "evals/pdf/trigger_tests.yaml"), or because
// there is only one.
func (i *importer) owner(file triggers.File, c triggers.Case) string {
	if id := i.named(c.Skill); id != "" {
		return id
	}
	if file.Skill != "" {
		return i.byFolder[file.Skill]
	}
	stem, _, _ := strings.Cut(filepath.Base(file.Path), ".")
	folder := filepath.Dir(file.Path)
	for _, name := range []string{stem, filepath.Base(folder), filepath.Base(filepath.Dir(folder))} {
		if id := i.named(name); id != "" {
			return id
		}
	}
	if len(i.byFolder) == 1 && c.Skill == "" && len(c.Others) == 0 {
		for _, only := range i.byFolder {
			return only
		}
	}
	return ""
}

// samePlugin reports whether two names may be of one plugin: a name may leave it out.
func samePlugin(one, other string) bool {
	a, _, named := strings.Cut(one, ":")
	b, _, alsoNamed := strings.Cut(other, ":")
	return !named || !alsoNamed || a == b
}

// named finds a skill by its id or its name, with or without its plugin's.
func (i *importer) named(name string) string {
	for _, name := range []string{name, strings.ToLower(name), name[strings.LastIndexByte(name, ':')+1:]} {
		if id := i.byName[name]; id != "" {
			return id
		}
	}
	return ""
}
