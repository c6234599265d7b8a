package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code/files"
)

// fill writes so many files of one function each, the later numbers changed later.
func fill(t testing.TB, folder string, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		write(t, folder, fmt.Sprintf("d%d/f%d.go", i%7, i), fmt.Sprintf("package d\n\n// Word%d does what number %d does.\nfunc Word%d() int { return %d }\n", i, i, i, i))
	}
}

func newTree(t testing.TB, files int) (folder, indexes string) {
	t.Helper()
	base := tempFolder(t)
	folder = filepath.Join(base, "tree")
	write(t, folder, "go.mod", "module tree\n")
	fill(t, folder, 0, files)
	return folder, filepath.Join(base, "code")
}

// Ensure no file is indexed once there are as many places as there is room for: those of the latest
// changed files are, what is left out is counted and said, a look after it writes nothing, and edits
// still count.
func TestPlacesMax(t *testing.T) {
	folder, indexes := newTree(t, 250)
	o := options()
	o.PlacesMax = 149 // a file has two
	p := openAt(t, indexes, folder, o)
	report := refresh(t, p)
	status, err := p.Status("")
	must(t, err)
	if status.Places != 150 {
		t.Errorf("got %d places", status.Places)
	}
	if n := report.Skipped.Count[files.TooMany]; n == 0 || n+report.Added != 250 {
		t.Errorf("left out %d, added %d", n, report.Added)
	}
	if len(report.Notes) == 0 || !strings.Contains(strings.Join(report.Notes, "\n"), "has 150 places, at least as many as it may (code.places_max)") {
		t.Errorf("notes %q", report.Notes)
	}
	if got := said(ask(t, p, "Word249")); !strings.Contains(got, "Word249") {
		t.Errorf("the latest: got %s", got)
	}
	if got := said(ask(t, p, "Word0")); strings.Contains(got, " Word0") {
		t.Errorf("the oldest: got %s", got)
	}
	before := footprint(t, p.store.Path())
	if again := refresh(t, p); again.Added != 0 || footprint(t, p.store.Path()) != before {
		t.Errorf("a second look: %+v", again)
	}
	write(t, folder, "new.go", "package d\n\n// Novel is the latest.\nfunc Novel() {}\n")
	later := refresh(t, p)
	if got := said(ask(t, p, "Novel")); strings.Contains(got, "Novel") || later.Skipped.Count[files.TooMany] != report.Skipped.Count[files.TooMany]+1 {
		t.Errorf("a file that came later: got %s, %+v", got, later)
	}
	if !strings.Contains(strings.Join(later.Notes, "\n"), "that it did not have") {
		t.Errorf("notes %q", later.Notes)
	}
	write(t, folder, "d4/f249.go", "package d\n\n// Other is another.\nfunc Other() {}\n")
	if got := said(ask(t, p, "Other")); !strings.Contains(got, "d4/f249.go:3-4 Other") {
		t.Errorf("an edit: got %s", got)
	}
}

// Ensure a look that is interrupted keeps what it did, the next one goes on, and both together
// come to what one does; progress ends with all.
func TestInterrupted(t *testing.T) {
	folder, indexes := newTree(t, 350)
	p := openAt(t, indexes, folder, options())
	ctx, cancel := context.WithCancel(context.Background())
	var steps []string
	_, err := p.Refresh(ctx, func(done, all int) { steps = append(steps, fmt.Sprint(done, "/", all)); cancel() })
	if !errors.Is(err, context.Canceled) || fmt.Sprint(steps) != "[100/350]" {
		t.Fatalf("got %v after %v", err, steps)
	}
	status, err := p.Status("")
	must(t, err)
	if status.Files != 100 {
		t.Errorf("got %d files", status.Files)
	}
	steps = nil
	report, err := p.Refresh(context.Background(), func(done, all int) { steps = append(steps, fmt.Sprint(done, "/", all)) })
	must(t, err)
	if report.Unchanged != 100 || report.Added != 250 || steps[len(steps)-1] != "250/250" {
		t.Errorf("got %+v after %v", report, steps)
	}
	whole := openAt(t, filepath.Join(indexes, "other"), folder, options())
	refresh(t, whole)
	if got, want := state(t, p, "Word7", "number 300"), state(t, whole, "Word7", "number 300"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Ensure files that a look did not reach before it was ended are found by the searches after it.
func TestCutOff(t *testing.T) {
	folder, indexes := newTree(t, 350)
	o := options()
	o.Now = func() time.Time { return time.Now().Add(time.Hour) } // long after the folders were changed
	p := openAt(t, indexes, folder, o)
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := p.Refresh(ctx, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	got := ""
	for i := 0; i < 50 && !strings.Contains(got, " Word0"); i++ { // each goes on for a second
		got = said(ask(t, p, "Word0"))
	}
	if !strings.Contains(got, "d0/f0.go:3-4 Word0") {
		t.Errorf("got %s", got)
	}
}

// Ensure a file that comes while a look stores what it listed is found by the next search, of the
// same process or another, whatever was stored in between.
func TestComesMeanwhile(t *testing.T) {
	for _, other := range []bool{false, true} {
		folder, indexes := newTree(t, 3)
		o := options()
		later := time.Duration(0)
		o.Now = func() time.Time { return time.Now().Add(later) }
		p := openAt(t, indexes, folder, o)
		_, err := p.Refresh(context.Background(), func(int, int) {
			write(t, folder, "d1/new.go", "package d\n\n// Novel is new.\nfunc Novel() {}\n")
			later = time.Hour // so long it takes to store
		})
		must(t, err)
		must(t, p.put(context.Background(), looked{report: new(Report), gone: []string{"d2/f2.go"}}))
		later = 0
		if other {
			p = openAt(t, indexes, folder, o)
		}
		if got := said(ask(t, p, "Novel")); !strings.Contains(got, "d1/new.go:3-4 Novel") {
			t.Errorf("another process %v: got %s", other, got)
		}
	}
}

// Ensure a file whose time lies ahead, or at a whole second, is stored once.
func TestTimes(t *testing.T) {
	folder, indexes := newTree(t, 1)
	write(t, folder, "ahead.go", "package d\n\nfunc Ahead() {}\n")
	ahead := time.Now().Add(48 * time.Hour)
	must(t, os.Chtimes(filepath.Join(folder, "ahead.go"), ahead, ahead))
	must(t, os.WriteFile(filepath.Join(folder, "now.go"), []byte("package d\n\nfunc Now() {}\n"), 0o600))
	second := time.Now().Truncate(time.Second).Add(time.Second)
	must(t, os.Chtimes(filepath.Join(folder, "now.go"), second, second))
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	known, err := p.store.Files(p.Tree)
	must(t, err)
	if known["ahead.go"].ModTime != ahead.UnixNano() || known["now.go"].ModTime != 0 {
		t.Errorf("times %d and %d: the first is to be relied on, the second is not", known["ahead.go"].ModTime, known["now.go"].ModTime)
	}
	before := footprint(t, p.store.Path())
	refresh(t, p) // the second has not passed: it is read again, and not stored
	if footprint(t, p.store.Path()) != before {
		t.Error("a look that found nothing wrote")
	}
}

// Ensure two working trees of a repository and one of them twice are indexed and searched side by
// side in one process, and that each comes to what it does alone.
func TestSideBySide(t *testing.T) {
	folder, indexes := newTree(t, 120)
	runGit(t, folder, "init", "-q")
	runGit(t, folder, "add", "-A")
	runGit(t, folder, "commit", "-qm", "one")
	second := folder + "2"
	runGit(t, folder, "worktree", "add", "-q", second)
	fill(t, second, 120, 150)
	var group sync.WaitGroup
	for _, tree := range []string{folder, folder, second} {
		p := openAt(t, indexes, tree, options())
		group.Go(func() {
			for range 3 {
				if _, err := p.Refresh(context.Background(), nil); err != nil {
					t.Error(err)
				}
				answer, err := p.Search(context.Background(), Question{Text: "Word7", Limit: 3}, new(counted).model())
				if err == nil {
					err = holds(p.Tree, answer)
				}
				if err != nil {
					t.Error(err)
				}
				if err := p.Compact(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for tree, files := range map[string]int{folder: 120, second: 150} {
		p := openAt(t, indexes, tree, options())
		if report := refresh(t, p); report.Unchanged != files {
			t.Errorf("%s: got %+v", tree, report)
		}
		alone := openAt(t, filepath.Join(indexes, "alone"), tree, options())
		refresh(t, alone)
		if got, want := state(t, p, "Word7", "Word140"), state(t, alone, "Word7", "Word140"); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
}

// Ensure a text that another process removed after it was known is cut and stored.
func TestMissing(t *testing.T) {
	folder, indexes := newTree(t, 2)
	p := openAt(t, indexes, folder, options())
	opened, err := files.Open(folder)
	must(t, err)
	defer opened.Close()
	read := []seen{p.read(opened, files.File{Path: "d0/f0.go", Language: "go"}), p.read(opened, files.File{Path: "d1/f1.go", Language: "go"})}
	must(t, p.putMissing(read, []string{"d1/f1.go"}))
	known, err := p.store.Files(p.Tree)
	must(t, err)
	if status, err := p.Status(""); err != nil || len(known) != 1 || known["d1/f1.go"].Language != "go" || status.Places != 2 {
		t.Errorf("got %v, %+v %v", known, status, err)
	}
}

// Ensure a folder that vanishes, or is not the project's any more, is refused and loses nothing:
// a disk that is gone for a while comes back.
func TestVanished(t *testing.T) {
	folder, indexes := newTree(t, 3)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	must(t, os.Rename(folder, folder+".away"))
	if _, err := p.Refresh(context.Background(), nil); !errors.Is(err, files.ErrNoFolder) {
		t.Errorf("gone: got %v", err)
	}
	if answer, err := p.Search(context.Background(), Question{Text: "Word1", Limit: 3}, nil); err == nil && len(answer.Hits) > 0 {
		t.Errorf("gone: got %v", answer)
	}
	must(t, os.Mkdir(folder, 0o700)) // where a disk is mounted
	if _, err := p.Refresh(context.Background(), nil); !errors.Is(err, files.ErrNoProject) {
		t.Errorf("empty: got %v", err)
	}
	must(t, os.Remove(folder))
	must(t, os.Rename(folder+".away", folder))
	if report := refresh(t, p); report.Unchanged != 3 {
		t.Errorf("back: got %+v", report)
	}
	if got := said(ask(t, p, "Word1")); !strings.Contains(got, "Word1") {
		t.Errorf("back: got %s", got)
	}
}

// Ensure a folder that vanishes while its files are read ends the look, and what was read is hidden
// by no later one before the folder is known to be there.
func TestVanishesMeanwhile(t *testing.T) {
	folder, indexes := newTree(t, 250)
	p := openAt(t, indexes, folder, options())
	first := true
	report, err := p.Refresh(context.Background(), func(int, int) {
		if first {
			must(t, os.Rename(folder, folder+".away"))
			must(t, os.Mkdir(folder, 0o700))
			first = false
		}
	})
	if err == nil && report.Added != 250 && report.Added != 100 {
		t.Errorf("got %+v", report)
	}
	must(t, os.Remove(folder))
	must(t, os.Rename(folder+".away", folder))
	if report := refresh(t, p); report.Files != 250 || report.Removed != 0 {
		t.Errorf("back: got %+v", report)
	}
}

// Ensure a git that hangs or is absent costs its second at most and leaves a walk, which says so.
func TestGit(t *testing.T) {
	folder, indexes := newTree(t, 3)
	runGit(t, folder, "init", "-q")
	bin := tempFolder(t)
	must(t, os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\nexec sleep 60\n"), 0o700))
	for name, want := range map[string]string{filepath.Join(bin, "git"): "did not answer in time", filepath.Join(bin, "absent"): "git"} {
		o := options()
		o.Listing.Git.Path, o.Listing.GitTime = name, 0
		p := openAt(t, filepath.Join(indexes, filepath.Base(name)), folder, o)
		began := time.Now()
		report := refresh(t, p)
		if report.Added != 3 || report.By != files.ByWalk || !strings.Contains(strings.Join(report.Notes, " "), want) {
			t.Errorf("%s: got %+v", name, report)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
		if got := said(ask(t, p, "Word1")); !strings.Contains(got, "Word1") {
			t.Errorf("%s: got %s", name, got)
		}
		if _, err := p.Refresh(context.Background(), nil); filepath.Base(name) == "git" && (err == nil || !strings.Contains(err.Error(), "git status")) {
			t.Errorf("%s: a later look: %v", name, err)
		}
	}
}
