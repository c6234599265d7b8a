package host

import (
	"errors"
	"fmt"
	"sync"
)

// Embedder turns a text into a vector of length 1.
type Embedder struct {
	Embed func(text string) ([]float32, error)
}

// Model is an embedder that is opened beside other work and awaited only until
// a deadline. Nil is no model. It is for one goroutine.
type Model struct {
	identity string // known before it is open
	open     func() (Embedder, error)
	ready    chan opened // nil until it was started
	got      *opened
}

type opened struct {
	embedder Embedder
	err      error
}

// errModelLate says that the deadline came before the model.
var errModelLate = errors.New("the model was not ready in time")

// errNoModel says that there is none to wait for.
var errNoModel = errors.New("no embedding model is installed; run: impressionism model install")

// NewModel is a model that opens when it is started or first awaited.
func NewModel(identity string, open func() (Embedder, error)) *Model {
	return &Model{identity: identity, open: open}
}

// Start begins to open the model on a goroutine of its own: most of a cold start
// is the model, and the search it serves can begin without it. See RATIONALE.md,
// "Why does the model load beside the search?".
func (m *Model) Start() {
	if m == nil || m.ready != nil {
		return
	}
	m.ready = make(chan opened, 1)
	go func() {
		var got opened
		defer func() {
			if reason := recover(); reason != nil {
				got.err = fmt.Errorf("open the model: %v", reason)
			}
			m.ready <- got
		}()
		got.embedder, got.err = m.open()
	}()
}

// Identity names the model whose vectors its own may be compared with; empty
// where there is none.
func (m *Model) Identity() string {
	if m == nil {
		return ""
	}
	return m.identity
}

// Await gives the embedder as soon as it is open, or why there is none.
func (m *Model) Await(deadline Deadline) (Embedder, error) {
	if m == nil {
		return Embedder{}, errNoModel
	}
	m.Start()
	if m.got != nil {
		return m.got.embedder, m.got.err
	}
	got, inTime := Await(m.ready, deadline)
	if !inTime {
		return Embedder{}, errModelLate
	}
	m.got = &got
	return got.embedder, got.err
}

// Passages embed what an index lacks. The model is opened by the first text
// that needs it: most sessions start with nothing to embed.
type Passages struct {
	Model string // identity of the model, known without opening it
	Open  func() *Model
}

// modelError marks an error as the model's.
type modelError struct{ error }

func (e modelError) Unwrap() error { return e.error }

func isModel(err error) bool {
	_, ok := errors.AsType[modelError](err)
	return ok
}

// Embedder gives the function that embeds; it may be called from many
// goroutines. The model must be open before the deadline.
func (p *Passages) Embedder(deadline Deadline) func(string) ([]float32, error) {
	open := sync.OnceValues(func() (Embedder, error) { return p.Open().Await(deadline) })
	return func(text string) ([]float32, error) {
		embedder, err := open()
		if err != nil {
			return nil, modelError{err}
		}
		vector, err := embedder.Embed(text)
		if err != nil {
			return nil, modelError{err}
		}
		return vector, nil
	}
}

// within gives up waiting for an embedding at a deadline: a long text takes as
// long again as opening the model.
func within(deadline Deadline, embed func() ([]float32, error)) ([]float32, error) {
	if deadline == nil {
		return embed()
	}
	type result struct {
		vector []float32
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var got result
		defer func() {
			if reason := recover(); reason != nil {
				got.err = fmt.Errorf("embed the prompt: %v", reason)
			}
			done <- got
		}()
		got.vector, got.err = embed()
	}()
	got, inTime := Await(done, deadline)
	if !inTime {
		return nil, errModelLate
	}
	return got.vector, got.err
}
