// Package zig finds Zig's clang, which compiles for every platform, or has pip
// install it below .tools without root.
package zig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// Version is the release of Zig's Python package; 341 MB on disk.
const Version = "0.14.1"

// Zig is an installed Zig.
type Zig struct {
	Folder string // where pip put it
}

// Find gives Zig below the root's .tools, installed there at the first time.
func Find(ctx context.Context, root string) (Zig, error) {
	z := Zig{Folder: filepath.Join(root, ".tools", "zig-"+Version)}
	if _, err := os.Stat(z.program()); err == nil {
		return z, nil
	}
	python, err := findPython(ctx)
	if err != nil {
		return Zig{}, err
	}
	return z, install(ctx, python, z.Folder)
}

// program is Zig itself. Its package's own way, python -m ziglang, starts Python
// for each of the hundreds of calls of a build, and hides from Go which compiler
// it is.
func (z Zig) program() string {
	name := "zig"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(z.Folder, "ziglang", name)
}

// CC is the command that compiles C for a target in Zig's words.
func (z Zig) CC(target string) []string {
	return []string{z.program(), "cc", "-target", target}
}

// Env is what the command needs of the environment.
func (z Zig) Env() []string {
	cache := filepath.Join(z.Folder, "cache")
	return []string{"ZIG_GLOBAL_CACHE_DIR=" + cache, "ZIG_LOCAL_CACHE_DIR=" + cache}
}

// install lays Zig beside the folder and moves it there when it is whole.
func install(ctx context.Context, python, folder string) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(folder), "zig-install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	err = tool.Call{Args: []string{
		python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile",
		"--no-deps", "--only-binary", ":all:", "--target", filepath.Join(scratch, "zig"), "--", "ziglang==" + Version,
	}}.Run(ctx)
	if err != nil {
		return fmt.Errorf("install Zig by pip: %w", err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(filepath.Join(scratch, "zig"), folder)
}

// findPython gives a Python with pip.
func findPython(ctx context.Context) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err == nil && (tool.Call{Args: []string{python, "-m", "pip", "--version"}}).Run(ctx) == nil {
			return python, nil
		}
	}
	return "", errors.New("find Python: there is none with pip: install python3 with pip")
}
