// Package listed reports where the client lists an item of the catalog.
package listed

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// As returns an item as the client lists it.
func As(entry catalog.Entry, item catalog.Item) plugins.Listed {
	listed := plugins.Listed{ID: entry.ID, Description: item.ListedDescription, Place: plugins.PlaceUser}
	isCommand, ofPlugin := entry.Kind == abi.KindCommand, entry.Source == catalog.SourcePlugin
	switch {
	case isCommand && ofPlugin:
		listed.Place = plugins.PlacePluginCommand
	case isCommand:
		listed.Place = plugins.PlaceCommand
	case ofPlugin:
		listed.Place = plugins.PlacePlugin
	case entry.Source == catalog.SourceProject:
		listed.Place = plugins.PlaceProject
	}
	return listed
}
