package source

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Lessons says where lessons lie, and which of them may be told.
type Lessons struct {
	Dir     string // the user's own, absolute; empty: there is none
	Project string // of a project's, relative to the client's folder in the project; empty: none of a project counts
	// Withheld returns why a lesson may not be told, as a code and in words, or "". nil: all
	// may.
	Withheld func(catalog.Entry) (code, reason string)
	// Check returns the verdict on a lesson, and what it names that its project no longer has,
	// see catalog.Entry. nil: nothing is known.
	Check func(catalog.Entry) (verdict, doubt string)
}

func (f *finding) lessonRoots() (roots []catalog.Root) {
	if dir := f.config.Lessons.Dir; dir != "" {
		roots = append(roots, catalog.Root{Dir: dir, Boundary: dir, Source: catalog.SourceUser, Budget: f.others()})
	}
	if dir := f.config.Lessons.Project; dir != "" {
		for _, folder := range f.folders {
			if dir := filepath.Join(folder, f.config.Client.Project, filepath.FromSlash(dir)); f.trusts(dir, folder) {
				roots = append(roots, f.projectRoot(dir, folder))
			}
		}
	}
	return roots
}

// lessons leaves out those that may not be told.
func (f *finding) lessons(entries []catalog.Entry) (kept []catalog.Entry) {
	for _, entry := range entries {
		if f.config.Lessons.Withheld != nil {
			if code, reason := f.config.Lessons.Withheld(entry); code != "" {
				f.rejected = append(f.rejected, catalog.Rejection{Path: entry.Path, Code: code, Reason: reason})
				continue
			}
		}
		if f.config.Lessons.Check != nil {
			entry.Checked, entry.Doubt = f.config.Lessons.Check(entry)
		}
		kept = append(kept, entry)
	}
	return kept
}
