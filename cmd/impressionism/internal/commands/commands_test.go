package commands

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client"
)

// Ensure that the commands refuse a client that has no slash commands to look at, by its name.
func TestClientWithoutCommands(t *testing.T) {
	e := &env.Env{Served: &client.Client{ID: "quill", Name: "Quill"}}
	for _, args := range [][]string{{"list"}, {"show", "deploy"}} {
		command := Command(e)
		command.SetArgs(args)
		command.SilenceUsage, command.SilenceErrors = true, true
		if err := command.Execute(); err == nil || !strings.Contains(err.Error(), "Quill has no slash commands") {
			t.Errorf("%v: got %v", args, err)
		}
	}
}
