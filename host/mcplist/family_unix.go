//go:build unix && !linux

package mcplist

import (
	"os/exec"
	"syscall"
)

// apart makes a command the head of a session and group of its own, without a terminal.
func apart(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// family is what a server started: here those alone that stay in its group.
type family struct{}

func adopt() family { return family{} }

func (family) release() {}

func (family) kill(pid int) (left int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL) // there may be none any more
	return 0
}
