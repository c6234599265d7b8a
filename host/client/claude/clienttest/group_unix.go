//go:build unix

package clienttest

import (
	"os/exec"
	"syscall"
)

// inGroup makes the client and its hooks one group, to be killed together.
func inGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) // it may be gone already
}
