package session

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// reportJob records for ever and says each number once it is recorded.
func reportJob(j job) done {
	store, err := Open(j.Path, Options{})
	for err == nil {
		var recorded Recorded
		recorded, err = store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "s", Time: began, Prompt: "x"}, Policy{})
		fmt.Println(recorded.Sequence)
	}
	return done{Err: err.Error()}
}

// Ensure what was recorded outlives a process that is killed at any moment, as
// the client does with hooks that take too long.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	encoded, err := json.Marshal(job{Kind: "report", Path: path})
	must(t, err)
	self, err := os.Executable()
	must(t, err)
	said := 0
	for round := range 5 {
		command := exec.Command(self)
		command.Env = append(os.Environ(), childJob+"="+string(encoded))
		out, err := command.StdoutPipe()
		must(t, err)
		must(t, command.Start())
		lines := bufio.NewScanner(out)
		for n := 0; n < 20+7*round && lines.Scan(); n++ {
			_, err := fmt.Sscan(lines.Text(), &said)
			must(t, err)
		}
		must(t, command.Process.Kill())
		for lines.Scan() { // what it still said before it died
			if _, err := fmt.Sscan(lines.Text(), &said); err != nil {
				t.Fatal(err)
			}
		}
		_ = command.Wait() // killed, as intended
		store := openAt(t, path)
		size, err := store.Size()
		must(t, err)
		if size.Messages < int64(said) || size.Messages > int64(said)+1 {
			t.Errorf("round %d: %d messages are stored, %d were reported", round, size.Messages, said)
		}
		checkSequence(t, store, "s", int(size.Messages))
	}
}
