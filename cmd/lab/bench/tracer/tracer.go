//go:build linux && (amd64 || arm64)

// Package tracer counts what programs ask of the kernel: their system calls by kind, and
// what they do with each file. It uses ptrace on processes that it starts itself, so
// that nothing has to be installed. It must not know what the programs are.
package tracer

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// What the syscall package does not name.
const (
	waitOwnThread  = 0x20000000 // __WNOTHREAD: children of other threads are os/exec's
	optionExitKill = 0x00100000 // PTRACE_O_EXITKILL
	getSyscallInfo = 0x420e     // PTRACE_GET_SYSCALL_INFO, since Linux 5.3
	stopOfCall     = syscall.SIGTRAP | 0x80
)

const traceOptions = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK |
	syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACEEXEC | optionExitKill

// Tracer traces processes and all that they start. All its methods must be called from
// the goroutine that called New: only the thread that starts a process may trace it.
type Tracer struct {
	roots   map[int]*Process // by process
	threads map[int]*thread
}

// Process is a program that was started, with its threads and children.
type Process struct {
	tracer *Tracer
	label  func(path string) string
	pid    int
	ended  bool
	exit   int
	counts Counts
	latest time.Time // of the last call that is counted
}

// thread is a thread that is traced.
type thread struct {
	root *Process
	call *call // under way; nil: none
}

// New returns a Tracer without processes. It locks the goroutine to its
// thread, which must end with the goroutine: the thread has one processor from now on, and so have
// the programs. What they do side by side would else depend on the machine.
func New() (*Tracer, error) {
	runtime.LockOSThread()
	if err := keepOneProcessor(); err != nil {
		return nil, err
	}
	return &Tracer{roots: map[int]*Process{}, threads: map[int]*thread{}}, nil
}

// keepOneProcessor leaves this thread the first of its processors.
func keepOneProcessor() error {
	var set [128]uint64
	bytes, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, unsafe.Sizeof(set), uintptr(unsafe.Pointer(&set)))
	if errno != 0 {
		return fmt.Errorf("ask for the processors: %w", errno)
	}
	var one [128]uint64
	for i, word := range set {
		if word != 0 {
			one[i] = word & -word // the lowest bit
			break
		}
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, bytes, uintptr(unsafe.Pointer(&one))); errno != 0 {
		return fmt.Errorf("keep to one processor: %w", errno)
	}
	return nil
}

// Close kills all processes that have not ended.
func (t *Tracer) Close() {
	for pid, root := range t.roots {
		if !root.ended {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone
			_ = t.Until(time.Minute, func() bool { return root.ended })
		}
	}
}

// Command is a program to start.
type Command struct {
	Args    []string // the first is the program's path
	Dir     string
	Environ []string
	Files   []*os.File // standard streams
	// Label returns the name under which a file is counted, or "" for one that is nothing of the
	// program's own.
	Label func(path string) string
}

// ErrLimit says that what was waited for did not happen in time.
var ErrLimit = errors.New("traced processes are not done within the limit")

// errForbidden explains a machine on which nothing can be traced.
var errForbidden = errors.New("this machine does not let a process trace its children (ptrace), so nothing can be counted; in a container allow it with --cap-add=SYS_PTRACE, and see /proc/sys/kernel/yama/ptrace_scope, which must be below 3")

// Start starts a program. It runs only while Until waits.
func (t *Tracer) Start(c Command) (*Process, error) {
	attr := &syscall.ProcAttr{Dir: c.Dir, Env: c.Environ, Sys: &syscall.SysProcAttr{Ptrace: true}}
	for _, file := range c.Files {
		attr.Files = append(attr.Files, file.Fd())
	}
	pid, err := syscall.ForkExec(c.Args[0], c.Args, attr)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		return nil, fmt.Errorf("trace %s: %w: %w", c.Args[0], err, errForbidden)
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Args[0], err)
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, syscall.WALL, nil); err != nil || !status.Stopped() {
		return nil, fmt.Errorf("trace %s: wait: %w, status %#x: %w", c.Args[0], err, status, errForbidden)
	}
	if err := syscall.PtraceSetOptions(pid, traceOptions); err != nil {
		_ = syscall.Kill(pid, syscall.SIGKILL) // the error is the one to tell
		return nil, fmt.Errorf("trace %s: %w: %w", c.Args[0], err, errForbidden)
	}
	root := &Process{tracer: t, label: c.Label, pid: pid, counts: newCounts()}
	t.roots[pid], t.threads[pid] = root, &thread{root: root}
	return root, resume(pid, 0)
}

// Until lets all processes run until done, which is asked after each stop and at least
// every few milliseconds. An error means that they took longer than the limit, or that
// the kernel cannot be asked.
func (t *Tracer) Until(limit time.Duration, done func() bool) error {
	for end := time.Now().Add(limit); !done(); {
		var status syscall.WaitStatus
		tid, err := syscall.Wait4(-1, &status, syscall.WALL|waitOwnThread|syscall.WNOHANG, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.ECHILD):
			return errors.New("all traced processes have ended")
		case err != nil:
			return fmt.Errorf("wait for traced processes: %w", err)
		case tid == 0:
			if time.Now().After(end) {
				return fmt.Errorf("%w of %v", ErrLimit, limit)
			}
			time.Sleep(200 * time.Microsecond)
		default:
			if err := t.stopped(tid, status); err != nil {
				return err
			}
		}
	}
	return nil
}

// stopped counts a stop and lets the thread go on.
func (t *Tracer) stopped(tid int, status syscall.WaitStatus) error {
	if status.Exited() || status.Signaled() {
		delete(t.threads, tid)
		if root := t.roots[tid]; root != nil {
			root.ended, root.exit = true, status.ExitStatus()
		}
		return nil
	}
	one := t.threads[tid]
	if one == nil {
		if one = t.begun(tid); one == nil {
			return resume(tid, 0)
		}
		if status.StopSignal() == syscall.SIGSTOP { // how a traced thread begins
			return resume(tid, 0)
		}
	}
	switch {
	case status.StopSignal() == stopOfCall:
		if err := t.count(tid, one); err != nil {
			return err
		}
		return resume(tid, 0)
	case status.TrapCause() == syscall.PTRACE_EVENT_EXEC:
		one.call = nil // it may have been another thread's that has taken this one's number
		return resume(tid, 0)
	case status.TrapCause() > 0:
		return resume(tid, 0)
	}
	return resume(tid, int(status.StopSignal()))
}

// resume lets a thread run to its next stop. One that was killed is no error.
func resume(tid, signal int) error {
	if err := syscall.PtraceSyscall(tid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("resume a traced thread: %w", err)
	}
	return nil
}

// begun returns a thread or child that a traced process has started; nil if it is gone.
func (t *Tracer) begun(tid int) *thread {
	owner, parent := family(tid)
	for _, relative := range []int{owner, parent} {
		if known := t.threads[relative]; known != nil {
			t.threads[tid] = &thread{root: known.root}
			return t.threads[tid]
		}
	}
	return nil
}

// syscallInfo is the kernel's struct ptrace_syscall_info.
type syscallInfo struct {
	op   uint8
	_    [3]byte
	arch uint32
	_    [2]uint64 // instruction and stack pointer
	data [8]uint64 // entry: number and arguments; exit: result and whether it is an error
}

const (
	opEntry = 1
	opExit  = 2
)

// count takes in the begin or the end of a system call.
func (t *Tracer) count(tid int, one *thread) error {
	var info syscallInfo
	_, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, getSyscallInfo, uintptr(tid), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	switch {
	case errno == syscall.ESRCH:
		return nil
	case errno != 0:
		return fmt.Errorf("ask the kernel for a system call (needs Linux 5.3): %w", errno)
	case info.op == opEntry:
		one.call = entered(tid, one.root.label, info.data[0], [6]uint64(info.data[1:7]))
		if kindOf(one.call) != scheduler {
			one.root.latest = time.Now()
		}
		one.root.counts.enter(one.call)
	case info.op == opExit && one.call != nil:
		left(tid, one.root, one.call, int64(info.data[0]))
		if one.call.label != "" {
			one.root.latest = time.Now()
		}
		one.call = nil
	}
	return nil
}

// Ended reports whether the program itself has ended.
func (p *Process) Ended() bool { return p.ended }

// Exit is the exit code of a program that has ended; -1 if it was killed.
func (p *Process) Exit() int { return p.exit }

// QuietFor reports whether no call was counted for so long, and none about a file with a label is
// under way: a disk may take longer to answer.
func (p *Process) QuietFor(d time.Duration) bool {
	for _, one := range p.tracer.threads {
		if one.root == p && one.call != nil && one.call.label != "" {
			return false
		}
	}
	return time.Since(p.latest) >= d
}

// Take returns what was counted since the start or the last Take.
func (p *Process) Take() Counts {
	taken := p.counts
	p.counts = newCounts()
	return taken
}

// Kill ends the program at once.
func (p *Process) Kill() error { return syscall.Kill(p.pid, syscall.SIGKILL) }
