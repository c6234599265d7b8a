package mcplist

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
)

// apart makes a command the head of a session and group of its own, without a terminal, and
// has the system kill it if this process ends.
func apart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// family is what a server started. While there is one, this process is the parent of
// whatever loses its own below it, also of what left the server's group and session.
type family struct{ others map[int]bool } // children that were there before

// subreaper is PR_SET_CHILD_SUBREAPER of prctl(2).
const subreaper = 36

func adopt() family {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, subreaper, 1, 0, 0, 0, 0) // Linux has had it since 3.4
	others := map[int]bool{}
	for pid, p := range processes() {
		if p.parent == os.Getpid() {
			others[pid] = true
		}
	}
	return family{others}
}

func (f family) release() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, subreaper, 0, 0, 0, 0, 0)
}

// kill ends a server and all that it started, and returns how many processes are left. They
// are stopped first: what is stopped starts nothing.
func (f family) kill(pid int) (left int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL) // there may be none any more
	for began := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		alive := f.alive(pid)
		if len(alive) == 0 || time.Since(began) > killTime {
			return len(alive)
		}
		for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGKILL} {
			for _, member := range alive {
				_ = syscall.Kill(member, signal) // it may have ended
			}
		}
	}
}

// alive returns the processes of the family that have not ended, and buries those of the
// others that nobody else waits for. The server itself is waited for elsewhere.
func (f family) alive(server int) (alive []int) {
	all := processes()
	members := map[int]bool{}
	for pid, p := range all {
		if p.parent == os.Getpid() && !f.others[pid] {
			members[pid] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for pid, p := range all {
			if members[p.parent] && !members[pid] {
				members[pid], grown = true, true
			}
		}
	}
	for pid := range members {
		switch {
		case all[pid].state != 'Z' && all[pid].state != 'X':
			alive = append(alive, pid)
		case all[pid].parent == os.Getpid() && pid != server:
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil) // its parent was killed
		}
	}
	return alive
}

type processEntry struct {
	parent int
	state  byte
}

// processes returns those that /proc shows, by their ids.
func processes() map[int]processEntry {
	entries, err := foreign.ReadDir("/proc", 1<<20)
	if err != nil {
		return nil
	}
	all := map[int]processEntry{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		data, err := foreign.Read(fmt.Sprintf("/proc/%d/stat", pid), 4<<10)
		if err != nil {
			continue // it ended
		}
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:]) // its name may have anything
		if len(fields) < 2 || len(fields[0]) != 1 {
			continue
		}
		parent, _ := strconv.Atoi(string(fields[1])) // a number, as the system writes it
		all[pid] = processEntry{parent, fields[0][0]}
	}
	return all
}
