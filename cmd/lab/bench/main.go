// Package bench measures the program as its users meet it: as a process that
// starts, answers and ends. Times mean nothing across machines, so it reports
// them as multiples of what an empty program costs in the same run. It measures
// from outside: only the throughput of embedding is taken inside this process.
package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
)

// options are the flags; all paths are absolute after parse.
type options struct {
	root        string // of the repository
	rounds      int
	slow        int // rounds of the cases that embed a whole catalog
	seed        uint64
	skills      int // 0: all there are
	many        int // of the large catalog
	models      string
	guests      string // built WebAssembly rulesets; absent ones are passed over
	corpus      string
	program     string // empty: built from the sources
	python      string
	jsonFile    string
	busy        int   // endless loops for each processor while prompts are asked; 0: the ordinary cases
	busyPrompts int   // of each way to answer, on a busy machine
	beside      []int // items of other workspaces
	codeFiles   int   // of the large repository whose code is indexed; 0: none is
	codeOnly    bool
	settings    []string // environment of the program, beside its places
}

// Run measures by the flags in args and returns an exit code.
func Run(args []string, out, errOut io.Writer) int {
	o, err := parse(args, errOut)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(errOut, "bench:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := measure(ctx, o, errOut)
	if err != nil {
		fmt.Fprintln(errOut, "bench:", err)
		return 2
	}
	result.print(out)
	if o.jsonFile != "" {
		if err := result.write(o.jsonFile); err != nil {
			fmt.Fprintln(errOut, "bench:", err)
			return 2
		}
	}
	if len(result.Refused) > 0 {
		return 1
	}
	return 0
}

func parse(args []string, errOut io.Writer) (options, error) {
	o := options{}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.IntVar(&o.rounds, "rounds", 25, "`rounds`: each runs every case once")
	flags.IntVar(&o.slow, "slow", 3, "`rounds` that also run the cases that embed the whole catalog")
	flags.Uint64Var(&o.seed, "seed", 1, "`seed` of the order within rounds")
	flags.IntVar(&o.skills, "skills", 0, "how many skills of the catalog; 0: all")
	flags.IntVar(&o.many, "many", 1000, "how many skills the large catalog has: those of the catalog, repeated")
	beside := flags.String("beside", "20000", "`numbers` of items of other workspaces beside which a prompt is measured")
	flags.StringVar(&o.models, "models", ".tools/models", "`directory` of installed models")
	flags.StringVar(&o.guests, "guests", "bin/guests", "`directory` of built WebAssembly rulesets")
	flags.StringVar(&o.corpus, "corpus", "../shared/eval/dev/skills-real/corpus.jsonl", "`file` of skills; where it is absent, examples/skills are replicated")
	flags.StringVar(&o.program, "program", "", "`file` to measure instead of building one")
	flags.StringVar(&o.python, "python", "python3", "Python to compare with, if it has onnxruntime")
	flags.StringVar(&o.jsonFile, "json", "", "`file` to write the result to as JSON")
	flags.IntVar(&o.busy, "busy", 0, "count the prompts that are answered beside a load of so many for each processor, made by endless `loops` beside what runs already, and time nothing else")
	flags.IntVar(&o.busyPrompts, "busy-prompts", 20, "how many `prompts` of each way to answer are counted beside other work; 0: none")
	flags.IntVar(&o.codeFiles, "code-files", 11_000, "how many `files` the repository has whose code is indexed, those of the Go tree and a variation of them; 0: no code is indexed")
	flags.BoolVar(&o.codeOnly, "code", false, "measure the index of code and nothing else")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.codeFiles < 0 || o.codeOnly && o.codeFiles == 0 {
		return o, errors.New("-code-files wants a number from 0, and -code at least one file")
	}
	if flags.NArg() > 0 || o.rounds < 1 || o.slow < 0 || o.skills < 0 || o.many < 1 || o.busy < 0 || o.busyPrompts < 0 || o.busy > 0 && o.busyPrompts == 0 {
		return o, errors.New("wants at least one round, no negative numbers and no arguments beside flags")
	}
	for text := range strings.SplitSeq(*beside, ",") {
		others, err := strconv.Atoi(text)
		if err != nil || others < 1 {
			return o, fmt.Errorf("-beside wants numbers from 1 with commas between them; got %q", *beside)
		}
		o.beside = append(o.beside, others)
	}
	var err error
	if o.root, err = findRoot(); err != nil {
		return o, err
	}
	for _, path := range []*string{&o.models, &o.guests, &o.corpus, &o.program} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(o.root, *path)
		}
	}
	return o, nil
}

// findRoot walks up to the directory that holds go.mod.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run it inside the repository: there is no go.mod here or above")
		}
		dir = parent
	}
}
