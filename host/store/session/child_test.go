package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// childJob, when set, makes the test binary do one job instead of testing: other
// processes are what the store must live with.
const childJob = "SESSION_TEST_JOB"

// job is what a child does; done is what it prints.
type job struct {
	Kind     string
	Path     string
	Sessions []string
	Events   int   // for each session
	Limit    int64 // bytes that a file may have
}

type done struct {
	Recorded int
	Err      string
	Full     bool
	ReadOnly bool
}

var jobs = map[string]func(job) done{"record": recordJob, "report": reportJob, "create": createJob}

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

// start begins a job in a process of its own; calling the result waits for it.
func start(t *testing.T, j job) func() done {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	command := exec.Command(self)
	command.Env = append(os.Environ(), childJob+"="+string(encoded))
	command.Stdout, command.Stderr = &out, &problems
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return func() (d done) {
		t.Helper()
		if err := command.Wait(); err != nil {
			t.Errorf("child: %v\n%s", err, &problems)
		}
		if err := json.Unmarshal(out.Bytes(), &d); err != nil {
			t.Errorf("child said %q: %v", &out, err)
		}
		return d
	}
}

// createJob opens many files that are not there, in an order that all know, so
// that several processes meet at each.
func createJob(j job) (d done) {
	for i := range j.Events {
		if err := recordOnce(fmt.Sprintf("%s.%d", j.Path, i), j.Sessions[0], 0); err != nil {
			d.Err = err.Error()
			return d
		}
		d.Recorded++
	}
	return d
}

// recordJob does as hooks do: each event opens the store, records and closes.
func recordJob(j job) (d done) {
	for i := range j.Events {
		for _, id := range j.Sessions {
			if err := recordOnce(j.Path, id, i); err != nil {
				d.Err = err.Error()
				return d
			}
			d.Recorded++
		}
	}
	return d
}

func recordOnce(path, sessionID string, i int) error {
	store, err := Open(path, Options{Busy: 20 * time.Second})
	if err != nil {
		return err
	}
	event := abi.Event{
		Name: abi.EventPrompt, SessionID: sessionID, Workspace: "/w",
		Time: began.Add(time.Duration(i) * time.Second), Prompt: fmt.Sprintf("prompt %d of %d", i, os.Getpid()),
	}
	recorded, err := store.Record(event, Policy{})
	if err == nil {
		_, err = store.Apply(sessionID, recorded.Sequence, Change{Activate: entries([]string{"db"})}, Decision{At: event.Time})
	}
	if err != nil {
		_ = store.Close()
		return err
	}
	return store.Close()
}
