package triggers

import (
	"fmt"
	"strings"
)

// Names of fields, in the order in which they are looked for.
var (
	promptNames = []string{"query", "prompt", "request", "user_request", "user_prompt", "user_input", "input", "text", "utterance", "message", "question"}
	skillNames  = []string{"skill", "skill_name", "skill_id", "target_skill", "owner_skill"}
	// expectedNames name the skill that should come up, their own or another.
	expectedNames = []string{"expected_skill", "expected_primary_skill"}
	yesNames      = []string{"should_trigger", "should_activate", "should_fire", "skill_should_fire", "should_invoke", "should_use", "should"}
	noNames       = []string{"should_not_trigger", "should_not_activate", "should_not_fire", "should_not_invoke", "should_not_use", "should_not"}
	listEndings   = []string{"_prompts", "_queries", "_cases", "_examples"}
)

// finding is what was found in a file so far.
type finding struct {
	cases    []Case
	problems []Problem
}

func (f *finding) problem(at node, format string, args ...any) {
	if len(f.problems) < problemsMax {
		f.problems = append(f.problems, Problem{at.line, fmt.Sprintf(format, args...)})
	}
}

// look finds cases in a value and below it. skill is what stands above names.
func (f *finding) look(n node, skill string, depth int) {
	if len(f.cases) > casesMax {
		return
	}
	if n.kind == listKind {
		for _, child := range n.list {
			f.look(child, skill, depth+1)
		}
		return
	}
	if n.kind != mapKind || isSchema(n) {
		return
	}
	if named := n.string(skillNames...); named != "" {
		skill = named
	}
	if text, at := prompt(n); at.line > 0 && (labelled(n) || expects(n)) {
		f.oneCase(n, text, at, skill)
		return
	}
	f.behaviour(n, skill)
	for _, child := range n.fields {
		if want, ok := listWant(child.name); ok && child.value.kind == listKind {
			f.list(child.value, skill, want)
			continue
		}
		f.look(child.value, skill, depth+1)
	}
}

// isSchema tells a description of such files from one of them.
func isSchema(n node) bool {
	_, schema := n.get("$schema")
	_, properties := n.get("properties")
	return schema && properties
}

// prompt returns a case's text and where it stands; no line: there is none.
func prompt(n node) (string, node) {
	for _, name := range promptNames {
		if value, ok := n.get(name); ok && value.kind == textKind {
			return value.text, value
		}
	}
	return "", node{}
}

// labelled reports a yes or no beside a prompt; lists of these names are of
// prompts themselves.
func labelled(n node) bool {
	for _, names := range [][]string{yesNames, noNames} {
		if value, ok := n.get(names...); ok && value.kind != listKind {
			return true
		}
	}
	return false
}

func expects(n node) bool {
	_, ok := n.get(expectedNames...)
	return ok
}

// listWant reads the name of a list of prompts: should_trigger_prompts.
func listWant(name string) (Want, bool) {
	for _, ending := range listEndings {
		name = strings.TrimSuffix(name, ending)
	}
	for _, known := range yesNames {
		if name == known {
			return Yes, true
		}
	}
	for _, known := range noNames {
		if name == known {
			return No, true
		}
	}
	return Unlabelled, false
}

// list reads prompts that all want the same: texts, or objects with one.
func (f *finding) list(n node, skill string, want Want) {
	for _, child := range n.list {
		text, at := child.text, child
		if child.kind == mapKind {
			text, at = prompt(child)
		}
		if at.line == 0 || (at.kind != textKind && at.kind != numberKind) {
			f.problem(child, "a prompt is missing: a text, or an object with one of %s", strings.Join(promptNames[:3], ", "))
			continue
		}
		named := child.string(skillNames...)
		if named == "" {
			named = skill
		}
		f.add(at, Case{Text: text, Want: want, Skill: named})
	}
}

// behaviour reads the prompts of evals.json: no label says what should happen,
// but they are written for the skill that stands above them.
func (f *finding) behaviour(n node, skill string) {
	evals, ok := n.get("evals")
	if !ok || evals.kind != listKind || skill == "" {
		return
	}
	for _, child := range evals.list {
		text, at := prompt(child)
		if at.line > 0 && !labelled(child) && !expects(child) {
			f.add(at, Case{Text: text, Skill: skill})
		}
	}
}

func (f *finding) add(at node, c Case) {
	c.Text, c.Line = strings.TrimSpace(c.Text), at.line
	switch {
	case c.Text == "":
		f.problem(at, "the prompt is blank")
	case len(c.Text) > promptBytesMax:
		f.problem(at, "the prompt is longer than %d KiB", promptBytesMax>>10)
	default:
		f.cases = append(f.cases, c)
	}
}
