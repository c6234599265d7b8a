// Command meter runs a program and reports its time and peak memory. It is a
// program of its own because a child's peak starts at that of the process it was
// started by: this one is small, the bench is not. It must import little.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"time"
)

// reading is what the bench reads back; see reading there.
type reading struct {
	Nanoseconds int64 `json:"ns"`
	CPU         int64 `json:"cpu"`  // nanoseconds of all processors, with those of programs that it waited for
	PeakBytes   int64 `json:"peak"` // 0: not known on this system
	Exit        int   `json:"exit"` // -1: killed
	TimedOut    bool  `json:"timed_out"`
}

func main() { os.Exit(run(os.Args[1:])) }

// run wants a file for the reading, a limit in milliseconds, a program and its
// arguments.
func run(args []string) int {
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "meter: usage: meter FILE LIMIT_MS PROGRAM [ARGUMENT…]")
		return 2
	}
	limitMS, err := strconv.Atoi(args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "meter:", err)
		return 2
	}
	debug.SetGCPercent(-1)
	r, err := measure(exec.Command(args[2], args[3:]...), time.Duration(limitMS)*time.Millisecond)
	if err == nil {
		var encoded []byte
		if encoded, err = json.Marshal(r); err == nil {
			err = os.WriteFile(args[0], encoded, 0o600)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "meter:", err)
		return 2
	}
	return 0
}

// measure takes the time from before the start to after the end.
func measure(command *exec.Cmd, limit time.Duration) (reading, error) {
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	began := time.Now()
	if err := command.Start(); err != nil {
		return reading{}, err
	}
	killer := time.AfterFunc(limit, func() { _ = command.Process.Kill() }) // it may be gone
	_ = command.Wait()                                                     // its exit code says it
	r := reading{Nanoseconds: int64(time.Since(began)), Exit: command.ProcessState.ExitCode()}
	r.TimedOut = !killer.Stop()
	r.CPU = int64(command.ProcessState.UserTime() + command.ProcessState.SystemTime())
	r.PeakBytes = peakBytes(command.ProcessState)
	return r, nil
}
