package logfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/logfile"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 5e6, time.FixedZone("", 3600))

// Ensure that a line is one JSON object with time, level, code and message, in
// a file for the user alone, whatever the message holds.
func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "log")
	limits := logfile.Limits{Bytes: 1 << 20, Files: 2, Level: "info"}
	appendLine(t, path, limits, "error", "not-json", "line one\nline two \x00 \xff")
	appendLine(t, path, limits, "debug", "quiet", "below the level")
	appendLine(t, path, limits, "info", strings.Repeat("c", 1000), strings.Repeat("é", 5000))
	lines := entries(t, path)
	if len(lines) != 2 {
		t.Fatalf("got %d lines, want 2", len(lines))
	}
	want := map[string]string{
		"time": "2026-03-01T11:00:00.005Z", "level": "error", "code": "not-json", "message": "line one\nline two \x00 \ufffd",
	}
	if got := fmt.Sprint(lines[0]); got != fmt.Sprint(want) {
		t.Errorf("got %s\nwant %v", got, want)
	}
	if got := len(lines[1]["message"]); got != 1024 {
		t.Errorf("got a message of %d bytes, want 1024", got)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v %v, want -rw-------", info.Mode(), err)
	}
}

// Ensure that a full file moves aside, the oldest falls off, and no file ever
// exceeds its limit.
func TestAppendRotates(t *testing.T) {
	for files := 1; files <= 3; files++ {
		path := filepath.Join(t.TempDir(), "log")
		limits := logfile.Limits{Bytes: 500, Files: files, Level: "info"}
		for n := range 50 {
			appendLine(t, path, limits, "info", "n", strconv.Itoa(n))
		}
		kept := checkFiles(t, path, limits)
		if last := kept[0]; last[len(last)-1]["message"] != "49" {
			t.Errorf("%d files: the last line is %v", files, last[len(last)-1])
		}
		if len(kept) != files {
			t.Errorf("got %d files, want %d", len(kept), files)
		}
	}
}

// crowded makes many rotations of few lines.
var crowded = logfile.Limits{Bytes: 1000, Files: 500, Level: "info"}

// Ensure that processes that write at the same moment lose no line, tear none,
// and keep the limits.
func TestAppendFromManyProcesses(t *testing.T) {
	if path := os.Getenv("LOGFILE_TEST_PATH"); path != "" {
		for n := range 200 {
			err := logfile.Append(path, crowded, "info", os.Getenv("LOGFILE_TEST_NAME"), strconv.Itoa(n), now)
			for tries := 0; err != nil && tries < 100; tries++ { // on a busy machine the lock is not had at once
				err = logfile.Append(path, crowded, "info", os.Getenv("LOGFILE_TEST_NAME"), strconv.Itoa(n), now)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	path := filepath.Join(t.TempDir(), "log")
	var group sync.WaitGroup
	for process := range 6 {
		group.Go(func() {
			command := exec.Command(os.Args[0], "-test.run=^TestAppendFromManyProcesses$")
			command.Env = append(os.Environ(), "LOGFILE_TEST_PATH="+path, "LOGFILE_TEST_NAME="+strconv.Itoa(process))
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("process %d: %v\n%s", process, err, out)
			}
		})
	}
	group.Wait()
	count := 0
	for _, file := range checkFiles(t, path, crowded) {
		count += len(file)
	}
	if count != 6*200 {
		t.Errorf("got %d lines, want %d", count, 6*200)
	}
}

// Ensure that what keeps a line from being written is reported, and costs
// nobody anything else.
func TestAppendReports(t *testing.T) {
	folder := t.TempDir()
	limits := logfile.Limits{Bytes: 1 << 20, Files: 2, Level: "info"}
	if err := logfile.Append(folder, limits, "error", "c", "m", now); err == nil {
		t.Error("a folder was written to")
	}
	blocked := filepath.Join(folder, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := logfile.Append(filepath.Join(blocked, "log"), limits, "error", "c", "m", now); err == nil {
		t.Error("a file served as a folder")
	}
	small := logfile.Limits{Bytes: 10, Files: 2, Level: "info"}
	if err := logfile.Append(filepath.Join(folder, "log"), small, "error", "c", "m", now); err == nil {
		t.Error("a line exceeded the limit")
	}
	if _, err := os.Stat(filepath.Join(folder, "log")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the refused line left a file: %v", err)
	}
}

func BenchmarkAppend(b *testing.B) {
	path := filepath.Join(b.TempDir(), "log")
	for b.Loop() {
		if err := logfile.Append(path, logfile.Limits{Bytes: 5 << 20, Files: 2}, "error", "not-json", "stdin is not JSON", now); err != nil {
			b.Fatal(err)
		}
	}
}

func appendLine(tb testing.TB, path string, limits logfile.Limits, level, code, message string) {
	tb.Helper()
	if err := logfile.Append(path, limits, level, code, message, now); err != nil {
		tb.Fatal(err)
	}
}

// checkFiles gives the lines of each file, the current one first.
func checkFiles(t *testing.T, path string, limits logfile.Limits) [][]map[string]string {
	t.Helper()
	paths, err := filepath.Glob(path + "*")
	if err != nil || len(paths) > limits.Files {
		t.Errorf("got files %v, limit %d, %v", paths, limits.Files, err)
	}
	var files [][]map[string]string
	for n := range paths {
		name := path
		if n > 0 {
			name = fmt.Sprintf("%s.%d", path, n)
		}
		if info, err := os.Stat(name); err != nil || info.Size() > limits.Bytes {
			t.Errorf("%s has %d bytes, limit %d, %v", name, info.Size(), limits.Bytes, err)
		}
		files = append(files, entries(t, name))
	}
	return files
}

func entries(t *testing.T, path string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []map[string]string
	for text := range bytes.Lines(data) {
		var line map[string]string
		if err := json.Unmarshal(text, &line); err != nil || !bytes.HasSuffix(text, []byte("\n")) {
			t.Fatalf("%s: %v in %q", path, err, text)
		}
		lines = append(lines, line)
	}
	return lines
}
