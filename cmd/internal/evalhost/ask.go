package evalhost

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/eval"
)

// AnswerOptions select who answers the prompts of a data set.
type AnswerOptions struct {
	Kind   string // of the corpus's items that name none; empty: skills
	ranker string
	Model  string
	Cached bool
}

// Rankers beside the baselines of eval: the program itself, and one vector an
// item.
const (
	rankerOurs  = "impressionism"
	rankerDense = "dense"
)

// NoModel is the value of --model that leaves words alone.
const NoModel = "none"

func rankers() []string { return slices.Concat([]string{rankerOurs, rankerDense}, eval.Baselines) }

// Flags adds the flags that select who answers.
func (o *AnswerOptions) Flags(command *cobra.Command) {
	command.Flags().StringVar(&o.Kind, "kind", "", "the kind of the corpus's items that name none: skill (the default), tool, …")
	command.Flags().StringVar(&o.ranker, "ranker", rankerOurs, "who answers: "+strings.Join(rankers(), ", "))
	command.Flags().StringVar(&o.Model, "model", "", "an installed model, or none for words alone; the configured one where absent")
}

// Asker answers queries one by one.
type Asker struct {
	Ask    func(eval.Query) (eval.Answer, error)
	closes []func() error // last first
}

// Close closes what the asker opened.
func (s *Asker) Close() {
	for _, closeOne := range slices.Backward(s.closes) {
		_ = closeOne() // everything is read by now
	}
}

// OpenAsker prepares whoever is to answer.
func OpenAsker(e *env.Env, corpus eval.Corpus, o AnswerOptions) (*Asker, error) {
	if !slices.Contains(rankers(), o.ranker) {
		return nil, fmt.Errorf("there is no ranker %q; there are: %s", o.ranker, strings.Join(rankers(), ", "))
	}
	if ask := eval.Baseline(o.ranker, corpus); ask != nil {
		return &Asker{Ask: ask}, nil
	}
	if o.Model != "" && o.Model != NoModel {
		e.Loaded.Parameters["embedding_model"], e.ExactModel = o.Model, true
		if !wire.ModelInstalled(e) {
			return nil, env.Failed(fmt.Errorf("%s is not installed; see: impressionism model list", o.Model))
		}
	}
	if o.Kind != "" {
		if err := wire.KnownKinds(e, []string{o.Kind}); err != nil {
			return nil, err
		}
		corpus = corpus.Of(o.Kind)
	}
	s := &Asker{}
	answer := func(s *Asker, corpus eval.Corpus, o AnswerOptions) error { return askHost(e, s, corpus, o) }
	if o.ranker == rankerDense {
		answer = func(s *Asker, corpus eval.Corpus, o AnswerOptions) error { return askVectors(e, s, corpus, o) }
	}
	if err := answer(s, corpus, o); err != nil {
		s.Close()
		return nil, env.Failed(err)
	}
	return s, nil
}

// askVectors ranks by the nearness of names and descriptions.
func askVectors(e *env.Env, s *Asker, corpus eval.Corpus, o AnswerOptions) error {
	model, err := Model(e, s, o)
	if err != nil {
		return err
	}
	if model == nil {
		return errors.New("dense wants a model; run: impressionism model install")
	}
	x, err := Index(e, corpus, o)
	if err != nil {
		return err
	}
	defer x.Close() //nolint:errcheck // only read from here on
	view, err := x.View(corpus.Listing(), wire.Pools(e))
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
	s.Ask = eval.Nearest(heads, embedder.Embed)
	return nil
}
