// Package lessonfiles finds out which files of lessons may be told: those that a person
// wrote or keeps, and those that came with the project. It looks at a file again only when
// the file changed. A file that was written while a session ran is not told before a person
// keeps it, whoever wrote it: RATIONALE.md, "Why does a lesson need a person's yes, and a
// handoff nobody's?".
package lessonfiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Found is a file of a lesson with what is known of it.
type Found struct {
	catalog.Entry
	lesson.Lesson
	lessons.File

	Notes []string // what of its header counts for nothing, in words

	judged lessons.File // as it is kept: without what the settings make of it
	unsure bool         // it could not be found out whether it may be told
	stale  bool         // it is withheld only because all that it names is gone
}

// Told reports whether the lesson may be told.
func (f Found) Told() bool { return f.State == lessons.Active && f.File.By == "" }

// View is what is there in a workspace.
type View struct {
	Lessons  []Found
	Rejected []catalog.Rejection
	Pinned   []decide.Pinned // told where a session starts
}

// waits is the code of a file that a person has to keep first.
const waits = "waits"

// Look looks at the files of a workspace's lessons, and keeps what it found out, but not for who
// only reads; where it cannot be kept, the view is whole. sessions may be nil: then no file that
// is new counts as written by a person.
func Look(ctx context.Context, e *env.Env, sessions *session.Store, workspace string) (View, error) {
	return look(ctx, e, sessions, workspace, time.Duration(e.Loaded.Hook.SessionStartMS)*time.Millisecond*gitShare/100)
}

// LookPatiently is Look where no hook is waited for: on a busy machine git may take its time.
func LookPatiently(ctx context.Context, e *env.Env, sessions *session.Store, workspace string) (View, error) {
	return look(ctx, e, sessions, workspace, gitPatience)
}

func look(ctx context.Context, e *env.Env, sessions *session.Store, workspace string, git time.Duration) (View, error) {
	store := lessons.In(e.Paths.Reviews)
	if !e.ReadOnly {
		_ = store.Expire(e.Now()) // else at the next look
	}
	known, err := store.Known()
	l := looker{env: e, sessions: sessions, known: known, git: git, trees: map[string]map[string]string{}}
	view, changed, seen := View{}, map[string]bool{}, map[string]bool{}
	config := wire.Places(e, workspace)
	config.Kinds = catalog.Kinds{lesson.Kind}
	config.Client.Settings = nil // lessons are nothing of the client's
	config.Lessons.Withheld = func(entry catalog.Entry) (code, reason string) {
		if seen[entry.Path] { // the workspace may be the home
			return "", ""
		}
		seen[entry.Path] = true
		found, isNew, rejection := l.look(ctx, entry)
		if rejection != nil {
			return rejection.Code, rejection.Reason
		}
		changed[entry.Path], found.judged = isNew, found.File
		l.stand(&found)
		view.Lessons = append(view.Lessons, found)
		if found.State != lessons.Active {
			return waits, found.Why // its id stays free for one that may be told
		}
		return "", ""
	}
	shadowed := map[string]bool{}
	for _, r := range source.List(ctx, config).Rejected {
		if r.Code == waits {
			continue
		}
		shadowed[r.Path] = true
		view.Rejected = append(view.Rejected, r)
	}
	view.Lessons = slices.DeleteFunc(view.Lessons, func(found Found) bool { return shadowed[found.Entry.Path] })
	if err != nil && len(view.Lessons) > 0 {
		return View{Rejected: view.Rejected}, err
	}
	if err := ctx.Err(); err != nil { // what was not listed may supersede what was
		return View{Rejected: view.Rejected}, err
	}
	slices.SortStableFunc(view.Lessons, func(a, b Found) int { return cmp.Compare(a.Lesson.ID, b.Lesson.ID) })
	view.supersede(changed)
	view.pin()
	if e.ReadOnly {
		return view, nil
	}
	var judged []lessons.File
	for _, found := range view.Lessons {
		if changed[found.Entry.Path] {
			judged = append(judged, found.judged)
		}
	}
	if len(judged) == 0 && store.HasStandings() && store.HasGlobs() {
		return view, nil
	}
	return view, store.Change(func(k *lessons.Known) error {
		for _, file := range judged {
			k.Put(file)
		}
		return nil
	})
}

// supersede notes which lessons take the place of others, in the view and in what is kept.
func (v *View) supersede(changed map[string]bool) {
	for i := range v.Lessons {
		found := &v.Lessons[i]
		by := v.superseding(found)
		if by != found.File.By && !found.unsure {
			changed[found.Entry.Path] = true
		}
		found.File.By, found.judged.By = by, by
	}
}

// superseding returns the id of a lesson that may be told and takes the place of another, or
// "". A project's takes no place of a user's, which counts elsewhere as well.
func (v *View) superseding(found *Found) string {
	for _, other := range v.Lessons {
		if (other.State == lessons.Active || other.stale) && other.Lesson.ID != found.Lesson.ID && slices.Contains(other.Supersedes, found.Lesson.ID) &&
			(other.Entry.Source == catalog.SourceUser || found.Entry.Source == catalog.SourceProject) {
			return other.Lesson.ID
		}
	}
	return ""
}

type looker struct {
	env      *env.Env
	sessions *session.Store
	known    lessons.Known
	git      time.Duration                // how long it is waited for
	trees    map[string]map[string]string // what is committed, by folder
}

// look returns a file with what is known of it; isNew: that was not known before. What cannot
// be found out now is not kept, but asked again at the next look.
func (l *looker) look(ctx context.Context, entry catalog.Entry) (found Found, isNew bool, rejected *catalog.Rejection) {
	data, hash, rejection, err := markdown.Read(entry)
	if err != nil {
		rejection = &catalog.Rejection{Code: "unreadable", Reason: err.Error()}
	}
	var parsed lesson.Lesson
	var notes []string
	if rejection == nil {
		parsed, notes, rejection = lesson.Parse(entry.ID, data)
	}
	if rejection != nil {
		rejection.Path = entry.Path
		return found, false, rejection
	}
	found = Found{Entry: entry, Lesson: parsed, Notes: notes}
	file, same := l.known.At(entry.Path, entry.Stat)
	project := ""
	if entry.Source == catalog.SourceProject {
		project = entry.Root
	}
	if same && file.Hash == hash {
		found.File = file
		asIs := slices.Equal(file.Paths, parsed.Globs()) && file.Project == project
		found.File.Paths, found.File.Project = parsed.Globs(), project
		return found, !asIs, nil
	}
	now := l.env.Now().UTC().Truncate(time.Second)
	found.File = lessons.File{Path: entry.Path, ID: entry.ID, Stat: entry.Stat, Hash: hash, SeenAt: now, Findings: lint.Findings(string(data)), Paths: parsed.Globs(), Project: project}
	if file.Hash == hash { // touched, or the same content again: what was decided stays
		found.State, found.Why, found.SeenAt, found.File.Check = file.State, file.Why, file.SeenAt, file.Check
		return found, true, nil
	}
	found.State, found.Why, found.unsure = l.judge(ctx, found, data)
	return found, !found.unsure, nil
}

// stand applies the settings to what is known.
func (l *looker) stand(found *Found) {
	asked := found.Entry.Source == catalog.SourceProject && l.env.Loaded.Lessons.Project == "approved"
	stale := found.Stale()
	found.State, found.Why = l.known.Standing(found.File, asked)
	found.stale = stale && found.State == lessons.Withheld
}

// judge decides on a content that is seen for the first time; unsure: it could not be found
// out.
func (l *looker) judge(ctx context.Context, found Found, data []byte) (state, why string, unsure bool) {
	toldBeside := l.isToldBeside(found)
	switch yes, said := l.known.Of(found.Hash); {
	case yes:
		return lessons.Active, "", false
	case said:
		return lessons.Unreviewed, lessons.SaidNo, false
	case len(found.Findings) > 0:
		return lessons.Withheld, strings.Join(found.Findings, "; "), false
	case found.Broken:
		return lessons.Unreviewed, "its header cannot be read", false
	case !toldBeside && l.known.Waits(found.Hash):
		return lessons.Unreviewed, "it waited here before, under this name or another", false
	}
	ran, err := false, error(nil)
	if !toldBeside {
		ran, err = l.writtenInSession(found.Entry)
	}
	switch {
	case err != nil:
		return lessons.Unreviewed, "it is not known whether a session wrote it: " + err.Error(), true
	case ran:
		return lessons.Unreviewed, "it was written while a session ran", false
	case found.Entry.Source == catalog.SourceUser:
		return lessons.Active, "", false
	}
	folder := filepath.Dir(found.Entry.Path)
	tree, asked := l.trees[folder]
	if !asked {
		tree, err = committed(ctx, folder, l.git)
		l.trees[folder] = tree
	}
	switch {
	case err != nil || tree == nil:
		return lessons.Unreviewed, "git does not say whether the project has it", true
	case !isBlob(tree[filepath.Base(found.Entry.Path)], data):
		return lessons.Unreviewed, "it is not committed as it is now", false
	}
	return lessons.Active, "", false
}

// isToldBeside reports whether this very lesson of a project may be told in another working tree
// of its repository, where it was not written in a session of this one: that could have another
// tree looked at, in which no session runs. Who makes a worktree while a session runs writes what
// is told there already, and the commit still has to have it. What another repository has counts
// for nothing: whoever has a lesson told there, as by a clone that was only looked at, would have
// it told here.
func (l *looker) isToldBeside(found Found) bool {
	return found.Entry.Source == catalog.SourceProject && slices.ContainsFunc(l.known.Files, func(file lessons.File) bool {
		return file.Hash == found.Hash && file.ID == found.File.ID && file.State == lessons.Active && file.Project != "" && gitstate.SameRepository(file.Project, found.Entry.Root) && !l.writtenBeside(file, found.Entry.Root)
	})
}

// writtenBeside reports whether a file of another working tree may have been written in a session
// of a folder. Below that tree there is no such session that did not count there, too.
func (l *looker) writtenBeside(file lessons.File, folder string) bool {
	if env.IsBelow(file.Project, folder) {
		return false
	}
	ran, err := l.writtenInSession(catalog.Entry{Path: file.Path, Source: catalog.SourceProject, Root: folder})
	return err != nil || ran
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
	view     View // of Settle
}

// Of returns what hears and settles lessons with a state.db, which may be nil.
func Of(e *env.Env, sessions *session.Store) *Hearer { return &Hearer{env: e, sessions: sessions} }

// Settle looks at the files of a workspace's lessons, and says once a day that some wait.
func (h *Hearer) Settle(ctx context.Context, workspace string) (string, []decide.Pinned, error) {
	var err error
	h.view, err = Look(ctx, h.env, h.sessions, workspace)
	notice, more := Waiting(h.env)
	return notice, h.view.Pinned, errors.Join(err, more)
}

// pin chooses the pinned lessons that are told where a session starts: the first that may be
// told, at most lesson.PinnedMax. Those of the user come first: a project chooses its own ids.
func (v *View) pin() {
	for _, source := range []string{catalog.SourceUser, catalog.SourceProject} {
		v.pinOf(source)
	}
}

func (v *View) pinOf(source string) {
	for i := range v.Lessons {
		found := &v.Lessons[i]
		if found.Entry.Source != source {
			continue
		}
		switch {
		case !found.Lesson.Pinned || !found.Told():
		case len(v.Pinned) == lesson.PinnedMax:
			found.Notes = append(found.Notes, fmt.Sprintf("it is pinned, and does not count: of those that are, the first %d do", lesson.PinnedMax))
		default:
			v.Pinned = append(v.Pinned, decide.Pinned{Ref: found.Entry.Ref(), Title: found.Title, Text: found.Text, Doubt: found.File.Check.Doubt()})
		}
	}
}

// About returns the lessons that may be told whose paths name a file of a workspace.
func (h *Hearer) About(workspace, file string) (about []abi.Ref, err error) {
	globs, err := lessons.In(h.env.Paths.Reviews).Globs()
	if err != nil {
		return nil, err
	}
	project := h.env.Loaded.Lessons.Project
	for _, one := range globs {
		if one.Project != "" && (project == "off" || project == "approved" && !one.Kept) {
			continue
		}
		if one.Names(workspace, file) && one.IsAsItWas() {
			about = append(about, abi.Ref{Kind: abi.KindLesson, ID: one.ID})
		}
	}
	return about, nil
}

// Declined is that of lessons.Folder.
func (h *Hearer) Declined(session, asked string) bool {
	return lessons.In(h.env.Paths.Reviews).Declined(session, asked)
}

// Decline is that of lessons.Folder.
func (h *Hearer) Decline(session, asked string) error {
	return lessons.In(h.env.Paths.Reviews).Decline(session, asked)
}

// Typed is the function Typed.
func (h *Hearer) Typed(ctx context.Context, event abi.Event, unwritable error) (string, error) {
	return Typed(ctx, h.env, h.sessions, event, unwritable)
}

// Hear is the function Hear.
func (h *Hearer) Hear(ctx context.Context, event abi.Event) error {
	return Hear(ctx, h.env, h.sessions, event)
}

// Check is CheckSome of the lessons that Settle looked at.
func (h *Hearer) Check(ctx context.Context, workspace string) error {
	return CheckSome(ctx, h.env, workspace, h.view)
}
