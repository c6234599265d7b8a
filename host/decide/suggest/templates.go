package suggest

import (
	"maps"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/visible"
)

// Templates are lines by name: notice for the user, and for each kind of item its own
// and one without a description (skill, skill_bare). The text of a pool has lead_soft or
// lead_firm first and load last; one where a session starts has lead_start in their place, one
// at a file lead_file; wished, doubt and similar follow an item's line on the same one.
// A pool that has a line of its own has it under its name, as in note_load. In lines
// {{id}}, {{name}} (the id with a slash), {{ids}}, {{kind}} and {{description}} are
// replaced; of kinds whose items are suggested by group, {{group}}, and {{list}} (the ids
// with commas between them and no space) too. In doubt {{gone}} is what the item names and its
// project no longer has. Of places in the sources {{places}} is replaced alone, by paths, lines and
// symbols. An empty line is left out.
type Templates map[string]string

// DefaultTemplates returns the lines of the kinds, and the notice.
func DefaultTemplates(kinds catalog.Kinds) Templates {
	templates := Templates{"notice": "impressionism suggested {{ids}} (why: `impressionism why`)"}
	maps.Copy(templates, kinds.Lines())
	return templates
}

// Marks returns what is filled in, by the name of each line that the kinds may have.
func Marks(kinds catalog.Kinds) map[string][]string {
	marks := map[string][]string{"notice": {"{{ids}}"}}
	text := map[string][]string{
		leadSoft: {"{{id}}", "{{kind}}"}, leadFirm: {"{{id}}", "{{kind}}"}, "load": {"{{id}}", "{{kind}}", "{{list}}"},
		"wished": {}, "doubt": {"{{gone}}"}, "similar": {"{{id}}", "{{name}}"},
	}
	maps.Copy(marks, text)
	for _, kind := range kinds {
		marks[kind.Name] = []string{"{{id}}", "{{name}}", "{{description}}"}
		marks[kind.Name+"_bare"] = []string{"{{id}}", "{{name}}"}
		if kind.Name == abi.KindCode {
			marks[kind.Name] = []string{"{{places}}"}
			delete(marks, kind.Name+"_bare")
		}
		if kind.Group != nil {
			marks[kind.Name], marks[kind.Name+"_bare"] = append(marks[kind.Name], "{{ids}}", "{{group}}"), append(marks[kind.Name+"_bare"], "{{ids}}", "{{group}}")
		}
		for name := range kind.Lines {
			line, ofPool := strings.CutPrefix(name, kinds.Pool(kind.Name)+"_")
			if ofPool && (line == leadOn+catalog.AtStart || line == leadOn+catalog.AtFile) {
				line = leadSoft
			}
			if ofPool && text[line] != nil {
				marks[name] = text[line]
			}
		}
	}
	return marks
}

// NoticeInPlugin is the notice where the plugin runs the program: that is in no
// terminal's PATH then, and has commands in the session.
const NoticeInPlugin = "impressionism suggested {{ids}} (why: /impressionism:why)"

// With returns the templates with some lines replaced.
func (t Templates) With(lines map[string]string) Templates {
	merged := maps.Clone(t)
	maps.Copy(merged, lines)
	return merged
}

// of returns a line of a pool's text: the pool's own, else that for all.
func (t Templates) of(pool, line string) string {
	if own, has := t[pool+"_"+line]; has {
		return own
	}
	return t[line]
}

// Load returns the line of a pool that says how to load an item.
func Load(t Templates, pool, id string) string {
	return fill(t.of(pool, "load"), "id", id, "list", id)
}

// NamesSimilar reports whether a pool has a line that names what is similar to an item.
func NamesSimilar(t Templates, pool string) bool { return t.of(pool, "similar") != "" }

// fill replaces names by values, once: what a value holds is not replaced
// again. Templates come from a file, so they are cleaned as well.
func fill(template string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{{" + pairs[i] + "}}"
	}
	return strings.NewReplacer(pairs...).Replace(visible.Line(template))
}
