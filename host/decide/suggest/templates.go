package suggest

import (
	_ "embed"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/visible"
)

//go:embed templates.json
var templatesJSON []byte

// Templates are lines by name: lead_soft, lead_firm, load, notice, and for each
// kind of item its own and one without a description (skill, skill_bare);
// wished and similar follow an item's line on the same one. In them {{id}}, {{name}} (the id with a slash), {{ids}}, {{kind}} and
// {{description}} are replaced. An empty line is left out.
type Templates map[string]string

// DefaultTemplates gives a copy of the embedded templates.
func DefaultTemplates() Templates { return maps.Clone(defaultTemplates()) }

// NoticeInPlugin is the notice where the plugin runs the program: that is in no
// terminal's PATH then, and has commands in the session.
const NoticeInPlugin = "impressionism suggested {{ids}} (why: /impressionism:why)"

// With gives the templates with some lines replaced.
func (t Templates) With(lines map[string]string) Templates {
	merged := maps.Clone(t)
	maps.Copy(merged, lines)
	return merged
}

func (t Templates) has(kind string) bool { return kind != "" && t[kind] != "" }

var defaultTemplates = sync.OnceValue(func() Templates {
	var templates Templates
	if err := json.Unmarshal(templatesJSON, &templates); err != nil {
		panic(err) // embedded
	}
	return templates
})

// fill replaces names by values, once: what a value holds is not replaced
// again. Templates come from a file, so they are cleaned as well.
func fill(template string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{{" + pairs[i] + "}}"
	}
	return strings.NewReplacer(pairs...).Replace(visible.Line(template))
}
