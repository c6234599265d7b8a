// Command fuzzall fuzzes every reader of foreign input in turn. What it finds is
// left in the package's testdata, where plain tests then run it.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("fuzzall", flag.ContinueOnError)
	flags.SetOutput(errOut)
	each := flags.Duration("time", time.Minute, "how long each")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	targets, err := list()
	if err != nil {
		fmt.Fprintln(errOut, "fuzzall:", err)
		return 2
	}
	failed := 0
	for _, target := range targets {
		fmt.Fprintf(out, "%s %s\n", target.folder, target.name)
		command := exec.Command("go", "test", "-run=^$", "-fuzz=^"+target.name+"$", "-fuzztime="+each.String(), "-fuzzminimizetime=1x", target.folder)
		if output, err := command.CombinedOutput(); err != nil {
			failed++
			fmt.Fprintf(out, "%s\n", bytes.TrimSpace(output))
		}
	}
	fmt.Fprintf(out, "%d fuzzed, %d failed\n", len(targets), failed)
	if failed > 0 {
		return 1
	}
	return 0
}

type target struct{ folder, name string }

// list finds every Fuzz function with its package.
func list() ([]target, error) {
	output, err := exec.Command("go", "test", "-list=^Fuzz", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("list fuzz targets: %w", err)
	}
	var targets []target
	var names []string
	for _, line := range strings.Split(string(output), "\n") {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "Fuzz"):
			names = append(names, line)
		case len(fields) > 1 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{fields[1], name})
			}
			names = nil
		}
	}
	return targets, nil
}
