package look

import "syscall"

// modTime is in nanoseconds since 1970.
func modTime(stat *syscall.Stat_t) int64 { return stat.Mtimespec.Nano() }
