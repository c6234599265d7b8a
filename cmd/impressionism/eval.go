package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/session"
)

func (a *app) evalCommand() *cobra.Command {
	command := group("eval", "Measure choosing on labelled prompts")
	rank := &cobra.Command{
		Use:     "rank CORPUS",
		Short:   "Answer queries (JSON Lines on stdin) over a corpus, through the same index, ruleset and sessions as the hook",
		Example: `  impressionism eval rank corpus.jsonl < queries.jsonl > rankings.jsonl`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.evalRank(args[0]) },
	}
	command.AddCommand(rank)
	return command
}

// evalRank indexes the corpus in the cache, where a second run finds it, and
// keeps sessions in a folder that goes with the run.
func (a *app) evalRank(corpusPath string) error {
	if err := a.ready(); err != nil {
		return err
	}
	file, err := os.Open(corpusPath)
	if err != nil {
		return err
	}
	defer file.Close()
	corpus, err := eval.ReadCorpus(file)
	if err != nil {
		return failed(err)
	}
	queriesRead, err := eval.ReadQueries(a.in)
	if err != nil {
		return failed(err)
	}
	x, err := a.evalIndex(corpus)
	if err != nil {
		return failed(err)
	}
	defer x.Close()
	folder, err := os.MkdirTemp("", "impressionism-eval-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(folder)
	store, err := session.Open(filepath.Join(folder, "state.db"), session.Options{})
	if err != nil {
		return failed(err)
	}
	defer store.Close()
	wired := a.wire("", store)
	wired.List = func(string) catalog.Listing { return corpus.Listing() }
	wired.Load = corpus.Load
	wired.Model = a.model(queries)
	wired.OpenIndex = func() (*index.Index, error) { return index.Open(a.evalPath(corpus)) }
	bar := a.newProgress(false)
	defer bar.end()
	asker := evalAsker{app: a, host: wired}
	return failed(eval.Rank(queriesRead, asker.ask, a.now, a.out, func(n int) { bar.step("ask", n, len(queriesRead)) }))
}

func (a *app) evalPath(corpus eval.Corpus) string {
	return filepath.Join(a.paths.Cache, "eval", corpus.Hash[:16]+".db")
}

func (a *app) evalIndex(corpus eval.Corpus) (*index.Index, error) {
	x, err := index.Open(a.evalPath(corpus))
	if err != nil {
		return nil, err
	}
	wired := a.wire("", nil)
	sources := index.Sources{Load: corpus.Load, Recipe: wired.Recipe, Now: a.now, Workers: runtime.NumCPU()}
	if p := a.passages(); p != nil {
		sources.Model, sources.Embed = p.Model, p.Embedder(noDeadline, a.now)
	}
	bar := a.newProgress(false)
	defer bar.end()
	if _, err := x.Refresh(context.Background(), corpus.Listing(), sources, index.Options{Progress: bar.step}); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// rankedMax is how many items a ranking names.
const rankedMax = 50

type evalAsker struct {
	app  *app
	host *host.Host
}

func (e evalAsker) ask(q eval.Query) (eval.Answer, error) {
	event := abi.Event{Name: abi.EventPrompt, SessionID: "eval " + q.ID, Prompt: q.Text, Command: hook.CommandName(q.Text), Time: e.app.now().UTC()}
	if q.Session != "" {
		event.SessionID = "eval session " + q.Session
	}
	response := e.host.Respond(context.Background(), event, host.Deadlines{})
	for _, problem := range response.Problems {
		return eval.Answer{}, fmt.Errorf("%s", problem.Error())
	}
	answer := eval.Answer{}
	if response.Decision != nil {
		for _, told := range response.Decision.Told {
			answer.Selected = append(answer.Selected, told.ID)
		}
		for _, hit := range response.Decision.Ranking(rankedMax) {
			answer.Ranking = append(answer.Ranking, eval.Ranked{ID: hit.ID, Score: hit.Similarity})
		}
	}
	if q.Session == "" {
		return answer, nil
	}
	active, err := e.host.Sessions.Active(event.SessionID)
	for _, item := range active {
		answer.Active = append(answer.Active, item.ID)
	}
	return answer, err
}
