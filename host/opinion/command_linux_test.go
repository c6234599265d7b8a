package opinion

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ensure that a client does not outlive the program that asks it, however that ends.
func TestProgramEndsWithUs(t *testing.T) {
	if pid := os.Getenv("OPINION_TEST_PID"); pid != "" {
		_, _ = program(t, `echo $$ > `+pid+`.new; mv `+pid+`.new `+pid+`; exec sleep 600`).Ask(context.Background(), question)
		return
	}
	pid := filepath.Join(t.TempDir(), "pid")
	us := exec.Command(os.Args[0], "-test.run=^TestProgramEndsWithUs$")
	us.Env = append(os.Environ(), "OPINION_TEST_PID="+pid)
	if err := us.Start(); err != nil {
		t.Fatal(err)
	}
	var written []byte
	for deadline := time.Now().Add(plenty); len(written) == 0 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		written, _ = os.ReadFile(pid) // it is not there yet
	}
	_ = us.Process.Kill()
	_ = us.Wait() // it was killed
	child, err := strconv.Atoi(strings.TrimSpace(string(written)))
	if err != nil {
		t.Fatalf("the client did not start: %v", err)
	}
	for deadline := time.Now().Add(plenty); !errors.Is(syscall.Kill(child, 0), syscall.ESRCH) && !isZombie(child); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			_ = syscall.Kill(child, syscall.SIGKILL)
			t.Fatalf("process %d is still there", child)
		}
	}
}
