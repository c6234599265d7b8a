//go:build !unix

package mcplist

import (
	"os"
	"os/exec"
)

func apart(*exec.Cmd) {}

// family is what a server started: here the server alone.
type family struct{}

func adopt() family { return family{} }

func (family) release() {}

func (family) kill(pid int) (left int) {
	if process, err := os.FindProcess(pid); err == nil {
		_ = process.Kill() // it may have ended
	}
	return 0
}
