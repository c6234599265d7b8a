// Command runtests runs the tests and holds them to the project's rule: where
// CI=true every test runs, and one that does not is a failure. It prints failures whole, names
// what was skipped and why, and closes on one line of counts.
//
//	go run ./cmd/runtests [-slowest N] [flags of go test] packages
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Getenv("CI") == "true", os.Stdout, os.Stderr)) }

func run(args []string, strict bool, out, errOut io.Writer) int {
	slowest := 0
	if len(args) > 1 && args[0] == "-slowest" {
		var err error
		if slowest, err = strconv.Atoi(args[1]); err != nil {
			fmt.Fprintln(errOut, "runtests: -slowest wants a number:", err)
			return 2
		}
		args = args[2:]
	}
	drawn := seed()
	flags := []string{"test", "-json", "-vet=off", "-p", strconv.Itoa(packagesAtOnce())} // make runs the whole of vet before
	if strict {
		flags = append(flags, "-count=1") // no result of an earlier run stands for a test
	}
	command := exec.Command("go", slices.Concat(flags, order(args))...)
	command.Env = append(garbage(os.Environ()), seedVariable+"="+drawn)
	command.Stderr = errOut
	pipe, err := command.StdoutPipe()
	if err != nil {
		fmt.Fprintln(errOut, "runtests:", err)
		return 2
	}
	if err := command.Start(); err != nil {
		fmt.Fprintln(errOut, "runtests:", err)
		return 2
	}
	t := tally{out: out, text: map[string][]string{}, times: map[test]float64{}}
	if err := t.read(pipe); err != nil {
		fmt.Fprintln(errOut, "runtests: read results:", err)
		return 2
	}
	failed := command.Wait() != nil
	t.summary()
	t.printSlowest(slowest)
	if t.passed+t.failed+len(t.skipped) == 0 {
		fmt.Fprintln(out, "no test ran: see -run and the packages")
		failed = true
	}
	if strict && len(t.skipped) > 0 {
		fmt.Fprintln(out, "CI=true: a test that never runs is a defect")
		failed = true
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", t.passed, t.failed, len(t.skipped))
	if failed {
		fmt.Fprintf(out, "to try the same cases again: %s=%s\n", seedVariable, drawn)
		return 1
	}
	return 0
}

// packagesAtOnce is one more than there are processors: the tests that run a real client
// wait for it half of their time.
func packagesAtOnce() int { return runtime.NumCPU() + 1 }

// garbage has tests, and the compilers that go test starts, collect garbage less often, unless
// the environment says how often: a tenth of their time goes into it.
func garbage(environ []string) []string {
	if slices.ContainsFunc(environ, func(variable string) bool { return strings.HasPrefix(variable, "GOGC=") }) {
		return environ
	}
	return append(environ, "GOGC=400")
}

// event is one line of `go test -json`.
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string // of build output
	Elapsed                       float64
}

type tally struct {
	out            io.Writer
	text           map[string][]string // output by test, until its end
	passed, failed int
	skipped        []string
	times          map[test]float64 // seconds
}

// read takes lines of any length: a test may print much.
func (t *tally) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) == nil {
				t.add(e)
			} else {
				fmt.Fprint(t.out, string(line))
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *tally) add(e event) {
	key := e.Package + " " + e.Test
	if (e.Action == "pass" || e.Action == "fail") && e.Test != "" {
		t.times[test{e.Package, e.Test}] = e.Elapsed
	}
	switch e.Action {
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "output":
		t.text[key] = append(t.text[key], e.Output)
		if strings.HasPrefix(e.Output, "measured: ") { // what a test has to say when it passes
			fmt.Fprint(t.out, e.Output)
		}
	case "fail":
		if e.Test != "" {
			t.failed++
		}
		fmt.Fprint(t.out, strings.Join(t.text[key], ""))
		delete(t.text, key)
	case "skip":
		if e.Test != "" {
			t.skipped = append(t.skipped, key+": "+reason(t.text[key]))
		}
		delete(t.text, key)
	case "pass":
		if e.Test != "" {
			t.passed++
		} else {
			fmt.Fprintf(t.out, "ok   %6.1fs  %s\n", e.Elapsed, e.Package)
		}
		delete(t.text, key)
	}
}

// reason is what a skipped test said last.
func reason(output []string) string {
	for _, line := range slices.Backward(output) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") {
			return line
		}
	}
	return "no reason given"
}

func (t *tally) summary() {
	for _, skipped := range t.skipped {
		fmt.Fprintln(t.out, "skipped", skipped)
	}
}
