package lessonfiles

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/check"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// Limits of what is held against the repository as a session starts: the rest waits for the
// next start, or for the server. Where other work holds the machine up, a start waits until the
// process had most of that time itself, and no longer than againstLatest.
const (
	againstMax    = 20
	againstTime   = 30 * time.Millisecond
	againstLatest = 150 * time.Millisecond
	againstLook   = 4 * time.Millisecond // how often it is looked at what the process had
)

// whileHeld returns a context that ends when the time for holding lessons against a repository
// is up.
func whileHeld(ctx context.Context, worked func() time.Duration) (context.Context, func()) {
	began, had := time.Now(), time.Duration(0)
	if worked != nil {
		had = worked()
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := deadline.Deadline(func() time.Duration {
		took := time.Since(began)
		if left := againstTime - took; left > 0 || worked == nil || worked()-had >= againstTime*3/4 {
			return left
		}
		return min(againstLook, againstLatest-took)
	}).Then(cancel)
	return ctx, func() { stop(); cancel() }
}

// Against is a repository that lessons are held against.
type Against struct {
	env     *env.Env
	tracked gitstate.Tracked
	stamp   string
	known   lessons.Known
	root    *os.Root
	files   fs.FS // of root, which no link leads out of
}

// openAgainst reads what is tracked in the working tree that holds a workspace, without a
// process of git, unless asks lets it ask git about an index that only git reads.
func openAgainst(ctx context.Context, e *env.Env, workspace string, asks bool) (*Against, error) {
	stamp, err := gitstate.IndexStamp(workspace)
	if err != nil {
		return nil, err
	}
	files, err := gitstate.ReadIndex(workspace)
	if errors.Is(err, gitstate.ErrUnread) && asks {
		files, err = tracked(ctx, workspace)
		files.Tree = stamp
	}
	if err != nil {
		return nil, err
	}
	known, err := lessons.In(e.Paths.Reviews).Known()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(files.Root)
	if err != nil {
		return nil, err
	}
	return &Against{env: e, tracked: files, stamp: stamp, known: known, root: root, files: foreign.Inside(root)}, nil
}

func (a *Against) close() { _ = a.root.Close() }

// options are how lessons are held against it.
func (a *Against) options(o check.Options) check.Options {
	o.Exclude, o.Absent, o.Submodules = exclude(a.env), a.tracked.Absent, a.tracked.Submodules
	return o
}

// exclude are the folders whose files are no evidence.
func exclude(e *env.Env) []string {
	return []string{e.Client().Places.Project + "/" + config.ProjectLessons}
}

// Checkable reports whether a lesson is held against the repository of its workspace: the
// project's. Those of the user are about no repository in particular.
func (f Found) Checkable() bool { return f.Entry.Source == catalog.SourceProject }

// AsChecked returns a lesson as it is held against a repository.
func (f Found) AsChecked() check.Lesson {
	return check.Lesson{ID: f.Lesson.ID, Text: f.Title + ". " + f.Text}
}

// dismissed are a person's words about findings.
func dismissed(known lessons.Known) []check.Dismissal {
	var all []check.Dismissal
	for _, d := range known.Dismissed {
		all = append(all, check.Dismissal{ID: d.ID, Reference: d.Reference, Hash: d.Hash})
	}
	return all
}

// CheckSome holds lessons of a view against what git tracks, those first that were never or
// least recently held against it, as far as time allows. What only the sources of the
// repository can answer stays open: CheckAll looks it up.
func CheckSome(ctx context.Context, e *env.Env, workspace string, view View) error {
	ctx, end := whileHeld(ctx, e.Worked)
	defer end()
	stamp, err := gitstate.IndexStamp(workspace)
	due := view.due(func(c *lessons.Check) bool { return c.Stamp != stamp })
	if err != nil || len(due) == 0 {
		return unasked(err)
	}
	a, err := openAgainst(ctx, e, workspace, false)
	if err != nil {
		return unasked(err)
	}
	defer a.close()
	return a.keep(a.some(ctx, due))
}

// due are the lessons that were not held against a tree, the longest unchecked first.
func (v View) due(again func(*lessons.Check) bool) []Found {
	var due []Found
	for _, found := range v.Lessons {
		if found.Checkable() && (found.File.Check == nil || again(found.File.Check)) {
			due = append(due, found)
		}
	}
	at := func(found Found) time.Time {
		if found.File.Check == nil {
			return time.Time{}
		}
		return found.File.Check.At
	}
	slices.SortStableFunc(due, func(a, b Found) int { return cmp.Or(at(a).Compare(at(b)), strings.Compare(a.Entry.Path, b.Entry.Path)) })
	return due
}

// unasked returns an error that is worth a line: that there is no repository, or one whose
// index only git reads, leaves lessons as they are.
func unasked(err error) error {
	if errors.Is(err, gitstate.ErrNoRepository) || errors.Is(err, gitstate.ErrUnread) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Held is a lesson with what a check found, and what is kept of that.
type Held struct {
	Found
	Result check.Result
	Kept   lessons.Check
}

// some holds lessons against the list of files, build files and settings.
func (a *Against) some(ctx context.Context, due []Found) []Held {
	var all []Held
	var repository *check.Repository
	still := a.stillGone(ctx)
	for i, found := range due[:min(len(due), againstMax)] {
		before := found.File.Check
		if before != nil && before.Tree == a.tracked.Tree { // git only looked at it
			before := *before
			before.Stamp = a.stamp
			all = append(all, Held{Found: found, Kept: before})
			continue
		}
		if i > 0 && ctx.Err() != nil {
			break
		}
		if repository == nil {
			repository = check.New(a.files, a.tracked.Files, a.options(check.Options{Shallow: true}))
		}
		r := repository.Check(ctx, found.AsChecked(), dismissed(a.known))
		if r.Unread && r.Verdict == check.None && len(r.Open) == 0 {
			break // time was out
		}
		all = append(all, Held{found, r, a.judged(r, before, still)})
	}
	return all
}

// nothingStill is for a check that looked everything up.
func nothingStill(string, time.Time) bool { return false }

// judged makes what a check found what is kept. A name that was gone when all sources were
// read last, and of which the check says nothing, is still gone if no file written since has
// it; otherwise it waits.
func (a *Against) judged(r check.Result, before *lessons.Check, still func(reference string, since time.Time) bool) lessons.Check {
	now := a.env.Now().UTC()
	c := lessons.Check{Verdict: string(r.Verdict), At: now, Tree: a.tracked.Tree, Stamp: a.stamp, Open: len(r.Open)}
	near := map[string]string{}
	if before != nil {
		c.ReadAt = before.ReadAt
		for _, g := range before.Gone {
			near[g.Reference] = g.Near
		}
	}
	for _, g := range r.Gone {
		c.Gone = append(c.Gone, lessons.Gone{Reference: g.Reference, Kind: string(g.Kind), Near: cmp.Or(g.Near, near[g.Reference])})
	}
	kept := 0
	if before != nil {
		if before.Doubtful() || before.Open > 0 {
			c.Since = before.Since
		}
		for _, g := range before.Gone {
			if slices.Contains(r.Open, g.Reference) && still(g.Reference, before.ReadAt) {
				c.Gone = append(c.Gone, g)
				kept++
			}
		}
	}
	switch {
	case len(c.Gone) > 0:
		c.Verdict = string(check.Doubtful)
		c.All = r.Checked+kept == len(c.Gone) && len(r.Open) == kept
		if c.Since.IsZero() {
			c.Since = now
		}
	case len(r.Open) == 0:
		c.Since = time.Time{}
	case c.ReadAt.IsZero():
		c.Verdict = string(check.None) // not all of it was ever looked up
	case !before.Doubtful():
		c.Verdict = before.Verdict
	}
	return c
}

// Limits of the files that are looked through for a name that was gone.
const (
	writtenMax      = 300
	writtenBytesMax = 1 << 20
)

// stillGone returns what reports whether a name that was gone at a moment is so still: no
// file that was written since holds its longest part. Where that is not known it is not.
func (a *Against) stillGone(ctx context.Context) func(reference string, since time.Time) bool {
	var at time.Time
	var written [][]byte
	known := false
	return func(reference string, since time.Time) bool {
		if since.IsZero() || since.After(a.env.Now()) {
			return false
		}
		if !since.Equal(at) {
			at = since
			written, known = a.writtenSince(ctx, since)
		}
		part := longestPart(reference)
		return known && len(part) > 0 && !slices.ContainsFunc(written, func(data []byte) bool { return bytes.Contains(data, part) })
	}
}

// clockSlack is how much the clocks of the machine and of a disk may differ.
const clockSlack = 2 * time.Second

// writtenSince returns the tracked files that may have been written since a moment, in small
// letters.
func (a *Against) writtenSince(ctx context.Context, since time.Time) (all [][]byte, known bool) {
	names := a.tracked.WrittenSince(since.Add(-clockSlack))
	if len(names) > writtenMax {
		return nil, false
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return nil, false
		}
		if strings.HasPrefix(name, exclude(a.env)[0]+"/") {
			continue
		}
		_, isAbsent := slices.BinarySearch(a.tracked.Absent, name) // git did not check it out
		data, err := foreign.ReadIn(a.files, name, writtenBytesMax)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !isAbsent: // deleted
		case err != nil:
			return nil, false
		default:
			all = append(all, bytes.ToLower(data))
		}
	}
	return all, true
}

// longestPart returns the longest run of letters and digits of a reference, in small letters.
func longestPart(reference string) []byte {
	best := ""
	for _, part := range strings.FieldsFunc(strings.ToLower(reference), func(r rune) bool { return r < 0x80 && !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if len(part) > len(best) {
			best = part
		}
	}
	return []byte(best)
}

// keep stores what was found.
func (a *Against) keep(all []Held) error {
	if len(all) == 0 {
		return nil
	}
	return lessons.In(a.env.Paths.Reviews).Change(func(k *lessons.Known) error {
		for _, one := range all {
			k.SetCheck(one.Entry.Path, one.Hash, one.Kept)
		}
		return nil
	})
}

// Full is how lessons are held against all sources of a repository.
type Full struct {
	Limits check.Limits // of reading; zero: check's own
	Pause  func()       // called before each file is read; may be nil
}

// CheckAll holds the lessons of a view against the whole repository, and keeps what it found.
// It reads sources only if a lesson names something that only they can answer, and not again
// for the same tree. It reports whether there was a lesson to look at.
func CheckAll(ctx context.Context, e *env.Env, workspace string, view View, full Full) (looked bool, err error) {
	if len(view.due(func(*lessons.Check) bool { return true })) == 0 {
		return false, nil
	}
	a, err := openAgainst(ctx, e, workspace, true)
	if err != nil {
		return false, unasked(err)
	}
	defer a.close()
	due := view.due(func(c *lessons.Check) bool { return c.Tree != a.tracked.Tree || c.Open > 0 && c.ReadTree != c.Tree })
	all, err := a.all(ctx, due, full)
	return len(due) > 0, errors.Join(err, a.keep(all))
}

// Hold is CheckAll for a person, who waits: it looks at every lesson, and returns what it
// found of those and how many files are tracked.
func Hold(ctx context.Context, e *env.Env, workspace string, view View) (all []Held, tracked int, err error) {
	a, err := openAgainst(ctx, e, workspace, true)
	if err != nil {
		return nil, 0, err
	}
	defer a.close()
	all, err = a.all(ctx, view.Lessons, Full{})
	kept := slices.DeleteFunc(slices.Clone(all), func(one Held) bool { return !one.Checkable() })
	return all, len(a.tracked.Files), errors.Join(err, a.keep(kept))
}

// all holds lessons against all sources, which are read when the first lesson asks for them.
func (a *Against) all(ctx context.Context, due []Found, full Full) ([]Held, error) {
	files := a.files
	if full.Pause != nil {
		files = paused{files, full.Pause}
	}
	began := a.env.Now().UTC()
	repository := check.New(files, a.tracked.Files, a.options(check.Options{Limits: full.Limits}))
	var all []Held
	for _, found := range due {
		r := repository.Check(ctx, found.AsChecked(), dismissed(a.known))
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		c := a.judged(r, found.File.Check, nothingStill)
		c.ReadAt, c.ReadTree = began, a.tracked.Tree
		if len(c.Gone) == 0 { // what a limit left open stays so
			c.Verdict, c.Since = string(r.Verdict), time.Time{}
		}
		all = append(all, Held{found, r, c})
	}
	return all, nil
}

// Orphans returns the citations of ids that no lesson of a view has.
func Orphans(ctx context.Context, e *env.Env, workspace string, view View) ([]check.Citation, error) {
	a, err := openAgainst(ctx, e, workspace, true)
	if err != nil {
		return nil, err
	}
	defer a.close()
	known := map[string]bool{}
	for _, found := range view.Lessons {
		known[found.Lesson.ID] = true
		for _, alias := range found.Aliases {
			known[alias] = true
		}
	}
	cited, _ := check.New(a.files, a.tracked.Files, a.options(check.Options{})).Cited(ctx, func(id string) bool { return known[id] })
	return cited, nil
}

// paused waits before a file is opened.
type paused struct {
	fs.FS
	wait func()
}

func (p paused) Open(name string) (fs.File, error) {
	p.wait()
	return p.FS.Open(name)
}

func (p paused) Stat(name string) (fs.FileInfo, error) { return fs.Stat(p.FS, name) }
