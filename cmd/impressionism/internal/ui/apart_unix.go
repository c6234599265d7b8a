//go:build unix

package ui

import (
	"os/exec"
	"syscall"
)

// apart makes a command the head of a session of its own, without this terminal.
func apart(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
