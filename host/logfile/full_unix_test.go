//go:build unix

package logfile_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/logfile"
)

// Ensure that a disk that fills up in the middle of a line is reported and
// leaves whole lines behind. A limit on file sizes serves as the disk.
func TestAppendToFullDisk(t *testing.T) {
	limits := logfile.Limits{Bytes: 1 << 20, Files: 2, Level: "info"}
	if path := os.Getenv("LOGFILE_TEST_FULL"); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		full := syscall.Rlimit{Cur: 250, Max: 250}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
			t.Fatal(err)
		}
		appendLine(t, path, limits, "info", "first", "fits")
		if err := logfile.Append(path, limits, "info", "second", strings.Repeat("x", 300), now); err == nil {
			t.Fatal("a line that does not fit was written")
		}
		appendLine(t, path, limits, "info", "third", "fits")
		return
	}
	path := filepath.Join(t.TempDir(), "log")
	command := exec.Command(os.Args[0], "-test.run=^TestAppendToFullDisk$")
	command.Env = append(os.Environ(), "LOGFILE_TEST_FULL="+path)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if lines := entries(t, path); len(lines) != 2 || lines[1]["code"] != "third" {
		t.Errorf("got %v", lines)
	}
}
