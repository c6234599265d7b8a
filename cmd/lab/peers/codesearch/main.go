// Package codesearch measures our search of code beside what people search code with: the
// same labelled questions, the same sources, one run. It counts also what a reader pays until
// the right lines were read. It knows peers as processes only.
package codesearch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
)

// options are the flags; all paths are absolute after parse.
type options struct {
	root     string // of the repository
	set      string
	corpora  string // empty: fetched
	models   string
	program  string // empty: built from the sources
	python   string
	vectors  string
	only     []string
	jsonFile string
}

// Names of programs, for -only; the same in tables.
const (
	nameGrep   = "grep"
	nameSemble = "semble"
	nameOwn    = "impressionism"
)

var names = []string{nameGrep, nameSemble, nameOwn}

// Which places have a vector when our program is asked.
const (
	vectorsFirst = "first" // those that answers came upon, as right after an index by words
	vectorsAll   = "all"
)

// Run measures by the flags in args and returns an exit code.
func Run(args []string, out, errOut io.Writer) int {
	o, err := parse(args, errOut)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(errOut, "peers-code:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := measure(ctx, o, errOut)
	if err == nil && o.jsonFile != "" {
		err = result.write(o.jsonFile)
	}
	if err != nil {
		fmt.Fprintln(errOut, "peers-code:", err)
		return 2
	}
	result.print(out)
	return 0
}

func parse(args []string, errOut io.Writer) (options, error) {
	o := options{}
	flags := flag.NewFlagSet("peers-code", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.StringVar(&o.set, "set", "../shared/eval/dev/code", "`folder` of the labelled questions")
	flags.StringVar(&o.corpora, "corpora", "", "`folder` with the sources that the set's fetch.py and bare.py made; without it they are fetched")
	flags.StringVar(&o.models, "models", ".tools/models", "`directory` of installed models")
	flags.StringVar(&o.program, "program", "", "`file` to measure as ours instead of building one")
	flags.StringVar(&o.python, "python", "python3", "Python of which the environment is made that pip installs into")
	flags.StringVar(&o.vectors, "vectors", vectorsFirst, "which places have a vector with the model: first, those that answers came upon; all, which takes minutes")
	only := flags.String("only", strings.Join(names, ","), "`programs` to measure, with commas between them")
	flags.StringVar(&o.jsonFile, "json", "", "`file` to write the result to as JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.vectors != vectorsFirst && o.vectors != vectorsAll {
		return o, errors.New("wants first or all for -vectors, and no arguments beside flags")
	}
	o.only = strings.Split(*only, ",")
	for _, name := range o.only {
		if !slices.Contains(names, name) {
			return o, fmt.Errorf("-only wants some of %s; got %q", strings.Join(names, ", "), name)
		}
	}
	var err error
	if o.root, err = bench.FindRoot(); err != nil {
		return o, err
	}
	for _, path := range []*string{&o.set, &o.corpora, &o.models, &o.program} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(o.root, *path)
		}
	}
	return o, nil
}
