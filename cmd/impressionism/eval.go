package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/foreign"
)

func (a *app) evalCommand() *cobra.Command {
	command := group("eval", "Measure choosing on labelled prompts")
	command.AddCommand(a.evalRankCommand(), a.evalScoreCommand(), a.evalCompareCommand(), a.evalImportCommand(), a.evalReachCommand())
	return command
}

// labCommands measure and fit what the program is made with; they are in none.
func (a *app) labCommands() []*cobra.Command {
	return []*cobra.Command{a.evalTuneCommand(), a.evalAblateCommand(), a.evalActivationCommand()}
}

func (a *app) evalRankCommand() *cobra.Command {
	var o answerOptions
	rank := &cobra.Command{
		Use:   "rank CORPUS",
		Short: "Answer queries (JSON Lines on stdin) over a corpus, through the same index, ruleset and sessions as the hook",
		Example: `  impressionism eval rank corpus.jsonl < queries.jsonl > rankings.jsonl
  impressionism eval rank corpus.jsonl --ranker bm25+body \
    < queries.jsonl > words.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.evalRank(args[0], o) },
	}
	o.flags(rank)
	rank.Flags().BoolVar(&o.cached, "cached", false, "take vectors of prompts from earlier runs; ms then leaves them out")
	return rank
}

func (a *app) evalRank(corpusPath string, o answerOptions) error {
	if err := a.ready(); err != nil {
		return err
	}
	file, err := foreign.Open(corpusPath)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	corpus, err := eval.ReadCorpus(file)
	if err != nil {
		return failed(err)
	}
	queries, err := eval.ReadQueries(a.in)
	if err != nil {
		return failed(err)
	}
	return a.answerAll(corpus, queries, o, a.exact())
}

// answerAll writes an answer for each query.
func (a *app) answerAll(corpus eval.Corpus, queries []eval.Query, o answerOptions, out io.Writer) error {
	asker, err := a.asker(corpus, o)
	if err != nil {
		return err
	}
	defer asker.close()
	bar := a.newProgress(false)
	defer bar.end()
	return failed(eval.Rank(queries, asker.ask, a.now, out, func(n int) { bar.step("ask", n, len(queries)) }))
}
