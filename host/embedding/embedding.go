// Package embedding opens the model that turns texts into vectors beside other work,
// and waits for it no longer than a deadline. It must not know which model that is.
package embedding

import (
	"errors"
	"fmt"
	"sync"

	"github.com/ed-irl/impressionism/host/deadline"
)

// Embedder turns a text into an L2-normalised vector.
type Embedder struct {
	Embed func(text string) ([]float32, error)
}

// Model is an embedder that is opened beside other work and awaited only until
// a deadline. Nil is no model. It is for one goroutine.
type Model struct {
	identity string // known before it is open
	broken   error  // why it cannot be opened, where that is known
	open     func() (Embedder, error)
	ready    chan opened // nil until it was started
	got      *opened
}

type opened struct {
	embedder Embedder
	err      error
}

// Why a text has no vector, besides errors of a model.
var (
	ErrDeadline    = errors.New("the model was not ready in time")
	ErrNone        = errors.New("no embedding model is installed; run: impressionism model install")
	ErrNotEmbedded = errors.New("the index has no vectors of this model yet; run: impressionism index")
)

// New is a model that opens when it is started or first awaited.
func New(identity string, open func() (Embedder, error)) *Model {
	return &Model{identity: identity, open: open}
}

// Broken is a model that is there and cannot be used.
func Broken(identity string, err error) *Model {
	return &Model{identity: identity, broken: err, open: func() (Embedder, error) { return Embedder{}, err }}
}

// Broken returns why the model cannot be used, as far as that is known before it is
// opened.
func (m *Model) Broken() error {
	if m == nil {
		return nil
	}
	return m.broken
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

// Await returns the embedder as soon as it is open, or why there is none.
func (m *Model) Await(until deadline.Deadline) (Embedder, error) {
	if m == nil {
		return Embedder{}, ErrNone
	}
	m.Start()
	if m.got != nil {
		return m.got.embedder, m.got.err
	}
	got, inTime := deadline.Await(m.ready, until)
	if !inTime {
		return Embedder{}, ErrDeadline
	}
	m.got = &got
	return got.embedder, got.err
}

// Query embeds a query to compare it with vectors of the stored model. It returns
// ErrNone where there is no model, ErrNotEmbedded where the stored vectors are another
// model's, and ErrDeadline where time was up; other errors are the model's.
func (m *Model) Query(text, stored string, until deadline.Deadline) ([]float32, error) {
	if err := m.Broken(); err != nil {
		return nil, err
	}
	if id := m.Identity(); id != "" && id != stored {
		return nil, ErrNotEmbedded // known without waiting for the model
	}
	embedder, err := m.Await(until)
	if err != nil {
		return nil, err
	}
	return within(until, func() ([]float32, error) { return embedder.Embed(text) })
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

// IsModel reports whether an error is the model's, not the index's.
func IsModel(err error) bool {
	_, ok := errors.AsType[modelError](err)
	return ok
}

// Embedder returns the function that embeds; it may be called from many
// goroutines. The model must be open before the deadline.
func (p *Passages) Embedder(until deadline.Deadline) func(string) ([]float32, error) {
	open := sync.OnceValues(func() (Embedder, error) { return p.Open().Await(until) })
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
func within(until deadline.Deadline, embed func() ([]float32, error)) ([]float32, error) {
	if until == nil {
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
	got, inTime := deadline.Await(done, until)
	if !inTime {
		return nil, ErrDeadline
	}
	return got.vector, got.err
}
