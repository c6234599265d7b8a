package files

import "syscall"

func modTime(s *syscall.Stat_t) int64 { return s.Mtim.Nano() }
