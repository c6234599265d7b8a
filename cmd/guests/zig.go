package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// zigVersion is the release of Zig's Python package; 341 MB on disk.
const zigVersion = "0.14.1"

// findZig gives Zig's clang, installed below .tools at the first time.
func findZig(ctx context.Context, root string) (cCompiler, error) {
	folder := filepath.Join(root, ".tools", "zig-"+zigVersion)
	_, missing := os.Stat(filepath.Join(folder, "ziglang", "__main__.py"))
	python, err := findPython(ctx, missing != nil)
	if err != nil {
		return cCompiler{}, err
	}
	if missing != nil {
		if err := installZig(ctx, python, folder); err != nil {
			return cCompiler{}, err
		}
	}
	zig := cCompiler{
		args:    []string{python, "-m", "ziglang", "cc", "-target", "wasm32-freestanding"},
		version: "ziglang " + zigVersion,
		env: []string{
			"PYTHONPATH=" + folder,
			"ZIG_GLOBAL_CACHE_DIR=" + filepath.Join(folder, "cache"), "ZIG_LOCAL_CACHE_DIR=" + filepath.Join(folder, "cache"),
		},
	}
	return zig, zig.shim(root)
}

// shimsFolder holds stand-ins for tools under the names that people know.
const shimsFolder = ".tools/shims"

// shim makes a clang of Zig's, for the pages of docs/rulesets to be followed where
// no other clang is. Zig wants the target in a way of its own.
func (c cCompiler) shim(root string) error {
	var script strings.Builder
	script.WriteString("#!/bin/sh\n# Zig's clang, written by cmd/guests.\n" +
		"for arg do shift; case \"$arg\" in --target=wasm32*) ;; *) set -- \"$@\" \"$arg\";; esac; done\nexec env")
	for _, word := range append(append([]string{}, c.env...), c.args...) {
		script.WriteString(" '" + strings.ReplaceAll(word, "'", `'\''`) + "'")
	}
	script.WriteString(" \"$@\"\n")
	folder := filepath.Join(root, shimsFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "clang"), []byte(script.String()), 0o755)
}

// installZig installs beside the folder and moves it there when it is whole.
func installZig(ctx context.Context, python, folder string) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(folder), "zig-install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	err = command{args: []string{
		python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile",
		"--no-deps", "--only-binary", ":all:", "--target", filepath.Join(scratch, "zig"), "--", "ziglang==" + zigVersion,
	}}.run(ctx)
	if err != nil {
		return fmt.Errorf("there is no clang for WebAssembly (install clang and lld), and pip could not install Zig instead: %w", err)
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
		if err == nil && (!pip || command{args: []string{python, "-m", "pip", "--version"}}.run(ctx) == nil) {
			return python, nil
		}
	}
	return "", fmt.Errorf("there is no C compiler for WebAssembly: install clang and lld, or python3 with pip")
}
