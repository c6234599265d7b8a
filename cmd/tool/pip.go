package tool

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// Python returns one that has pip.
func Python(ctx context.Context) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err == nil && (Call{Args: []string{python, "-m", "pip", "--version"}}).Run(ctx) == nil {
			return python, nil
		}
	}
	return "", errors.New("find Python: there is none with pip: install python3 with pip")
}

// PipInstall lays a package, as name==version, beside the folder and moves it there
// when it is whole.
func PipInstall(ctx context.Context, python, folder, packaged string) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(folder), "install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	whole := filepath.Join(scratch, "whole")
	err = Call{Args: []string{
		python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile",
		"--no-deps", "--only-binary", ":all:", "--target", whole, "--", packaged,
	}}.Run(ctx)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(whole, folder)
}
