// Package codeindex finds and opens the index of a project's sources as the configuration in
// an env.Env has it, for commands and for the server. No hook imports it.
package codeindex

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/git"
)

// Options are those of an index by the user's settings.
func Options(e *env.Env) project.Options {
	home, _ := os.UserHomeDir() // where it is not known, the root alone is refused
	return project.Options{
		Listing:   files.Options{Git: git.Program{Environ: e.Environ}, Home: home, FilesMax: e.Loaded.Code.FilesMax},
		Overlap:   e.Loaded.Code.Overlap,
		PlacesMax: e.Loaded.Code.PlacesMax,
		Workers:   runtime.NumCPU(),
		Now:       e.Now,
	}
}

// PatientOptions are Options for who lists files while nobody waits for an answer: git has longer.
func PatientOptions(e *env.Env) project.Options {
	options := Options(e)
	options.Listing.GitTime = patientGitTime
	return options
}

const patientGitTime = 30 * time.Second // a git that is slow for once, as after a start, then lists all the same

// Find returns the home of the index that a folder belongs to; project.ErrNone where there is
// none.
func Find(e *env.Env, folder string) (project.Home, error) {
	return project.Find(e.Paths.Code, folder)
}

// Folder is the folder that a command is about: the given one, or the current one.
func Folder(e *env.Env, given string) string {
	if filepath.IsAbs(given) {
		return given
	}
	return filepath.Join(e.Dir, given)
}

// ForModel returns the environment in which the embedding model is the one of code.
func ForModel(e *env.Env) *env.Env {
	if e.Loaded.Code.Model == "" {
		return e
	}
	its, loaded := *e, *e.Loaded
	loaded.Parameters = maps.Clone(loaded.Parameters)
	loaded.Parameters["embedding_model"] = e.Loaded.Code.Model
	its.Loaded, its.ExactModel = &loaded, true
	return &its
}

// Model returns what compares questions and places by meaning; nil where no model is
// installed. Questions and passages have models of their own, which open when they are needed.
func Model(e *env.Env) *project.Model {
	e = ForModel(e)
	queries := wire.Model(e, wire.QueriesAlone)
	if queries == nil {
		return nil
	}
	documents := wire.Model(e, wire.Documents)
	return &project.Model{Identity: queries.Identity(), Query: oneByOne(e, queries), Passage: oneByOne(e, documents)}
}

// oneByOne embeds texts for who may ask from several goroutines.
func oneByOne(e *env.Env, model *embedding.Model) func(text string) ([]float32, error) {
	var mutex sync.Mutex
	return func(text string) ([]float32, error) {
		mutex.Lock()
		defer mutex.Unlock()
		return wire.EmbedNow(e, model, text)
	}
}

// Identity names the model whose vectors count; "" where none is installed.
func Identity(e *env.Env) string {
	manifest, _, err := wire.Installed(ForModel(e))
	if err != nil {
		return ""
	}
	return manifest.Identity()
}

// Bytes is what all indexes of code take.
func Bytes(e *env.Env) (bytes int64) {
	entries, _ := os.ReadDir(e.Paths.Code) // there is none before the first
	for _, entry := range entries {
		bytes += env.SizeOf(filepath.Join(e.Paths.Code, entry.Name()))
	}
	return bytes
}
