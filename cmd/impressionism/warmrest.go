package main

import (
	"os"
	"path/filepath"
	"sync"
	"time"
)

// embedRestWait is how long the index is left to hooks after an error: a model that
// cannot be opened would be opened and noted again with every prompt.
const embedRestWait = 10 * time.Minute

// embedRest is a rest after an error; another model ends it.
type embedRest struct {
	mutex sync.Mutex
	until time.Time
	model string
}

func (r *embedRest) begin(now time.Time, model string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.until, r.model = now.Add(embedRestWait), model
}

func (r *embedRest) rests(now time.Time, model string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return now.Before(r.until) && model == r.model
}

// modelMark changes when another model is installed or this one anew; it is empty
// where none is.
func modelMark(a *app) string {
	manifest, dir, err := a.installed()
	if err != nil {
		return ""
	}
	mark := manifest.Identity() + " " + dir
	if info, err := os.Stat(filepath.Join(dir, manifest.ID)); err == nil {
		mark += info.ModTime().String()
	}
	return mark
}
