package env

import (
	"syscall"
	"time"
)

// ProcessorTime is what this process has had of all processors, in user and in
// system mode.
func ProcessorTime() time.Duration {
	const all = time.Duration(1<<63 - 1) // as if it had all: nothing is put off
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return all
	}
	var created, ended, system, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &ended, &system, &user); err != nil {
		return all
	}
	return 100 * time.Duration(ticks(system)+ticks(user))
}

// ticks are the units of a duration, 100 ns each.
func ticks(f syscall.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) }
