// Package dist makes the archives of a release: one for each platform, with the
// program, the model and its library, the built-in rulesets, licences and a bill of
// materials; and the list of their hashes. `dist pack` packs any plugin of this
// layout from parts that are there. goreleaser would need further tools for bills of
// materials and for macOS; what would be left for it is a tar of given files.
//
//	go run ./cmd/build dist [-platforms LIST] [-lexical] [-check] [-out DIR]
//	go run ./cmd/build dist pack -output FILE -name NAME -binary FILE -manifest FILE …
package dist

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const usage = `usage: go run ./cmd/build dist [-platforms LIST] [-lexical] [-check] [-out DIR]
       go run ./cmd/build dist pack -output FILE -name NAME -binary FILE -manifest FILE
              [-hooks LIST] [-skills LIST] [-config LIST] [-rules LIST]

Makes the archives of a release and checksums.txt. A LIST is separated by commas.
`

// errUsage has been told already.
var errUsage = errors.New("usage")

// Run runs the command in args, from the top folder of the repository, and returns an
// exit code.
func Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	command := release
	if len(args) > 0 && args[0] == "pack" {
		command, args = packPlugin, args[1:]
	}
	err := command(ctx, args, out, errOut)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	}
	fmt.Fprintln(errOut, "dist:", err)
	return 1
}

// flagSet parses; what is wrong it tells by itself.
func flagSet(errOut io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.Usage = func() { fmt.Fprint(errOut, usage); flags.PrintDefaults() }
	return flags
}

func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(flags.Output(), "dist: %q is no option\n", flags.Arg(0))
		flags.Usage()
		return errUsage
	}
	return nil
}

func commas(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
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
		if dir == filepath.Dir(dir) {
			return "", errors.New("there is no go.mod at or above the working directory: run this in the project's folder")
		}
		dir = filepath.Dir(dir)
	}
}
