package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Ensure worktrees share git's common folder, wherever they lie, and one inside another is
// named and not entered.
func TestWorktrees(t *testing.T) {
	folder, outside := tempFolder(t), filepath.Join(tempFolder(t), "tree")
	write(t, folder, "sub/a.go", "package a\n")
	commit(t, folder)
	runGit(t, folder, "worktree", "add", "-q", "-b", "one", outside)
	runGit(t, folder, "worktree", "add", "-q", "-b", "two", filepath.Join(folder, "inside"))
	first, second := list(t, folder, options()), list(t, filepath.Join(outside, "sub"), options())
	if first.Common != second.Common || first.Common != filepath.Join(folder, ".git") || first.Hash != "sha1" {
		t.Errorf("got %+v and %+v", first, second)
	}
	if first.Worktree != folder || second.Worktree != outside || first.Prefix != "" || second.Prefix != "sub" {
		t.Errorf("got %+v and %+v", first, second)
	}
	if !slices.Equal(first.Nested, []string{"inside"}) || len(first.Files) != 1 || len(second.Files) != 1 || second.Files[0].Path != "a.go" {
		t.Errorf("got %s and %s", said(first), said(second))
	}
}

// Ensure submodules and nested repositories are named, not entered, and can be asked for.
func TestSubmodules(t *testing.T) {
	folder, library := tempFolder(t), tempFolder(t)
	write(t, library, "l.go", "package l\n")
	commit(t, library)
	write(t, folder, "a.go", "package a\n")
	commit(t, folder)
	runGit(t, folder, "submodule", "--quiet", "add", library, "third/lib")
	runGit(t, folder, "submodule", "--quiet", "add", library, "third/absent")
	runGit(t, folder, "submodule", "--quiet", "deinit", "-f", "third/absent")
	nested := filepath.Join(folder, "nested")
	write(t, nested, "n.go", "package n\n")
	commit(t, nested)
	empty := filepath.Join(folder, "fresh")
	write(t, empty, "f.go", "package f\n")
	runGit(t, empty, "init", "-q")
	l := list(t, folder, options())
	want := "counts go a.go\nnested fresh\nnested nested\nskips .gitmodules: no language\nsubmodule third/absent\nsubmodule third/lib"
	if got := said(l); got != want {
		t.Errorf("got %s", got)
	}
	inner := list(t, filepath.Join(folder, "third/lib"), options())
	if len(inner.Files) != 1 || inner.By != ByGit || inner.Common == l.Common || inner.Worktree != filepath.Join(folder, "third/lib") {
		t.Errorf("got %+v", inner)
	}
}

// Ensure bare repositories and git's own folders are refused with what to do.
func TestBare(t *testing.T) {
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	commit(t, folder)
	bare := filepath.Join(tempFolder(t), "bare.git")
	runGit(t, folder, "clone", "-q", "--bare", folder, bare)
	hub := tempFolder(t)
	runGit(t, folder, "clone", "-q", "--bare", folder, filepath.Join(hub, ".bare"))
	write(t, hub, ".git", "gitdir: ./.bare\n")
	runGit(t, hub, "worktree", "add", "-q", filepath.Join(hub, "tree"))
	for _, at := range []string{bare, filepath.Join(bare, "refs/heads"), filepath.Join(folder, ".git"), filepath.Join(folder, ".git/refs"), hub} {
		if l, err := List(context.Background(), at, options()); !errors.Is(err, ErrGitsOwn) && !errors.Is(err, ErrNoProject) {
			t.Errorf("%s: got %s, %v", at, said(l), err)
		}
	}
	if l := list(t, filepath.Join(hub, "tree"), options()); len(l.Files) != 1 || l.By != ByGit || l.Common != filepath.Join(hub, ".bare") {
		t.Errorf("a worktree of a bare one: got %+v", l)
	}
	inside := filepath.Join(folder, "inside") // one that somebody put into a project, to be taken for its repository
	runGit(t, folder, "clone", "-q", "--bare", folder, inside)
	write(t, inside, "src/b.go", "package b\n")
	if l := list(t, filepath.Join(inside, "src"), options()); l.By != ByWalk || l.Worktree != folder || said(l) == "" {
		t.Errorf("inside a planted one: got %s by %s", said(l), l.By)
	}
	planted := filepath.Join(folder, "planted") // a folder of the project that looks like one
	for _, name := range []string{"HEAD", "config", "objects/x", "refs/x"} {
		write(t, planted, name, "")
	}
	if _, err := List(context.Background(), planted, options()); !errors.Is(err, ErrGitsOwn) {
		t.Errorf("planted: got %v", err)
	}
}

// Ensure whatever state a working tree is in, its files are listed once, as they lie there.
func TestStates(t *testing.T) {
	for name, make := range map[string]func(folder string){
		"clean":      func(string) {},
		"detached":   func(folder string) { runGit(t, folder, "checkout", "-q", "--detach") },
		"unborn":     func(folder string) { runGit(t, folder, "checkout", "-q", "--orphan", "fresh") },
		"no index":   func(folder string) { _ = os.Remove(filepath.Join(folder, ".git/index")) },
		"bad index":  func(folder string) { write(t, folder, ".git/index", "nonsense") },
		"no HEAD":    func(folder string) { _ = os.Remove(filepath.Join(folder, ".git/HEAD")) },
		"bad config": func(folder string) { write(t, folder, ".git/config", "[core\n") },
		"unknown extension": func(folder string) {
			runGit(t, folder, "config", "core.repositoryFormatVersion", "1")
			runGit(t, folder, "config", "extensions.stranger", "true")
		},
		"a lock":      func(folder string) { write(t, folder, ".git/index.lock", "") },
		"split index": func(folder string) { runGit(t, folder, "update-index", "--split-index") },
		"cache of untracked": func(folder string) {
			runGit(t, folder, "update-index", "--force-untracked-cache")
			runGit(t, folder, "status")
		},
		"index of version 4": func(folder string) { runGit(t, folder, "update-index", "--index-version", "4") },
		"added":              func(folder string) { write(t, folder, "a.go", "package b\n"); runGit(t, folder, "add", "-A") },
		"assumed unchanged":  func(folder string) { runGit(t, folder, "update-index", "--assume-unchanged", "a.go") },
		"skipped":            func(folder string) { runGit(t, folder, "update-index", "--skip-worktree", "a.go") },
		"skipped, sparse before": func(folder string) {
			runGit(t, folder, "sparse-checkout", "set", "--cone", "in")
			runGit(t, folder, "sparse-checkout", "disable")
			runGit(t, folder, "update-index", "--skip-worktree", "a.go")
		},
		"merge": func(folder string) {
			conflict(t, folder)
			runGit(t, folder, "merge", "-q", "other")
		},
		"rebase": func(folder string) {
			conflict(t, folder)
			runGit(t, folder, "rebase", "other")
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := tempFolder(t)
			write(t, folder, "a.go", "package a\n")
			write(t, folder, "b.go", "package b\n")
			commit(t, folder)
			make(folder)
			l := list(t, folder, options())
			var paths []string
			for _, file := range l.Files {
				paths = append(paths, file.Path)
			}
			if strings.Join(paths, " ") != "a.go b.go" {
				t.Errorf("got %s, %v", said(l), l.GitError)
			}
			walked := slices.Contains([]string{"bad index", "bad config", "no HEAD", "unknown extension"}, name)
			if (l.By == ByWalk) != walked || walked != (len(l.Notes) == 1) {
				t.Errorf("listed by %s: %v, %q", l.By, l.GitError, l.Notes)
			}
		})
	}
}

// conflict makes two branches that change a file.
func conflict(t *testing.T, folder string) {
	t.Helper()
	runGit(t, folder, "checkout", "-q", "-b", "other")
	write(t, folder, "a.go", "package theirs\n")
	runGit(t, folder, "commit", "-q", "-a", "-m", "theirs")
	runGit(t, folder, "checkout", "-q", "main")
	write(t, folder, "a.go", "package ours\n")
	runGit(t, folder, "commit", "-q", "-a", "-m", "ours")
}

// Ensure a repository with hashes of the other kind says so, and git's excludes of all sorts
// hold.
func TestExcludes(t *testing.T) {
	folder := tempFolder(t)
	runGit(t, folder, "init", "-q", "--object-format=sha256")
	write(t, folder, "a.go", "package a\n")
	runGit(t, folder, "add", "-A")
	for _, name := range []string{"own.go", "local.go", "global.go"} {
		write(t, folder, name, "package a\n")
	}
	write(t, folder, ".gitignore", "own.go\n")
	write(t, folder, ".git/info/exclude", "local.go\n")
	home := tempFolder(t)
	write(t, home, ".gitconfig", "[core]\n\texcludesFile = ~/ignore\n")
	write(t, home, "ignore", "global.go\n")
	o := options()
	o.Git.Environ = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home)
	l := list(t, folder, o)
	if len(l.Files) != 1 || l.Files[0].Path != "a.go" || l.Hash != "sha256" {
		t.Errorf("got %s, %s", said(l), l.Hash)
	}
	if got, want := Blob([]byte("package a\n"), l.Hash), runGit(t, folder, "rev-parse", ":a.go"); got != want {
		t.Errorf("hash: got %s, want %s", got, want)
	}
	if got, want := Blob([]byte("hello\n"), "sha1"), "ce013625030ba8dba906f756967f9e9ca394464a"; got != want {
		t.Errorf("hash: got %s, want %s", got, want)
	}
}
