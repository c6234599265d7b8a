//go:build !linux && !darwin

package look

import "os"

// lstat is os.Lstat. It leaves the inode 0: a listing on Windows does not tell it.
func lstat(path string) (Info, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Info{}, err
	}
	return Info{Size: info.Size(), ModTime: info.ModTime().UnixNano(), Mode: info.Mode().Type()}, nil
}
