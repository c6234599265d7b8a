// Package browser makes ready what tests of pages run in: a Chromium, and axe-core, which
// looks for what keeps people out. What is there already is left alone.
//
//	go run ./cmd/build browser [-folder .tools]
package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// Variable names the program of a Chromium that is to be taken.
const Variable = "IMPRESSIONISM_BROWSER"

// names are those of a Chromium's program; the first that runs is taken.
var names = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// Run runs the command in args, from the top folder of the repository, and returns an exit
// code. It writes the path of the browser's program to browser/path below the folder, or an
// empty line where there is no browser: tests in it are then not run, which is no failure
// of this command.
func Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("browser", flag.ContinueOnError)
	flags.SetOutput(errOut)
	folder := flags.String("folder", ".tools", "where browser/path and axe/axe.min.js go")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	where, err := filepath.Abs(*folder)
	if err != nil {
		fmt.Fprintln(errOut, "browser:", err)
		return 2
	}
	program, version, err := find(ctx, os.Getenv(Variable), tool.AptInstall)
	if err != nil {
		fmt.Fprintf(errOut, "browser: %v\nbrowser: tests in a browser are not run\n", err)
	} else {
		fmt.Fprintf(out, "browser: %s, %s\n", program, version)
	}
	if err := writePath(where, program); err != nil {
		fmt.Fprintln(errOut, "browser:", err)
		return 1
	}
	if err := ensureAxe(ctx, where, out); err != nil {
		fmt.Fprintln(errOut, "browser: install axe-core:", err)
		return 1
	}
	return 0
}

// find returns a browser's program and what it says that it is. A program that somebody
// asked for is taken or refused; no other takes its place.
func find(ctx context.Context, asked string, install func(context.Context, ...string) error) (program, version string, err error) {
	if asked != "" {
		program, version, err = check(ctx, asked)
		if err != nil {
			return "", "", fmt.Errorf("%s names no browser that runs: %w", Variable, err)
		}
		return program, version, nil
	}
	for _, name := range names {
		if program, version, err = check(ctx, name); err == nil {
			return program, version, nil
		}
	}
	if err := install(ctx, "chromium"); err != nil {
		return "", "", fmt.Errorf("there is no Chromium: install one, or let %s name it: %w", Variable, err)
	}
	return check(ctx, "chromium")
}

// checkLimit is how long a browser may take to say its version.
const checkLimit = 30 * time.Second

func check(ctx context.Context, name string) (program, version string, err error) {
	if program, err = exec.LookPath(name); err != nil {
		return "", "", err
	}
	if program, err = filepath.Abs(program); err != nil {
		return "", "", err
	}
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	version, err = tool.Call{Args: []string{program, "--version"}}.Output(ctx)
	return program, strings.TrimSpace(version), err
}

func writePath(folder, program string) error {
	path := filepath.Join(folder, "browser", "path")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(program+"\n"), 0o644)
}
