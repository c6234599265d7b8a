// Package eval holds the commands that measure choosing on labelled prompts.
package eval

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/host/eval"
)

// Command returns the command eval, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("eval", "Measure choosing on labelled prompts")
	command.AddCommand(rankCommand(e), scoreCommand(e), compareCommand(e), importCommand(e), reachCommand(e), captureCommand(e), pairsCommand(e), handoffsCommand(e), validationCommand(e), heededCommand(e), codeCommand(e))
	return command
}

func rankCommand(e *env.Env) *cobra.Command {
	var o evalhost.AnswerOptions
	rank := &cobra.Command{
		Use:   "rank CORPUS",
		Short: "Answer queries (JSON Lines on stdin) over a corpus, through the same index, ruleset and sessions as the hook",
		Example: `  impressionism eval rank corpus.jsonl < queries.jsonl > rankings.jsonl
  impressionism eval rank corpus.jsonl --ranker bm25+body \
    < queries.jsonl > words.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return rank(e, args[0], o) },
	}
	o.Flags(rank)
	rank.Flags().BoolVar(&o.Cached, "cached", false, "take vectors of prompts from earlier runs; ms then leaves them out")
	return rank
}

func rank(e *env.Env, corpusPath string, o evalhost.AnswerOptions) error {
	if err := e.Ready(); err != nil {
		return err
	}
	corpus, err := eval.OpenCorpus(corpusPath)
	if err != nil {
		return env.Failed(err)
	}
	queries, err := eval.ReadQueries(e.In)
	if err != nil {
		return env.Failed(err)
	}
	return answerAll(e, corpus, queries, o, cli.Exact(e))
}

// answerAll writes an answer for each query.
func answerAll(e *env.Env, corpus eval.Corpus, queries []eval.Query, o evalhost.AnswerOptions, out io.Writer) error {
	asker, err := evalhost.OpenAsker(e, corpus, o)
	if err != nil {
		return err
	}
	defer asker.Close()
	bar := cli.NewProgress(e, false)
	defer bar.End()
	return env.Failed(eval.Rank(queries, asker.Ask, e.Now, out, func(n int) { bar.Step("ask", n, len(queries)) }))
}
