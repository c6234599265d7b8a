package look

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/sampletest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

// differs says in what a pass differs from the disk; "" where it does not.
func differs(l *Looks, path string) string {
	seen, err := l.Lstat(path)
	is, isErr := lstat(path)
	if seen.links, is.links = 0, 0; seen != is || (err == nil) != (isErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(isErr, fs.ErrNotExist) {
		return fmt.Sprintf("%s is %+v, %v; seen: %+v, %v", path, is, isErr, seen, err)
	}
	entries, err := l.ReadDir(path, 100)
	are, isErr := foreign.ReadDir(path, 100)
	if list(entries) != list(are) || (err == nil) != (isErr == nil) {
		return fmt.Sprintf("%s has %s, %v; seen: %s, %v", path, list(are), isErr, list(entries), err)
	}
	return ""
}

func list(entries []fs.DirEntry) string {
	var all []string
	for _, entry := range entries {
		all = append(all, fmt.Sprint(entry.Name(), entry.Type()))
	}
	return strings.Join(all, " ")
}

// tree is a few folders and files that change at random.
type tree struct {
	t      *testing.T
	root   string
	random *rand.Rand
	clock  time.Time

	memory  *Memory
	checked time.Time
}

func (r *tree) folder() string {
	parts := []string{r.root}
	for range r.random.IntN(4) {
		parts = append(parts, fmt.Sprint("d", r.random.IntN(3)))
	}
	return filepath.Join(parts...)
}

func (r *tree) path() string { return filepath.Join(r.folder(), fmt.Sprint("f", r.random.IntN(3))) }

// change makes one change, which may fail, and says which.
func (r *tree) change() string {
	a, b := r.path(), r.path()
	c, d := r.folder(), r.folder()
	r.clock = r.clock.Add(time.Second)
	steps := []func() (string, error){
		func() (string, error) { return "write " + a, os.WriteFile(a, make([]byte, r.random.IntN(50)), 0o600) },
		func() (string, error) { return "write " + b, os.WriteFile(b, make([]byte, r.random.IntN(50)), 0o600) },
		func() (string, error) {
			file, err := os.OpenFile(a, os.O_WRONLY|os.O_APPEND, 0)
			if err == nil {
				_, err = file.WriteString("x")
				err = errors.Join(err, file.Close())
			}
			return "append to " + a, err
		},
		func() (string, error) { return "truncate " + a, os.Truncate(a, int64(r.random.IntN(9))) },
		func() (string, error) { return "set the time of " + a, os.Chtimes(a, r.clock, r.clock) },
		func() (string, error) { return "make " + c, os.MkdirAll(c, 0o700) },
		func() (string, error) { return "make " + d, os.MkdirAll(d, 0o700) },
		func() (string, error) { return "remove " + a, os.Remove(a) },
		func() (string, error) { return "remove " + c, os.Remove(c) },
		func() (string, error) {
			if c == r.root {
				return "", nil
			}
			return "remove all of " + c, os.RemoveAll(c)
		},
		func() (string, error) { return "rename " + a + " to " + b, os.Rename(a, b) },
		func() (string, error) { return "rename " + c + " to " + d, os.Rename(c, d) },
		func() (string, error) { return "rename " + c + " to " + b, os.Rename(c, b) },
		func() (string, error) { return "link " + a + " to " + b, os.Symlink(b, a) },
		func() (string, error) { return "link " + a + " to " + d, os.Symlink(d, a) },
		func() (string, error) { return "link the folder " + c + " to " + d, os.Symlink(d, c) },
		func() (string, error) {
			err := os.Link(a, b)
			r.checked = r.checked.Add(checkAfter)
			r.memory.Check(r.checked) // no watch tells
			return "name " + a + " also " + b, err
		},
		func() (string, error) { // what is above the root is another folder from now on
			above := filepath.Dir(r.root)
			err := os.Rename(above, above+".old")
			return "replace what is above the root", errors.Join(err, os.MkdirAll(r.root, 0o700), os.RemoveAll(above+".old"))
		},
		func() (string, error) { // the root is another folder from now on
			if err := os.Rename(r.root, r.root+".old"); err != nil {
				return "", err
			}
			err := os.Mkdir(r.root, 0o700)
			if r.random.IntN(2) == 0 {
				err = errors.Join(os.Remove(r.root), os.Rename(r.root+".old", r.root))
			}
			return "replace the root", errors.Join(err, os.RemoveAll(r.root+".old"))
		},
	}
	what, err := steps[r.random.IntN(len(steps))]()
	if err != nil {
		return ""
	}
	return what
}

// Ensure that a pass over files that were seen before sees what is on the disk, whatever has
// changed between.
func TestSeesEachChange(t *testing.T) {
	trees := uint64(4)
	if sampletest.Soak() {
		trees = 200
	}
	for seed := sampletest.Seed(); seed < sampletest.Seed()+trees; seed++ {
		m := NewMemory()
		r := &tree{t, filepath.Join(tempDir(t), "above", "root"), rand.New(rand.NewPCG(seed, 2)), time.Unix(1_000_000_000, 0), m, time.Now()}
		must(t, os.MkdirAll(r.root, 0o700))
		var done []string
		for range 1500 {
			if what := r.change(); what != "" {
				done = append(done, what)
			}
			if r.random.IntN(3) == 0 {
				continue
			}
			for _, f := range m.folders {
				f.retry = time.Time{} // a folder that was not there may be by now
			}
			l := m.Begin()
			for range 12 {
				path := r.path()
				if r.random.IntN(3) == 0 {
					path = r.folder()
				}
				if wrong := differs(l, path); wrong != "" {
					t.Fatalf("seed %d, after %q: %s", seed, done[max(0, len(done)-6):], wrong)
				}
			}
		}
		m.Forget()
	}
}

// Ensure that what the system vouches for is not looked at again.
func TestRemembers(t *testing.T) {
	dir := tempDir(t)
	write(t, filepath.Join(dir, "a", "SKILL.md"), "x")
	m := NewMemory()
	for range 2 {
		l := m.Begin()
		for _, name := range []string{"SKILL.md", "card.json"} {
			_, _ = l.Lstat(filepath.Join(dir, "a", name))
		}
		_, err := l.ReadDir(dir, 10)
		must(t, err)
	}
	if runtime.GOOS != "linux" {
		return // nothing is remembered there
	}
	if a, top := m.folders[filepath.Join(dir, "a")], m.folders[dir]; a == nil || top == nil || len(a.names) != 2 || len(top.entries) != 1 {
		t.Fatalf("remembered: %+v, %+v", a, top)
	}
	must(t, os.Chtimes(filepath.Join(dir, "a", "SKILL.md"), time.Unix(1, 0), time.Unix(1, 0)))
	if m.Begin(); len(m.folders[filepath.Join(dir, "a")].names) != 0 {
		t.Error("a change is not noted")
	}
	if m.Forget(); len(m.folders) != 0 || m.watch != nil {
		t.Error("not forgotten")
	}
}

// Ensure that more changes than the system keeps, and more folders than may be watched, cost
// nothing but the memory.
func TestSeesManyChanges(t *testing.T) {
	dir := tempDir(t)
	m := NewMemory()
	path := filepath.Join(dir, "file")
	write(t, path, "x")
	must(t, os.Mkdir(filepath.Join(dir, "busy"), 0o700))
	l := m.Begin()
	for _, path := range []string{path, filepath.Join(dir, "busy", "0")} {
		if wrong := differs(l, path); wrong != "" {
			t.Error(wrong)
		}
	}
	for i := range 9000 { // of each two changes are told, and 16,384 are kept
		name := filepath.Join(dir, "busy", fmt.Sprint(i))
		must(t, os.Mkdir(name, 0o700))
		must(t, os.Remove(name))
	}
	write(t, path, "changed")
	if wrong := differs(m.Begin(), path); wrong != "" {
		t.Error(wrong)
	}
	l = m.Begin()
	for i := range FoldersMax + 20 {
		name := filepath.Join(dir, "many", fmt.Sprint(i), "x")
		write(t, name, "x")
		if wrong := differs(l, name); wrong != "" {
			t.Fatal(wrong)
		}
	}
	if len(m.folders) > FoldersMax {
		t.Errorf("%d folders are remembered", len(m.folders))
	}
	for i := range FoldersMax + 20 {
		name := filepath.Join(dir, "many", fmt.Sprint(i), "x")
		must(t, os.Remove(name))
		if wrong := differs(m.Begin(), name); wrong != "" {
			t.Fatal(wrong)
		}
	}
}

// Ensure that a file with another name is looked at each time, that one which gets another
// name is noticed by the next check, and that no folder is taken for one that was moved away
// with what is above it.
func TestSeesWhatNoWatchTells(t *testing.T) {
	dir := tempDir(t)
	path, other := filepath.Join(dir, "above", "a", "b", "file"), filepath.Join(dir, "other")
	write(t, path, "x")
	m := NewMemory()
	same := func(when string, paths ...string) {
		t.Helper()
		l := m.Begin()
		for _, path := range append(paths, path) {
			if wrong := differs(l, path); wrong != "" {
				t.Errorf("%s: %s", when, wrong)
			}
		}
	}
	same("at first")
	must(t, os.Link(path, other))
	now := time.Now()
	m.Check(now)
	write(t, other, "changed")
	same("checked before the change under another name")
	write(t, other, "changed again")
	same("changed under another name")
	must(t, os.Remove(other))
	same("one name again")
	must(t, os.Link(path, other))
	write(t, other, "x")
	m.Check(now.Add(checkAfter))
	same("checked after the change")

	must(t, os.Remove(other))
	same("one name at last")
	must(t, os.Rename(filepath.Join(dir, "above"), filepath.Join(dir, "old")))
	write(t, path, "another file")
	same("what is above was replaced", filepath.Join(dir, "above", "a", "no file"))
	must(t, os.Rename(filepath.Join(dir, "above"), filepath.Join(dir, "older")))
	write(t, path, "a third file")
	same("what is above was replaced again")
}

// Ensure that several passes at once each see what had changed before they began.
func TestSeesWhileOthersLook(t *testing.T) {
	dir := tempDir(t)
	path := filepath.Join(dir, "a", "file")
	write(t, path, "")
	m := NewMemory()
	var length, passes atomic.Int64
	var over atomic.Bool
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for !over.Load() {
				least := length.Load()
				l := m.Begin()
				_, _ = l.ReadDir(dir, 10)
				if info, err := l.Lstat(path); err != nil || info.Size < least {
					t.Errorf("%d bytes, %v; there are %d", info.Size, err, least)
					over.Store(true)
				}
				passes.Add(1)
			}
		})
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	defer file.Close()
	for range 6000 {
		_, err := file.WriteString("x")
		must(t, err)
		length.Add(1)
		if length.Load()%500 == 0 {
			m.Forget()
		}
		for until := passes.Load() + 8; passes.Load() < until && !over.Load(); { // what a pass that was under way stored is seen by others
			runtime.Gosched()
		}
	}
	over.Store(true)
	all.Wait()
}
