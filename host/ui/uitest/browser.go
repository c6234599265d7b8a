// Package uitest drives a real browser for tests of pages: it opens them, presses keys,
// reads what stands there, and finds what a person would complain about. It knows no page.
package uitest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// BrowserVariable names the program of a Chromium, and AxeVariable the file of axe-core.
// `make test` sets both. Where one is empty, the tests that need it are skipped.
const (
	BrowserVariable = "IMPRESSIONISM_TEST_BROWSER"
	AxeVariable     = "IMPRESSIONISM_TEST_AXE"
)

// Browser is a running Chromium with a profile of its own. It resolves no name but localhost
// and those that end with ".test", which are 127.0.0.1.
type Browser struct {
	ctx    context.Context
	folder string   // profile, home and temporary files
	lock   *os.File // held as long as this process lives; see sweep
}

// shared is the browser of the process's tests.
var shared struct {
	sync.Mutex
	browser *Browser
	ends    bool // somebody will end it
}

// Main runs the tests of a package, ends its browser and then the process. Call it from
// TestMain.
func Main(m *testing.M) { os.Exit(Wrap(m).Run()) }

// Wrap returns a value that runs the tests of a package and then ends its browser, for a
// TestMain that hands them on.
func Wrap(m interface{ Run() int }) interface{ Run() int } {
	shared.ends = true
	return wrapped{m}
}

type wrapped struct{ tests interface{ Run() int } }

func (w wrapped) Run() int {
	defer func() {
		if shared.browser != nil {
			shared.browser.end()
		}
	}()
	return w.tests.Run()
}

// Start returns the browser of the package's tests, started by the first that asks. Without
// a browser the test is skipped.
func Start(t testing.TB) *Browser {
	t.Helper()
	program := os.Getenv(BrowserVariable)
	if program == "" {
		t.Skipf("%s names no browser: run make browser", BrowserVariable)
	}
	shared.Lock()
	defer shared.Unlock()
	if !shared.ends {
		t.Fatal("nobody would end the browser: call uitest.Main from TestMain")
	}
	if shared.browser != nil && shared.browser.ctx.Err() != nil { // it crashed in an earlier test
		shared.browser.end()
		shared.browser = nil
	}
	if shared.browser == nil {
		browser, err := open(program)
		if err != nil {
			t.Fatalf("start the browser %s: %v", program, err)
		}
		shared.browser = browser
	}
	return shared.browser
}

// folderPrefix begins the name of a browser's folder, in the system's temporary one.
const folderPrefix = "impressionism-uitest-"

const lockName = "lock"

func open(program string) (*Browser, error) {
	sweep(os.TempDir(), time.Now())
	folder, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return nil, err
	}
	b := &Browser{folder: folder}
	if b.lock, err = os.Create(filepath.Join(folder, lockName)); err == nil {
		err = filelock.TryLock(b.lock)
	}
	if err == nil {
		// The allocator's context is ended by that of the browser, which is its child.
		allocator, _ := chromedp.NewExecAllocator(context.Background(), options(program, folder)...)
		b.ctx, _ = chromedp.NewContext(allocator)
		err = chromedp.Do(b.ctx)
	}
	if err != nil {
		b.end()
		return nil, err
	}
	return b, nil
}

// options are for a browser that shows what it is asked to and asks nobody for anything.
func options(program, folder string) []chromedp.ExecAllocatorOption {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program), chromedp.UserDataDir(filepath.Join(folder, "profile")),
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless,
		chromedp.NoInheritEnv, chromedp.Env(
			"HOME="+folder, "TMPDIR="+folder, "XDG_CONFIG_HOME="+folder, "XDG_CACHE_HOME="+folder,
			"PATH="+os.Getenv("PATH"), "LANG=C.UTF-8", "TZ=UTC",
		),
		chromedp.Flag("host-resolver-rules", "MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]"),
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider"),
		chromedp.Flag("password-store", "basic"), chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("font-render-hinting", "none"), // the same widths of texts on every machine
		chromedp.Flag("lang", "en"),
	}
	for _, name := range []string{
		"disable-background-networking", "disable-background-timer-throttling", "disable-backgrounding-occluded-windows",
		"disable-breakpad", "disable-component-update", "disable-crash-reporter", "disable-default-apps", "disable-dev-shm-usage",
		"disable-extensions", "disable-gpu", "disable-ipc-flooding-protection", "disable-quic", "disable-renderer-backgrounding",
		"disable-sync", "enable-automation", "metrics-recording-only", "use-mock-keychain",
	} {
		options = append(options, chromedp.Flag(name, true))
	}
	return options
}

// endWait is how long a browser may take to end when it is asked to.
const endWait = 5 * time.Second

// end ends the browser and leaves no process and no file.
func (b *Browser) end() {
	if b.ctx != nil {
		ctx, cancel := context.WithTimeout(b.ctx, endWait)
		_ = chromedp.Cancel(ctx) // where it fails, the process is killed below
		cancel()
	}
	for deadline := time.Now().Add(endWait); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if left := processes(b.folder); len(left) == 0 {
			break
		} else if time.Until(deadline) < endWait-time.Second {
			kill(left)
		}
	}
	if b.lock != nil {
		b.lock.Close()
	}
	// A process that has just ended may have written in between.
	for deadline := time.Now().Add(endWait); os.RemoveAll(b.folder) != nil && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
}

// sweepAge is younger than no folder whose browser has its lock.
const sweepAge = time.Minute

// sweep removes the folders of browsers whose tests were killed: the system gave up their
// locks, and ended the browsers themselves.
func sweep(temporary string, now time.Time) {
	folders, _ := filepath.Glob(filepath.Join(temporary, folderPrefix+"*")) // the pattern is good
	for _, folder := range folders {
		info, err := os.Stat(folder)
		if err != nil || now.Sub(info.ModTime()) < sweepAge {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_RDWR, 0)
		if err == nil {
			err = filelock.TryLock(lock)
			lock.Close()
		}
		if err == nil || errors.Is(err, os.ErrNotExist) {
			os.RemoveAll(folder)
		}
	}
}

// processes returns the ids of the processes whose command line names a browser's folder.
// Where there is no /proc, there are none.
func processes(folder string) []int {
	var ids []int
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is good
	for _, name := range names {
		line, err := os.ReadFile(name)
		var id int
		if err == nil && strings.Contains(string(line), folder) {
			if _, err := fmt.Sscanf(name, "/proc/%d/", &id); err == nil && id != os.Getpid() {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func kill(ids []int) {
	for _, id := range ids {
		if process, err := os.FindProcess(id); err == nil {
			_ = process.Kill() // it may have ended by itself
		}
	}
}
