package uitest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Ensure a browser leaves nothing when it is ended: no process, no zombie, no file, here or
// in the folders that programs use by themselves.
func TestEnd(t *testing.T) {
	Start(t) // skips where there is no browser
	before := temporaryFiles(t)
	b, err := open(os.Getenv(BrowserVariable))
	if err != nil {
		t.Fatal(err)
	}
	if len(processes(b.folder)) == 0 {
		t.Skip("this system has no /proc to find processes in")
	}
	b.end()
	if left := processes(b.folder); len(left) > 0 {
		t.Errorf("processes %d are left", left)
	}
	if zombies := zombies(t); len(zombies) > 0 {
		t.Errorf("zombies %q are left", zombies)
	}
	if _, err := os.Stat(b.folder); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
	for name := range temporaryFiles(t) {
		if !before[name] {
			t.Errorf("%s is left", name)
		}
	}
}

// temporaryFiles lists what a browser may leave beside its folder.
func temporaryFiles(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{
		filepath.Join(os.TempDir(), "*hrom*"), filepath.Join(os.TempDir(), ".*hrom*"), filepath.Join("/dev/shm", ".*hrom*"),
		filepath.Join(home, ".config", "*hrom*"), filepath.Join(home, ".cache", "*hrom*"), filepath.Join(home, ".pki"),
	} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			found[name] = true
		}
	}
	return found
}

// zombies returns children of this process that ended and that nobody waited for.
func zombies(t *testing.T) []string {
	t.Helper()
	var found []string
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err == nil && strings.Contains(string(stat), fmt.Sprintf(") Z %d ", os.Getpid())) {
			found = append(found, string(stat))
		}
	}
	return found
}

// staysVariable makes TestStays start a browser and wait to be killed.
const staysVariable = "IMPRESSIONISM_TEST_STAYS"

func TestStays(t *testing.T) {
	if os.Getenv(staysVariable) == "" {
		return
	}
	fmt.Println("folder", Start(t).folder)
	time.Sleep(time.Minute)
}

// Ensure a browser ends with tests that are killed, and that the next browser that is
// started removes its folder, but never the folder of one that lives.
func TestKilled(t *testing.T) {
	alive := Start(t)
	child := exec.Command(os.Args[0], "-test.run=^TestStays$")
	child.Env = append(os.Environ(), staysVariable+"=1")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	folder, ok := strings.CutPrefix(strings.TrimSpace(line), "folder ")
	if kill := child.Process.Kill(); kill != nil || err != nil || !ok {
		t.Fatalf("it said %q: %v, %v", line, err, kill)
	}
	_ = child.Wait() // it was killed
	for deadline := time.Now().Add(endWait); len(processes(folder)) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("processes %d are left", processes(folder))
		}
	}
	sweep(os.TempDir(), time.Now().Add(2*sweepAge))
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
	if _, err := os.Stat(alive.folder); err != nil {
		t.Errorf("the folder of a living one: %v", err)
	}
}
