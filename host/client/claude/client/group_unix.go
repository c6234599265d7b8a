//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// inGroup makes the client and what it starts one group, which ends together.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
