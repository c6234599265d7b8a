//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure data that belong to somebody else, and can be read, are used: what is indexed
// is suggested, the user is told once that nothing is remembered, and commands show what
// there is and say that it cannot be written.
func TestDataOfAnother(t *testing.T) {
	if base := os.Getenv("TEST_BASE"); base != "" {
		asAnother(t, base)
		return
	}
	base := hooktest.WarmHome(t, "")
	program := filepath.Join(base, "impressionism.test")
	envtest.CopySelf(t, program)
	command := exec.Command(program, "-test.run=^TestDataOfAnother$", "-test.v")
	command.Env, command.Dir = []string{"TEST_BASE=" + base, "TMPDIR=" + os.TempDir()}, base
	file, folder := os.FileMode(0o400), os.FileMode(0o500)
	if os.Getuid() == 0 { // whom no mode keeps from writing
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		file, folder = 0o644, 0o755
	}
	envtest.Must(t, os.Chmod(filepath.Dir(base), 0o755))
	envtest.Must(t, os.Chmod(base, 0o755))
	envtest.Must(t, filepath.WalkDir(filepath.Join(base, "data"), func(path string, entry fs.DirEntry, err error) error {
		mode := file
		if err == nil && entry.IsDir() {
			mode = folder
		}
		if err != nil {
			return err
		}
		return os.Chmod(path, mode)
	}))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(base, "data"), 0o700) }) // to be removed
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func asAnother(t *testing.T, base string) {
	environ := append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"))
	event := func(name string) []byte {
		return envtest.EncodeEvent(map[string]string{
			"hook_event_name": name, "session_id": "s1", "cwd": filepath.Join(base, "work"), "source": "startup",
			"prompt": "write a database migration that adds a column",
		})
	}
	if said := hooktest.WarmHook(t, environ, event("SessionStart"), 1); !strings.Contains(said, `"systemMessage":"impressionism cannot write`) {
		t.Errorf("a session's start says %q", said)
	}
	for minute := range 2 {
		if said := hooktest.WarmHook(t, environ, event("UserPromptSubmit"), 2+minute); !strings.Contains(said, "/database-migrations") || strings.Contains(said, "cannot write") {
			t.Errorf("a prompt says %q", said)
		}
	}
	for _, args := range [][]string{{"search", "migration"}, {"why"}, {"status"}} {
		e, out, errOut := envtest.WarmApp(environ, nil, 5)
		e.Dir = filepath.Join(base, "work")
		root := program.Root(e)
		root.SetArgs(args)
		if err := root.Execute(); err != nil || !strings.Contains(fmt.Sprint(out, errOut), "cannot be written") {
			t.Errorf("%v says %q, %q, %v", args, out, errOut, err)
		}
	}
}
