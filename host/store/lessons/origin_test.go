package lessons

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog/lesson"
)

// Ensure a proposal keeps where it came from and that it is meant for the user, waits for the end of its turn once, and what was
// found is noted without making it younger.
func TestOrigin(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	l := lesson.Lesson{ID: "L-aaaaa", Title: "Use pnpm", Text: "Always: --- never npm."}
	asked := Origin{Session: "s1 : [x]\u2028", User: true, From: FromCall}
	must(t, folder.Propose(l, asked, 3))
	must(t, folder.Propose(lesson.Lesson{ID: "L-bbbbb", Title: "T", Text: "T"}, Origin{Session: "s1", From: FromAnswer, Checked: Unchecked, Why: "its transcript is missing"}, 3))
	if !folder.Awaits(asked.Session) || folder.Awaits("s1") || folder.Awaits("") {
		t.Error("the wrong session waits")
	}
	made := noon.Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, "proposed", "L-aaaaa.md"), made, made))
	waiting, err := folder.Awaited(asked.Session, time.Time{})
	must(t, err)
	if len(waiting) != 1 || waiting[0].ID != "L-aaaaa" || waiting[0].From != FromCall || !waiting[0].User || cmp.Diff(l, waiting[0].Lesson) != "" {
		t.Fatalf("got %+v", waiting)
	}
	found := Origin{Session: asked.Session, From: FromCall, Checked: Checked, Heard: []string{"WebFetch", "Bash with curl"}}
	must(t, folder.Settle(waiting[0], found))
	all, err := folder.Proposals(time.Time{})
	must(t, err)
	if all[0].ID != "L-aaaaa" || !all[0].At.Equal(made) || all[0].Checked != Checked || !all[0].User || all[1].User || strings.Join(all[0].Heard, ";") != "WebFetch;Bash with curl" || cmp.Diff(l, all[0].Lesson) != "" {
		t.Errorf("got %+v", all[0])
	}
	must(t, folder.Withdraw("L-aaaaa"))
	must(t, folder.Settle(waiting[0], found))
	if all, err = folder.Proposals(time.Time{}); err != nil || len(all) != 1 || all[0].Why != "its transcript is missing" {
		t.Errorf("what was withdrawn came back: %+v, %v", all, err)
	}
}

// Ensure the folder in which a proposal was made is known whatever its path has, also once somebody
// looked at the proposal.
func TestOriginFolder(t *testing.T) {
	folder := In(t.TempDir())
	for _, path := range []string{"/work/a b", "/work/two  blanks", "/work/no\u00a0break", "/work/a\tb\nc", "/work/end ", "/work/\xff", "/work/100%25", "/work/" + strings.Repeat("\u2028/", 300), ""} {
		must(t, folder.Propose(lesson.Lesson{ID: "L-aaaaa", Title: "T", Text: "T"}, Origin{Workspace: path}, 3))
		for range 2 {
			all, err := folder.Proposals(time.Time{})
			must(t, err)
			if len(all) != 1 || all[0].Workspace != path {
				t.Fatalf("%q: got %+v", path, all)
			}
			must(t, folder.Settle(all[0], Origin{Checked: Checked}))
		}
		must(t, folder.Withdraw("L-aaaaa"))
	}
}

// Ensure that of calls at once with the same text one is kept, and the others cost the session
// nothing.
func TestSameAtOnce(t *testing.T) {
	folder := In(t.TempDir())
	var done sync.WaitGroup
	var kept atomic.Int32
	for i := range 8 {
		done.Go(func() {
			err := folder.Propose(lesson.Lesson{ID: fmt.Sprintf("L-aaaa%c", "abcdefgh"[i]), Title: fmt.Sprint(i), Text: "Use pnpm."}, Origin{Session: "s1"}, 3)
			if err == nil {
				kept.Add(1)
			} else if !errors.Is(err, ErrSame) || !strings.Contains(err.Error(), "L-aaaa") {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if all, err := folder.Proposals(time.Time{}); err != nil || len(all) != 1 || kept.Load() != 1 {
		t.Errorf("%d wait, %d were kept, %v", len(all), kept.Load(), err)
	}
	must(t, folder.Propose(lesson.Lesson{ID: "L-bbbbb", Title: "T", Text: "Another."}, Origin{Session: "s1"}, 2))
}

// Ensure a session proposes no more than it may in all, however many are made at once and
// whatever became of the first, and that others are not held up by it.
func TestEnough(t *testing.T) {
	folder := In(t.TempDir())
	var done sync.WaitGroup
	var mutex sync.Mutex
	refused := 0
	for i := range 12 {
		done.Go(func() {
			err := folder.Propose(lesson.Lesson{ID: fmt.Sprintf("L-aaaa%c", "abcdefghjkmn"[i]), Title: "T", Text: fmt.Sprint(i)}, Origin{Session: "s1"}, 3)
			mutex.Lock()
			defer mutex.Unlock()
			if errors.Is(err, ErrEnough) {
				refused++
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	all, err := folder.Proposals(time.Time{})
	must(t, err)
	if len(all) != 3 || refused != 9 {
		t.Errorf("%d were kept, %d refused", len(all), refused)
	}
	must(t, folder.Withdraw(all[0].ID))
	if err := folder.Propose(lesson.Lesson{ID: "L-bbbbb", Title: "T", Text: "one more"}, Origin{Session: "s1"}, 3); !errors.Is(err, ErrEnough) {
		t.Errorf("after one was dropped: %v", err)
	}
	must(t, folder.Propose(lesson.Lesson{ID: "L-ccccc", Title: "T", Text: "of another"}, Origin{Session: "s2"}, 3))
	nameless := Origin{Instead: "a session in /work on a day"}
	for i := range 4 {
		err := folder.Propose(lesson.Lesson{ID: fmt.Sprintf("L-dddd%c", "abcd"[i]), Title: "T", Text: fmt.Sprint("nameless ", i)}, nameless, 3)
		if errors.Is(err, ErrEnough) != (i == 3) {
			t.Errorf("proposal %d of a session that is not known: %v", i+1, err)
		}
	}
	if folder.Awaits(nameless.Instead) {
		t.Error("a session that is not known has a turn whose end is waited for")
	}
	must(t, folder.Propose(lesson.Lesson{ID: "L-eeeee", Title: "T", Text: "imported"}, Origin{}, 0)) // of a person's import
	if all, err = folder.Proposals(time.Now().Add(time.Hour)); err != nil || len(all) != 0 {
		t.Errorf("after their age: %v, %v", all, err)
	}
	left, err := os.ReadDir(folder.proposals())
	must(t, err)
	if len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}
