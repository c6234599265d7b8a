//go:build linux || darwin

package wasm

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// cpuGrace is how much longer than its limit a process may take to say so, in
// seconds. Then the kernel ends it.
const cpuGrace = 2

// limitProcess bounds the processor time of this process, and its address space
// where memory that is only reserved leaves room for a bound.
func limitProcess(cpu time.Duration) {
	seconds := uint64(cpu / time.Second)
	over := make(chan os.Signal, 1)
	signal.Notify(over, syscall.SIGXCPU)
	go func() { // waits for the kernel's word and ends the process
		<-over
		os.Exit(vetExitTime)
	}()
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds + cpuGrace}) // the parent has a deadline, too
	limitAddresses()
}
