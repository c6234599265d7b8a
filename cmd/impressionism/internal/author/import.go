package author

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/ruleimport"
	"github.com/ed-irl/impressionism/host/foreign"
)

func importCommand(e *env.Env) *cobra.Command {
	var id, out string
	command := &cobra.Command{
		Use:   "import FILE",
		Short: "Write a ruleset from the triggers of a skill-rules.json, or of a metadata.json",
		Long: `Write the folder of a ruleset that suggests skills by the triggers of FILE, which
was made for other tools: a skill-rules.json with keywords, intent patterns, file
triggers and priorities, or the metadata.json of a skill. Nothing of FILE is run.

Keywords count as words of their own: "hack" is not in "Hacker News". Patterns are
those of RE2; one that looks ahead or behind, or refers back to a group, is refused
and named with its line. Priorities become the order. Nothing is blocked.

The folder has code, manifest, README, and a scenario of each trigger; it passes
rules validate, rules test and rules fuzz. What could not be taken over, what means
something else, and the prompts at which a search for keywords inside longer words
would suggest one more skill, are listed.

Ends with 0 where the ruleset was written, also if something was refused.`,
		Example: `  impressionism rules import skill-rules.json
  impressionism rules import skill-rules.json --name acme/triggers --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return importRuleset(e, args[0], id, out)
		},
	}
	command.Flags().StringVar(&id, "name", "", "id of the ruleset, as acme/triggers; custom/ and the file's name where absent")
	command.Flags().StringVar(&out, "out", "", "folder to write, called as the last part of the id; there, in the current folder, where absent")
	return cli.JSONFlag(e, command)
}

func importRuleset(e *env.Env, name, id, out string) error {
	data, err := foreign.Read(name, ruleimport.FileBytesMax)
	if err != nil {
		return err
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return env.Failed(err)
	}
	file, err := ruleimport.Read(absolute, data)
	if err != nil {
		return err
	}
	id, out, err = importPlace(file, id, out)
	if err != nil {
		return err
	}
	scenes := file.Scenes()
	result := importResult(file, scenes, id, out)
	for _, one := range file.Ruleset(id, scenes) {
		path := filepath.Join(out, filepath.FromSlash(one.Name))
		if err := writeImported(e, path, one.Text); err != nil {
			return env.Failed(err)
		}
		result.Written = append(result.Written, path)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printImported(e, result)
	return nil
}

// importPlace returns the id of a ruleset and the folder to write, which ends in the id's
// last part.
func importPlace(file *ruleimport.File, id, out string) (string, string, error) {
	if id == "" && out != "" {
		id = filepath.Base(out)
	}
	if id == "" {
		id = ruleimport.IDOf(file)
	}
	id, err := ownID(id)
	if err != nil {
		return "", "", err
	}
	if out == "" {
		out = path.Base(id)
	}
	if filepath.Base(out) != path.Base(id) {
		return "", "", fmt.Errorf("--out %s has to end in %s, the last part of the id", out, path.Base(id))
	}
	return id, out, freeFolder(out)
}

func writeImported(e *env.Env, name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return err
	}
	e.Did("wrote", "file", "", name)
	return nil
}

func importResult(file *ruleimport.File, scenes ruleimport.Scenes, id, out string) shape.RulesImport {
	result := shape.RulesImport{
		ID: id, Folder: out, File: file.Name, Skills: []shape.ImportedSkill{}, Written: []string{}, Prompts: scenes.Prompts,
		Refused: textline.OrEmpty(file.Refused), Notes: textline.OrEmpty(file.Notes),
		Untested: textline.OrEmpty(scenes.Untested), Differences: textline.OrEmpty(scenes.Differences),
	}
	for _, s := range file.Skills {
		result.Skills = append(result.Skills, shape.ImportedSkill{
			Name: s.Name, Priority: s.Priority, Keywords: len(s.Keywords), Patterns: len(s.Patterns), Paths: len(s.Paths),
		})
	}
	return result
}

func printImported(e *env.Env, result shape.RulesImport) {
	keywords, patterns, paths := 0, 0, 0
	for _, s := range result.Skills {
		keywords, patterns, paths = keywords+s.Keywords, patterns+s.Patterns, paths+s.Paths
	}
	fmt.Fprintf(e.Out, "Wrote %s, the ruleset %s: %s with %s, %s and %s; %s in its scenarios.\n", result.Folder, result.ID,
		textline.Count(len(result.Skills), "skill", "skills"), textline.Count(keywords, "keyword", "keywords"), textline.Count(patterns, "pattern", "patterns"),
		textline.Count(paths, "path", "paths"), textline.Count(result.Prompts, "prompt", "prompts"))
	printRemarks(e, result.File, "Refused", result.Refused)
	printRemarks(e, result.File, "Taken as something else, or not at all", result.Notes)
	printRemarks(e, result.File, "Shown by no scenario", result.Untested)
	if len(result.Differences) > 0 {
		fmt.Fprintf(e.Out, "\nWhere keywords inside longer words counted, these skills would be suggested, too:\n")
		for _, d := range result.Differences {
			fmt.Fprintf(e.Out, "  %s:%d %s: %q stands inside a word of %q\n", result.File, d.Line, d.Skill, d.Trigger, d.Prompt)
		}
	}
	fmt.Fprintf(e.Out, "\nThen: impressionism rules test %s\n", result.Folder)
}

func printRemarks(e *env.Env, file, title string, remarks []ruleimport.Remark) {
	if len(remarks) == 0 {
		return
	}
	fmt.Fprintf(e.Out, "\n%s:\n", title)
	for _, r := range remarks {
		place := strings.TrimPrefix(r.Skill+": "+r.Field, ": ")
		if r.Text != "" {
			place += fmt.Sprintf(" %q", r.Text)
		}
		fmt.Fprintf(e.Out, "  %s:%d %s: %s\n", file, r.Line, place, r.Why)
	}
}
