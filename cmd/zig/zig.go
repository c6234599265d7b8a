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

	"github.com/ed-irl/impressionism/cmd/tool"
)

// Version is the release of Zig's Python package; 341 MB on disk.
const Version = "0.14.1"

// Zig is an installed Zig.
type Zig struct {
	Folder string // where pip put it
	python string
}

// Find gives Zig below the root's .tools, installed there at the first time.
func Find(ctx context.Context, root string) (Zig, error) {
	folder := filepath.Join(root, ".tools", "zig-"+Version)
	_, missing := os.Stat(filepath.Join(folder, "ziglang", "__main__.py"))
	python, err := findPython(ctx, missing != nil)
	if err != nil {
		return Zig{}, err
	}
	if missing != nil {
		if err := install(ctx, python, folder); err != nil {
			return Zig{}, err
		}
	}
	return Zig{Folder: folder, python: python}, nil
}

// CC is the command that compiles C for a target in Zig's words.
func (z Zig) CC(target string) []string {
	return []string{z.python, "-m", "ziglang", "cc", "-target", target}
}

// Env is what the command needs of the environment.
func (z Zig) Env() []string {
	cache := filepath.Join(z.Folder, "cache")
	return []string{"PYTHONPATH=" + z.Folder, "ZIG_GLOBAL_CACHE_DIR=" + cache, "ZIG_LOCAL_CACHE_DIR=" + cache}
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

// findPython gives a Python, one with pip where that is needed.
func findPython(ctx context.Context, pip bool) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err == nil && (!pip || tool.Call{Args: []string{python, "-m", "pip", "--version"}}.Run(ctx) == nil) {
			return python, nil
		}
	}
	return "", errors.New("find Python: there is none with pip: install python3 with pip")
}
