// Command vuln runs govulncheck and reports where it cannot run: govulncheck reads its
// data from the network, and a machine without one must not fail for that, nor keep
// quiet.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit code of the command that its arguments are.
func run(args []string, out, errOut io.Writer) int {
	var said bytes.Buffer
	command := exec.Command(args[0], args[1:]...)
	command.Stdout, command.Stderr = out, &said
	err := command.Run()
	if err != nil && unreachable(said.String()) {
		fmt.Fprintln(out, "govulncheck did not run: its data cannot be reached from here")
		return 0
	}
	_, _ = io.Copy(errOut, &said) // it is the end
	if err != nil {
		return 1
	}
	return 0
}

// unreachable reports whether the tool says that it could not fetch what it needs.
func unreachable(text string) bool {
	return strings.Contains(text, "fetching vulnerabilities:")
}
