package serve

import (
	"runtime"
	"syscall"
)

// niceness leaves a thread a tenth of what others get where all are busy: at 19, a
// build beside it brought the embedding to three texts a second.
const niceness = 10

// giveWay lets the other threads of the machine go first. The thread is the caller's
// until its goroutine ends, and ends with it.
func giveWay() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness) // without it the work is only less quiet
}
