//go:build unix

package lua

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// escapeEnv tells the test binary to run one hostile script and print its end.
const escapeEnv = "IMPRESSIONISM_TEST_ESCAPE"

func TestMain(m *testing.M) {
	if path := os.Getenv(escapeEnv); path != "" {
		os.Exit(playHostile(path))
	}
	os.Exit(m.Run())
}

func playHostile(path string) int {
	code, err := os.ReadFile(path)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	s := script{name: filepath.Base(path), code: expand(code), function: abi.Activation, context: `{"abi":2}`, replies: map[string][]string{
		"embed": {`{"ok":"e1"}`}, "vector": {`{"ok":[0.5,0.25]}`}, "log": {`{"ok":null}`},
		"session": {`{"ok":{"session_id":"s1"}}`},
	}}
	budgets := abi.DefaultBudgets()
	budgets.Fuel = 5_000_000 // so that a script meets the budget it is about first
	answer, err := s.play(budgets, nil)
	fmt.Println("peak", peakBytes())
	fault, ok := errors.AsType[*abi.Fault](err)
	switch {
	case ok:
		fmt.Printf("%s: %s\n", fault.Code, fault.Message)
	case err != nil:
		fmt.Printf("no fault: %v\n", err)
	default:
		fmt.Printf("answer %s\n", answer)
	}
	return 0
}

// expand writes out sources that would be too long to keep: a line
// "--repeat N TEXT" stands for N times the text.
func expand(code []byte) []byte {
	var out strings.Builder
	for line := range strings.Lines(string(code)) {
		rest, ok := strings.CutPrefix(line, "--repeat ")
		if !ok {
			out.WriteString(line)
			continue
		}
		count, text, _ := strings.Cut(strings.TrimSuffix(rest, "\n"), " ")
		var n int
		fmt.Sscan(count, &n)
		for i := range n {
			out.WriteString(strings.ReplaceAll(text, "$i", fmt.Sprint(i)))
		}
		out.WriteString("\n")
	}
	return []byte(out.String())
}

const (
	escapesMin     = 70
	hostileCPUMax  = time.Second // ten times the aim of 100 ms
	hostileWallMax = 20 * time.Second
)

// Ensure that every attempt to get out of the sandbox or to use it up ends by
// its named error, with little time and little memory; garbage collection is
// off, as it is in a hook.
func TestEscapes(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "escape", "*.lua"))
	if err != nil || len(paths) < escapesMin {
		t.Fatalf("%d escape scripts, at least %d wanted (%v)", len(paths), escapesMin, err)
	}
	for _, path := range paths {
		s := readScript(t, path)
		t.Run(s.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), hostileWallMax)
			defer cancel()
			command := exec.CommandContext(ctx, os.Args[0])
			command.Env = append(os.Environ(), escapeEnv+"="+path, "GOGC=off")
			out, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("the process died: %v\n%.2000s", err, out)
			}
			if !strings.Contains(string(out), s.expect) {
				t.Errorf("got  %.600s\nwant %s", out, s.expect)
			}
			state := command.ProcessState
			cpu := state.UserTime() + state.SystemTime()
			var held int64
			first, rest, _ := strings.Cut(string(out), "\n")
			fmt.Sscanf(first, "peak %d", &held)
			t.Logf("%4d ms %4d MB  %.100s", cpu.Milliseconds(), held>>20, strings.TrimSpace(rest))
			if cpu > hostileCPUMax {
				t.Errorf("took %v of processor time", cpu)
			}
			if held == 0 {
				t.Errorf("no peak in %.100s", out)
			}
			if limit := 3 * abi.DefaultBudgets().MemoryBytes; held > limit {
				t.Errorf("held %d MB, at most %d", held>>20, limit>>20)
			}
		})
	}
}

// peakBytes is the most memory that this process has held. Linux counts the
// parent's in where it tells the parent about a child, so the child asks itself.
func peakBytes() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		var kilobytes int64
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		fmt.Sscan(rest, &kilobytes)
		return kilobytes << 10
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return int64(usage.Maxrss)
}
