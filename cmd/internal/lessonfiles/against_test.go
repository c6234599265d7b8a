package lessonfiles

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// lesson writes one of the project's.
func (p *place) lesson(id, text string) { p.write(filepath.Join(p.shared, id+".md"), text) }

// start does what a session's start does.
func (p *place) start() {
	p.t.Helper()
	h := Of(p.env, p.sessions)
	if _, _, err := h.Settle(context.Background(), p.project); err != nil {
		p.t.Fatal(err)
	}
	if err := h.Check(context.Background(), p.project); err != nil {
		p.t.Fatal(err)
	}
}

// all does what the server does.
func (p *place) all() {
	p.t.Helper()
	view, err := Look(context.Background(), p.env, p.sessions, p.project)
	if err == nil {
		_, err = CheckAll(context.Background(), p.env, p.project, view, Full{})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// found checks the verdict of a lesson, and what of it is gone.
func (p *place) found(when, id, want string) {
	p.t.Helper()
	view, err := Look(context.Background(), p.env, p.sessions, p.project)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, found := range view.Lessons {
		if found.Lesson.ID != id {
			continue
		}
		got := "unchecked"
		if c := found.File.Check; c != nil {
			got = c.Verdict
			for _, g := range c.Gone {
				got += " " + g.Reference
			}
		}
		if got != want {
			p.t.Errorf("%s: %s is %q, want %q", when, id, got, want)
		}
		return
	}
	p.t.Errorf("%s: no %s", when, id)
}

// doubt returns what the model is told of a lesson that is gone, and whether it may be told.
func (p *place) doubt(id string) (string, bool) {
	for _, entry := range wire.List(p.env, p.project).Entries {
		if entry.ID == id {
			return entry.Doubt, true
		}
	}
	return "", false
}

// Ensure a session's start finds what is gone of the list of files, says it with the lesson,
// and withholds the lesson of which nothing is left, until it is back.
func TestCheckSome(t *testing.T) {
	p := newPlace(t, "")
	p.write(filepath.Join(p.project, "scripts/deploy.sh"), "#!/bin/sh\n")
	p.write(filepath.Join(p.project, "Makefile"), "smoke:\n")
	p.lesson("L-aaaaa", "Deploy with scripts/deploy.sh, then `make smoke`.")
	p.lesson("L-bbbbb", "On Fridays drain the queue before scripts/deploy.sh.")
	p.lesson("L-ccccc", "Nothing of this can be looked up.")
	p.commit()
	p.found("before", "L-aaaaa", "unchecked")
	p.start()
	p.found("first", "L-aaaaa", "ok")
	p.found("first", "L-ccccc", "none")
	p.git("rm", "-q", "scripts/deploy.sh")
	p.start()
	p.found("staged", "L-aaaaa", "doubtful scripts/deploy.sh")
	if doubt, told := p.doubt("L-aaaaa"); doubt != "scripts/deploy.sh, which is gone" || !told {
		t.Errorf("got %q, told %v", doubt, told)
	}
	if _, told := p.doubt("L-bbbbb"); told {
		t.Error("told though nothing of it is left")
	}
	p.git("reset", "-q", "--hard")
	p.start()
	p.found("back", "L-aaaaa", "ok")
	if doubt, told := p.doubt("L-bbbbb"); doubt != "" || !told {
		t.Errorf("back: got %q, told %v", doubt, told)
	}
}

// Ensure a name that was gone stays so at the next start if nothing written since has it, that
// it waits otherwise, and that no name is doubtful before the sources were read.
func TestNamesWait(t *testing.T) {
	p := newPlace(t, "")
	p.write(filepath.Join(p.project, "app.go"), "package app\n")
	p.lesson("L-aaaaa", "Call WarmCache before the first request.")
	p.commit()
	p.start()
	p.found("never read", "L-aaaaa", "none")
	p.all()
	p.found("read", "L-aaaaa", "doubtful WarmCache")
	time.Sleep(2*clockSlack - time.Second) // what is written now is not written at the same moment
	p.write(filepath.Join(p.project, "other.go"), "package app // nothing\n")
	p.commit()
	p.start()
	p.found("other file", "L-aaaaa", "doubtful WarmCache")
	p.write(filepath.Join(p.project, "other.go"), "package app\nfunc WarmCache() {}\n")
	p.commit()
	p.start()
	p.found("written", "L-aaaaa", "none")
	p.all()
	p.found("read again", "L-aaaaa", "ok")
}

// Ensure a sparse checkout and a submodule make no lesson doubtful whose files lie elsewhere, with
// an index that is read here and one that only git reads, and that it is asked again once the
// files are there.
func TestElsewhere(t *testing.T) {
	p := newPlace(t, "")
	other := newPlace(t, "")
	other.write(filepath.Join(other.project, "src", "dial.go"), "package dial\nfunc RingBell() {}\n")
	other.commit()
	p.write(filepath.Join(p.project, "web", "a.go"), "package web\n")
	p.write(filepath.Join(p.project, "api", "b.go"), "package api\nfunc WarmCache() {}\n")
	p.commit()
	p.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.project, "third/dial")
	p.lesson("L-aaaaa", "Call WarmCache before the first request.")
	p.lesson("L-bbbbb", "Call RingBell at last.")
	p.lesson("L-ccccc", "The clock is in third/dial/src/dial.go alone.")
	p.lesson("L-ddddd", "The cache is in api/b.go alone.")
	p.commit()
	for _, index := range []string{"whole", "split"} {
		p.git("sparse-checkout", "set", "--no-cone", "/web/", "/.claude/", "/third/")
		p.start()
		p.all()
		for id, want := range map[string]string{"L-aaaaa": "none", "L-bbbbb": "none", "L-ccccc": "none", "L-ddddd": "ok"} {
			p.found(index, id, want)
		}
		p.git("sparse-checkout", "disable")
		p.start()
		p.all()
		p.found(index+", all", "L-aaaaa", "ok")
		p.git("update-index", "--split-index")
	}
}

// Ensure a name that was gone waits once git tracks another content of a file that a sparse
// checkout leaves out: the name may be in there. What was deleted holds none.
func TestNameMayBeAbsent(t *testing.T) {
	p := newPlace(t, "")
	p.write(filepath.Join(p.project, "web", "a.go"), "package web\n")
	p.write(filepath.Join(p.project, "api", "b.go"), "package api\n")
	p.lesson("L-aaaaa", "Call WarmCache before the first request.")
	p.commit()
	p.start()
	p.all()
	p.found("read", "L-aaaaa", "doubtful WarmCache")
	p.write(filepath.Join(p.project, "api", "b.go"), "package api\nfunc WarmCache() {}\n")
	p.git("add", "-A")
	if err := os.Remove(filepath.Join(p.project, "api", "b.go")); err != nil {
		t.Fatal(err)
	}
	p.start()
	p.found("deleted", "L-aaaaa", "doubtful WarmCache")
	p.git("sparse-checkout", "set", "--no-cone", "/web/", "/.claude/")
	p.start()
	p.found("left out", "L-aaaaa", "none")
	p.git("sparse-checkout", "disable")
	p.start()
	p.all()
	p.found("all", "L-aaaaa", "ok")
}

// Ensure a dismissal counts for its text, and that a lesson of another text is asked anew.
func TestDismissals(t *testing.T) {
	p := newPlace(t, "")
	p.lesson("L-aaaaa", "Deploy with scripts/deploy.sh.")
	p.commit()
	p.start()
	p.found("gone", "L-aaaaa", "doubtful scripts/deploy.sh")
	view, _ := Look(context.Background(), p.env, p.sessions, p.project)
	d := lessons.Dismissal{ID: "L-aaaaa", Reference: "scripts/deploy.sh", Hash: view.Lessons[0].AsChecked().Hash()}
	say := func(yes bool) {
		if err := lessons.In(p.env.Paths.Reviews).Change(func(k *lessons.Known) error { k.Dismiss(d, yes); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	say(true)
	hold := func() {
		t.Helper()
		view, _ := Look(context.Background(), p.env, p.sessions, p.project)
		if _, _, err := Hold(context.Background(), p.env, p.project, view); err != nil {
			t.Fatal(err)
		}
	}
	hold()
	p.found("dismissed", "L-aaaaa", "none")
	say(false)
	hold()
	p.found("taken back", "L-aaaaa", "doubtful scripts/deploy.sh")
	say(true)
	p.lesson("L-aaaaa", "Deploy with scripts/deploy.sh, always.")
	p.commit()
	p.start()
	p.found("another text", "L-aaaaa", "doubtful scripts/deploy.sh")
}

// Ensure no repository and an index that only git reads leave lessons unchecked as a session
// starts, that an index is read without git, and that a damaged one is an error and makes none
// doubtful.
func TestCheckWithoutGit(t *testing.T) {
	p := newPlace(t, "")
	p.lesson("L-aaaaa", "Deploy with scripts/deploy.sh.")
	p.start()
	p.found("no repository", "L-aaaaa", "unchecked")
	p.write(filepath.Join(p.project, "scripts/deploy.sh"), "#!/bin/sh\n")
	p.commit()
	p.start()
	p.found("committed", "L-aaaaa", "ok")
	p.git("rm", "-q", "--cached", "scripts/deploy.sh")
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	p.start()
	p.found("no git", "L-aaaaa", "doubtful scripts/deploy.sh") // the index says it
	t.Setenv("PATH", path)
	p.lesson("L-bbbbb", "Deploy with scripts/deploy.sh, too.")
	if err := os.Remove(filepath.Join(p.project, "scripts/deploy.sh")); err != nil {
		t.Fatal(err)
	}
	p.git("update-index", "--split-index")
	p.commit()
	p.start()
	p.found("split index", "L-bbbbb", "unchecked")
	p.all() // asks git
	p.found("split index, by the server", "L-bbbbb", "doubtful scripts/deploy.sh")
	p.lesson("L-ccccc", "Deploy with scripts/deploy.sh, three times.")
	p.write(filepath.Join(p.project, ".git", "index"), "DIRC")
	h := Of(p.env, p.sessions)
	_, _, _ = h.Settle(context.Background(), p.project)
	if err := h.Check(context.Background(), p.project); err == nil {
		t.Error("a damaged index has no reason")
	}
	p.found("damaged", "L-ccccc", "unchecked")
}

// Ensure at most 20 lessons are looked at as a session starts, and the others at the next.
func TestCheckSomeAtATime(t *testing.T) {
	p := newPlace(t, "")
	for i := range 50 {
		p.lesson(fmt.Sprintf("L-aaa%s", string("abcdefghjk"[i/10])+string("abcdefghjk"[i%10])), "See scripts/deploy.sh.")
	}
	p.commit()
	checked := 0
	for n := range 10 {
		p.start()
		view, _ := Look(context.Background(), p.env, p.sessions, p.project)
		before := checked
		checked = 0
		for _, found := range view.Lessons {
			if found.File.Check != nil {
				checked++
			}
		}
		if checked-before > againstMax || checked == before {
			t.Fatalf("start %d: %d, then %d are checked", n, before, checked)
		}
		if checked == 50 {
			return
		}
	}
	t.Errorf("%d of 50 are checked", checked)
}

// Ensure nothing hidden, no line end and no bracket of a lesson's words is in what is said of
// things that are gone.
func TestDoubtIsClean(t *testing.T) {
	c := &lessons.Check{Verdict: "doubtful", Gone: []lessons.Gone{{Reference: "a\n</x>\u202e[L-zzzzz]({{gone}})" + strings.Repeat("y", 300)}, {Reference: "b"}, {Reference: "c"}}}
	got := c.Doubt()
	if strings.ContainsAny(got, "\n<>[](){}\u202e") || len(got) > 200 || !strings.HasSuffix(got, ", b and more, which are gone") {
		t.Errorf("got %q", got)
	}
}
