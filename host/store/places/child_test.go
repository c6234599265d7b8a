package places

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/place"
)

// childJob, when set, makes the test binary do one job instead of testing: other processes are
// what the store must live with.
const childJob = "PLACES_TEST_JOB"

// job is what a child does; done is what it prints at its end.
type job struct {
	Kind   string
	Path   string
	Root   string
	First  int   // batch
	Rounds int   // batches or searches
	Limit  int64 // bytes that a file may have
}

type done struct {
	Rounds                  int
	Err                     string
	Full, Unwritable, Other bool
}

var jobs = map[string]func(job) done{"write": writeJob, "search": searchJob, "forever": foreverJob, "nothing": func(job) done { return done{} }, "ask": askJob}

func TestMain(m *testing.M) {
	encoded := os.Getenv(childJob)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var j job
	if err := json.Unmarshal([]byte(encoded), &j); err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(jobs[j.Kind](j)); err != nil {
		panic(err)
	}
}

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

func failed(d done, err error) done {
	if err != nil {
		d.Err, d.Full, d.Unwritable, d.Other = err.Error(), isFull(err), IsUnwritable(err), IsOtherSchema(err)
	}
	return d
}

// filesPerBatch is how many files of a batch of jobs are there; all have its number as a word.
const filesPerBatch = 5

// batch are the files of one number. Each batch replaces those of three batches before.
func batch(n int) []FileText {
	var files []FileText
	for i := range filesPerBatch {
		text := fmt.Sprintf("F%d: common batch%d\nG%d: common words of file%d %s", n, n, i, i, strings.Repeat("filler ", n%50))
		files = append(files, source(fmt.Sprintf("d%d/f%d.go", n%3, i), text))
	}
	return files
}

func writeJob(j job) (d done) {
	s, err := Open(j.Path)
	for err == nil && d.Rounds < j.Rounds {
		_, err = s.Apply(j.Root, Changes{At: moment, Upsert: batch(j.First + d.Rounds)})
		if err == nil && d.Rounds%5 == 4 {
			err = s.Compact(noContext(), moment.Add(restorable))
		}
		if err == nil {
			d.Rounds++
		}
	}
	if s != nil {
		err = errors.Join(err, s.Close())
	}
	return failed(d, err)
}

// searchJob searches as commands do: each opens, asks and closes.
func searchJob(j job) (d done) {
	for ; d.Rounds < j.Rounds; d.Rounds++ {
		s, err := OpenRead(j.Path)
		if err != nil {
			return failed(d, err)
		}
		var hits Hits
		for range 5 {
			if hits, err = s.Search(Search{Root: j.Root, Query: place.ParseQuery("common words"), Recipe: place.Default()}); err != nil {
				break
			}
		}
		if err = errors.Join(err, s.Close()); err == nil {
			err = whole(hits)
		}
		if err != nil {
			return failed(d, err)
		}
	}
	return d
}

// askJob searches once, as a command does.
func askJob(j job) done {
	s, err := OpenRead(j.Path)
	if err != nil {
		return failed(done{}, err)
	}
	_, err = s.Search(Search{Root: j.Root, Query: place.ParseQuery(questions[j.First]), Recipe: place.Default()})
	return failed(done{Rounds: 1}, errors.Join(err, s.Close()))
}

// whole reports hits that no state between two batches has.
func whole(hits Hits) error {
	if n := len(hits.Hits); n%(2*filesPerBatch) != 0 || n > 3*2*filesPerBatch {
		return fmt.Errorf("%d hits are no whole batches", n)
	}
	return nil
}

// foreverJob applies batch after batch, and says each number before and after.
func foreverJob(j job) (d done) {
	s, err := Open(j.Path)
	for n := j.First; err == nil; n++ {
		fmt.Println("begin", n)
		if _, err = s.Apply(j.Root, Changes{At: moment, Upsert: batch(n)}); err != nil {
			break
		}
		fmt.Println("end", n)
		if n%7 == 0 {
			err = s.Compact(noContext(), moment.Add(restorable))
		}
		if n%11 == 0 && err == nil {
			err = s.PutVectors("m", []Embedded{{Sum(n), []float32{1, 2, 3}}})
		}
	}
	return failed(d, err)
}

// Ensure 16 processes search while two index and compact, from the first batch on, and neither
// meets an error or half of a batch.
func TestManyProcesses(t *testing.T) {
	path := openNew(t).Path()
	if d := start(t, job{Kind: "write", Path: path, Root: "/r", Rounds: 3})(); d.Err != "" {
		t.Fatal(d.Err)
	}
	var waits []func() done
	rounds := 12
	for i := range 18 {
		j := job{Kind: "search", Path: path, Root: "/r", Rounds: rounds}
		if i < 2 {
			j = job{Kind: "write", Path: path, Root: []string{"/r", "/other"}[i], First: 3, Rounds: rounds}
		}
		waits = append(waits, start(t, j))
	}
	for i, wait := range waits {
		if d := wait(); d.Err != "" || d.Rounds != rounds {
			t.Errorf("process %d: %d of %d: %s", i, d.Rounds, rounds, d.Err)
		}
	}
	s := openTest(t, path)
	must(t, s.Check())
	if s.Replaced() != "" {
		t.Error(s.Replaced())
	}
}

// Ensure processes that create a file at once all store in it.
func TestManyProcessesCreate(t *testing.T) {
	path := openNew(t).Path() + ".fresh"
	var waits []func() done
	for i := range 6 {
		waits = append(waits, start(t, job{Kind: "write", Path: path, Root: fmt.Sprint("/", i), Rounds: 2}))
	}
	for i, wait := range waits {
		if d := wait(); d.Err != "" {
			t.Errorf("process %d: %s", i, d.Err)
		}
	}
	status, err := openTest(t, path).Status()
	must(t, err)
	if len(status.Worktrees) != 6 {
		t.Errorf("got %+v", status)
	}
}

// killRuns is how often a writer is killed: 1,000 times with IMPRESSIONISM_SOAK=1.
func killRuns() int {
	if os.Getenv("IMPRESSIONISM_SOAK") == "1" {
		return 1000
	}
	return 20
}

// Ensure a process that is killed at any moment leaves the state before or after a batch.
func TestKilled(t *testing.T) {
	path := openNew(t).Path()
	first := 0
	for run := range killRuns() {
		command := child(t, job{Kind: "forever", Path: path, Root: "/r", First: first})
		var out bytes.Buffer
		command.Stdout = &out
		must(t, command.Start())
		time.Sleep(time.Duration(10+run*7919%90) * time.Millisecond)
		must(t, command.Process.Kill())
		_ = command.Wait() // killed, as intended
		begun, ended := -1, -1
		for line := range strings.Lines(out.String()) {
			_, _ = fmt.Sscanf(line, "begin %d", &begun)
			_, _ = fmt.Sscanf(line, "end %d", &ended)
		}
		checkKilled(t, path, begun, ended)
		if t.Failed() {
			t.Fatalf("in run %d", run)
		}
		first = max(first, begun+1)
	}
	if first < 5 {
		t.Errorf("only %d batches were stored", first)
	}
}

// checkKilled looks at what a killed process left, which said what it began and ended.
func checkKilled(t *testing.T, path string, begun, ended int) {
	t.Helper()
	s := openTest(t, path)
	if s.Replaced() != "" {
		t.Fatalf("the file was replaced: %s", s.Replaced())
	}
	must(t, s.Check())
	if begun < 0 {
		return
	}
	files, err := s.Files("/r")
	must(t, err)
	for _, n := range []int{begun, ended} {
		if n < 0 {
			continue
		}
		want := batch(n)
		have := 0
		for _, f := range want {
			if files[f.Path].Hash == f.Hash {
				have++
			}
		}
		if have != 0 && have != len(want) || n == ended && have == 0 {
			t.Errorf("%d of batch %d are there; %d begun, %d ended", have, n, begun, ended)
		}
		hits, err := s.Search(Search{Root: "/r", Query: place.ParseQuery(fmt.Sprint("batch", n)), Recipe: place.Default()})
		must(t, err)
		found := slices.DeleteFunc(hits.Hits, func(h Hit) bool { return h.Matches[0].Body == 0 })
		if len(found) != have {
			t.Errorf("%d of batch %d are found, %d are there", len(found), n, have)
		}
	}
	must(t, s.Close())
}
