// Package onnx turns a text into a vector with an encoder that ONNX Runtime
// computes. It knows model files, tokens and tensors; it must not know skills,
// databases or the network, and it fetches nothing: install does.
package onnx

import (
	"fmt"
	"path/filepath"

	ort "github.com/yalue/onnxruntime_go"
)

// TextBytesMax bounds how much of a text is read: far more than TokensMax
// ordinary words take.
const TextBytesMax = 256 << 10

// Config selects what to open.
type Config struct {
	Dir   string // directory of the models, the library included
	Model string // id or alias of an installed model
	Cold  bool   // for one text in a short process: quicker to open, slower per text
}

// Embedder embeds texts. It is safe for concurrent use.
type Embedder struct {
	manifest  Manifest
	tokenizer encoder
	session   *ort.DynamicAdvancedSession
	published bool   // the graph is not of our writing: it wants a mask and gives a vector a token
	mapped    []byte // the model; outlives the session
}

// Open loads an installed model. Errors are *NotInstalledError, *DamagedError, or name
// what could not be loaded.
func Open(config Config) (*Embedder, error) {
	manifest, record, err := check(config.Dir, config.Model)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(config.Dir, manifest.ID)

	// The vocabulary takes a millisecond that the library need not wait for.
	tokens := make(chan error, 1)
	weights, _ := manifest.Weights()
	embedder := &Embedder{manifest: manifest, published: weights.Name == GraphFile}
	go func() {
		var err error
		embedder.tokenizer, err = loadEncoder(dir, manifest)
		tokens <- err
	}()
	err = embedder.openSession(filepath.Join(config.Dir, filepath.FromSlash(record.Library)), filepath.Join(dir, FastFile), config.Cold)
	if tokensErr := <-tokens; err == nil {
		err = tokensErr
	}
	if err != nil {
		_ = embedder.Close() // the first error is the one to tell
		return nil, fmt.Errorf("open model %s: %w", manifest.ID, err)
	}
	return embedder, nil
}

// Embed returns the vector of a document: Dimensions numbers, of length 1. What
// exceeds the manifest's TokensMax is left out.
func (e *Embedder) Embed(text string) ([]float32, error) {
	ids := e.tokenizer.encode("", text)
	vector, err := e.run(ids)
	if err != nil {
		return nil, fmt.Errorf("embed %d tokens: %w", len(ids), err)
	}
	return vector, nil
}

// EmbedQuery returns the vector of a question to documents: like Embed, with the
// model's query prefix.
func (e *Embedder) EmbedQuery(text string) ([]float32, error) {
	ids := e.tokenizer.encode(e.manifest.QueryPrefix, text)
	vector, err := e.run(ids)
	if err != nil {
		return nil, fmt.Errorf("embed query of %d tokens: %w", len(ids), err)
	}
	return vector, nil
}

// Pieces are the pieces of a text as its vocabulary spells them; none of a model whose
// vocabulary is not SentencePiece's.
func (e *Embedder) Pieces(text string) []string {
	if p, ok := e.tokenizer.(*pieces); ok {
		return p.model.Split(text[:min(len(text), TextBytesMax)])
	}
	return nil
}

// Model names what made a vector: vectors are comparable where it is equal.
func (e *Embedder) Model() string { return e.manifest.Identity() }

// Dimensions is the length of every vector.
func (e *Embedder) Dimensions() int { return e.manifest.Dimensions }

// Close frees the session; nothing may be embedding meanwhile. The library
// stays loaded until the process ends.
func (e *Embedder) Close() error {
	var err error
	if e.session != nil {
		err = e.session.Destroy()
		e.session = nil
	}
	if e.mapped != nil {
		err = firstError(err, unmapFile(e.mapped))
		e.mapped = nil
	}
	return err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
