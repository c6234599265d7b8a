package wire

import (
	"sync"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/rank/abroad"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// LanguagesInstalled returns the directory of models in which the one for other languages
// than English is, and whether prompts in these are read by it.
func LanguagesInstalled(e *env.Env) (dir string, ok bool) {
	if !abroad.Has(modelID(e)) {
		return "", false
	}
	dir, err := ModelDir(e, onnx.Multilingual)
	return dir, err == nil
}

// modelID is the id of the model in use, of which the configuration may give an alias.
func modelID(e *env.Env) string {
	name := ModelName(e)
	if manifest, err := onnx.Find(e.Paths.Models, name); err == nil {
		return manifest.ID
	}
	return name
}

// Abroad reads prompts in other languages than English with a second model, which the first
// such prompt opens, and the first one after Close. It is for many goroutines.
type Abroad struct {
	mutex    sync.RWMutex // held while the model is used
	table    *abroad.Table
	embedder *onnx.Embedder // nil: not open
}

// Reads returns what embeds a prompt of any language, by what embeds English.
func (a *Abroad) Reads(e *env.Env, embed func(text string) ([]float32, error)) func(text string) ([]float32, error) {
	dir, ok := LanguagesInstalled(e)
	if !ok {
		return embed
	}
	return a.reads(dir, modelID(e), embed)
}

func (a *Abroad) reads(dir, model string, embed func(text string) ([]float32, error)) func(text string) ([]float32, error) {
	return func(text string) ([]float32, error) {
		if !language.Foreign(text) {
			return embed(text)
		}
		a.mutex.RLock()
		for a.embedder == nil {
			a.mutex.RUnlock()
			if err := a.open(dir, model); err != nil {
				return nil, err
			}
			a.mutex.RLock()
		}
		defer a.mutex.RUnlock()
		return a.table.Read(text, abroad.Encoder{Embed: a.embedder.Embed, Pieces: a.embedder.Pieces}, a.table.Gloss, embed)
	}
}

// open opens the model, unless it is open, as a hook does, which needs it for one prompt.
func (a *Abroad) open(dir, model string) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.embedder != nil {
		return nil
	}
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: onnx.Multilingual, Cold: true})
	if err != nil {
		return err
	}
	a.table, _ = abroad.For(model)
	a.embedder = embedder
	return nil
}

// Close frees the memory once nobody reads.
func (a *Abroad) Close() error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.embedder == nil {
		return nil
	}
	embedder := a.embedder
	a.table, a.embedder = nil, nil
	return embedder.Close()
}
