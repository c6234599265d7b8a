package project

import (
	"context"
	"path"
	"time"

	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/store/places"
)

// Limits of a glance.
const (
	glanceFilesMax = 5000        // of a folder: looking at more would take longer than the search
	glanceTime     = time.Second // for what was changed, on a busy machine; what is left is said to be stale
)

// glance looks at the files that the index has, and at their folders, and brings the index up
// to date with what was changed: so that a definition written a moment ago is found. A larger
// folder waits for the next Refresh. An error says that nothing can be stored now: hits are held
// against their files anyway.
func (p *Project) glance(ctx context.Context) error {
	known, err := p.knownOf(p.glanceMax)
	if err != nil || known == nil {
		return nil // a search says what is the matter
	}
	ctx, cancel := context.WithTimeout(ctx, glanceTime)
	defer cancel()
	var changed []files.File
	var gone []string
	there := false
	folders := map[string]bool{".": true}
	for name, before := range known {
		for folder := path.Dir(name); !folders[folder]; folder = path.Dir(folder) {
			folders[folder] = true // also that of a file that is gone: it may come back
		}
		if !before.Deleted.IsZero() {
			continue
		}
		now, reason := files.Look(p.Tree, name)
		switch {
		case reason == files.Gone && before.ModTime == places.Restored:
		case reason == files.Gone:
			gone = append(gone, name)
			continue
		case statOf(now) != before.Stat:
			changed = append(changed, now)
		}
		there = true
	}
	if !there || p.grew(folders) { // where nothing is there, a disk may be away: List knows
		began := p.options.Now()
		var report Report
		if report, err = p.refresh(ctx, nil); err == nil && report.Added+report.Changed+report.Removed == 0 {
			err = p.store.Looked(p.Tree, began) // or each search of another process lists the files again
		}
	} else if len(changed)+len(gone) > 0 {
		err = p.put(ctx, looked{before: known, changed: changed, gone: gone, report: new(Report)})
	}
	if places.IsBusy(err) || places.IsUnwritable(err) {
		return err
	}
	return nil // it came as far as it came
}

// knownOf returns the files that the index has, where they are not more than so many; else nil.
// It is asked again and again, and keeps them as long as they are right.
func (p *Project) knownOf(most int) (map[string]places.File, error) {
	n, generation, err := p.store.FilesOf(p.Tree)
	if err != nil || n > most {
		return nil, err
	}
	p.glances.Lock()
	defer p.glances.Unlock()
	if p.known == nil || p.knownAt != generation {
		if p.known, err = p.store.Files(p.Tree); err != nil {
			return nil, err
		}
		p.knownAt = generation
	}
	return p.known, nil
}

// grew reports whether something was added to one of these folders since the last look at all of
// them, or removed.
func (p *Project) grew(folders map[string]bool) bool {
	looked, err := p.store.LookedAt(p.Tree)
	if err != nil {
		return true
	}
	since := max(looked.UnixNano(), p.listed.Load())
	if since > p.options.Now().UnixNano() {
		return true // the clock was ahead: what came since looks old
	}
	later := func(modTime int64) bool { // file systems write times of some milliseconds ago, or of whole seconds
		return modTime > 0 && !isSettled(time.Duration(max(0, since-modTime)), modTime)
	}
	for folder := range folders {
		if later(files.Changed(p.Tree, folder)) {
			return true
		}
		for _, name := range files.IgnoreFiles {
			if now, reason := files.Look(p.Tree, path.Join(folder, name)); reason != files.Gone && later(now.ModTime) {
				return true
			}
		}
	}
	return false
}
