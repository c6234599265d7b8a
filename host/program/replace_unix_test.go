//go:build unix

package program

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const nobody = 65534

// Ensure that a former program which cannot be deleted, as it has a read-only folder, neither
// makes a replacement fail that has come to its end, nor the next one, and is named.
func TestReplaceUndeletable(t *testing.T) {
	if data := os.Getenv("TEST_DATA"); data != "" {
		replaceUndeletable(t, data)
		return
	}
	base := t.TempDir()
	data, self := filepath.Join(base, "data"), filepath.Join(base, "program.test")
	check(t, os.Chmod(filepath.Dir(base), 0o755))
	check(t, os.Chmod(base, 0o755))
	check(t, os.Mkdir(data, 0o700))
	executable, err := os.Executable()
	check(t, err)
	content, err := os.ReadFile(executable)
	check(t, err)
	check(t, os.WriteFile(self, content, 0o755))
	command := exec.Command(self, "-test.run=^TestReplaceUndeletable$", "-test.v")
	command.Env, command.Dir = []string{"TEST_DATA=" + data, "TMPDIR=" + data}, base
	if os.Getuid() == 0 { // whom no mode keeps from deleting
		check(t, os.Chown(data, nobody, nobody))
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	t.Cleanup(func() { // so that it can be removed
		_ = exec.Command("chmod", "-R", "u+w", data).Run()
	})
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func replaceUndeletable(t *testing.T, data string) {
	for name, keep := range map[string]string{"the one in place": Dir, "one of an earlier upgrade": Dir + previous} {
		data, err := os.MkdirTemp(data, "")
		check(t, err)
		deep := filepath.Join(data, keep, "skills", "mine")
		check(t, os.MkdirAll(filepath.Join(data, Dir, "bin"), 0o700))
		check(t, os.MkdirAll(deep, 0o700))
		check(t, os.WriteFile(filepath.Join(deep, "SKILL.md"), []byte("x"), 0o600))
		check(t, os.Chmod(deep, 0o500))
		for _, version := range []string{"second", "third"} {
			path := archive(t, "a.tar.gz", map[string]string{"bin/impressionism": version})
			left, err := replaceLeaving(data, path, accept)
			if err != nil {
				t.Errorf("%s, %s: %v", name, version, err)
			}
			if wantLeft := keep == Dir && version == "second"; wantLeft != strings.HasPrefix(filepath.Base(left), Dir+partial) {
				t.Errorf("%s, %s: left is %q", name, version, left)
			}
			got, err := os.ReadFile(Binary(filepath.Join(data, Dir), "linux"))
			if err != nil || string(got) != version {
				t.Errorf("%s: got %q, %v, want %q in place", name, got, err, version)
			}
		}
		if err := replace(data, archive(t, "a.tar.gz", map[string]string{"bin/impressionism": "late"}), failSecond()); err == nil {
			t.Errorf("%s: want the refusal", name)
		}
		got := tree(t, filepath.Join(data, Dir))
		if diff := cmp.Diff(map[string]string{"bin/impressionism": "third"}, got); diff != "" {
			t.Errorf("%s: after a refusal (-want +got)\n%s", name, diff)
		}
	}
}

// failSecond accepts a program where it is unpacked, and not in its place.
func failSecond() func(string) error {
	times := 0
	return func(string) error {
		if times++; times == 2 {
			return errors.New("it does not run")
		}
		return nil
	}
}
