package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// ModelDirs are where models may be: the data folder, then the folder models
// beside the program's own, where a release's archive has one that stays as it is.
func ModelDirs(e *env.Env) []string {
	dirs := []string{e.Paths.Models}
	if beside := e.BesideProgram("models"); beside != "" {
		dirs = append(dirs, beside)
	}
	return dirs
}

// ModelDir is the directory of models in which one is, or would be installed; the
// error is that of onnx.Installed.
func ModelDir(e *env.Env, name string) (string, error) {
	dir, err := onnx.Locate(ModelDirs(e), name)
	if damaged, ok := errors.AsType[*onnx.DamagedError](err); ok && damaged.Touched && e.AcceptModel != nil {
		err = e.AcceptModel(context.Background(), dir, name)
	}
	return dir, err
}

// Installed returns the configured model and the directory of models in which it is,
// or why it cannot be used.
func Installed(e *env.Env) (onnx.Manifest, string, error) {
	manifest, err := onnx.Find(e.Paths.Models, ModelName(e))
	if err != nil {
		return manifest, e.Paths.Models, err
	}
	dir, err := ModelDir(e, manifest.ID)
	return manifest, dir, err
}

// ModelUse is what a model is opened for: queries and passages may have
// prefixes of their own, and a process of one query starts faster unprepared.
type ModelUse struct {
	Cold  bool
	query bool // prompts are embedded, which may be in other languages
	Embed func(*onnx.Embedder) func(string) ([]float32, error)
}

var (
	ColdQueries = ModelUse{true, true, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	Queries     = ModelUse{false, true, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	// Prompts whatever their language is, by the configured model alone: what recipes are
	// fitted on, so that it does not depend on which other models are installed.
	QueriesAlone = ModelUse{false, false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	Documents    = ModelUse{false, false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.Embed }}
)

// Model is the configured model, not yet open; nil where none is installed.
func Model(e *env.Env, use ModelUse) *embedding.Model {
	return ModelBy(e, func(dir string, manifest onnx.Manifest) (func(string) ([]float32, error), error) {
		open := func() (embedding.Embedder, error) {
			embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID, Cold: use.Cold})
			if err != nil {
				return embedding.Embedder{}, err
			}
			embed := use.Embed(embedder)
			if use.query {
				embed = new(Abroad).Reads(e, embed)
			}
			return embedding.Embedder{Embed: embed}, nil
		}
		if !use.query || e.Embedders == nil {
			embedder, err := open()
			return embedder.Embed, err
		}
		languages, _ := LanguagesInstalled(e)
		embedder, err := e.Embedders.Open(fmt.Sprintf("%q %q %q %v", dir, manifest.Identity(), languages, use.Cold), open)
		return embedder.Embed, err
	})
}

// ModelBy is the configured model, to be opened in some way.
func ModelBy(e *env.Env, open func(dir string, manifest onnx.Manifest) (embed func(string) ([]float32, error), err error)) *embedding.Model {
	manifest, dir, err := Installed(e)
	if IsAbsent(err) {
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

// IsAbsent reports whether an error means a model that was never installed, not a damaged one.
func IsAbsent(err error) bool {
	_, absent := errors.AsType[*onnx.NotInstalledError](err)
	return absent
}

// Passages embeds for the index with the configured model; nil where none is
// installed.
func Passages(e *env.Env) *embedding.Passages {
	manifest, _, err := Installed(e)
	if err != nil {
		return nil
	}
	return &embedding.Passages{Model: manifest.Identity(), Open: func() *embedding.Model { return Model(e, Documents) }}
}

// Recipe is that of prompts, and of pools that have none of their own.
func Recipe(e *env.Env) *rank.Recipe { return Pools(e).Default }

// Pools are those of the kinds, ranked for the model in use: a gate belongs to one
// encoder.
func Pools(e *env.Env) catalog.Pools {
	pools := e.Kinds.Pools(modelID(e))
	if _, ok := LanguagesInstalled(e); ok {
		pools.Default.KnowLanguages()
	}
	return pools
}

// defaultModel is configured where nothing else is; formerDefault was, and is what
// the other is made of.
const (
	defaultModel  = "all-MiniLM-L6-v2-skills"
	formerDefault = "all-MiniLM-L6-v2"
)

// ModelName is the model in use: the configured one. Of the default and the former
// default, which setup has written into many a configuration, the one stands in where
// only it is installed, so that nobody loses the search by meaning by an upgrade.
func ModelName(e *env.Env) string {
	name := ConfiguredModel(e)
	other := map[string]string{defaultModel: formerDefault, formerDefault: defaultModel}[name]
	if e.ExactModel || other == "" {
		return name
	}
	if _, err := ModelDir(e, name); IsAbsent(err) {
		if _, err := ModelDir(e, other); err == nil {
			return other
		}
	}
	return name
}

// ConfiguredModel returns the name of the model that is configured, installed or not.
func ConfiguredModel(e *env.Env) string {
	if name, ok := e.Loaded.Parameters["embedding_model"].(string); ok {
		return name
	}
	return defaultModel
}

// EmbedNow waits for a model as long as it takes.
func EmbedNow(e *env.Env, model *embedding.Model, text string) ([]float32, error) {
	embedder, err := model.Await(nil)
	if err != nil {
		return nil, err
	}
	return embedder.Embed(text)
}

// ModelInstalled reports whether the configured model is there.
func ModelInstalled(e *env.Env) bool {
	_, err := ModelDir(e, ModelName(e))
	return err == nil
}
