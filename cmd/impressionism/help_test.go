package main

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure that every command tells in a line what it does and shows an example.
func TestEveryCommandHasAnExample(t *testing.T) {
	e := &env.Env{}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			visit(child)
		}
		if c.HasSubCommands() {
			return
		}
		if c.Short == "" || c.Example == "" {
			t.Errorf("%s: short %q, example %q", c.CommandPath(), c.Short, c.Example)
		}
	}
	visit(program.Root(e))
}
