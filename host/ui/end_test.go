package ui_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ui"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// childVariable makes this test binary a program that serves a page, as `impressionism ui`
// does, until a signal ends it.
const childVariable = "IMPRESSIONISM_UI_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		uitest.Main(m)
	}
	if err := serveUntilSignal(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveUntilSignal() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	listener, err := ui.Listen(0)
	if err != nil {
		return err
	}
	server, err := ui.New(listener, ui.Options{
		Version:  "1.0.0",
		Fragment: func(context.Context, string, url.Values) (template.HTML, error) { return "<h1>Live</h1>", nil },
	})
	if err != nil {
		return err
	}
	fmt.Println(server.Address())
	return server.Serve(ctx)
}

// Ensure that nothing is left of a page after Ctrl C, a closed terminal and a kill, with
// connections open: no process, no file, no port.
func TestNothingIsLeft(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGKILL} {
		if runtime.GOOS == "windows" && sent != syscall.SIGKILL {
			continue // there are no others
		}
		t.Run(sent.String(), func(t *testing.T) {
			folder := t.TempDir()
			child, out, host := startChild(t, folder)
			for range 3 {
				connection, err := net.Dial("tcp", host)
				if err != nil {
					t.Fatal(err)
				}
				defer connection.Close()
			}
			if err := child.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, out)
			if err := child.Wait(); (err != nil) != (sent == syscall.SIGKILL) {
				t.Errorf("it ends with %v", err)
			}
			if connection, err := net.Dial("tcp", host); err == nil {
				connection.Close()
				t.Error("its port is still open")
			}
			if files, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(files) > 0 {
				t.Errorf("it leaves %v", files)
			}
		})
	}
}

// startChild starts a program that serves a page, in a folder of its own.
func startChild(t *testing.T, folder string) (child *exec.Cmd, out io.Reader, host string) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Dir = folder
	child.Env = append(os.Environ(), childVariable+"=1", "HOME="+folder, "TMPDIR="+folder)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill() }) // it has ended, unless the test failed
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return child, out, address.Host
}

// Ensure Serve ends without an open page after the idle time, and not while one is open or
// says that it is there; and that it leaves no goroutine.
func TestIdle(t *testing.T) {
	before := runtime.NumGoroutine()
	var passed atomic.Int64
	listener, err := ui.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	page := newSite(listener.Addr().String())
	page.Server, err = ui.New(listener, ui.Options{
		Version: "1.0.0", Fragment: page.fragment, Stream: page.stream, Idle: 100 * time.Millisecond,
		Now: func() time.Time { return time.Unix(0, passed.Load()) }, // it stands still unless it is moved
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- page.Serve(context.Background()) }()
	key := strings.ReplaceAll(withKey, "{token}", page.token(t))

	stream := page.dial(t, "GET /stream HTTP/1.1\r\n"+own+key+"\r\n")
	wait(t, "the stream", func() bool { return page.streams() == 1 })
	passed.Add(int64(time.Hour)) // a clock that jumps, a laptop that slept
	time.Sleep(50 * time.Millisecond)
	stream.Close()
	wait(t, "the stream's end", func() bool { return page.streams() == 0 })
	for range 5 {
		passed.Add(int64(90 * time.Millisecond))
		if status, _ := page.ask(t, "GET /alive HTTP/1.1\r\n"+own+key+done); status != "200" {
			t.Fatalf("it ended while a page was there: %s", status)
		}
		time.Sleep(20 * time.Millisecond)
	}
	passed.Add(int64(110 * time.Millisecond))
	select {
	case err := <-ended:
		if !errors.Is(err, ui.ErrIdle) {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it does not end")
	}
	wait(t, "the end of its goroutines", func() bool { return runtime.NumGoroutine() <= before })
}

// Ensure a page hears that the server ends, and that Serve ends at once with streams open.
func TestStreamsHearTheEnd(t *testing.T) {
	page := serve(t, nil)
	connection := page.dial(t, "GET /stream HTTP/1.1\r\n"+own+strings.ReplaceAll(withKey, "{token}", page.token(t))+"\r\n")
	wait(t, "the stream", func() bool { return page.streams() == 1 })
	if err := page.end(); err != nil {
		t.Error(err)
	}
	if answer, err := io.ReadAll(connection); err != nil || !strings.Contains(string(answer), "event: end\n") {
		t.Errorf("the page hears %q, %v", answer, err)
	}
}

// Ensure a port that is taken, or none, is refused with what to do, and that nothing but
// the loopback address is served.
func TestListen(t *testing.T) {
	listener, err := ui.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if _, err := ui.Listen(listener.Addr().(*net.TCPAddr).Port); err == nil || !strings.Contains(err.Error(), "another port") {
		t.Errorf("a taken port: %v", err)
	}
	for _, port := range []int{-1, 65536} {
		if _, err := ui.Listen(port); err == nil || !strings.Contains(err.Error(), "65535") {
			t.Errorf("port %d: %v", port, err)
		}
	}
	for _, address := range []string{"0.0.0.0:0", "[::1]:0"} {
		other, err := net.Listen("tcp", address)
		if err != nil {
			continue // there is no such address here
		}
		defer other.Close()
		if _, err := ui.New(other, ui.Options{}); err == nil {
			t.Errorf("%s is served", address)
		}
	}
}
