package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/eval"
)

// answerOptions say who answers the prompts of a data set.
type answerOptions struct {
	ranker string
	model  string
	cached bool
}

// Rankers beside the baselines of eval: the program itself, and one vector an
// item.
const (
	rankerOurs  = "impressionism"
	rankerDense = "dense"
)

// noModel is the value of --model that leaves words alone.
const noModel = "none"

func rankers() []string { return slices.Concat([]string{rankerOurs, rankerDense}, eval.Baselines) }

func (o *answerOptions) flags(command *cobra.Command) {
	command.Flags().StringVar(&o.ranker, "ranker", rankerOurs, "who answers: "+strings.Join(rankers(), ", "))
	command.Flags().StringVar(&o.model, "model", "", "an installed model, or none for words alone; the configured one where absent")
}

// asker answers queries one by one.
type asker struct {
	ask    func(eval.Query) (eval.Answer, error)
	closes []func() error // last first
}

func (s *asker) close() {
	for _, closeOne := range slices.Backward(s.closes) {
		_ = closeOne() // everything is read by now
	}
}

// asker prepares whoever is to answer.
func (a *app) asker(corpus eval.Corpus, o answerOptions) (*asker, error) {
	if !slices.Contains(rankers(), o.ranker) {
		return nil, fmt.Errorf("there is no ranker %q; there are: %s", o.ranker, strings.Join(rankers(), ", "))
	}
	if ask := eval.Baseline(o.ranker, corpus); ask != nil {
		return &asker{ask: ask}, nil
	}
	if o.model != "" && o.model != noModel {
		a.loaded.Parameters["embedding_model"], a.exactModel = o.model, true
		if !a.modelInstalled() {
			return nil, failed(fmt.Errorf("%s is not installed; see: impressionism model list", o.model))
		}
	}
	s := &asker{}
	answer := a.askHost
	if o.ranker == rankerDense {
		answer = a.askVectors
	}
	if err := answer(s, corpus, o); err != nil {
		s.close()
		return nil, failed(err)
	}
	return s, nil
}

// askVectors ranks by the nearness of names and descriptions.
func (a *app) askVectors(s *asker, corpus eval.Corpus, o answerOptions) error {
	model, err := a.evalModel(s, o)
	if err != nil {
		return err
	}
	if model == nil {
		return errors.New("dense wants a model; run: impressionism model install")
	}
	x, err := a.evalIndex(corpus, o)
	if err != nil {
		return err
	}
	defer x.Close() //nolint:errcheck // only read from here on
	view, err := x.View(corpus.Listing(), a.pools())
	if err != nil {
		return err
	}
	defer view.Close() //nolint:errcheck // only read
	heads := map[string][]float32{}
	for _, key := range view.Keys(nil) {
		item, err := view.Item(key)
		if err != nil {
			return err
		}
		if heads[item.Ref.ID], err = view.Vector(key); err != nil {
			return err
		}
	}
	embedder, err := model.Await(nil)
	if err != nil {
		return err
	}
	s.ask = eval.Nearest(heads, embedder.Embed)
	return nil
}
