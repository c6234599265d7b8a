// Package logfile appends lines to one size-capped log, from many short-lived
// processes at once. It knows nothing of what the lines are about.
package logfile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filelock"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits bound a log. Together its files never hold more than Bytes × Files.
type Limits struct {
	Bytes int64  // of each file
	Files int    // kept, the current one included; at least 1
	Level string // the least that is written: one of Levels
}

// Levels: what a line is about.
const (
	LevelDebug = "debug" // one event, as it should be
	LevelInfo  = "info"  // something was mended
	LevelWarn  = "warn"  // something went wrong, and the event got its answer all the same
	LevelError = "error" // the event got none
)

// Levels in rising order.
var Levels = []string{LevelDebug, LevelInfo, LevelWarn, LevelError}

// Bounds of one line.
const (
	codeBytesMax    = 64
	messageBytesMax = 1 << 10
)

// line is one entry.
type line struct {
	Time    string `json:"time"` // RFC 3339 with milliseconds, UTC
	Level   string `json:"level"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Append writes one line of JSON, unless its level is below the limits'. The
// file and its directory are made where they are absent, for the user alone. A lock, a
// check of the size and one write keep the limits across processes; libraries that
// rotate logs assume a single process.
func Append(path string, limits Limits, level, code, message string, now time.Time) error {
	if slices.Index(Levels, level) < slices.Index(Levels, limits.Level) {
		return nil
	}
	entry, err := json.Marshal(line{
		Time:  now.UTC().Format("2006-01-02T15:04:05.000Z07:00"),
		Level: level, Code: cut.Bytes(code, codeBytesMax), Message: cut.Bytes(message, messageBytesMax),
	})
	if err != nil {
		return fmt.Errorf("append to log: %w", err)
	}
	entry = append(visible.JSON(entry), '\n')
	if int64(len(entry)) > limits.Bytes {
		return fmt.Errorf("append to log: a line of %d bytes is more than a file may hold (%d)", len(entry), limits.Bytes)
	}
	if err := write(path, limits, entry); err != nil {
		return fmt.Errorf("append to log: %w", err)
	}
	return nil
}

// rotationsMax bounds how often a write starts again because another process
// moved the file away in between.
const rotationsMax = 8

// write holds the file's lock from the look at its size to the write, so that
// no two processes both find room for a last line.
func write(path string, limits Limits, entry []byte) error {
	for range rotationsMax {
		done, err := tryWrite(path, limits, entry)
		if done || err != nil {
			return err
		}
	}
	return errors.New("the file was moved away again and again")
}

func tryWrite(path string, limits Limits, entry []byte) (done bool, err error) {
	file, err := open(path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, file.Close()) }() // gives up the lock
	if err := lock(file); err != nil {
		return false, err
	}
	held, err := file.Stat()
	if err != nil {
		return false, err
	}
	current, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil // rotated since it was opened
	case err != nil:
		return false, err
	case !os.SameFile(held, current):
		return false, nil
	case held.Size()+int64(len(entry)) > limits.Bytes:
		return false, rotate(path, limits.Files)
	}
	if _, err := file.Write(entry); err != nil {
		// Half a line (a full disk) would spoil the next one.
		return false, errors.Join(err, file.Truncate(held.Size()))
	}
	return true, nil
}

// Bounds of the wait for another process: a line costs far less than a
// millisecond, and no line is worth a hook's deadline.
const (
	lockTries = 20
	lockPause = time.Millisecond
)

func lock(file *os.File) error {
	for range lockTries - 1 {
		if err := filelock.TryLock(file); !errors.Is(err, filelock.ErrLocked) {
			return err
		}
		time.Sleep(lockPause)
	}
	return filelock.TryLock(file)
}

func open(path string) (*os.File, error) {
	const flags = os.O_APPEND | os.O_CREATE | os.O_WRONLY
	file, err := os.OpenFile(path, flags, 0o600)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(path, flags, 0o600)
}

// rotate moves path to path.1, path.1 to path.2 and so on; the last falls off.
// The current file moves last: until then its lock keeps others out.
func rotate(path string, files int) error {
	for n := files - 1; n > 0; n-- {
		err := os.Rename(numbered(path, n-1), numbered(path, n))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if files <= 1 {
		return os.Remove(path)
	}
	return nil
}

func numbered(path string, n int) string {
	if n == 0 {
		return path
	}
	return fmt.Sprintf("%s.%d", path, n)
}

// IsLog reports whether a file is a log: its first line is one of ours.
func IsLog(path string) bool {
	file, err := foreign.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	lines := bufio.NewScanner(io.LimitReader(file, bufio.MaxScanTokenSize))
	var first line
	return lines.Scan() && json.Unmarshal(lines.Bytes(), &first) == nil && first.Code != "" && slices.Contains(Levels, first.Level)
}
