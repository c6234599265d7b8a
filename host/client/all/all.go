// Package all lists the clients that the program serves: a client is a folder beside
// this one and a line here.
package all

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude"
)

// Clients returns the clients; the first serves where none is named.
func Clients() []client.Client {
	return []client.Client{
		claude.Client(),
	}
}

// Find returns the client with an id. The error names the ids that there are.
func Find(id string) (client.Client, error) {
	var ids []string
	for _, c := range Clients() {
		if c.ID == id {
			return c, nil
		}
		ids = append(ids, c.ID)
	}
	return client.Client{}, fmt.Errorf("there is no client %.40q; there are: %s", id, strings.Join(ids, ", "))
}
