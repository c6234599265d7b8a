// Package evaluate sends the labelled prompts through the program and through
// the baselines, and prints how well each chooses. With -save it writes the
// scores that a test then holds the program to.
package evaluate

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/eval"
)

type evaluation struct {
	binary, home string
	out, errOut  io.Writer
}

type options struct {
	data, sets, extra, rankers, scores string
	save                               bool
}

// ownSets leaves out those that are kept aside: nobody looks at these while
// constants are chosen.
const ownSets = "host/eval/testdata/prompts,host/eval/testdata/prompts-b,host/eval/testdata/prompts-c,host/eval/testdata/prompts-d,host/eval/testdata/prompts-e,host/eval/testdata/prompts-f,host/eval/testdata/prompts-g,host/eval/testdata/languages"

// Run scores by the flags in args and returns an exit code.
func Run(args []string, out, errOut io.Writer) int {
	e, o := evaluation{out: out, errOut: errOut}, options{}
	flags := flag.NewFlagSet("evaluate", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.StringVar(&e.binary, "binary", "bin/impressionism", "the program")
	flags.StringVar(&e.home, "home", ".tools", "`folder` with models/; indexes, vectors of prompts and answers are kept in its cache/")
	flags.StringVar(&o.data, "data", "../shared/eval/dev", "`folder` of the data sets")
	flags.StringVar(&o.sets, "sets", "skills-real,authored,metatool,sealtools,sessions", "data sets below it")
	flags.StringVar(&o.extra, "extra", ownSets, "`folders` of the project's own data sets, which are shown by voice too; absent ones are passed over")
	flags.StringVar(&o.rankers, "rankers", strings.Join(rankerNames(), ","), "who answers")
	flags.StringVar(&o.scores, "scores", "host/eval/testdata/scores.json", "`file` of committed scores")
	flags.BoolVar(&o.save, "save", false, "write the program's scores to that file")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if err := e.all(o); err != nil {
		fmt.Fprintln(errOut, "evaluate:", err)
		return 1
	}
	return 0
}

// all answers every set by every ranker, prints, and saves.
func (e evaluation) all(o options) error {
	asked, err := pick(o.rankers)
	if err != nil {
		return err
	}
	sets, err := e.open(o)
	if err != nil {
		return err
	}
	for i := range sets {
		for _, r := range asked {
			fmt.Fprintf(e.errOut, "%s by %s …\n", sets[i].name, r.label)
			if err := e.answer(&sets[i], r); err != nil {
				return fmt.Errorf("%s by %s: %w", sets[i].name, r.name, err)
			}
		}
	}
	if err := e.print(sets, asked); err != nil {
		return err
	}
	if o.save {
		return save(o.scores, sets)
	}
	return nil
}

// dataSet is one set with the answers to it.
type dataSet struct {
	eval.Set
	name, folder string
	extra        bool
	answers      map[string]eval.Rankings // by ranker
}

func (e evaluation) open(o options) ([]dataSet, error) {
	var sets []dataSet
	for _, name := range fields(o.sets) {
		sets = append(sets, dataSet{name: name, folder: filepath.Join(o.data, name)})
	}
	for _, folder := range fields(o.extra) {
		if _, err := os.Stat(folder); err != nil {
			fmt.Fprintln(e.errOut, "evaluate: passed over:", err)
			continue
		}
		sets = append(sets, dataSet{name: filepath.Base(folder), folder: folder, extra: true})
	}
	for i := range sets {
		var err error
		if sets[i].Set, err = eval.OpenSet(sets[i].folder); err != nil {
			return nil, err
		}
		sets[i].answers = map[string]eval.Rankings{}
	}
	return sets, nil
}

func fields(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
}

// save replaces the scores of the sets that were answered.
func save(path string, sets []dataSet) error {
	committed := eval.Committed{}
	if data, err := os.ReadFile(path); err == nil {
		if committed, err = eval.ReadCommitted(data); err != nil {
			return err
		}
	}
	for _, set := range sets {
		if answers, ok := set.answers[ours]; ok {
			committed.Commit(set.name, set.Set, answers)
		}
	}
	data, err := committed.Encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
