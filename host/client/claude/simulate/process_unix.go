//go:build unix

package simulate

import (
	"os/exec"
	"syscall"
)

// inGroup gives a process a group of its own, so that its children end with it.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}

// endGroup ends what a hook left running.
func endGroup(command *exec.Cmd) {
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // mostly there is nothing left
	}
}
