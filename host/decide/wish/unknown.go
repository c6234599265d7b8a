package wish

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// Unknown names what a wish stands for nothing by, in a sentence each, with what was
// probably meant. Other workspaces may have the item.
func (w Wishes) Unknown(ids IDs) []string {
	var problems []string
	for _, pattern := range w.Never {
		matches := func(id string) bool { _, yes := (Wishes{Never: []string{pattern}}).Forbids(id); return yes }
		if !slices.ContainsFunc(ids.All, matches) {
			problems = append(problems, unknown(Never, pattern, ids))
		}
	}
	for _, table := range []struct {
		setting string
		ids     map[string][]string
	}{{Always, w.Always}, {Words, w.Words}} {
		for _, key := range slices.Sorted(maps.Keys(table.ids)) {
			for _, name := range table.ids[key] {
				if _, found := Find(name, ids); !found {
					problems = append(problems, unknown(table.setting+"."+key, name, ids))
				}
			}
		}
	}
	return problems
}

func unknown(key, name string, ids IDs) string {
	if several := namesakes(name, ids.Plugins); len(several) > 1 {
		return fmt.Sprintf("%s: %q may be any of %s; write which", key, name, strings.Join(several, ", "))
	}
	problem := fmt.Sprintf("%s: there is no skill or command %q here", key, name)
	if meant := levenshtein.Nearest(name, ids.All); meant != "" {
		problem += fmt.Sprintf("; did you mean %s?", meant)
	}
	return problem
}

// namesakes are the ids that have a name after the prefix of a plugin.
func namesakes(name string, ids []string) []string {
	var all []string
	for _, id := range ids {
		if bare(id) == name && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}
