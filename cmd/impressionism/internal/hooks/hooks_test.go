package hooks

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client"
)

// Ensure that the commands refuse a client that offers no hooks to look at, by its name.
func TestClientWithoutHooks(t *testing.T) {
	e := &env.Env{Served: &client.Client{ID: "quill", Name: "Quill"}}
	for _, args := range [][]string{{"list"}, {"simulate", "acme", "asked"}} {
		command := Command(e)
		command.SetArgs(args)
		command.SilenceUsage, command.SilenceErrors = true, true
		if err := command.Execute(); err == nil || !strings.Contains(err.Error(), "Quill has no hooks") {
			t.Errorf("%v: got %v", args, err)
		}
	}
}
