//go:build unix

package opinion

import (
	"os/exec"
	"syscall"
)

// inGroup makes a program and what it starts one group, to be killed together.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithUs(command.SysProcAttr)
}

func killGroup(command *exec.Cmd) error {
	return syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
