//go:build !unix

package simulate

import "os/exec"

// Without process groups a hook's children may outlive it.
func inGroup(*exec.Cmd)  {}
func endGroup(*exec.Cmd) {}
