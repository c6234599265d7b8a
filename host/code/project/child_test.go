package project

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/places"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// childJob, when set, makes the test binary do one job instead of testing: other processes are
// what an index must live with.
const childJob = "PROJECT_TEST_JOB"

// job is what a child does; done is what it prints at its end.
type job struct {
	Kind         string
	Home         Home
	Rounds       int
	Bytes, Owner int // limits of a file and the user, where they are not 0
}

type done struct {
	Rounds, Hits, Stale int
	Err                 string
	Unwritable          bool
}

var jobs = map[string]func(job) (done, error){"index": indexJob, "search": searchJob, "hold": holdJob}

func TestMain(m *testing.M) {
	encoded := os.Getenv(childJob)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var j job
	if err := json.Unmarshal([]byte(encoded), &j); err != nil {
		panic(err)
	}
	d, err := done{}, restrict(j)
	if err == nil {
		d, err = jobs[j.Kind](j)
	}
	if err != nil {
		d.Err, d.Unwritable = err.Error(), places.IsUnwritable(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(d); err != nil {
		panic(err)
	}
}

// restrict is replaced where the system can.
var restrict = func(job) error { return nil }

func child(tb testing.TB, j job) *exec.Cmd {
	tb.Helper()
	self, err := os.Executable()
	must(tb, err)
	encoded, err := json.Marshal(j)
	must(tb, err)
	command := exec.Command(self)
	command.Env = append(os.Environ(), childJob+"="+string(encoded))
	return command
}

// start begins a job in a process of its own; calling the result waits for it.
func start(tb testing.TB, j job) func() done {
	tb.Helper()
	var out, problems bytes.Buffer
	command := child(tb, j)
	command.Stdout, command.Stderr = &out, &problems
	must(tb, command.Start())
	return func() (d done) {
		tb.Helper()
		if err := command.Wait(); err != nil {
			tb.Errorf("child: %v\n%s", err, &problems)
		}
		if err := json.Unmarshal(out.Bytes(), &d); err != nil {
			tb.Errorf("child said %q: %v", &out, err)
		}
		return d
	}
}

// indexJob brings an index up to date and embeds, again and again, and edits a file of its own
// between.
func indexJob(j job) (d done, err error) {
	for ; d.Rounds < j.Rounds && err == nil; d.Rounds++ {
		if j.Rounds > 1 {
			name := filepath.Join(j.Home.Tree, fmt.Sprintf("own%d.go", os.Getpid()))
			text := strings.Repeat("// Above.\n", d.Rounds%7) + "package own\n\n// Own is one's own, of what number 3 does.\nfunc Own() {}\n"
			if err = os.WriteFile(name, []byte(text), 0o600); err != nil {
				return d, err
			}
		}
		err = indexOnce(j)
	}
	return d, err
}

func indexOnce(j job) error {
	p, err := Open(j.Home, options())
	if err != nil {
		return err
	}
	_, err = p.Refresh(context.Background(), nil)
	if err == nil {
		err = p.Embed(context.Background(), new(counted).model(), 10_000, nil)
	}
	if err == nil && j.Rounds > 1 {
		err = p.Compact(context.Background())
	}
	if closed := p.Close(); err == nil {
		err = closed
	}
	return err
}

// searchJob asks, each time as a program that begins anew, and holds the answers against the
// files.
func searchJob(j job) (d done, err error) {
	for ; d.Rounds < j.Rounds; d.Rounds++ {
		p, err := OpenFound(j.Home, options())
		if err != nil {
			return d, err
		}
		answer, err := p.Search(context.Background(), Question{Text: []string{"what number 3 does", "Word5", "Own"}[d.Rounds%3], Limit: 10}, new(counted).model())
		if err == nil {
			err = heldOrWritten(p, answer)
		}
		d.Hits, d.Stale = d.Hits+len(answer.Hits), d.Stale+answer.Stale
		if closed := p.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// holdJob has the lock of those that write, says so, and never lets go.
func holdJob(j job) (done, error) {
	db, err := sqlite.Open(j.Home.File, sqlite.Options{})
	if err != nil {
		return done{}, err
	}
	tx, err := db.Begin()
	if err != nil {
		return done{}, err
	}
	fmt.Println("holds")
	time.Sleep(time.Hour)
	return done{}, tx.Rollback()
}

// Ensure a process that was stopped while it wrote holds up no search for long, and no line is
// said to be right that is not.
func TestStoppedWriter(t *testing.T) {
	folder, indexes := newTree(t, 30)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	must(t, p.Close())
	home, err := HomeOf(indexes, folder)
	must(t, err)
	command := child(t, job{Kind: "hold", Home: home})
	out, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait() // it was killed
	}()
	if _, err := out.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	write(t, folder, "d5/f5.go", "package d\n\n\n// Word5 does what number 5 does.\nfunc Word5() {}\n")
	began := time.Now()
	p, err = OpenFound(home, options())
	must(t, err)
	defer p.Close()
	answer := askFor(t, p, Question{Text: "Word5", Limit: 5}, new(counted).model())
	if took := time.Since(began); took > 10*busyFound {
		t.Errorf("it took %s", took)
	}
	if got := said(answer); !strings.Contains(got, "Word5 stale") {
		t.Errorf("got %s", got)
	}
}

// heldOrWritten is holds, except for the files that others write at this very moment: their lines
// must be those of a version.
func heldOrWritten(p *Project, answer Answer) error {
	rest := answer
	rest.Hits = nil
	for _, hit := range answer.Hits {
		if !strings.HasPrefix(hit.Path, "own") {
			rest.Hits = append(rest.Hits, hit)
		} else if text := strings.Join(hit.Lines, "\n"); !hit.Stale && hit.Symbol == "Own" && text != "// Own is one's own, of what number 3 does.\nfunc Own() {}" {
			return fmt.Errorf("%s:%d-%d has lines of no version: %q", hit.Path, hit.Start, hit.End, text)
		}
	}
	return holds(p.Tree, rest)
}

// Ensure while two processes index and write, sixteen that search never fail, and every line of
// theirs is right.
func TestProcesses(t *testing.T) {
	folder, indexes := newTree(t, 150)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	refresh(t, openAt(t, indexes, folder, options()))
	var waits []func() done
	for range 2 {
		waits = append(waits, start(t, job{Kind: "index", Home: home, Rounds: 12}))
	}
	for range 16 {
		waits = append(waits, start(t, job{Kind: "search", Home: home, Rounds: 9}))
	}
	hits := 0
	for i, wait := range waits {
		d := wait()
		if d.Err != "" {
			t.Errorf("process %d: after %d rounds: %s", i, d.Rounds, d.Err)
		}
		hits += d.Hits
	}
	if hits < 16*9 {
		t.Errorf("%d hits", hits)
	}
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	must(t, p.store.Check())
	if got := said(ask(t, p, "Own")); strings.Count(got, "Own") != 2 {
		t.Errorf("at the end: %s", got)
	}
}

// killRuns is how often an index is killed.
func killRuns() int {
	if os.Getenv("IMPRESSIONISM_SOAK") == "1" {
		return 1000
	}
	return 20
}

// Ensure an index that is killed at any moment is whole, the next run goes on, and both come to
// what an undisturbed one does.
func TestKilled(t *testing.T) {
	folder, indexes := newTree(t, 450)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	whole := Home{Tree: home.Tree, File: filepath.Join(indexes, "whole.db")}
	began := time.Now()
	if d := start(t, job{Kind: "index", Home: whole, Rounds: 1})(); d.Err != "" {
		t.Fatal(d.Err)
	}
	takes := time.Since(began)
	undisturbed, err := Open(whole, options())
	must(t, err)
	defer undisturbed.Close()
	want := stateOf(t, undisturbed)
	killed := 0
	for run := range killRuns() {
		if run%10 == 0 {
			must(t, places.Drop(home.File)) // else a file changes between kills
		}
		write(t, folder, "d3/f3.go", fmt.Sprintf("package d\n\n// Word3 does what number 3 does.\nfunc Word3() int { return %d }\n", run))
		command := child(t, job{Kind: "index", Home: home, Rounds: 1})
		must(t, command.Start())
		time.Sleep(time.Duration(rand.Int64N(int64(takes))))
		if command.ProcessState == nil && command.Process.Kill() == nil {
			killed++
		}
		_ = command.Wait() // it was killed
		if run%5 != 4 {
			continue
		}
		write(t, folder, "d3/f3.go", "package d\n\n// Word3 does what number 3 does.\nfunc Word3() int { return 3 }\n")
		if d := start(t, job{Kind: "index", Home: home, Rounds: 1})(); d.Err != "" {
			t.Fatalf("run %d: %s", run, d.Err)
		}
		p, err := Open(home, options())
		must(t, err)
		if p.Replaced() != "" {
			t.Errorf("run %d: %s", run, p.Replaced())
		}
		must(t, p.store.Check())
		if got := stateOf(t, p); got != want {
			t.Fatalf("run %d: %s", run, firstDifference(got, want))
		}
		must(t, p.Close())
	}
	if killed < killRuns()/3 {
		t.Errorf("only %d of %d were killed", killed, killRuns())
	}
}

// stateOf is state without the vectors that a search gives.
func stateOf(t testing.TB, p *Project) string {
	t.Helper()
	lacking, err := p.store.Without(p.Tree, "counted", 10_000)
	must(t, err)
	return fmt.Sprintf("%d lack a vector\n%s", len(lacking), state(t, p, "Word3", "Word300 Word17 Word3", "Word449"))
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("got %s\nwant %s", a[i], b[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(a), len(b))
}
