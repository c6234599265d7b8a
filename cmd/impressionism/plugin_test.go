package main

import (
	"testing"

	"github.com/ed-irl/impressionism/host/claude/plugins"
)

// Ensure that the plugin says the version of its program: `upgrade` and the client
// go by it.
func TestPluginHasOurVersion(t *testing.T) {
	if got := plugins.VersionOf("../../plugin"); got != version {
		t.Errorf("the plugin is version %s, the program %s", got, version)
	}
}
