package triggers

import (
	"slices"
	"strings"
)

// oneCase reads a case that says by itself what should happen.
func (f *finding) oneCase(n node, text string, at node, skill string) {
	c := Case{Text: text, Skill: skill}
	if !f.label(n, &c) {
		return
	}
	for _, name := range expectedNames {
		if value, ok := n.get(name); ok {
			c.expect(value)
		}
	}
	f.add(at, c)
}

// expect reads the name of the skill that should come up, which may be another
// than the case's own, or none.
func (c *Case) expect(value node) {
	none := value.kind != textKind || isNone(value.text)
	switch {
	case !none && value.text == c.Skill:
		c.Want = Yes
		return
	case !none:
		c.Others = append(c.Others, Other{value.text, Yes})
	}
	if c.Want == Unlabelled && (none || c.Skill != "") {
		c.Want, c.Inferred = No, true
	}
}

// isNone reports the words that stand for no skill.
func isNone(name string) bool {
	return slices.Contains([]string{"", "none", "null", "no_skill", "n/a", "-"}, plainName(name))
}

// isName reports a text that can be a skill's name, as no placeholder can.
func isName(value node) bool {
	return value.kind == textKind && value.text != "" && len(value.text) <= nameBytesMax && !strings.ContainsAny(value.text, "<>{}[]\n")
}

// nameBytesMax is the client's limit of a name, and a plugin's before it.
const nameBytesMax = 128

// label reads whether the case's own skill should come up, and who should not;
// false where it says something that is neither yes nor no.
func (f *finding) label(n node, c *Case) bool {
	for i, names := range [][]string{yesNames, noNames} {
		for _, name := range names {
			value, ok := n.get(name)
			if !ok {
				continue
			}
			if value.kind == listKind { // names of skills
				c.others(value, []Want{Yes, No}[i])
				continue
			}
			truth, ok := value.truth()
			if !ok && i == 0 && isName(value) {
				c.expect(value)
				continue
			}
			if !ok {
				f.problem(value, "%s is %.40q, neither true nor false", name, value.text)
				return false
			}
			want := Yes
			if truth == (i == 1) {
				want = No
			}
			if c.Want != Unlabelled && c.Want != want {
				f.problem(value, "the case wants its skill and does not want it")
				return false
			}
			c.Want = want
		}
	}
	return true
}

func (c *Case) others(list node, want Want) {
	for _, child := range list.list {
		if child.kind == textKind && !isNone(child.text) {
			c.Others = append(c.Others, Other{child.text, want})
		}
	}
}
