package sqlite

import (
	"fmt"
	"os"
	"time"
)

// Stamp returns a text that changes when anybody writes to the database at a path, by
// size and times of the file and of its log; "" where there is no file.
func Stamp(path string) string {
	file, err := os.Stat(path)
	if err != nil {
		return ""
	}
	log := ""
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 { // whoever opens the file makes an empty one
		log = stampOf(info) // frames have sums; SQLite as root changes the owner, and with it the time of change
	}
	return stampOf(file) + ":" + changeOf(file) + " " + log
}

// Settle returns the stamp of a state that nobody has written since: it sets the times of
// writing back, since a clock's tick is long enough for another write.
func Settle(path string) string {
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil || info.Size() == 0 {
			continue
		}
		if os.Chtimes(name, time.Time{}, info.ModTime().Add(-time.Second)) != nil {
			return ""
		}
	}
	return Stamp(path)
}

func stampOf(info os.FileInfo) string {
	return fmt.Sprintf("%d:%d", info.Size(), info.ModTime().UnixNano())
}
