package ruleimport

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
)

var (
	//go:embed lua/ruleset.lua.tmpl
	codeTemplate string
	//go:embed lua/machine.lua
	machineCode string
)

// luaBytesMax is how large triggers.lua may be; Read refuses a file that needs more. Reading it costs 5 units of fuel for a byte
// at each prompt, of 2,000,000.
const luaBytesMax = 120 << 10

// Written is one file of a ruleset's folder.
type Written struct {
	Name, Text string
}

// Ruleset returns the files of the ruleset that decides as the file's triggers say.
func (f *File) Ruleset(id string, scenes Scenes) []Written {
	files := []Written{
		{"ruleset.json", f.manifest(id)},
		{codeName(id), f.code()},
		{"triggers.lua", f.triggers()},
	}
	if f.hasMachine() {
		files = append(files, Written{"machine.lua", machineCode})
	}
	files = append(files, Written{"README.md", f.readme(id, scenes)}, Written{"catalog.yaml", f.catalog()})
	return append(files, scenes.files()...)
}

// codeName is the file of a ruleset's code, which may not be called as one of its modules.
func codeName(id string) string {
	name := path.Base(id)
	if name == "triggers" || name == "machine" {
		name = "ruleset"
	}
	return name + ".lua"
}

func (f *File) hasMachine() bool {
	return slices.ContainsFunc(f.Skills, func(s Skill) bool {
		return slices.ContainsFunc(s.Patterns, func(p Pattern) bool { return p.orders == nil })
	})
}

func (f *File) code() string {
	machine := "nil -- every pattern here is an order of texts"
	if f.hasMachine() {
		machine = `require("machine")`
	}
	var ranges []string
	for _, span := range letters {
		ranges = append(ranges, fmt.Sprintf("code >= %d and code <= %d", span[0], span[1]))
	}
	return strings.NewReplacer("@machine@", machine, "@letters@", strings.Join(ranges, " or "), "@signs@", escapedLua(string(signs))).Replace(codeTemplate)
}

func (f *File) manifest(id string) string {
	manifest := abi.Manifest{
		ID: id, Version: "0.1.0", ABI: abi.Version,
		Summary: fmt.Sprintf("Suggests %d skills by the triggers of a %s file, in the order of their priorities.", len(f.Skills), shown(f.Name, 60)),
		Code:    codeName(id), Events: []string{abi.EventPrompt},
		Calls: []string{"param", "active", "items"},
		Parameters: map[string]abi.Parameter{"inactive_threshold": {
			Type: "integer", Default: 5, Minimum: new(1.0), Maximum: new(1000.0),
			Description: "A skill leaves after so many prompts that meet none of its triggers.",
		}},
		Disable: map[string]string{
			"perfect-fit":    "the triggers decide, and no search is made",
			"relevant-stays": "the triggers decide, and no search is made",
		},
	}
	return encoded(manifest, "  ")
}

// readme says what the ruleset does. Of the file it holds names of skills and counts only.
func (f *File) readme(id string, scenes Scenes) string {
	var out strings.Builder
	from := shown(strings.ReplaceAll(f.Name, "`", "'"), 60)
	fmt.Fprintf(&out, readmeHead, id, from)
	out.WriteString("| skill | priority | keywords | patterns | paths |\n|---|---|---|---|---|\n")
	for i := range f.Skills {
		s := &f.Skills[i]
		special := ""
		if s.Always {
			special = ", always"
		}
		if s.Never {
			special = ", never suggested"
		}
		fmt.Fprintf(&out, "| `%s` | %s%s | %d | %d | %d |\n", s.Name, s.Priority, special, len(s.Keywords), len(s.Patterns), len(s.Paths))
	}
	fmt.Fprintf(&out, readmeTail, scenes.Prompts, len(scenes.Differences), len(f.Refused))
	return out.String()
}

const readmeHead = `# %s

## What it does

Suggests the skills that the triggers of ` + "`%s`" + ` name, critical ones first, then those of
high, medium and low priority, each in the order of the file:

* A keyword counts where it stands in the prompt as words of its own, in any case: "hack" is
  not in "Hacker News". In scripts that do not part their words it counts anywhere.
* A pattern counts where it is met anywhere in the prompt, in any case.
* A path counts where tools read or changed such a file since the last prompt. Such a skill
  comes behind those of its priority whose words were met.

A skill leaves after some prompts that meet none of its triggers, unless it is pinned. The
first 2,000 bytes of a prompt are looked at, for as long as the sandbox allows: in a large file,
a long prompt full of its words may miss the last skills. Nothing is blocked, and nothing is
searched for: to have what the search finds as well, name ` + "`builtin/default`" + ` beside this ruleset.

`

const readmeTail = `
## Why

Triggers that somebody wrote for these skills keep their effect, as data that can be read,
tested and changed (` + "`triggers.lua`" + `), in a sandbox, and without a script that runs at each prompt.

## Example

The scenarios are %d prompts that were made of the triggers. At %d of them a search for keywords
inside longer words would suggest one more skill. %d entries of the file could not be taken
over. ` + "`impressionism rules import`" + ` lists both.

## Options

| parameter | default | meaning |
|---|---|---|
| ` + "`inactive_threshold`" + ` | 5 | a skill leaves after so many prompts that meet none of its triggers |
`

// escapedLua is a text inside a Lua string, as bytes.
func escapedLua(text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		fmt.Fprintf(&out, `\%03d`, b)
	}
	return out.String()
}

// catalog lists the skills for the scenarios.
func (f *File) catalog() string {
	var out strings.Builder
	for i := range f.Skills {
		fmt.Fprintf(&out, "- { ref: %s }\n", quotedYAML("skill:"+f.Skills[i].Name))
	}
	return out.String()
}

// quotedYAML is a text as YAML has it on one line.
func quotedYAML(text string) string { return strings.TrimSuffix(encoded(text, ""), "\n") }

func encoded(value any, indent string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		panic(err) // texts and numbers always encode
	}
	return out.String()
}

// triggers is the data of the ruleset: a text in long brackets, which the sandbox reads at
// a quarter of what a table of as many texts costs. A skill is some lines, and an empty
// one; foreign texts have no line break, as characters that nobody sees are refused.
func (f *File) triggers() string {
	var out strings.Builder
	for i := range f.Skills {
		f.Skills[i].write(&out)
	}
	text := out.String()
	level := ""
	for strings.Contains(text, "]"+level+"]") {
		level += "="
	}
	return triggersHead + "return [" + level + "[\n\n" + text + "]" + level + "]\n"
}

const triggersHead = `-- What brings up each skill. The first line of a skill has its priority, from 1 (critical) to
-- 4 (low). Then k is a keyword, p a pattern, f a path, and x a path that brings up nothing.
-- A pattern is met where a line has one text of each step of an "o" in order, or where its
-- automaton "a" is, which needs one text of each "n".
`

// modes of a skill in the data.
func (s *Skill) mode() string {
	switch {
	case s.Never:
		return "never"
	case s.Always:
		return "always"
	}
	return "usual"
}

func (s *Skill) write(out *strings.Builder) {
	fmt.Fprintf(out, "skill:%s %d %s\n", s.Name, s.rank(), s.mode())
	for _, keyword := range s.Keywords {
		fmt.Fprintf(out, "k %s\n", strings.ToLower(keyword.Text))
	}
	for i := range s.Patterns {
		s.Patterns[i].write(out)
	}
	writeForms(out, "f", s.Paths)
	writeForms(out, "x", s.Except)
	out.WriteByte('\n')
}

func writeForms(out *strings.Builder, kind string, globs []Glob) {
	for _, glob := range globs {
		for _, form := range glob.forms {
			fmt.Fprintf(out, "%s %s\n", kind, form)
		}
	}
}

func (p *Pattern) write(out *strings.Builder) {
	fmt.Fprintf(out, "p %s\n", p.Text)
	for _, order := range p.orders {
		var steps []string
		for _, texts := range order {
			steps = append(steps, strings.Join(texts, "|"))
		}
		fmt.Fprintf(out, "o %s\n", strings.Join(steps, "\t"))
	}
	if p.orders != nil {
		return
	}
	for _, texts := range p.needs {
		fmt.Fprintf(out, "n %s\n", strings.Join(texts, "|"))
	}
	first := "-"
	if p.first != nil {
		first = numbers(",", p.first...)
	}
	var steps []string
	for i := range p.steps {
		steps = append(steps, p.step(i))
	}
	fmt.Fprintf(out, "a %d %s %s\n", p.start+1, first, strings.Join(steps, ";"))
}

func numbers(between string, list ...rune) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, strconv.Itoa(int(r)))
	}
	return strings.Join(texts, between)
}

// step writes one step of an automaton. Lua counts from 1.
func (p *Pattern) step(i int) string {
	inst := p.steps[i]
	next := rune(inst.Out) + 1
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return "e " + numbers(" ", next, rune(inst.Arg)+1)
	case syntax.InstMatch:
		return "m"
	case syntax.InstEmptyWidth:
		return places[syntax.EmptyOp(inst.Arg)] + " " + numbers(" ", next)
	case syntax.InstCapture, syntax.InstNop:
		return "e " + numbers(" ", next, next)
	case syntax.InstRuneAny:
		return "t " + numbers(" ", next, 0, unicode.MaxRune)
	case syntax.InstRuneAnyNotNL:
		return "t " + numbers(" ", next, 0, 9, 11, unicode.MaxRune)
	case syntax.InstRune, syntax.InstRune1:
		list := []rune{next}
		for _, span := range spans(inst) {
			list = append(list, span[0], span[1])
		}
		return "t " + numbers(" ", list...)
	}
	return "t " + numbers(" ", next) // a step that takes nothing
}

// places are the empty matches of an automaton, as machine.lua names them.
var places = map[syntax.EmptyOp]string{
	syntax.EmptyBeginLine: "lb", syntax.EmptyEndLine: "le",
	syntax.EmptyBeginText: "tb", syntax.EmptyEndText: "te",
	syntax.EmptyWordBoundary: "we", syntax.EmptyNoWordBoundary: "nw",
}
