package skill

import (
	"context"
	"path/filepath"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// Kind is the kind of skills.
var Kind = catalog.Kind{
	Name:   abi.KindSkill,
	Pool:   catalog.PoolListed,
	List:   list,
	Load:   Load,
	Recipe: rank.For,
	Used:   catalog.Invoked,
	Lines: map[string]string{
		"lead_soft":  "Skills that may help with this request:",
		"lead_firm":  "Load the {{kind}} {{id}} before answering: it fits this request.",
		"skill":      "- {{name}} - {{description}}",
		"skill_bare": "- {{name}}",
		"similar":    "(or the similar {{name}})",
		"wished":     "(the user's settings ask for it here)",
		"load":       "To load one in full, use its name, as in {{id}}.",
	},
}

// list finds the skills of each root: those that patterns find, the one that a plugin's
// folder is, else those one folder deep.
func list(_ context.Context, place catalog.Place) (entries []catalog.Entry, rejected []catalog.Rejection) {
	add := func(found []catalog.Entry, bad []catalog.Rejection) {
		entries, rejected = append(entries, found...), append(rejected, bad...)
	}
	for _, root := range place.Roots {
		if root.Patterns != nil {
			add(Search(root, root.Patterns, root.Ignore))
			continue
		}
		if root.Plugin != "" && filepath.Base(root.Dir) != "skills" {
			if entry, ok := FindOne(root); ok {
				add([]catalog.Entry{entry}, nil)
				continue
			}
		}
		add(Find(root))
	}
	return entries, rejected
}
