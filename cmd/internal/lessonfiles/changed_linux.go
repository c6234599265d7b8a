package lessonfiles

import (
	"io/fs"
	"syscall"
	"time"
)

// changedAt is when the system last changed the file or what it knows of it.
func changedAt(info fs.FileInfo) (time.Time, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(stat.Ctim.Unix()), true
}
