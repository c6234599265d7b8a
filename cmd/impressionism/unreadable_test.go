//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

const nobody = 65534

// Ensure a directory without permission is a rejection with a reason, and that
// the skills beside it are indexed. Root may read everything, so the program
// runs as nobody where the test runs as root.
func TestUnreadableDirectory(t *testing.T) {
	dir, err := os.MkdirTemp("", "impressionism-unreadable-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	skills := filepath.Join(dir, ".claude", "skills")
	envtest.WriteFile(t, filepath.Join(skills, "open", "SKILL.md"), "---\ndescription: readable\n---\n")
	envtest.WriteFile(t, filepath.Join(skills, "locked", "SKILL.md"), "---\ndescription: not readable\n---\n")
	envtest.WriteFile(t, filepath.Join(skills, "secret", "SKILL.md"), "---\ndescription: not readable\n---\n")
	program := filepath.Join(dir, "impressionism")
	envtest.CopySelf(t, program)
	command := exec.Command(program, "index", "--json")
	command.Dir = dir
	command.Env = []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	envtest.Must(t, os.Chmod(dir, 0o777))
	envtest.Must(t, os.Chmod(filepath.Join(skills, "secret", "SKILL.md"), 0))
	envtest.Must(t, os.Chmod(filepath.Join(skills, "locked"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(skills, "locked"), 0o755) })
	if os.Getuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var report shape.Index
	envtest.Must(t, json.Unmarshal(out, &report))
	if report.Added != 1 {
		t.Errorf("got %d added", report.Added)
	}
	told := map[string]bool{}
	for _, rejection := range report.Rejected {
		if rejection.Code != "unreadable" || rejection.Reason == "" {
			t.Errorf("got %+v", rejection)
		}
		told[rejection.Path] = true
	}
	if len(told) != len(report.Rejected) || !told[filepath.Join(skills, "locked")] || !told[filepath.Join(skills, "secret", "SKILL.md")] {
		t.Errorf("rejected %+v", report.Rejected)
	}
}
