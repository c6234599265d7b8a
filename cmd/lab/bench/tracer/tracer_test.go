//go:build linux && (amd64 || arm64)

package tracer

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// playsFolder names the folder in which this test's binary is to use files instead of
// running tests.
const playsFolder = "TRACER_TEST_PLAYS"

func TestMain(m *testing.M) {
	if folder := os.Getenv(playsFolder); folder != "" {
		play(folder)
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// play reads 1,000 bytes and writes and syncs 10, each in a thread of its own and the
// second in a child process and after a program was replaced.
func play(folder string) {
	switch os.Getenv("TRACER_TEST_ROLE") {
	case "":
		for range 2 {
			onThread(func() { readSome(filepath.Join(folder, "in")) })
		}
		child := exec.Command("/proc/self/exe")
		child.Env = append(os.Environ(), "TRACER_TEST_ROLE=child")
		if err := child.Run(); err == nil {
			panic("the child did not end as it should")
		}
		onThread(func() {
			panic(syscall.Exec("/proc/self/exe", []string{"again"}, append(os.Environ(), "TRACER_TEST_ROLE=again")))
		})
	case "child":
		onThread(func() { writeSome(filepath.Join(folder, "child")) })
	case "again":
		onThread(func() { writeSome(filepath.Join(folder, "again")) })
	}
}

func onThread(do func()) {
	var done sync.WaitGroup
	done.Go(func() {
		runtime.LockOSThread() // and never unlocks: the thread ends
		do()
	})
	done.Wait()
}

func readSome(name string) {
	file, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	if _, err := file.Read(make([]byte, 1000)); err != nil {
		panic(err)
	}
}

func writeSome(name string) {
	file, err := os.Create(name)
	if err == nil {
		_, err = file.WriteString("ten bytes.")
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		panic(err)
	}
}

// Ensure everything that a program does with its files is counted once, whichever of its
// threads and children does it, and what it does with the system's is not told as its own.
func TestCounts(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "in"), make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	counts, exit := traced(t, folder, []string{playsFolder + "=" + folder})
	if exit != 7 {
		t.Fatalf("it ended with %d", exit)
	}
	want := map[string]File{
		"in":    {Opened: 2, Reads: 2, Read: 2000},
		"child": {Opened: 1, Writes: 1, Written: 10, Synced: 1},
		"again": {Opened: 1, Writes: 1, Written: 10, Synced: 1},
	}
	for label, file := range want {
		if counts.Files[label] != file {
			t.Errorf("%s: got %+v, want %+v", label, counts.Files[label], file)
		}
	}
	if len(counts.Files) != len(want) {
		t.Errorf("got files %v", counts.Files)
	}
	for kind, count := range map[string]int{opening: 4, reading: 2, writing: 2, syncing: 2} {
		if counts.Calls[kind] != count {
			t.Errorf("%s: got %d, want %d", kind, counts.Calls[kind], count)
		}
	}
	if counts.Calls[elsewhere] == 0 || counts.Calls[process] < 3 {
		t.Errorf("got calls %v", counts.Calls)
	}
}

// traced runs this binary with variables and returns what it did in a folder.
func traced(t *testing.T, folder string, environ []string) (counts Counts, exit int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	apart(t, func() error { return traceOnce(program, folder, environ, &counts, &exit) })
	return counts, exit
}

// apart runs what traces on a goroutine of its own: its thread ends with it.
func apart(t *testing.T, traces func() error) {
	t.Helper()
	done := make(chan error)
	go func() { done <- traces() }()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func traceOnce(program, folder string, environ []string, counts *Counts, exit *int) error {
	tracer, err := New()
	if err != nil {
		return err
	}
	defer tracer.Close()
	label := func(path string) string {
		below, ok := strings.CutPrefix(path, folder+"/")
		if !ok {
			return ""
		}
		return below
	}
	started, err := tracer.Start(Command{Args: []string{program}, Dir: folder, Environ: environ, Files: []*os.File{nullFile(), nullFile(), os.Stderr}, Label: label})
	if err != nil {
		return err
	}
	if err := tracer.Until(time.Minute, started.Ended); err != nil {
		return err
	}
	*counts, *exit = started.Take(), started.Exit()
	return nil
}

func nullFile() *os.File {
	file, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	return file
}

// Ensure a program that waits for a file is not taken for one that rests.
func TestWaitingIsNoRest(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	apart(t, func() error {
		tracer, err := New()
		if err != nil {
			return err
		}
		defer tracer.Close()
		label := func(path string) string { return map[string]string{fifo: "fifo"}[path] }
		waiter, err := tracer.Start(Command{Args: []string{"/bin/sh", "-c", "read line < " + fifo}, Dir: "/", Files: []*os.File{nullFile(), nullFile(), os.Stderr}, Label: label})
		if err != nil {
			return err
		}
		opens := func() bool { return waiter.counts.Calls[opening] > 0 }
		if err := tracer.Until(time.Minute, opens); err != nil {
			return err
		}
		if err := tracer.Until(300*time.Millisecond, func() bool { return waiter.QuietFor(50 * time.Millisecond) }); !errors.Is(err, ErrLimit) {
			t.Errorf("it rests: %v", err)
		}
		return nil
	})
}

// Ensure a program that cannot be started, and one that does not end, are errors, and
// that nothing is left of the second.
func TestLimits(t *testing.T) {
	apart(t, func() error {
		tracer, err := New()
		if err != nil {
			return err
		}
		if _, err := tracer.Start(Command{Args: []string{"/no/such/program"}, Dir: "/"}); !errors.Is(err, syscall.ENOENT) {
			t.Errorf("a program that is not there: %v", err)
		}
		sleeper, err := tracer.Start(Command{Args: []string{"/bin/sh", "-c", "while :; do :; done"}, Dir: "/", Label: func(string) string { return "" }})
		if err != nil {
			return err
		}
		if err := tracer.Until(50*time.Millisecond, sleeper.Ended); !errors.Is(err, ErrLimit) {
			t.Errorf("a program that does not end: %v", err)
		}
		tracer.Close()
		if !sleeper.Ended() || sleeper.Exit() != -1 {
			t.Errorf("it was not killed: ended %v, exit %d", sleeper.Ended(), sleeper.Exit())
		}
		return nil
	})
}
