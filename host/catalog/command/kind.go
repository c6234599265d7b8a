package command

import (
	"context"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Kind is the kind of custom commands, which the client lists beside skills.
var Kind = catalog.Kind{
	Name: abi.KindCommand,
	Pool: catalog.PoolListed,
	List: list,
	Load: Load,
	Used: catalog.Invoked,
	Lines: map[string]string{
		"command":      "- {{name}} (command) - {{description}}",
		"command_bare": "- {{name}} (command)",
	},
}

// list finds the commands of each root: the one that a plugin's file is, else those at
// any depth.
func list(_ context.Context, place catalog.Place) (entries []catalog.Entry, rejected []catalog.Rejection) {
	for _, root := range place.Roots {
		if root.Plugin == "" || !strings.HasSuffix(root.Dir, ".md") {
			found, bad := Find(root)
			entries, rejected = append(entries, found...), append(rejected, bad...)
			continue
		}
		entry, bad := FindOne(root)
		if entry.ID != "" {
			entries = append(entries, entry)
		}
		rejected = append(rejected, bad...)
	}
	return entries, rejected
}
