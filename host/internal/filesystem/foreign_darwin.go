// Package filesystem knows which file systems tell their own machine of each change.
package filesystem

import (
	"slices"
	"syscall"
)

// Foreign names the file system of a folder if others may write to it without this
// system's knowledge, else "".
func Foreign(path string) string {
	var stat syscall.Statfs_t
	if syscall.Statfs(path, &stat) != nil {
		return "" // trying says what is wrong
	}
	var name []byte
	for _, c := range stat.Fstypename {
		if c == 0 {
			break
		}
		name = append(name, byte(c))
	}
	if slices.Contains([]string{"nfs", "smbfs", "afpfs", "webdav", "macfuse", "osxfuse", "fusefs", "ftp"}, string(name)) {
		return string(name)
	}
	return ""
}
