//go:build unix

package foreign

import "syscall"

const (
	noWait     = syscall.O_NONBLOCK // opening a pipe returns at once; reading a regular file is as ever
	onlyFolder = syscall.O_DIRECTORY
)
