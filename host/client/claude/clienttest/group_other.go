//go:build !unix

package clienttest

import "os/exec"

func inGroup(*exec.Cmd) {}

func killGroup(command *exec.Cmd) {
	_ = command.Process.Kill() // it may be gone already
}
