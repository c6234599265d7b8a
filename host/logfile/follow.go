package logfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
)

// followBytesMax bounds what one Read of a Follower reads; older lines are skipped then.
const followBytesMax = 1 << 20

// Line is a line of the log about something that went wrong.
type Line struct {
	At      time.Time // UTC; zero where the line has none that can be read
	Level   string    // LevelWarn or LevelError
	Code    string
	Message string
}

// Follower reads what is appended to a log.
type Follower struct {
	path string
	file os.FileInfo // of the file that was read last; nil: there was none
	at   int64       // bytes of it that were read
}

// Follow returns a Follower of what is written from now on.
func Follow(path string) *Follower {
	f := &Follower{path: path}
	if info, err := os.Stat(path); err == nil {
		f.file, f.at = info, info.Size()
	}
	return f
}

// Read returns the warnings and errors that were written since the last Read, in order. What
// was written to a file that was moved away since is read there. Half a line waits for its
// rest; what is no line of ours is skipped.
func (f *Follower) Read() ([]Line, error) {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var lines []Line
	switch {
	case f.file != nil && !os.SameFile(f.file, info):
		if moved, err := os.Stat(numbered(f.path, 1)); err == nil && os.SameFile(f.file, moved) {
			if lines, _, err = readLines(numbered(f.path, 1), f.at); err != nil {
				return nil, err
			}
		}
		f.at = 0
	case info.Size() < f.at: // it was emptied, or is another one in the same place of the disk
		f.at = 0
	}
	if f.file = info; info.Size() == f.at {
		return lines, nil
	}
	more, read, err := readLines(f.path, f.at)
	f.at = read
	return append(lines, more...), err
}

// readLines reads the lines of a file from a place on, and returns the place behind the last
// whole one.
func readLines(path string, at int64) (lines []Line, read int64, err error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, at, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, at, err
	}
	if skipped := info.Size() - followBytesMax; skipped > at {
		at = skipped
	}
	reader := bufio.NewReader(io.NewSectionReader(file, at, followBytesMax))
	for {
		text, err := reader.ReadBytes('\n')
		if err != nil { // half a line, or none
			return lines, at, nil
		}
		at += int64(len(text))
		if l, ok := decodeLine(bytes.TrimSpace(text)); ok {
			lines = append(lines, l)
		}
	}
}

func decodeLine(text []byte) (Line, bool) {
	var l line
	if json.Unmarshal(text, &l) != nil || l.Code == "" || !slices.Contains([]string{LevelWarn, LevelError}, l.Level) {
		return Line{}, false
	}
	at, err := time.Parse(time.RFC3339, l.Time)
	if err != nil {
		at = time.Time{}
	}
	return Line{At: at.UTC(), Level: l.Level, Code: l.Code, Message: l.Message}, true
}
