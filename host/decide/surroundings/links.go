package surroundings

import (
	"path/filepath"
	"time"
)

// Limits of what RealPaths looks at.
const (
	lookFoldersMax = 100
	lookTimeMax    = 100 * time.Millisecond
)

// RealPaths returns a function that resolves the links of a file's folder, as far as that exists. A
// folder may be on a file system that does not answer, so what was not found out within limits is as
// it was.
func RealPaths() func(path string) string { return realPaths(unlinked, lookTimeMax) }

func realPaths(look func(folder string) string, limit time.Duration) func(path string) string {
	known, ends := map[string]string{}, time.Now().Add(limit)
	return func(path string) string {
		folder := filepath.Dir(path)
		if _, asked := known[folder]; !asked {
			left := time.Until(ends)
			if left <= 0 || len(known) == lookFoldersMax {
				return path
			}
			known[folder] = folder
			found := make(chan string, 1)
			go func() { found <- look(folder) }()
			select {
			case known[folder] = <-found:
			case <-time.After(left):
				select { // a busy machine is late with both
				case known[folder] = <-found:
				default:
				}
			}
		}
		return filepath.Join(known[folder], filepath.Base(path))
	}
}

// unlinked follows links as far as a folder exists.
func unlinked(folder string) string {
	if found, err := filepath.EvalSymlinks(folder); err == nil {
		return found
	}
	parent := filepath.Dir(folder)
	if parent == folder {
		return folder
	}
	return filepath.Join(unlinked(parent), filepath.Base(folder))
}
