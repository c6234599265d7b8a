//go:build linux

package tracer

import "syscall"

const (
	fstatat    = syscall.SYS_NEWFSTATAT
	statx      = 332
	renameat2  = 316
	getrandom  = 318
	membarrier = 324
	rseq       = 334
	getcpu     = 309
)

// init adds the calls that newer processors have no longer.
func init() {
	for number, one := range map[uint64]kind{
		syscall.SYS_OPEN:       {opening, aboutPath, 0},
		syscall.SYS_CREAT:      {opening, aboutPath, 0},
		syscall.SYS_STAT:       {looking, aboutPath, 0},
		syscall.SYS_LSTAT:      {looking, aboutPath, 0},
		syscall.SYS_ACCESS:     {looking, aboutPath, 0},
		syscall.SYS_READLINK:   {looking, aboutPath, 0},
		syscall.SYS_UNLINK:     {changing, aboutPath, 0},
		syscall.SYS_RMDIR:      {changing, aboutPath, 0},
		syscall.SYS_MKDIR:      {changing, aboutPath, 0},
		syscall.SYS_RENAME:     {changing, aboutPath, 0},
		syscall.SYS_LINK:       {changing, aboutPath, 0},
		syscall.SYS_SYMLINK:    {changing, aboutPath, 1},
		syscall.SYS_CHMOD:      {changing, aboutPath, 0},
		syscall.SYS_CHOWN:      {changing, aboutPath, 0},
		syscall.SYS_DUP2:       {other, aboutNothing, 0},
		syscall.SYS_FORK:       {},
		syscall.SYS_VFORK:      {},
		syscall.SYS_EPOLL_WAIT: {},
		syscall.SYS_POLL:       {},
		syscall.SYS_SELECT:     {},
		syscall.SYS_ARCH_PRCTL: {},
		syscall.SYS_TIME:       {},
	} {
		kinds[number] = one
	}
}
