package files

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/git"
)

// script writes a program of a Unix shell.
func script(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts of a Unix shell")
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure no program that a repository's settings, attributes or hooks name is run.
func TestNoProgramOfARepositoryRuns(t *testing.T) {
	for _, key := range []string{
		"core.fsmonitor", "core.sshCommand", "core.pager", "pager.ls-files", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
		"alias.ls-files", "alias.rev-parse", "credential.helper", "gpg.program", "diff.external", "diff.x.textconv", "diff.x.command",
		"filter.x.clean", "filter.x.smudge", "filter.x.process", "merge.x.driver", "uploadpack.packObjectsHook", "remote.origin.uploadpack", "interactive.diffFilter", "sequence.editor",
		"hook.x.command", "trailer.x.command", "difftool.x.cmd", "include.path", "hooks",
	} {
		t.Run(key, func(t *testing.T) {
			ran := filepath.Join(t.TempDir(), "ran")
			program := script(t, "echo >> '"+ran+"'; cat")
			folder := tempFolder(t)
			write(t, folder, ".gitattributes", "* filter=x diff=x merge=x\n")
			write(t, folder, "a.go", "package a\n")
			commit(t, folder)
			switch key {
			case "hooks":
				hooks := filepath.Join(folder, ".git/hooks")
				for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "pre-auto-gc", "post-checkout", "reference-transaction"} {
					if err := os.MkdirAll(hooks, 0o700); err != nil {
						t.Fatal(err)
					}
					if err := os.Symlink(program, filepath.Join(hooks, hook)); err != nil {
						t.Fatal(err)
					}
				}
			case "include.path":
				write(t, folder, ".git/more", "[core]\n\tfsmonitor = "+program+"\n\tpager = "+program+"\n")
				runGit(t, folder, "config", key, "more")
			default:
				runGit(t, folder, "config", key, program)
			}
			write(t, folder, "a.go", "package b\n")
			write(t, folder, "b.go", "package b\n")
			l := list(t, folder, options())
			if l.By != ByGit || len(l.Files) != 2 {
				t.Errorf("got %s by %s", said(l), l.By)
			}
			if _, err := os.Stat(ran); err == nil {
				t.Error("the program ran")
			}
		})
	}
}

// Ensure the trap of the test above catches: git as people call it runs what core.fsmonitor
// names.
func TestProgramsOfARepositoryWouldRun(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	program := script(t, "echo >> '"+ran+"'")
	folder := tempFolder(t)
	commit(t, folder)
	runGit(t, folder, "config", "core.fsmonitor", program)
	runGit(t, folder, "ls-files", "--others")
	if _, err := os.Stat(ran); err != nil {
		t.Error("git does not run it: this git needs another trap")
	}
}

// Ensure a partial clone that lacks what the list needs fetches nothing, even if its settings
// allow a protocol that runs programs.
func TestNothingIsFetched(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	program := script(t, "echo >> '"+ran+"'; exit 1")
	from, folder := tempFolder(t), filepath.Join(tempFolder(t), "clone")
	write(t, from, "in/a.go", "package a\n")
	write(t, from, "out/deep/b.go", "package b\n")
	commit(t, from)
	runGit(t, from, "config", "uploadpack.allowFilter", "true")
	runGit(t, filepath.Dir(folder), "clone", "-q", "--filter=blob:none", "--sparse", "file://"+from, folder)
	runGit(t, folder, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
	l := list(t, folder, options())
	if got := said(l); !strings.Contains(got, "counts go in/a.go") || strings.Contains(got, "b.go") || l.By != ByGit {
		t.Errorf("got %s by %s, %v", got, l.By, l.GitError)
	}
	for _, part := range []string{"pack", "info", "??"} {
		found, err := filepath.Glob(filepath.Join(folder, ".git/objects", part))
		if err != nil {
			t.Fatal(err)
		}
		for _, objects := range found {
			if err := os.RemoveAll(objects); err != nil {
				t.Fatal(err)
			}
		}
	}
	runGit(t, folder, "config", "remote.origin.url", "ext::"+program)
	runGit(t, folder, "config", "protocol.ext.allow", "always")
	l = list(t, folder, options())
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program ran to fetch")
	}
	if !strings.Contains(said(l), "counts go in/a.go") {
		t.Errorf("got %s, %v", said(l), l.GitError)
	}
	plain := exec.Command("git", "-C", folder, "ls-files")
	plain.Env = []string{"PATH=" + os.Getenv("PATH")}
	_ = plain.Run() // it fails, after it ran the program
	if _, err := os.Stat(ran); err != nil {
		t.Error("git as people call it does not run the program: this git needs another trap")
	}
}

// Ensure a repository that says its files lie elsewhere shows nothing of that place.
func TestElsewhere(t *testing.T) {
	secret := tempFolder(t)
	write(t, secret, "secret.go", "package secret\n")
	other := tempFolder(t)
	write(t, other, "other.go", "package other\n")
	commit(t, other)
	for name, make := range map[string]func(folder string){
		"core.worktree": func(folder string) {
			commit(t, folder)
			runGit(t, folder, "config", "core.worktree", secret)
		},
		"a gitdir of another": func(folder string) { write(t, folder, ".git", "gitdir: "+filepath.Join(other, ".git")+"\n") },
		"a gitdir of its own": func(folder string) { write(t, folder, ".git", "gitdir: .git\n") },
		"a gitdir of nothing": func(folder string) { write(t, folder, ".git", "gitdir: /absent\n") },
		"a folder of nothing": func(folder string) { write(t, folder, ".git/x", "") },
		"a .git of nonsense":  func(folder string) { write(t, folder, ".git", "\x00\xff") },
	} {
		folder := tempFolder(t)
		write(t, folder, "a.go", "package a\n")
		make(folder)
		write(t, folder, "go.mod", "module x\n")
		l := list(t, folder, options())
		if got := said(l); !strings.Contains(got, "counts go a.go") || strings.Contains(got, "secret.go") || strings.Contains(got, "other.go") {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// Ensure a git that is missing, slow, endless or broken, or does not trust an owner, costs no
// more than its time: the folder is walked, and the listing says why.
func TestWithoutGit(t *testing.T) {
	for name, c := range map[string]struct{ text, note string }{
		"hangs":         {"sleep 60", "in time"},
		"child hangs":   {"sleep 60 & wait", "in time"},
		"fails":         {"echo 'fatal: broken\nmore' >&2; exit 128", "fatal: broken more"},
		"endless":       {"exec yes", "no list of names"},
		"endless names": {"exec yes x | tr '\\n' '\\0'", "names"},
		"owner":         {"echo \"fatal: detected dubious ownership in repository at '$2'\" >&2; exit 128", "safe.directory"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := tempFolder(t)
			write(t, folder, "a.go", "package a\n")
			write(t, folder, "excluded.go", "package a\n")
			runGit(t, folder, "init", "-q")
			write(t, folder, ".git/info/exclude", "excluded.go\n")
			o := options()
			o.Git.Path = script(t, c.text)
			if c.note == "in time" {
				o.GitTime = 200 * time.Millisecond
			}
			start := time.Now()
			l := list(t, folder, o)
			if l.By != ByWalk || l.GitError == nil || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], c.note) {
				t.Errorf("got %s, %v, %q", l.By, l.GitError, l.Notes)
			}
			if len(l.Files) != 1 || l.Files[0].Path != "a.go" {
				t.Errorf("got %s", said(l))
			}
			if took := time.Since(start); took > 20*time.Second { // only to end endless waiting
				t.Errorf("it took %v", took)
			}
		})
	}
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	runGit(t, folder, "init", "-q")
	o := options()
	o.Git.Path = filepath.Join(folder, "absent")
	if l := list(t, folder, o); l.By != ByWalk || len(l.Files) != 1 || len(l.Notes) != 1 {
		t.Errorf("absent: got %s, %q", said(l), l.Notes)
	}
	t.Setenv("PATH", t.TempDir())
	if l := list(t, folder, Options{Git: git.Program{Environ: os.Environ()}}); l.By != ByWalk || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "not installed") {
		t.Errorf("not installed: got %s, %q", said(l), l.Notes)
	}
}

// Ensure git itself says of a stranger's folder what the list looks for.
func TestOwnerThatGitDoesNotTrust(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("only root can give a folder to somebody else: TestWithoutGit has git's words")
		return
	}
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	commit(t, folder)
	for _, path := range []string{folder, filepath.Join(folder, ".git")} {
		if err := os.Chown(path, 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	if l := list(t, folder, options()); l.By != ByWalk || len(l.Files) != 1 || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "safe.directory") {
		t.Errorf("got %s", said(l))
	}
}

// Ensure a caller that stops waiting gets no list.
func TestCancelled(t *testing.T) {
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	commit(t, folder)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := List(ctx, folder, options()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := List(ctx, tempFolder(t), Options{Force: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("a walk: got %v", err)
	}
}
