//go:build !unix

package git

import "os/exec"

// inGroup does nothing: here the program is killed alone.
func inGroup(*exec.Cmd) {}

func killGroup(command *exec.Cmd) error { return command.Process.Kill() }
