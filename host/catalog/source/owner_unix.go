//go:build unix

package source

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// strange returns why a folder above the workspace does not count: it, the folder that
// it lies in, or what a link of that name leads to belongs to somebody who is neither
// the user nor root nor the workspace's owner, as where anybody may write to /tmp. It is
// empty where there is nothing to say.
func strange(folder, workspace string) string {
	for _, path := range []string{filepath.Dir(folder), folder} {
		for _, look := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
			owner, known := ownerOf(look, path)
			if !known {
				return "" // opening it tells what is wrong
			}
			if of, known := ownerOf(os.Stat, workspace); owner == 0 || owner == os.Geteuid() || known && owner == of {
				continue
			}
			return fmt.Sprintf("it lies above the workspace, and %s belongs to the user with the number %d, who is neither you nor root", path, owner)
		}
	}
	return ""
}

func ownerOf(look func(string) (os.FileInfo, error), path string) (owner int, known bool) {
	info, err := look(path)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
