package main

import (
	"errors"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// modelUse says what a model is opened for: queries and passages may have
// prefixes of their own, and a process of one query starts faster unprepared.
type modelUse struct {
	cold  bool
	embed func(*onnx.Embedder) func(string) ([]float32, error)
}

var (
	coldQueries = modelUse{true, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	queries     = modelUse{false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	documents   = modelUse{false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.Embed }}
)

// model is the configured model, not yet open; nil where none is installed.
func (a *app) model(use modelUse) *embedding.Model {
	return a.modelBy(func(dir string, manifest onnx.Manifest) (func(string) ([]float32, error), error) {
		embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID, Cold: use.cold})
		if err != nil {
			return nil, err
		}
		return use.embed(embedder), nil
	})
}

// modelBy is the configured model, to be opened in some way.
func (a *app) modelBy(open func(dir string, manifest onnx.Manifest) (embed func(string) ([]float32, error), err error)) *embedding.Model {
	manifest, dir, err := a.installed()
	if isAbsent(err) {
		return nil
	}
	if err != nil {
		return embedding.Broken(manifest.Identity(), err)
	}
	return embedding.New(manifest.Identity(), func() (embedding.Embedder, error) {
		embed, err := open(dir, manifest)
		return embedding.Embedder{Embed: embed}, err
	})
}

// isAbsent tells a model that was never installed from a damaged one.
func isAbsent(err error) bool {
	_, absent := errors.AsType[*onnx.NotInstalledError](err)
	return absent
}

// passages embeds for the index with the configured model; nil where none is
// installed.
func (a *app) passages() *embedding.Passages {
	manifest, _, err := a.installed()
	if err != nil {
		return nil
	}
	return &embedding.Passages{Model: manifest.Identity(), Open: func() *embedding.Model { return a.model(documents) }}
}

// recipe is that of prompts, and of pools that have none of their own.
func (a *app) recipe() *rank.Recipe { return a.pools().Default }

// pools are those of the kinds, ranked for the model in use: a gate belongs to one
// encoder.
func (a *app) pools() catalog.Pools {
	name := a.modelName()
	if manifest, err := onnx.Find(a.paths.Models, name); err == nil {
		name = manifest.ID
	}
	return a.kinds.Pools(name)
}

// defaultModel is configured where nothing else is; formerDefault was, and is what
// the other is made of.
const (
	defaultModel  = "all-MiniLM-L6-v2-skills"
	formerDefault = "all-MiniLM-L6-v2"
)

// modelName is the model in use: the configured one. Of the default and the former
// default, which setup has written into many a configuration, the one stands in where
// only it is installed, so that nobody loses the search by meaning by an upgrade.
func (a *app) modelName() string {
	name := a.configuredModel()
	other := map[string]string{defaultModel: formerDefault, formerDefault: defaultModel}[name]
	if a.exactModel || other == "" {
		return name
	}
	if _, err := a.modelDir(name); isAbsent(err) {
		if _, err := a.modelDir(other); err == nil {
			return other
		}
	}
	return name
}

func (a *app) configuredModel() string {
	if name, ok := a.loaded.Parameters["embedding_model"].(string); ok {
		return name
	}
	return defaultModel
}
