// Package lessonfiles finds out which files of lessons may be told: those that a person
// wrote or keeps, and those that came with the project. It looks at a file again only when
// the file changed. A file that was written while a session ran is not told before a person
// keeps it, whoever wrote it.
package lessonfiles

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Found is a file of a lesson with what is known of it.
type Found struct {
	catalog.Entry
	lesson.Lesson
	lessons.File
}

// Told reports whether the lesson may be told.
func (f Found) Told() bool { return f.State == lessons.Active && f.File.By == "" }

// View is what is there in a workspace.
type View struct {
	Lessons  []Found
	Rejected []catalog.Rejection
}

// Look looks at the files of a workspace's lessons, and keeps what it found out. sessions may
// be nil: then no file that is new counts as written by a person.
func Look(ctx context.Context, e *env.Env, sessions *session.Store, workspace string) (View, error) {
	config := wire.Places(e, workspace)
	config.Kinds, config.Lessons.Withheld = catalog.Kinds{lesson.Kind}, nil
	config.Client.Settings = nil // lessons are nothing of the client's
	listing := source.List(ctx, config)
	view := View{Rejected: listing.Rejected}
	if len(listing.Entries) == 0 {
		return view, nil
	}
	store := lessons.In(e.Paths.Reviews)
	known, err := store.Known()
	if err != nil {
		return view, err
	}
	l := looker{env: e, sessions: sessions, known: known, trees: map[string]map[string]string{}}
	changed := map[string]bool{}
	for _, entry := range listing.Entries {
		found, isNew, rejection := l.look(ctx, entry)
		if rejection != nil {
			view.Rejected = append(view.Rejected, *rejection)
			continue
		}
		changed[entry.Path] = isNew
		view.Lessons = append(view.Lessons, found)
	}
	news := false
	for i := range view.Lessons {
		found := &view.Lessons[i]
		if by := view.superseding(found.Lesson.ID); by != found.File.By {
			found.File.By, changed[found.Entry.Path] = by, true
		}
		news = news || changed[found.Entry.Path]
	}
	if !news {
		return view, nil
	}
	return view, store.Change(func(k *lessons.Known) error {
		for _, found := range view.Lessons {
			if changed[found.Entry.Path] {
				k.Put(found.File)
			}
		}
		return nil
	})
}

// superseding returns the id of a lesson that may be told and takes the place of another, or
// "".
func (v *View) superseding(id string) string {
	for _, other := range v.Lessons {
		if other.State == lessons.Active && other.Lesson.ID != id && slices.Contains(other.Supersedes, id) {
			return other.Lesson.ID
		}
	}
	return ""
}

type looker struct {
	env      *env.Env
	sessions *session.Store
	known    lessons.Known
	trees    map[string]map[string]string // what is committed, by folder
}

// look returns a file with what is known of it; isNew: that was not known before.
func (l *looker) look(ctx context.Context, entry catalog.Entry) (found Found, isNew bool, rejected *catalog.Rejection) {
	data, hash, rejection, err := markdown.Read(entry)
	if err != nil {
		rejection = &catalog.Rejection{Code: "unreadable", Reason: err.Error()}
	}
	var parsed lesson.Lesson
	if rejection == nil {
		parsed, _, rejection = lesson.Parse(entry.ID, data)
	}
	if rejection != nil {
		rejection.Path = entry.Path
		return found, false, rejection
	}
	found = Found{Entry: entry, Lesson: parsed}
	file, same := l.known.At(entry.Path, entry.Stat)
	if same && file.Hash == hash {
		found.File = file
		return found, false, nil
	}
	now := l.env.Now().UTC().Truncate(time.Second)
	found.File = lessons.File{Path: entry.Path, ID: entry.ID, Stat: entry.Stat, Hash: hash, SeenAt: now, Findings: lint.Findings(string(data))}
	if file.Hash == hash { // touched, or the same content again: what was decided stays
		found.State, found.Why, found.SeenAt = file.State, file.Why, file.SeenAt
		return found, true, nil
	}
	found.State, found.Why = l.judge(ctx, entry, data, hash, found.Findings)
	return found, true, nil
}

// judge decides on a content that is seen for the first time.
func (l *looker) judge(ctx context.Context, entry catalog.Entry, data []byte, hash string, findings []string) (state, why string) {
	if yes, said := l.known.Of(hash); said && yes {
		return lessons.Active, ""
	}
	if len(findings) > 0 {
		return lessons.Withheld, strings.Join(findings, "; ")
	}
	ran, err := l.writtenInSession(entry)
	switch {
	case err != nil:
		return lessons.Unreviewed, "it is not known whether a session wrote it: " + err.Error()
	case ran:
		return lessons.Unreviewed, "it was written while a session ran"
	case entry.Source == catalog.SourceUser:
		return lessons.Active, ""
	}
	folder := filepath.Dir(entry.Path)
	tree, asked := l.trees[folder]
	if !asked {
		tree, err = committed(ctx, folder)
		l.trees[folder] = tree
	}
	switch {
	case err != nil || tree == nil:
		return lessons.Unreviewed, "git does not say whether the project has it"
	case !isBlob(tree[filepath.Base(entry.Path)], data):
		return lessons.Unreviewed, "it is not committed as it is now"
	case l.env.Loaded.Lessons.Project == "approved":
		return lessons.Unreviewed, "the settings ask for your yes to each lesson of a project"
	}
	return lessons.Active, ""
}

var errNoSessions = errors.New("state.db cannot be read")

// writtenInSession reports whether a session ran when the file last changed, by the time that
// nobody sets: for a project's file a session of that project.
func (l *looker) writtenInSession(entry catalog.Entry) (bool, error) {
	if l.sessions == nil {
		return false, errNoSessions
	}
	info, err := os.Stat(entry.Path)
	if err != nil {
		return false, err
	}
	of := ""
	if entry.Source == catalog.SourceProject {
		of = entry.Root
	}
	at := info.ModTime()
	if changed, ok := changedAt(info); ok && changed.After(at) {
		at = changed
	}
	return l.sessions.Ran(at, of)
}

// Hearer is respond.Lessons for one event.
type Hearer struct {
	env      *env.Env
	sessions *session.Store
}

// Of returns what hears and settles lessons with a state.db, which may be nil.
func Of(e *env.Env, sessions *session.Store) Hearer { return Hearer{e, sessions} }

// Settle looks at the files of a workspace's lessons, and says once a day that some wait.
func (h Hearer) Settle(ctx context.Context, workspace string) (string, error) {
	_, err := Look(ctx, h.env, h.sessions, workspace)
	notice, more := Waiting(h.env)
	return notice, errors.Join(err, more)
}

// Typed is the function Typed.
func (h Hearer) Typed(ctx context.Context, event abi.Event) (string, error) {
	return Typed(ctx, h.env, h.sessions, event)
}

// Hear is the function Hear.
func (h Hearer) Hear(ctx context.Context, event abi.Event) error {
	return Hear(ctx, h.env, h.sessions, event)
}
