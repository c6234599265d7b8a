// Package guests builds every guest of the tree into bin/guests: the compiled
// rulesets, the probes of the conformance kit, and the hostile ones. It finds the
// toolchains or installs them below .tools, and does again only what changed.
//
//	go run ./cmd/build guests [-only NAME…] [-conformance]
package guests

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const usage = `usage: go run ./cmd/build guests [-only NAME] [-conformance] [NAME…]

Builds guests into bin/guests. A NAME is that of a guest, as in probe/c, or the
part before the slash. Without names, all that make test needs are built.
`

// Run runs the command in args, from the top folder of the repository, and returns an
// exit code.
func Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("guests", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.Usage = func() { fmt.Fprint(errOut, usage); flags.PrintDefaults() }
	only := flags.String("only", "", "build these guests, separated by commas")
	conformance := flags.Bool("conformance", false, "build also what only make conformance needs: AssemblyScript, and TinyGo where it is present")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	root, err := findRoot()
	if err != nil {
		fmt.Fprintln(errOut, "guests:", err)
		return 2
	}
	jobs, err := list(root)
	if err != nil {
		fmt.Fprintln(errOut, "guests:", err)
		return 2
	}
	names := append(strings.FieldsFunc(*only, func(r rune) bool { return r == ',' }), flags.Args()...)
	jobs, err = choose(jobs, names, *conformance)
	if err != nil {
		fmt.Fprintln(errOut, "guests:", err)
		return 2
	}
	if !buildAll(ctx, root, jobs, out, errOut) {
		return 1
	}
	return 0
}

// choose keeps the jobs that were named, or all that are not kept for the
// conformance run.
func choose(jobs []job, names []string, conformance bool) ([]job, error) {
	var chosen []job
	used := map[string]bool{}
	for _, j := range jobs {
		wanted := len(names) == 0 && (conformance || !j.conformance)
		for _, name := range names {
			if j.name == name || strings.HasPrefix(j.name, name+"/") || slices.Contains(j.outputs, name+".wasm") {
				wanted, used[name] = true, true
			}
		}
		if wanted {
			chosen = append(chosen, j)
		}
	}
	for _, name := range names {
		if !used[name] {
			var known []string
			for _, j := range jobs {
				known = append(known, j.name)
			}
			return nil, fmt.Errorf("there is no guest %q; there are: %s", name, strings.Join(known, ", "))
		}
	}
	return chosen, nil
}

// findRoot returns the folder of go.mod, at or above the working directory.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("there is no go.mod at or above the working directory: run this inside the tree")
		}
		dir = filepath.Dir(dir)
	}
}
