// Package inspectors lists how clients are looked at. It stands apart from package all,
// which hooks link.
package inspectors

import (
	"github.com/ed-irl/impressionism/host/client/claude/inspector"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// byClient has a line for each client that offers an inspector.
var byClient = map[string]func() inspect.Inspector{
	"claude": inspector.Inspector,
}

// Of returns the inspector of the client with an id; a client that offers none has an
// empty one.
func Of(id string) inspect.Inspector {
	if offered := byClient[id]; offered != nil {
		return offered()
	}
	return inspect.Inspector{}
}
