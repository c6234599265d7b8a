//go:build linux && (amd64 || arm64)

package tracer

import "syscall"

// What a call is about.
const (
	aboutNothing = iota
	aboutFile    // an open file, by its number
	aboutPath    // a path, from the working folder
	aboutPathAt  // a path, from the folder that the argument before it names
)

// kind is how a call is counted.
type kind struct {
	name  string
	about int
	at    int // argument
}

// kinds are the calls that are known, by number. Calls of the same purpose have the same
// kind: which of them a program uses differs between processors.
var kinds = map[uint64]kind{
	syscall.SYS_OPENAT: {opening, aboutPathAt, 1},
	openat2:            {opening, aboutPathAt, 1},

	syscall.SYS_READ:    {reading, aboutFile, 0},
	syscall.SYS_PREAD64: {reading, aboutFile, 0},
	syscall.SYS_READV:   {reading, aboutFile, 0},
	syscall.SYS_PREADV:  {reading, aboutFile, 0},

	syscall.SYS_WRITE:    {writing, aboutFile, 0},
	syscall.SYS_PWRITE64: {writing, aboutFile, 0},
	syscall.SYS_WRITEV:   {writing, aboutFile, 0},
	syscall.SYS_PWRITEV:  {writing, aboutFile, 0},

	syscall.SYS_FSYNC:           {syncing, aboutFile, 0},
	syscall.SYS_FDATASYNC:       {syncing, aboutFile, 0},
	syscall.SYS_SYNC_FILE_RANGE: {syncing, aboutFile, 0},

	fstatat:                   {looking, aboutPathAt, 1},
	statx:                     {looking, aboutPathAt, 1},
	syscall.SYS_FACCESSAT:     {looking, aboutPathAt, 1},
	faccessat2:                {looking, aboutPathAt, 1},
	syscall.SYS_READLINKAT:    {looking, aboutPathAt, 1},
	syscall.SYS_STATFS:        {looking, aboutPath, 0},
	syscall.SYS_FSTAT:         {looking, aboutFile, 0},
	syscall.SYS_FSTATFS:       {looking, aboutFile, 0},
	syscall.SYS_LSEEK:         {looking, aboutFile, 0},
	syscall.SYS_GETDENTS64:    {looking, aboutFile, 0},
	syscall.SYS_GETXATTR:      {looking, aboutPath, 0},
	syscall.SYS_FADVISE64:     {looking, aboutFile, 0},
	syscall.SYS_UNLINKAT:      {changing, aboutPathAt, 1},
	syscall.SYS_MKDIRAT:       {changing, aboutPathAt, 1},
	syscall.SYS_RENAMEAT:      {changing, aboutPathAt, 1},
	renameat2:                 {changing, aboutPathAt, 1},
	syscall.SYS_LINKAT:        {changing, aboutPathAt, 1},
	syscall.SYS_SYMLINKAT:     {changing, aboutPathAt, 2},
	syscall.SYS_FCHMODAT:      {changing, aboutPathAt, 1},
	syscall.SYS_FCHOWNAT:      {changing, aboutPathAt, 1},
	syscall.SYS_UTIMENSAT:     {changing, aboutPathAt, 1},
	syscall.SYS_FCHMOD:        {changing, aboutFile, 0},
	syscall.SYS_FCHOWN:        {changing, aboutFile, 0},
	syscall.SYS_FTRUNCATE:     {changing, aboutFile, 0},
	syscall.SYS_FALLOCATE:     {changing, aboutFile, 0},
	syscall.SYS_FCNTL:         {locking, aboutFile, 0}, // for databases
	syscall.SYS_FLOCK:         {locking, aboutFile, 0},
	syscall.SYS_MMAP:          {mapping, aboutFile, 4},
	syscall.SYS_SOCKET:        {socketing, aboutNothing, 0},
	syscall.SYS_CONNECT:       {socketing, aboutNothing, 0},
	syscall.SYS_ACCEPT:        {socketing, aboutNothing, 0},
	syscall.SYS_ACCEPT4:       {socketing, aboutNothing, 0},
	syscall.SYS_BIND:          {socketing, aboutNothing, 0},
	syscall.SYS_LISTEN:        {socketing, aboutNothing, 0},
	syscall.SYS_SENDTO:        {socketing, aboutNothing, 0},
	syscall.SYS_RECVFROM:      {socketing, aboutNothing, 0},
	syscall.SYS_SENDMSG:       {socketing, aboutNothing, 0},
	syscall.SYS_RECVMSG:       {socketing, aboutNothing, 0},
	syscall.SYS_SHUTDOWN:      {socketing, aboutNothing, 0},
	syscall.SYS_GETSOCKNAME:   {socketing, aboutNothing, 0},
	syscall.SYS_GETPEERNAME:   {socketing, aboutNothing, 0},
	syscall.SYS_SETSOCKOPT:    {socketing, aboutNothing, 0},
	syscall.SYS_GETSOCKOPT:    {socketing, aboutNothing, 0},
	syscall.SYS_EXECVE:        {process, aboutNothing, 0},
	syscall.SYS_WAIT4:         {process, aboutNothing, 0},
	syscall.SYS_WAITID:        {process, aboutNothing, 0},
	syscall.SYS_KILL:          {process, aboutNothing, 0},
	pidfdOpen:                 {process, aboutNothing, 0},
	syscall.SYS_CLOSE:         {other, aboutFile, 0},
	syscall.SYS_PIPE2:         {other, aboutNothing, 0},
	syscall.SYS_DUP:           {other, aboutNothing, 0},
	syscall.SYS_DUP3:          {other, aboutNothing, 0},
	syscall.SYS_FUTEX:         {},
	syscall.SYS_NANOSLEEP:     {},
	syscall.SYS_CLOCK_GETTIME: {}, syscall.SYS_CLOCK_NANOSLEEP: {}, syscall.SYS_GETTIMEOFDAY: {},
	syscall.SYS_EPOLL_CREATE1: {}, syscall.SYS_EPOLL_CTL: {}, syscall.SYS_EPOLL_PWAIT: {}, syscall.SYS_EVENTFD2: {},
	syscall.SYS_PPOLL: {}, syscall.SYS_PSELECT6: {}, syscall.SYS_RESTART_SYSCALL: {},
	syscall.SYS_RT_SIGACTION: {}, syscall.SYS_RT_SIGPROCMASK: {}, syscall.SYS_RT_SIGRETURN: {}, syscall.SYS_RT_SIGTIMEDWAIT: {},
	syscall.SYS_SIGALTSTACK: {}, syscall.SYS_TGKILL: {}, syscall.SYS_SETITIMER: {},
	syscall.SYS_TIMER_CREATE: {}, syscall.SYS_TIMER_SETTIME: {}, syscall.SYS_TIMER_DELETE: {},
	syscall.SYS_GETTID: {}, syscall.SYS_GETPID: {}, syscall.SYS_GETRUSAGE: {}, syscall.SYS_SYSINFO: {}, syscall.SYS_UNAME: {},
	syscall.SYS_SCHED_YIELD: {}, syscall.SYS_SCHED_GETAFFINITY: {}, syscall.SYS_SCHED_SETAFFINITY: {},
	syscall.SYS_MADVISE: {}, syscall.SYS_MUNMAP: {}, syscall.SYS_MPROTECT: {}, syscall.SYS_MREMAP: {}, syscall.SYS_BRK: {}, syscall.SYS_MINCORE: {},
	syscall.SYS_PRCTL: {}, syscall.SYS_PRLIMIT64: {}, syscall.SYS_SET_TID_ADDRESS: {}, syscall.SYS_SET_ROBUST_LIST: {},
	syscall.SYS_CLONE: {}, clone3: {}, syscall.SYS_EXIT: {}, syscall.SYS_EXIT_GROUP: {},
	getrandom: {}, rseq: {}, membarrier: {}, getcpu: {},
}

// Numbers that are the same on all processors.
const (
	pidfdOpen  = 434
	clone3     = 435
	openat2    = 437
	faccessat2 = 439
)
