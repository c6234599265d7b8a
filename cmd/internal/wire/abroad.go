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
// such prompt opens. It is for many goroutines.
type Abroad struct {
	once    sync.Once
	table   *abroad.Table
	encoder abroad.Encoder
	err     error
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
		a.once.Do(func() { a.open(dir, model) })
		if a.err != nil {
			return nil, a.err
		}
		return a.table.Read(text, a.encoder, a.table.Gloss, embed)
	}
}

// open opens the model as a hook does, which needs it for one prompt.
func (a *Abroad) open(dir, model string) {
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: onnx.Multilingual, Cold: true})
	if err != nil {
		a.err = err
		return
	}
	a.table, _ = abroad.For(model)
	a.encoder = abroad.Encoder{Embed: embedder.Embed, Pieces: embedder.Pieces}
}
