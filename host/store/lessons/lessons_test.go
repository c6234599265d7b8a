package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "(none)"
	}
	must(t, err)
	return string(data)
}

// Ensure what was noted of a file counts as long as the file is as it was, and the latest word
// of a person on a content counts.
func TestKnown(t *testing.T) {
	folder := In(filepath.Join(t.TempDir(), "reviews"))
	known, err := folder.Known()
	must(t, err)
	if len(known.Files)+len(known.Kept) > 0 {
		t.Errorf("of no folder: got %+v", known)
	}
	file := File{Path: "/a.md", ID: "L-aaaaa", Stat: catalog.Stat{Size: 1, ModTime: 2, Inode: 3}, Hash: "h", State: Unreviewed, Why: "why", Findings: []string{"f"}, SeenAt: noon}
	must(t, folder.Change(func(k *Known) error {
		k.Put(File{Path: "/a.md", State: Active})
		k.Put(file)
		k.Say("h", false, noon)
		k.Say("h", true, noon)
		k.Say("no", false, noon)
		return nil
	}))
	known, err = folder.Known()
	must(t, err)
	got, same := known.At("/a.md", file.Stat)
	if diff := cmp.Diff(file, got); diff != "" || !same || len(known.Files) != 1 {
		t.Errorf("same %v, %d files (-want +got):\n%s", same, len(known.Files), diff)
	}
	if _, same := known.At("/a.md", catalog.Stat{Size: 1, ModTime: 2, Inode: 4}); same {
		t.Error("another file in its place counts as the same")
	}
	for hash, want := range map[string][2]bool{"h": {true, true}, "no": {false, true}, "unseen": {false, false}} {
		if yes, said := known.Of(hash); yes != want[0] || said != want[1] {
			t.Errorf("%s: got %v, %v", hash, yes, said)
		}
	}
}

// Ensure that where the settings ask for a person's yes only that counts, and that a yes and a no
// count whatever was found out about the file meanwhile.
func TestStanding(t *testing.T) {
	var known Known
	known.Say("yes", true, noon)
	known.Say("no", false, noon)
	gone := &Check{Verdict: verdictDoubtful, All: true, Gone: []Gone{{Reference: "a.sh"}}}
	for _, test := range []struct {
		hash, state string
		asked       bool
		check       *Check
		want        string
	}{
		{"yes", Active, true, nil, Active},
		{"no", Active, true, nil, Unreviewed},
		{"none", Active, true, nil, Unreviewed},
		{"none", Active, false, nil, Active},
		{"none", Withheld, true, nil, Withheld},
		{"yes", Unreviewed, false, nil, Active},
		{"no", Active, false, nil, Unreviewed},
		{"no", Active, false, gone, Unreviewed},
		{"none", Active, false, gone, Withheld},
	} {
		if got, _ := known.Standing(File{Hash: test.hash, State: test.state, Check: test.check}, test.asked); got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
}

// Ensure a change that fails leaves all as it was.
func TestChangeFails(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	must(t, folder.Change(func(k *Known) error { k.Say("a", true, noon); return nil }))
	before := content(t, filepath.Join(dir, knownFile))
	broken := errors.New("broken")
	if err := folder.Change(func(k *Known) error { k.Say("b", true, noon); return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if after := content(t, filepath.Join(dir, knownFile)); after != before {
		t.Errorf("got %s", after)
	}
}

// Ensure that where what is known is damaged nothing is known, the error says what to do, and
// nothing is written over it.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]string{"torn": `{"files": [{"path": "/a`, "another shape": `[]`, "no text": "\x00\xff", "empty": "", "huge": strings.Repeat(" ", bytesMax+1)} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, knownFile)
			must(t, os.WriteFile(path, []byte(damage), 0o600))
			known, err := In(dir).Known()
			if err == nil || !strings.Contains(err.Error(), "remove the file") || len(known.Files) > 0 {
				t.Errorf("got %+v, %v", known, err)
			}
			if err := In(dir).Change(func(k *Known) error { return nil }); err == nil || content(t, path) != damage {
				t.Errorf("changed: %v", err)
			}
		})
	}
}

// Ensure that of writers at once each keeps what it said.
func TestWritersAtOnce(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			folder := In(dir)
			for j := range 3 {
				id := fmt.Sprintf("L-%c%c%caa", "abcdefgh"[i], 'k', "mnp"[j])
				if err := errors.Join(
					folder.Change(func(k *Known) error { k.Say(id, true, noon); return nil }),
					folder.Propose(lesson.Lesson{ID: id, Title: id, Text: id}, Origin{}, 3),
					folder.Write(Written{Path: filepath.Join(dir, "lessons", id), ID: id, After: []byte(id), At: noon}),
				); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	known, err := In(dir).Known()
	must(t, err)
	proposed, err := In(dir).Proposals(noon.AddDate(-1, 0, 0))
	must(t, err)
	past, err := In(dir).History()
	must(t, err)
	if len(known.Kept) != 24 || len(proposed) != 24 || len(past) != 24 {
		t.Errorf("got %d words, %d proposals, %d changes, want 24 of each", len(known.Kept), len(proposed), len(past))
	}
}

// Ensure a file is written and removed as asked, changes are taken back last first, and nothing
// is written over what somebody else wrote.
func TestWriteAndUndo(t *testing.T) {
	dir := t.TempDir()
	folder, path := In(filepath.Join(dir, "reviews")), filepath.Join(dir, "lessons", "a.md")
	write := func(before, after []byte) error {
		return folder.Write(Written{Path: path, ID: "L-aaaaa", Before: before, After: after, Told: true, At: noon})
	}
	if _, err := folder.Undo(""); !errors.Is(err, ErrNothing) {
		t.Errorf("without a change: got %v", err)
	}
	must(t, write(nil, []byte("one")))
	must(t, write([]byte("one"), []byte("two")))
	must(t, write([]byte("two"), nil))
	if err := write([]byte("two"), []byte("three")); err == nil || content(t, path) != "(none)" {
		t.Errorf("over a removed file: %v", err)
	}
	for _, want := range []string{"two", "one", "(none)"} {
		last, err := folder.Undo("")
		must(t, err)
		if got := content(t, path); got != want || len(last) != 1 || !last[0].Told {
			t.Errorf("got %q, want %q; %+v", got, want, last)
		}
	}
	must(t, write(nil, []byte("one")))
	must(t, os.Chmod(path, 0o600))
	must(t, write([]byte("one"), []byte("one more")))
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("what only the user may read has mode %v, %v", info.Mode(), err)
	}
	must(t, write([]byte("one more"), []byte("one")))
	must(t, os.WriteFile(path, []byte("by hand"), 0o600))
	if err := write([]byte("one"), []byte("two")); err == nil {
		t.Error("written over what is by hand")
	}
	if err := write(nil, []byte("two")); err == nil {
		t.Error("written where a file is by now")
	}
	if _, err := folder.Undo(""); err == nil || content(t, path) != "by hand" {
		t.Errorf("taken back what is by hand: %v", err)
	}
}

// Ensure a proposal that a yes made a lesson of waits again, as it was, once that is taken back, also
// if somebody removed the lesson since, and not if somebody changed it.
func TestUndoOfYes(t *testing.T) {
	dir := t.TempDir()
	folder, path := In(dir), filepath.Join(dir, "lessons", "a.md")
	must(t, folder.Propose(lesson.Lesson{ID: "L-aaaaa", Title: "Run make gen", Text: "Run make gen before a commit."}, Origin{Session: "s", Workspace: "/w", From: FromCall}, 9))
	waiting := func() []Proposed {
		t.Helper()
		all, err := folder.Proposals(time.Time{})
		must(t, err)
		return all
	}
	was := waiting()
	must(t, folder.Write(Written{Path: path, ID: "L-aaaaa", After: []byte("one"), At: noon, Proposed: was[0].Content}))
	must(t, folder.Withdraw("L-aaaaa"))
	must(t, os.WriteFile(path, []byte("by hand"), 0o600))
	if _, err := folder.Undo(""); err == nil || len(waiting()) > 0 {
		t.Errorf("taken back what is by hand: %v, %d wait", err, len(waiting()))
	}
	must(t, os.WriteFile(path, []byte("one"), 0o600))
	if _, err := folder.Undo(""); err != nil || content(t, path) != "(none)" {
		t.Errorf("got %v, and the lesson is %q", err, content(t, path))
	}
	waits := func() {
		t.Helper()
		if is := waiting(); len(is) != 1 || !bytes.Equal(is[0].Content, was[0].Content) || is[0].Workspace != "/w" {
			t.Errorf("waiting are %+v, want %+v", is, was)
		}
	}
	waits()
	must(t, folder.Write(Written{Path: path, ID: "L-aaaaa", After: []byte("one"), At: noon, Proposed: was[0].Content}))
	must(t, folder.Withdraw("L-aaaaa"))
	must(t, os.Remove(path))
	if undone, err := folder.Undo(""); err != nil || len(undone) != 1 {
		t.Errorf("of a file that is gone: %v, %v", undone, err)
	}
	waits()
}

// Ensure changes of one command are taken back together, the last first, and no others; and if
// one of them cannot be, those before it wait and nothing is lost.
func TestUndoGroup(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	path := func(name string) string { return filepath.Join(dir, "lessons", name) }
	write := func(name, group string) {
		t.Helper()
		must(t, folder.Write(Written{Path: path(name), ID: name, After: []byte(name), At: noon, Group: group}))
	}
	write("alone.md", "")
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		write(name, "import")
	}
	must(t, os.WriteFile(path("b.md"), []byte("by hand"), 0o600))
	undone, err := folder.Undo("")
	if err == nil || len(undone) != 1 || undone[0].ID != "c.md" || content(t, path("a.md")) != "a.md" {
		t.Errorf("past what is by hand: %v, %v", undone, err)
	}
	must(t, os.WriteFile(path("b.md"), []byte("b.md"), 0o600))
	undone, err = folder.Undo("")
	if err != nil || len(undone) != 2 || undone[0].ID != "b.md" || undone[1].ID != "a.md" {
		t.Errorf("got %v, %v", undone, err)
	}
	if content(t, path("a.md")) != "(none)" || content(t, path("alone.md")) != "alone.md" {
		t.Error("not all of the group, or more than that, was taken back")
	}
}

// Ensure what was done in another workspace since stays, also between changes of one command, and
// that nothing is taken back where nothing was done.
func TestUndoOfWorkspace(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	path := func(name string) string { return filepath.Join(dir, "lessons", name) }
	for _, c := range []struct{ name, workspace, group string }{{"a.md", "/a", "import"}, {"b.md", "/b", ""}, {"c.md", "/a", "import"}, {"d.md", "/b", ""}} {
		must(t, folder.Write(Written{Path: path(c.name), ID: c.name, After: []byte(c.name), At: noon, Workspace: c.workspace, Group: c.group}))
	}
	if undone, err := folder.Undo("/c"); !errors.Is(err, ErrNothing) || len(undone) > 0 {
		t.Errorf("where nothing was done: %v, %v", undone, err)
	}
	for _, want := range []struct {
		workspace, undone string
	}{{"/a", "c.md a.md"}, {"/b", "d.md"}, {"/b", "b.md"}} {
		undone, err := folder.Undo(want.workspace)
		must(t, err)
		var ids []string
		for _, w := range undone {
			ids = append(ids, w.ID)
		}
		if got := strings.Join(ids, " "); got != want.undone {
			t.Errorf("%s: took back %s, want %s", want.workspace, got, want.undone)
		}
	}
}

// Ensure a change is not taken back before those that were made to the same file elsewhere since: it
// names their folders, the last first, and nothing is lost.
func TestUndoPastAnotherWorkspace(t *testing.T) {
	dir := t.TempDir()
	folder, path := In(filepath.Join(dir, "reviews")), filepath.Join(dir, "lessons", "a.md")
	write := func(workspace string, before, after []byte) {
		t.Helper()
		must(t, folder.Write(Written{Path: path, ID: "L-aaaaa", Before: before, After: after, At: noon, Workspace: workspace}))
	}
	write("/a", nil, []byte("one"))
	write("/a", []byte("one"), []byte("two"))
	write("/b", []byte("two"), []byte("three"))
	write("/c", []byte("three"), nil)
	write("/d", nil, []byte("one"))
	for _, step := range []struct{ workspace, since, want string }{
		{"/a", "/d", "one"},
		{"/d", "", "(none)"},
		{"/a", "/c", "(none)"},
		{"/b", "/c", "(none)"},
		{"/c", "", "three"},
		{"/a", "/b", "three"},
		{"/b", "", "two"},
		{"/a", "", "one"},
		{"/a", "", "(none)"},
	} {
		undone, err := folder.Undo(step.workspace)
		if step.since == "" {
			must(t, err)
		} else if err == nil || !strings.Contains(err.Error(), "since, in "+step.since+":") || len(undone) > 0 {
			t.Errorf("in %s: got %v, %v, want an error that names %s", step.workspace, undone, err, step.since)
		}
		if got := content(t, path); got != step.want {
			t.Errorf("after undo in %s: got %q, want %q", step.workspace, got, step.want)
		}
	}
}

// Ensure a process that is killed between noting a change and making it, or between taking it
// back and noting that, leaves the changes before it to be taken back.
func TestKilledBetween(t *testing.T) {
	dir := t.TempDir()
	folder, path := In(dir), filepath.Join(dir, "a.md")
	must(t, folder.Write(Written{Path: path, After: []byte("one"), At: noon}))
	must(t, folder.writeHistory([]Written{
		{Path: path, After: []byte("one")}, {Path: path, Before: []byte("one"), After: []byte("never written")},
	}))
	for _, want := range []string{"one", "(none)"} {
		if _, err := folder.Undo(""); err != nil || content(t, path) != want {
			t.Errorf("got %q, %v, want %q", content(t, path), err, want)
		}
	}
}

// Ensure where the lesson cannot be written it is not noted as written, and where nothing can
// be noted it is not written.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)) // no folder can be there, whoever runs the test
	folder := In(filepath.Join(dir, "reviews"))
	if err := folder.Write(Written{Path: filepath.Join(dir, "file", "a.md"), After: []byte("one"), At: noon}); err == nil {
		t.Error("written below a file")
	}
	if past, err := folder.History(); err != nil || len(past) > 0 {
		t.Errorf("noted %+v, %v", past, err)
	}
	path := filepath.Join(dir, "b.md")
	if err := In(filepath.Join(dir, "file")).Write(Written{Path: path, After: []byte("one"), At: noon}); err == nil || content(t, path) != "(none)" {
		t.Errorf("written without a note: %v", err)
	}
	if err := In(filepath.Join(dir, "file")).Propose(lesson.Lesson{ID: "L-aaaaa", Title: "T", Text: "T"}, Origin{}, 3); err == nil {
		t.Error("proposed below a file")
	}
}

// Ensure what a file was before is forgotten 90 days after the change, also where nothing changes
// any more, and not before.
func TestExpire(t *testing.T) {
	folder := In(t.TempDir())
	must(t, folder.Expire(noon)) // there is none
	for day := range 3 {
		must(t, folder.Write(Written{Path: filepath.Join(folder.dir, fmt.Sprint(day)), ID: "L-aaaaa", After: []byte{byte('0' + day)}, At: noon.AddDate(0, 0, 40*day)}))
	}
	for _, test := range []struct{ days, left int }{{0, 3}, {89, 3}, {91, 2}, {129, 2}, {131, 1}, {171, 0}, {172, 0}} {
		must(t, folder.Expire(noon.AddDate(0, 0, test.days)))
		past, err := folder.History()
		must(t, err)
		if len(past) != test.left {
			t.Errorf("after %d days %d changes are left, want %d", test.days, len(past), test.left)
		}
	}
	if got := content(t, filepath.Join(folder.dir, historyFile)); got != "(none)" {
		t.Errorf("the file is left: %s", got)
	}
}

// Ensure history keeps the newest, and a damaged one is named and not written over.
func TestHistoryLimits(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	var all []Written
	for i := range historyMax + 2 {
		all = append(all, Written{Path: filepath.Join(dir, fmt.Sprint(i)), Before: make([]byte, 1000), After: make([]byte, 1000), At: noon})
	}
	must(t, folder.writeHistory(all))
	must(t, folder.Write(Written{Path: filepath.Join(dir, "last"), After: []byte("x"), At: noon}))
	past, err := folder.History()
	must(t, err)
	if len(past) != historyMax || filepath.Base(past[0].Path) != "3" {
		t.Errorf("got %d from %s", len(past), past[0].Path)
	}
	for i := range all {
		all[i].After = make([]byte, FileBytesMax)
	}
	must(t, folder.writeHistory(all))
	if past, err = folder.History(); err != nil || len(past) < 5 || len(past) > 20 || filepath.Base(past[len(past)-1].Path) != fmt.Sprint(historyMax+1) {
		t.Errorf("of large files: %d, %v", len(past), err)
	}
	must(t, os.WriteFile(filepath.Join(dir, historyFile), []byte("{"), 0o600))
	if err := folder.Write(Written{Path: filepath.Join(dir, "x"), After: []byte("x"), At: noon}); err == nil || !strings.Contains(err.Error(), "remove the file") {
		t.Errorf("got %v", err)
	}
}

// Ensure proposals wait, oldest first, no more than may, go with their age, and one that cannot
// be read is named.
func TestProposals(t *testing.T) {
	dir := t.TempDir()
	folder := In(dir)
	want := lesson.Lesson{ID: "L-aaaaa", Title: "Use pnpm", Text: "Always.", By: "model", Added: "2026-03-02"}
	must(t, folder.Propose(want, Origin{}, 3))
	must(t, folder.Propose(lesson.Lesson{ID: "L-bbbbb", Title: "Old", Text: "Old."}, Origin{}, 3))
	must(t, os.Chtimes(filepath.Join(dir, "proposed", "L-bbbbb.md"), noon, noon))
	must(t, os.WriteFile(filepath.Join(dir, "proposed", "L-ccccc.md"), []byte{0, 1}, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "proposed", "other.md"), []byte("Other."), 0o600))
	all, err := folder.Proposals(noon.AddDate(0, 0, -1))
	must(t, err)
	if len(all) != 3 || all[0].ID != "L-bbbbb" {
		t.Fatalf("got %+v", all)
	}
	for _, p := range all {
		if diff := cmp.Diff(want, p.Lesson); p.ID == want.ID && diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if (p.Fault != nil) != (p.ID == "L-ccccc") {
			t.Errorf("%s: got %v", p.ID, p.Fault)
		}
	}
	if all, err = folder.Proposals(noon.Add(time.Second)); err != nil || len(all) != 2 {
		t.Errorf("after its age: got %d, %v", len(all), err)
	}
	must(t, folder.Withdraw("L-aaaaa"))
	must(t, folder.Withdraw("L-aaaaa"))
	for _, id := range []string{"../known", "", "L-AAAAA"} {
		if folder.Withdraw(id) == nil || folder.Propose(lesson.Lesson{ID: id, Title: "T"}, Origin{}, 3) == nil {
			t.Errorf("%q counts as an id", id)
		}
	}
	for i := range ProposedMax {
		err = folder.Propose(lesson.Lesson{ID: fmt.Sprintf("L-dd%c%ca", "abcdefghjk"[i/10], "abcdefghjk"[i%10]), Title: "T", Text: fmt.Sprint(i)}, Origin{}, 3)
	}
	if !errors.Is(err, ErrFull) {
		t.Errorf("too many: got %v", err)
	}
}

// Ensure forgetting leaves no words of lessons, and what is known of files that are there: a
// file that a session wrote must not become a person's by that.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	folder, kept := In(filepath.Join(dir, "reviews")), filepath.Join(dir, "kept.md")
	if _, _, err := folder.Forget(); err != nil || content(t, filepath.Join(dir, "reviews", knownFile)) != "(none)" {
		t.Errorf("of nothing: %v", err)
	}
	must(t, folder.Write(Written{Path: kept, After: []byte("one"), At: noon}))
	must(t, folder.Propose(lesson.Lesson{ID: "L-aaaaa", Title: "T", Text: "T"}, Origin{}, 3))
	must(t, folder.Change(func(k *Known) error {
		k.Put(File{Path: kept, Hash: "kept", State: Unreviewed})
		k.Put(File{Path: filepath.Join(dir, "gone.md"), Hash: "gone", State: Active})
		k.Say("kept", false, noon)
		k.Say("gone", true, noon)
		return nil
	}))
	proposals, changes, err := folder.Forget()
	must(t, err)
	known, err := folder.Known()
	must(t, err)
	if proposals != 1 || changes != 1 || len(known.Files) != 1 || len(known.Kept) != 1 || known.Files[0].State != Unreviewed {
		t.Errorf("got %d, %d, %+v", proposals, changes, known)
	}
	if all, _ := folder.Proposals(noon); len(all) > 0 || content(t, filepath.Join(dir, "reviews", historyFile)) != "(none)" || content(t, kept) != "one" {
		t.Errorf("got %+v", all)
	}
}
