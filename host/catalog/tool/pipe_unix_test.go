//go:build !windows

package tool_test

import (
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/tool"
)

// Ensure that nothing waits for a pipe: it is no tool, whether it lies there when the folder
// is listed or takes a file's place afterwards.
func TestPipe(t *testing.T) {
	f := newFolder(t, map[string]string{"create_issue.json": issue})
	if err := syscall.Mkfifo(f.path("pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if entries, rejected := f.find(); len(entries) != 1 || len(rejected) != 1 || rejected[0] != "pipe.json not-a-file" {
		t.Errorf("got %v, rejected %q", ids(entries), rejected)
	}
	if _, _, rejection, err := tool.Read(f.path("pipe.json")); err != nil || rejection == nil || rejection.Code != "unreadable" {
		t.Errorf("got %+v, %v", rejection, err)
	}
}
