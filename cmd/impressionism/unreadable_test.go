//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	command := asNobody(t, dir, "index", "--json")
	envtest.Must(t, os.Chmod(dir, 0o777))
	envtest.Must(t, os.Chmod(filepath.Join(skills, "secret", "SKILL.md"), 0))
	envtest.Must(t, os.Chmod(filepath.Join(skills, "locked"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(skills, "locked"), 0o755) })
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

// Ensure that a folder of data which may not be entered is one finding, not one for each file in it;
// and that nobody is told to remove what is known of lessons where it may merely not be read.
func TestUnreadableData(t *testing.T) {
	dir, err := os.MkdirTemp("", "impressionism-unreadable-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	known := filepath.Join(dir, "data", "reviews", "known.json")
	envtest.WriteFile(t, known, "{}")
	envtest.WriteFile(t, filepath.Join(dir, "data", "lessons", "one.md"), "---\nwhen: deploying\n---\nTag first.\n")
	if os.Getuid() == 0 {
		envtest.Must(t, filepath.WalkDir(filepath.Join(dir, "data"), func(path string, _ fs.DirEntry, _ error) error { return os.Lchown(path, nobody, nobody) }))
	}
	envtest.Must(t, errors.Join(os.Chmod(dir, 0o777), os.Chmod(filepath.Join(dir, "data"), 0o700), os.Chmod(known, 0)))
	out, _ := asNobody(t, dir, "lessons", "list").CombinedOutput()
	if text := string(out); !strings.Contains(text, "chmod u+rw") || strings.Contains(text, "remove the file") {
		t.Errorf("got %s", text)
	}
	envtest.Must(t, os.Chmod(filepath.Join(dir, "data"), 0))
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "data"), 0o700) })
	out, _ = asNobody(t, dir, "doctor", "--json").Output()
	var report shape.Doctor
	envtest.Must(t, json.Unmarshal(out, &report))
	var codes []string
	for _, f := range report.Findings {
		codes = append(codes, f.Code)
	}
	if got := strings.Join(codes, " "); got != "plugin-missing not-writable" {
		t.Errorf("got %s", got)
	}
}

// asNobody returns the program as a process that may not read everything, with its home in dir.
func asNobody(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	program := filepath.Join(dir, "impressionism")
	if _, err := os.Stat(program); err != nil {
		envtest.CopySelf(t, program)
	}
	command := exec.Command(program, args...)
	command.Dir = dir
	command.Env = []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	if os.Getuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return command
}
