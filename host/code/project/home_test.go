package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/places"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Ensure an index is found by who has it open as by who has not, also behind a change of its trees,
// of its version and of the file; and that to find and open it makes and replaces nothing.
func TestFindOpen(t *testing.T) {
	base := tempFolder(t)
	indexes := filepath.Join(base, "code")
	write(t, base, "repo/in/a.go", "package a\n\nfunc Alpha() {}\n")
	repo := filepath.Join(base, "repo")
	runGit(t, repo, "init", "-q")
	if _, _, err := OpenNearest(indexes, repo, options()); err != ErrNone {
		t.Errorf("none: got %v", err)
	}
	if _, err := os.Lstat(indexes); err == nil {
		t.Error("looking made a folder")
	}
	refresh(t, openAt(t, indexes, repo, options()))
	p, home, err := OpenNearest(indexes, filepath.Join(repo, "in"), options())
	must(t, err)
	defer p.Close()
	if home.Tree != repo || p.Tree != repo || !strings.Contains(said(ask(t, p, "Alpha")), "in/a.go") {
		t.Errorf("got %v, %s", home, said(ask(t, p, "Alpha")))
	}
	both := func(step string, want string) {
		t.Helper()
		found, err := FindFrom(p, indexes, filepath.Join(repo, "in"))
		again, errAgain := Find(indexes, filepath.Join(repo, "in"))
		if found != again || fmt.Sprint(err) != fmt.Sprint(errAgain) || err == nil && found.Tree != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %v %v, and without %v %v; want %s", step, found, err, again, errAgain, want)
		}
	}
	both("as it is", repo)
	refresh(t, openAt(t, indexes, filepath.Join(repo, "in"), options()))
	both("another tree", filepath.Join(repo, "in"))
	setVersion(t, home.File, 99)
	both("a later version", "")
	if _, _, err := OpenNearest(indexes, repo, options()); !errors.Is(err, ErrNone) || !places.IsNewer(home.File) {
		t.Errorf("a later version: got %v", err)
	}
	must(t, places.Drop(home.File))
	both("dropped", "")
	if _, err := OpenFound(home, options()); err == nil {
		t.Error("what was dropped is opened")
	}
	if _, err := os.Lstat(home.File); err == nil {
		t.Error("opening made a file")
	}
	refresh(t, openAt(t, indexes, repo, options()))
	both("made again", repo)
	must(t, p.Close()) // as one that could not be made again is
	both("closed", repo)
}

// Ensure a folder belongs to its own index or the nearest above it, through links too, and that
// working trees and repositories inside are told apart.
func TestFind(t *testing.T) {
	base := tempFolder(t)
	indexes := filepath.Join(base, "code")
	write(t, base, "repo/in/side/a.go", "package a\n\nfunc A() {}\n")
	write(t, base, "repo/nested/deep/b.go", "package b\n\nfunc B() {}\n")
	write(t, base, "plain/c.go", "package c\n\nfunc C() {}\n")
	write(t, base, "plain/go.mod", "module c\n")
	write(t, base, "other/d.go", "package d\n")
	repo := filepath.Join(base, "repo")
	runGit(t, repo, "init", "-q")
	runGit(t, repo, "add", "in")
	runGit(t, repo, "commit", "-qm", "one")
	runGit(t, filepath.Join(repo, "nested"), "init", "-q")
	runGit(t, repo, "worktree", "add", "-q", filepath.Join(base, "second"))
	must(t, os.Symlink(filepath.Join(repo, "in", "side"), filepath.Join(base, "link")))
	for _, tree := range []string{"repo", "repo/in/side", "plain"} {
		refresh(t, openAt(t, indexes, filepath.Join(base, tree), options()))
	}
	for folder, want := range map[string]string{
		"repo": "repo", "repo/in": "repo", "repo/in/side": "repo/in/side", "link": "repo/in/side",
		"repo/nested/deep": "", // what lies around a repository does not list its files
		"plain":            "plain", "second": "", "second/in": "", "other": "", ".": "",
	} {
		home, err := Find(indexes, filepath.Join(base, folder))
		if want == "" {
			if !errors.Is(err, ErrNone) {
				t.Errorf("%s: got %v %v", folder, home, err)
			}
			continue
		}
		if err != nil || home.Tree != filepath.Join(base, want) {
			t.Errorf("%s: got %v %v, want %s", folder, home, err, want)
		}
	}
	refresh(t, openAt(t, indexes, filepath.Join(repo, "nested"), options()))
	refresh(t, openAt(t, indexes, filepath.Join(base, "second"), options()))
	for folder, want := range map[string]string{"repo/nested/deep": "repo/nested", "second/in": "second"} {
		if home, err := Find(indexes, filepath.Join(base, folder)); err != nil || home.Tree != filepath.Join(base, want) {
			t.Errorf("%s: got %v %v, want %s", folder, home, err, want)
		}
	}
	if _, err := Find(indexes, filepath.Join(base, "nowhere")); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("a folder that is not there: got %v", err)
	}
}

// Ensure paths and globs are taken from where one stands, and none leads out of the tree.
func TestBelow(t *testing.T) {
	base := tempFolder(t)
	write(t, base, "tree/in/side/a.go", "package a\n")
	write(t, base, "tree/go.mod", "module a\n")
	must(t, os.MkdirAll(filepath.Join(base, "out"), 0o700))
	must(t, os.Symlink(filepath.Join(base, "tree", "in"), filepath.Join(base, "link")))
	must(t, os.Symlink(filepath.Join(base, "out"), filepath.Join(base, "tree", "away")))
	p := openAt(t, filepath.Join(base, "code"), filepath.Join(base, "tree"), options())
	for _, c := range []struct{ folder, given, want string }{
		{"tree", "", ""},
		{"tree", ".", ""},
		{"tree", "in", "in"},
		{"tree", "./in/", "in"},
		{"tree", "in/../in/side", "in/side"},
		{"tree", "**/*.go", "**/*.go"},
		{"tree/in", "", "in"},
		{"tree/in", ".", "in"},
		{"tree/in", "..", ""},
		{"tree/in", "../in/side/*.go", "in/side/*.go"},
		{"tree/in/side", "a.go", "in/side/a.go"},
		{"link", "side", "in/side"},
		{"tree", "BASE/tree", ""},
		{"tree", "BASE/tree/in/si*", "in/si*"},
		{"tree/in", "BASE/link/side", "in/side"},
		{"tree", "gone/file.go", "gone/file.go"},
		{"tree", "..", "outside"},
		{"tree", "../tree2", "outside"},
		{"tree/in", "../../out", "outside"},
		{"tree", "BASE/out", "outside"},
		{"tree", "BASE/tree/away", "outside"},
		{"tree", "/", "outside"},
		{"tree", "/nowhere/at/all", "outside"},
		{"tree", "..in", "..in"},
	} {
		got, err := p.Below(filepath.Join(base, c.folder), strings.ReplaceAll(c.given, "BASE", base))
		if c.want == "outside" {
			if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(c.given, "BASE", base)+" lies outside") {
				t.Errorf("%s from %s: got %q %v", c.given, c.folder, got, err)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s from %s: got %q %v, want %q", c.given, c.folder, got, err, c.want)
		}
	}
}

// Ensure an index that cannot be read counts as none, and says what is the matter and what to
// do; that making it anew says so, and moves aside what is another program's.
func TestUnusable(t *testing.T) {
	for name, content := range map[string]string{
		"damaged": "SQLite format 3\x00" + strings.Repeat("CREATE TABLE place_segments", 400),
		"foreign": strings.Repeat("not a database at all ", 300),
	} {
		folder, indexes := newTree(t, 3)
		home, err := HomeOf(indexes, folder)
		must(t, err)
		must(t, os.MkdirAll(indexes, 0o700))
		must(t, os.WriteFile(home.File, []byte(content), 0o600))
		_, err = Find(indexes, folder)
		unusable, ok := errors.AsType[*UnusableError](err)
		if !ok || !errors.Is(err, ErrNone) || unusable.Newer || !strings.Contains(err.Error(), "impressionism code index") {
			t.Fatalf("%s: got %v", name, err)
		}
		if got, err := os.ReadFile(home.File); err != nil || string(got) != content {
			t.Errorf("%s: looking at it changed it", name)
		}
		p := openAt(t, indexes, folder, options())
		if refresh(t, p); p.Replaced() == "" {
			t.Errorf("%s: it does not say that it was replaced", name)
		}
		if found, err := Find(indexes, folder); err != nil || found != home {
			t.Errorf("%s: made again: got %v %v", name, found, err)
		}
		aside, _ := filepath.Glob(home.File + "?*")
		kept := false
		for _, path := range aside {
			got, _ := os.ReadFile(path)
			kept = kept || string(got) == content
		}
		if kept != (name == "foreign") {
			t.Errorf("%s: beside it lie %q", name, aside)
		}
	}
	folder, indexes := newTree(t, 3)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	must(t, p.Close())
	setVersion(t, home.File, 99)
	_, err = Find(indexes, folder)
	if unusable, ok := errors.AsType[*UnusableError](err); !ok || !unusable.Newer || !strings.Contains(err.Error(), "later version") {
		t.Errorf("a later version's: got %v", err)
	}
	must(t, os.WriteFile(home.File, nil, 0o600))
	if _, err := Find(indexes, folder); err != ErrNone {
		t.Errorf("an empty file: got %v", err)
	}
}

// Ensure the index of a vanished working tree goes with the next compaction, and a database whose
// folders are all gone is said to be stray, as is one that its folder has left for another.
func TestVanishedTrees(t *testing.T) {
	base := tempFolder(t)
	indexes := filepath.Join(base, "code")
	write(t, base, "repo/a.go", "package a\n\nfunc A() {}\n")
	write(t, base, "plain/go.mod", "module c\n")
	write(t, base, "plain/c.go", "package c\n\nfunc C() {}\n")
	repo, second, plain := filepath.Join(base, "repo"), filepath.Join(base, "second"), filepath.Join(base, "plain")
	runGit(t, repo, "init", "-q")
	runGit(t, repo, "add", "-A")
	runGit(t, repo, "commit", "-qm", "one")
	runGit(t, repo, "worktree", "add", "-q", second)
	p := openAt(t, indexes, repo, options())
	refresh(t, p)
	refresh(t, openAt(t, indexes, second, options()))
	q := openAt(t, indexes, plain, options())
	refresh(t, q)
	if stray, err := Stray(indexes); err != nil || len(stray) != 0 {
		t.Errorf("all there: got %v %v", stray, err)
	}
	must(t, os.RemoveAll(second))
	must(t, p.Compact(t.Context()))
	if roots, err := p.store.Roots(); err != nil || len(roots) != 1 || roots[0] != repo {
		t.Errorf("got %v %v", roots, err)
	}
	runGit(t, plain, "init", "-q") // has another database from now on
	if stray, err := Stray(indexes); err != nil || len(stray) != 1 || stray[0].Home.File != q.store.Path() || stray[0].Home.Tree != plain {
		t.Errorf("after git init: got %v %v", stray, err)
	}
	must(t, os.RemoveAll(repo))
	if stray, err := Stray(indexes); err != nil || len(stray) != 2 {
		t.Errorf("all gone: got %v %v", stray, err)
	}
}

// Ensure the index of a subfolder that the current branch lacks is kept for a month.
func TestSubfolderOfAnotherBranch(t *testing.T) {
	base := tempFolder(t)
	indexes, repo := filepath.Join(base, "code"), filepath.Join(base, "repo")
	sub := filepath.Join(repo, "services", "pay")
	write(t, repo, "a.go", "package a\n\nfunc A() {}\n")
	runGit(t, repo, "init", "-q", "-b", "main")
	runGit(t, repo, "add", "-A")
	runGit(t, repo, "commit", "-qm", "one")
	runGit(t, repo, "checkout", "-qb", "other")
	write(t, sub, "b.go", "package b\n\nfunc Banana() {}\n")
	runGit(t, repo, "add", "-A")
	runGit(t, repo, "commit", "-qm", "two")
	o := options()
	later := time.Duration(0)
	o.Now = func() time.Time { return time.Now().Add(later) }
	p := openAt(t, indexes, repo, o)
	refresh(t, p)
	refresh(t, openAt(t, indexes, sub, o))
	runGit(t, repo, "checkout", "-q", "main")
	if _, err := os.Lstat(sub); err == nil {
		t.Fatal("the branch has the folder")
	}
	for i, age := range []time.Duration{StrayAge - time.Hour, StrayAge + time.Hour} {
		later = age
		must(t, p.Compact(t.Context()))
		if roots, err := p.store.Roots(); err != nil || len(roots) != 2-i {
			t.Errorf("after %s: got %v %v", age, roots, err)
		}
	}
}

// Ensure of what is forgotten no word is left in the database: what another working tree had whose
// folder is gone, and what a name before a rename had.
func TestForgetEverywhere(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, p *Project, second string) string{
		"vanished": func(t *testing.T, _ *Project, second string) string {
			must(t, os.RemoveAll(second))
			return "secrets.go"
		},
		"vanished, and only there": func(t *testing.T, p *Project, second string) string {
			must(t, os.Remove(filepath.Join(p.Tree, "secrets.go")))
			refresh(t, p)
			must(t, p.store.Compact(t.Context(), time.Now().Add(48*time.Hour)))
			must(t, os.RemoveAll(second))
			return "secrets.go"
		},
		"renamed": func(t *testing.T, p *Project, second string) string {
			for _, tree := range []string{p.Tree, second} {
				must(t, os.Mkdir(filepath.Join(tree, "internal"), 0o700))
				runGit(t, tree, "mv", "secrets.go", "internal/secrets.go")
			}
			return "internal/secrets.go"
		},
	} {
		t.Run(name, func(t *testing.T) {
			base := tempFolder(t)
			indexes, repo, second := filepath.Join(base, "code"), filepath.Join(base, "repo"), filepath.Join(base, "second")
			write(t, repo, "a.go", "package a\n\nfunc Apple() {}\n")
			write(t, repo, "secrets.go", "package a\n\n// Xylophonist plays.\nfunc Xylophonist() {}\n")
			runGit(t, repo, "init", "-q")
			runGit(t, repo, "add", "-A")
			runGit(t, repo, "commit", "-qm", "one")
			runGit(t, repo, "worktree", "add", "-q", second)
			p, q := openAt(t, indexes, repo, options()), openAt(t, indexes, second, options())
			refresh(t, p)
			refresh(t, q)
			path := change(t, p, second)
			refresh(t, p)
			if _, err := os.Lstat(second); err == nil {
				refresh(t, q)
			}
			_, err := p.Forget(path)
			must(t, err)
			for _, suffix := range []string{"", "-wal"} {
				content, _ := os.ReadFile(p.store.Path() + suffix)
				if strings.Contains(strings.ToLower(string(content)), "xylophon") {
					t.Errorf("a word is in the database%s", suffix)
				}
			}
			if got := said(ask(t, p, "Apple")); !strings.Contains(got, "a.go:3-3 Apple") {
				t.Errorf("another file: got %s", got)
			}
		})
	}
}

// setVersion has a file be another version's.
func setVersion(t testing.TB, path string, version int) {
	t.Helper()
	db, err := sqlite.Open(path, sqlite.Options{})
	must(t, err)
	_, err = db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
	must(t, err)
	must(t, db.Close())
}

// Ensure damage that shows only while one searches or looks has the index thrown away or made
// again, whichever pages are damaged, and is said; never is an answer wrong.
func TestDamaged(t *testing.T) {
	folder, indexes := newTree(t, 120)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p, err := Open(home, options())
	must(t, err)
	refresh(t, p)
	must(t, p.Embed(t.Context(), new(counted).model(), 1000, nil))
	must(t, p.Close())
	whole, err := os.ReadFile(home.File)
	must(t, err)
	discarded := 0
	for at := 4096; at < len(whole); at += 4096 {
		damaged := append([]byte(nil), whole...)
		for i := at; i < min(at+4096, len(damaged)); i++ {
			damaged[i] ^= 0x5a
		}
		must(t, places.Drop(home.File))
		must(t, os.WriteFile(home.File, damaged, 0o600))
		if p, _, err := OpenNearest(indexes, folder, options()); err == nil {
			answer, err := p.Search(t.Context(), Question{Text: "Word7", Limit: 5}, new(counted).model())
			switch _, unusable := errors.AsType[*UnusableError](err); {
			case unusable:
				discarded++
				if _, err := Find(indexes, folder); err != ErrNone {
					t.Errorf("page %d: an index that was thrown away: %v", at/4096, err)
				}
			case err != nil:
				t.Errorf("page %d: search: %v", at/4096, err)
			default:
				must(t, holds(folder, answer))
			}
			must(t, p.Close())
		} else if !errors.Is(err, ErrNone) {
			t.Errorf("page %d: find: %v", at/4096, err)
		}
		p, err := Open(home, options())
		must(t, err)
		if _, err := p.Refresh(t.Context(), nil); err != nil {
			t.Errorf("page %d: look: %v", at/4096, err)
		}
		if _, err := p.Search(t.Context(), Question{Text: "Word7", Limit: 5}, nil); err != nil {
			refresh(t, p)
		}
		if got := said(ask(t, p, "Word7")); !strings.Contains(got, "Word7") {
			t.Errorf("page %d: at the end: %s", at/4096, got)
		}
		must(t, p.Close())
	}
	if discarded == 0 {
		t.Error("no damage showed in a search")
	}
}
