package main

import (
	"errors"
	"sync"

	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// keptModel is the model of prompts, open from one event to the next. It is opened
// as a hook opens it: prepared for many texts it would answer in a third of the
// time, and its last digits would be others. See RATIONALE.md, "Why does the warm
// server not prepare its model?".
type keptModel struct {
	mutex    sync.RWMutex
	identity string
	embedder *onnx.Embedder
}

// model is the configured model for one event, like app.model.
func (k *keptModel) model(a *app) *embedding.Model {
	return a.modelBy(func(dir string, manifest onnx.Manifest) (func(string) ([]float32, error), error) {
		identity := manifest.Identity()
		return func(text string) ([]float32, error) { return k.embed(identity, text) }, k.open(dir, manifest)
	})
}

func (k *keptModel) open(dir string, manifest onnx.Manifest) error {
	k.mutex.RLock()
	isOpen := k.isOpen(manifest.Identity())
	k.mutex.RUnlock()
	if isOpen {
		return nil // while somebody embeds, too
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.isOpen(manifest.Identity()) {
		return nil
	}
	if err := k.close(); err != nil {
		return err
	}
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID, Cold: coldQueries.cold})
	if err != nil {
		return err
	}
	k.embedder, k.identity = embedder, manifest.Identity()
	return nil
}

func (k *keptModel) isOpen(identity string) bool { return k.embedder != nil && k.identity == identity }

// errModelChanged can only be met by an event that takes longer than any hook waits.
var errModelChanged = errors.New("the model was closed meanwhile")

func (k *keptModel) embed(identity, text string) ([]float32, error) {
	k.mutex.RLock()
	defer k.mutex.RUnlock()
	if !k.isOpen(identity) {
		return nil, errModelChanged
	}
	return k.embedder.EmbedQuery(text)
}

// Close gives the memory back once nobody embeds.
func (k *keptModel) Close() error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.close()
}

func (k *keptModel) close() error {
	if k.embedder == nil {
		return nil
	}
	embedder := k.embedder
	k.embedder = nil
	return embedder.Close()
}
