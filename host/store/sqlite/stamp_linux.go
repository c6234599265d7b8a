package sqlite

import (
	"fmt"
	"os"
	"syscall"
)

// changeOf is the inode and when it was changed, which nobody can set back.
func changeOf(info os.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d", stat.Ino, stat.Ctim.Nano())
}
