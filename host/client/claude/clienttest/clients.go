package clienttest

import (
	"os"
	"path/filepath"
	"testing"
)

// The pinned clients; cmd/build/client installs them.
const (
	Newest = "2.1.329"
	Older  = "2.1.197" // of what a package manager with a Node of two years ago still installs
)

// ClientsVariable names the folder of the pinned clients. `make test` sets it.
const ClientsVariable = "IMPRESSIONISM_TEST_CLIENTS"

// Versions are the pinned clients', the newest first.
func Versions() []string { return []string{Newest, Older} }

// Client returns a pinned client's program, and skips the test where there is none.
func Client(t testing.TB, version string) string {
	t.Helper()
	folder := os.Getenv(ClientsVariable)
	if folder == "" {
		t.Skipf("%s names no folder of clients: run make e2e", ClientsVariable)
	}
	program := Program(folder, version)
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("there is no client %s: run make client (%v)", version, err)
	}
	return program
}

// Program is where a pinned client's program lies; it has this name on every
// system.
func Program(folder, version string) string {
	return filepath.Join(folder, version, "node_modules", "@anthropic-ai", "claude-code", "bin", "claude.exe")
}
