package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// askHost answers as a hook does. The corpus is indexed in the cache, where a
// second run finds it; sessions are kept in a folder that goes with the run.
func (a *app) askHost(s *asker, corpus eval.Corpus, o answerOptions) error {
	x, err := a.evalIndex(corpus, o)
	if err != nil {
		return err
	}
	s.closes = append(s.closes, x.Close)
	folder, err := os.MkdirTemp("", "impressionism-eval-")
	if err != nil {
		return err
	}
	s.closes = append(s.closes, func() error { return os.RemoveAll(folder) })
	store, err := session.Open(filepath.Join(folder, "state.db"), session.Options{})
	if err != nil {
		return err
	}
	s.closes = append(s.closes, store.Close)
	wired := a.wire("", store)
	wired.List = func(context.Context, string) catalog.Listing { return corpus.Listing() }
	wired.Load = corpus.Load
	wired.OpenIndex = func() (*index.Index, error) { return index.Open(a.evalPath(corpus)) }
	if wired.Model, err = a.evalModel(s, o); err != nil {
		return err
	}
	s.ask = evalAsker{app: a, host: wired}.ask
	return nil
}

// evalModel is the model of queries, nil where there is to be none. Cached, it
// is opened only for a text that no run has embedded before.
func (a *app) evalModel(s *asker, o answerOptions) (*embedding.Model, error) {
	if o.model == noModel {
		return nil, nil //nolint:nilnil // nil is no model
	}
	model := a.model(queries)
	if err := model.Broken(); err != nil {
		return nil, err
	}
	if model == nil || !o.cached {
		return model, nil
	}
	vectors, err := eval.OpenVectors(filepath.Join(a.paths.Cache, "eval", "queries-"+a.modelName()+".vectors"), model.Identity()+" query")
	if err != nil {
		return nil, err
	}
	s.closes = append(s.closes, vectors.Close)
	embed := vectors.Through(func(text string) ([]float32, error) { return a.embedNow(model, text) })
	return embedding.New(model.Identity(), func() (embedding.Embedder, error) { return embedding.Embedder{Embed: embed}, nil }), nil
}

func (a *app) evalPath(corpus eval.Corpus) string {
	return filepath.Join(a.paths.Cache, "eval", corpus.Hash[:16]+".db")
}

func (a *app) evalIndex(corpus eval.Corpus, o answerOptions) (*index.Index, error) {
	x, err := index.Open(a.evalPath(corpus))
	if err != nil {
		return nil, err
	}
	wired := a.wire("", nil)
	sources := index.Sources{Load: corpus.Load, Pools: wired.Pools, Now: a.now, Workers: runtime.NumCPU()}
	if p := a.passages(); p != nil && o.model != noModel {
		sources.Model, sources.Embed = p.Model, p.Embedder(nil)
	}
	bar := a.newProgress(false)
	defer bar.end()
	if _, err := x.Refresh(context.Background(), corpus.Listing(), sources, index.Options{Progress: bar.step}); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

type evalAsker struct {
	app  *app
	host *respond.Responder
}

func (e evalAsker) ask(q eval.Query) (eval.Answer, error) {
	event := abi.Event{Name: abi.EventPrompt, SessionID: "eval " + q.ID, Prompt: q.Text, Command: payload.Command(q.Text), Time: e.app.now().UTC()}
	if q.Session != "" {
		event.SessionID = "eval session " + q.Session
	}
	if q.Context != nil {
		folder, err := e.setting(q.ID, event, *q.Context)
		if folder != "" {
			defer os.RemoveAll(folder) //nolint:errcheck // a temporary one
		}
		if err != nil {
			return eval.Answer{}, err
		}
		event.Workspace = folder
	}
	response := e.host.Respond(context.Background(), event, respond.Options{})
	for _, problem := range response.Problems {
		return eval.Answer{}, errors.New(problem.Error())
	}
	answer := eval.Answer{}
	if response.Decision != nil {
		for _, told := range response.Decision.Suggested {
			answer.Selected = append(answer.Selected, told.ID)
		}
		for _, hit := range response.Decision.Ranking(eval.RankedMax) {
			answer.Ranking = append(answer.Ranking, eval.Ranked{ID: hit.Ref.ID, Score: hit.Similarity})
		}
	}
	if q.Session == "" {
		return answer, nil
	}
	active, err := e.host.Sessions.Active(event.SessionID)
	for _, item := range active {
		answer.Active = append(answer.Active, item.Ref.ID)
	}
	return answer, err
}
