package files

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/git"
)

// runGit runs git as a user does, without the settings of the machine, and returns what it
// printed.
func runGit(t testing.TB, folder string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is absent")
	}
	command := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=Someone", "-c", "user.email=s@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	command.Env = append(git.Environ(os.Environ()), "GIT_ALLOW_PROTOCOL=file", "GIT_NO_LAZY_FETCH=0", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	printed, err := command.CombinedOutput()
	if err != nil && args[0] != "rebase" && args[0] != "merge" {
		t.Fatalf("git %v: %v: %s", args, err, printed)
	}
	return strings.TrimSpace(string(printed))
}

// write writes a file, and the folders above it.
func write(t testing.TB, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// commit makes a repository of a folder's files, with one commit.
func commit(t testing.TB, folder string) {
	t.Helper()
	runGit(t, folder, "init", "-q", "-b", "main")
	runGit(t, folder, "add", "-A", "-f")
	runGit(t, folder, "commit", "-q", "--allow-empty", "-m", "first")
}

// tempFolder is a temporary folder without links in its path.
func tempFolder(t testing.TB) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// options are those of a user without a home folder. Git has more time than it has by
// default, since machines of tests are busy.
func options() Options {
	return Options{Git: git.Program{Environ: append(os.Environ(), "HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull)}, GitTime: time.Minute, Examples: 100}
}

func list(t testing.TB, folder string, o Options) Listing {
	t.Helper()
	l, err := List(context.Background(), folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// said is a listing in lines, for comparison: what counts, then what does not.
func said(l Listing) string {
	var lines []string
	for _, file := range l.Files {
		lines = append(lines, "counts "+string(file.Language)+" "+file.Path)
	}
	var skipped []string
	for reason, paths := range l.Skipped.Examples {
		for _, path := range paths {
			skipped = append(skipped, "skips "+path+": "+string(reason))
		}
	}
	for _, path := range l.Submodules {
		skipped = append(skipped, "submodule "+path)
	}
	for _, path := range l.Nested {
		skipped = append(skipped, "nested "+path)
	}
	slices.Sort(skipped) // nested and submodules come first
	lines = append(lines, skipped...)
	for _, note := range l.Notes {
		lines = append(lines, "notes "+note)
	}
	return strings.Join(lines, "\n")
}
