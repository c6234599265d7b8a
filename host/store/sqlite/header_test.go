package sqlite

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Ensure the build takes SQLite's header from the driver's module, so that it
// passes where no SQLite headers are installed.
func TestHeaderIsTheDrivers(t *testing.T) {
	flags := os.Getenv("CGO_CFLAGS")
	if !strings.Contains(flags, "go-sqlite3") {
		t.Fatal(`CGO_CFLAGS does not name the driver's module; run: eval "$(make env)"`)
	}
	command := exec.Command("cc", append(strings.Fields(flags), "-E", "-x", "c", "-")...)
	command.Stdin = strings.NewReader("#include <sqlite3.h>\n")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.Contains(string(out), "sqlite3-binding.h") {
		t.Errorf("sqlite3.h does not lead to the driver's header")
	}
}
