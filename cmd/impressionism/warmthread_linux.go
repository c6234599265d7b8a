package main

import (
	"runtime"
	"syscall"
)

// giveWay lets every other thread of the machine go first. The thread is the
// caller's until its goroutine ends, and ends with it.
func giveWay() {
	runtime.LockOSThread()
	const nicest = 19
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), nicest) // without it the work is only less quiet
}
