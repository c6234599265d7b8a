package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// Ensure that the plugin says the version of its program: `upgrade` and the client
// go by it.
func TestPluginHasOurVersion(t *testing.T) {
	if got := plugins.VersionOf("../../plugin"); got != env.Version {
		t.Errorf("the plugin is version %s, the program %s", got, env.Version)
	}
}

// Ensure that each of the plugin's commands runs one that there is.
func TestPluginCommandsExist(t *testing.T) {
	files, err := filepath.Glob("../../plugin/commands/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d commands, %v", len(files), err)
	}
	root := program.Root((&env.Env{}))
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		words := []string{name}
		switch name {
		case "study": // a model does it, by this command
			words = []string{"cards"}
		case "review", "keep", "drop":
			words = []string{"lessons", name}
		case "handoff":
			words = []string{name, "show"}
		}
		if command, _, err := root.Find(words); err != nil || command.Name() != words[len(words)-1] {
			t.Errorf("%s runs impressionism %s, which is no command", file, name)
		}
	}
}
