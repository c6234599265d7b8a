//go:build unix && !linux

package opinion

import "syscall"

// endWithUs does nothing: no other system has that.
func endWithUs(*syscall.SysProcAttr) {}
