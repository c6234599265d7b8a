package evaluate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/eval"
)

// ranker is somebody who answers, by flags of eval rank.
type ranker struct {
	name, label string
	flags       []string
}

// ours is the program as it is installed.
const ours = "impressionism"

var rankers = []ranker{
	{ours, "impressionism", []string{"--cached"}},
	{"lexical", "the same without a model", []string{"--model", "none"}},
	{"bm25", "BM25", []string{"--ranker", "bm25"}},
	{"bm25+body", "BM25 with bodies", []string{"--ranker", "bm25+body"}},
	{"dense", "nearest description", []string{"--ranker", "dense", "--cached"}},
	{"gate", "lexical gate", []string{"--ranker", "gate"}},
}

func rankerNames() []string {
	var names []string
	for _, r := range rankers {
		names = append(names, r.name)
	}
	return names
}

func pick(names string) ([]ranker, error) {
	var picked []ranker
	for _, name := range fields(names) {
		at := slices.IndexFunc(rankers, func(r ranker) bool { return r.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no ranker %q; there are: %s", name, strings.Join(rankerNames(), ", "))
		}
		picked = append(picked, rankers[at])
	}
	return picked, nil
}

// answer has a set answered and reads the answers back from the file, where
// eval compare finds them too.
func (e evaluation) answer(set *dataSet, r ranker) error {
	corpus, err := eval.CorpusPath(set.folder)
	if err != nil {
		return err
	}
	path := filepath.Join(e.home, "cache", "eval", set.name+"-"+r.name+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := e.rank(corpus, filepath.Join(set.folder, "queries.jsonl"), path, r.flags); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	set.answers[r.name], err = eval.ReadRankings(file)
	return err
}

func (e evaluation) rank(corpus, queries, rankings string, flags []string) error {
	home, err := filepath.Abs(e.home)
	if err != nil {
		return err
	}
	in, err := os.Open(queries)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	to, err := os.Create(rankings)
	if err != nil {
		return err
	}
	command := exec.Command(e.binary, append([]string{"eval", "rank", corpus}, flags...)...)
	var errOut strings.Builder
	command.Stdin, command.Stdout, command.Stderr = in, to, &errOut
	command.Env = append(os.Environ(), "IMPRESSIONISM_HOME="+home)
	if err := command.Run(); err != nil {
		_ = to.Close()
		return fmt.Errorf("%w\n%s", err, strings.TrimSpace(errOut.String()))
	}
	return to.Close()
}
