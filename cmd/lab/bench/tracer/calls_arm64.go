//go:build linux

package tracer

import "syscall"

const (
	fstatat    = syscall.SYS_FSTATAT
	statx      = 291
	renameat2  = 276
	getrandom  = 278
	membarrier = 283
	rseq       = 293
	getcpu     = 168
)
