package client_test

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client"
)

// Ensure that a command for people has no argument which an option names as a secret, that a
// variable stays as it is written, and that all other arguments are shown.
func TestSaid(t *testing.T) {
	for written, want := range map[string]string{
		"--token abc tail":              "--token [redacted] tail",
		"-token abc --KEY def":          "-token [redacted] --KEY [redacted]",
		"--Api-Key abc -apikey def":     "--Api-Key [redacted] -apikey [redacted]",
		"--password p --secret s x":     "--password [redacted] --secret [redacted] x",
		"--access-token abc":            "--access-token [redacted]",
		"--token ${KEY} tail":           "--token ${KEY} tail",
		"--token ${KEY:-abc}":           "--token [redacted]",
		"--token ${KEY}abc}":            "--token [redacted]",
		"--token ${A}b${C}":             "--token [redacted]",
		"--token --key -abc":            "--token --key [redacted]",
		"--token=abc --key=${KEY}":      "--token=[redacted] --key=${KEY}",
		"--token= --tokens abc key def": "--token= --tokens abc key def",
		"token abc ---token def":        "token abc ---token def",
		"--token":                       "--token",
	} {
		server := client.Server{Command: "run", Args: strings.Fields(written)}
		hash := server.Hash()
		if got := server.Said(); got != "run "+want {
			t.Errorf("%s: got %q, want %q", written, got, "run "+want)
		}
		if strings.Join(server.Args, " ") != written || server.Hash() != hash {
			t.Errorf("%s: what is run became %q", written, server.Args)
		}
	}
	if got := (client.Server{URL: "https://127.0.0.1/mcp"}).Said(); got != "https://127.0.0.1/mcp" {
		t.Errorf("got %q", got)
	}
}

// Ensure that lists of one command that two workspaces, or plugins of two markets, name alike lie
// in two folders, since the command may be relative to them, and that the list of a user's server
// is one.
func TestFolderOfOwner(t *testing.T) {
	server := client.Server{Name: "shop", Scope: client.ScopeProject, Command: "python3", Args: []string{"server.py"}, Workspace: "/w1"}
	other := server
	if other.Workspace = "/w2"; other.Folder() == server.Folder() {
		t.Errorf("both lists lie in %s", server.Folder())
	}
	server.Workspace, other.Workspace = "", ""
	server.Plugin, other.Plugin = "acme@market", "acme@evil"
	if server.Folder() == other.Folder() || !strings.HasPrefix(server.Folder(), "plugin_acme_shop-") {
		t.Errorf("got %s and %s", server.Folder(), other.Folder())
	}
	server.Plugin, other.Plugin = "", ""
	if server.Folder() != other.Folder() || server.Folder() != "shop-"+server.Hash() {
		t.Errorf("got %s and %s", server.Folder(), other.Folder())
	}
}
