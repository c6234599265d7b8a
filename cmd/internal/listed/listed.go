// Package listed reports how an item of the catalog goes into the client's listing.
package listed

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// As returns an item as the client lists it.
func As(entry catalog.Entry, item catalog.Item) inspect.Listed {
	return inspect.Listed{
		ID: entry.ID, Description: item.ListedDescription, Command: entry.Kind == abi.KindCommand,
		Plugin: entry.Source == catalog.SourcePlugin, Project: entry.Source == catalog.SourceProject,
	}
}
