//go:build !linux && !darwin

package files

import "os"

func lstat(path string) (stat, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return stat{}, err
	}
	return statOf(info), nil
}

func statOf(info os.FileInfo) stat {
	return stat{mode: info.Mode().Type(), size: info.Size(), modTime: info.ModTime().UnixNano()}
}

const openFlags = os.O_RDONLY
