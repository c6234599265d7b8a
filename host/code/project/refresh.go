package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/scan"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/places"
)

// A batch is what is cut side by side and stored together: so much is lost at most where a
// look is stopped.
const (
	batchFiles = 100
	batchBytes = 8 << 20
)

// settled is how long ago a file must have been changed when it was read: a change right after
// the reading may leave the same time behind. On disks that count whole seconds it is more.
const (
	settled       = 100 * time.Millisecond
	settledCoarse = 2 * time.Second
)

// Report is what a look at a folder found.
type Report struct {
	By                 string // how the files were listed
	Files              int    // that are there and count
	Added              int    // files that were not there before
	Changed            int
	Known              int // of these, whose content was known by another path, branch or working tree
	Removed            int // that are gone, or count no more
	Unchanged          int
	Windows            int // of what was cut: files without definitions
	Skipped            files.Skipped
	Submodules, Nested []string // not entered
	Notes              []string
	Took               time.Duration
}

// Refresh brings the index up to date with the folder. Where nothing has changed it writes
// nothing; where the index proves damaged, it is made again. A look that ends early, also by its
// context, keeps what was done, and the next one goes on.
func (p *Project) Refresh(ctx context.Context, progress func(done, all int)) (Report, error) {
	report, err := p.refresh(ctx, progress)
	if places.IsDamaged(err) && p.rebuild() == nil {
		report, err = p.refresh(ctx, progress)
	}
	if err == nil && report.Added+report.Changed+report.Removed > 0 {
		err = p.store.EmptyLog()
	}
	return report, err
}

func (p *Project) refresh(ctx context.Context, progress func(done, all int)) (Report, error) {
	began := p.options.Now()
	known, err := p.store.Files(p.Tree)
	if err != nil {
		return Report{}, err
	}
	how := p.options.Listing
	how.Force = how.Force || len(known) > 0 // once is enough
	listing, err := files.List(ctx, p.Tree, how)
	if err == nil && len(listing.Files)+len(listing.Unfit) == 0 && len(known) > 0 { // a disk may be away
		listing, err = files.List(ctx, p.Tree, p.options.Listing)
	}
	if err == nil && len(known) > 0 && errors.Is(listing.GitError, context.DeadlineExceeded) {
		err = fmt.Errorf("git did not list the files in time, so the index is left as it was; look what git status waits for there, or index a folder below: %w", listing.GitError) // a walk lists others
	}
	if err != nil {
		return Report{}, err
	}
	p.hashes.Store(listing.Hash)
	report := Report{By: listing.By, Notes: listing.Notes, Skipped: listing.Skipped, Submodules: listing.Submodules, Nested: listing.Nested}
	found := looked{before: known, report: &report, progress: progress}
	found.take(listing.Files, listing.Unfit, func(before places.File, file files.File) bool {
		return p.options.Anew || before.Stat != statOf(file) || before.Version != p.version
	}, p.isGone)
	if err = p.put(ctx, found); err == nil {
		err = p.noteLook(began, report)
	}
	report.Files = report.Added + report.Changed + report.Unchanged
	report.Took = p.options.Now().Sub(began)
	return report, err
}

// noteLook notes when a look began that came to its end: what was added to a folder since then, it
// may not have seen. One that ended early leaves files that the next one has to find.
func (p *Project) noteLook(began time.Time, r Report) error {
	p.listed.Store(began.UnixNano())
	if r.Added+r.Changed+r.Removed == 0 {
		return nil // nothing is written
	}
	return p.store.Looked(p.Tree, began)
}

// looked is what a look found.
type looked struct {
	before         map[string]places.File // as the index has them
	changed, added []files.File           // added: the latest changed first; unfit ones, which take no room, are changed
	gone           []string
	report         *Report
	progress       func(done, all int)
}

// take compares what is there with what the index has. An unfit file is remembered as one that
// does not count: an editor may fill it in place, which its folder's time does not show.
func (l *looked) take(there, unfit []files.File, isChanged func(places.File, files.File) bool, isGone func(path string) bool) {
	listed := make(map[string]bool, len(there)+len(unfit))
	for _, file := range there {
		before, known := l.before[file.Path]
		listed[file.Path] = true
		switch {
		case !known || !before.Deleted.IsZero():
			l.added = append(l.added, file)
		case isChanged(before, file):
			l.changed = append(l.changed, file)
		case lastingReasons()[before.Hash] != "":
			l.report.Skipped.Add(lastingReasons()[before.Hash], file.Path)
		default:
			l.report.Unchanged++
		}
	}
	l.report.Added, l.report.Changed = len(l.added), len(l.changed)
	for _, file := range unfit {
		before, known := l.before[file.Path]
		listed[file.Path] = true
		switch {
		case !known || !before.Deleted.IsZero():
			l.changed = append(l.changed, file)
			l.report.Added++
		case isChanged(before, file):
			l.changed = append(l.changed, file)
			l.report.Changed++
		}
	}
	slices.SortStableFunc(l.added, func(a, b files.File) int { return cmp.Compare(b.ModTime, a.ModTime) })
	for path, before := range l.before {
		if !listed[path] && before.Deleted.IsZero() && (before.ModTime != places.Restored || !isGone(path)) {
			l.gone = append(l.gone, path)
		}
	}
}

func statOf(file files.File) places.Stat {
	return places.Stat{Size: file.Size, ModTime: file.ModTime, Inode: file.Inode}
}

// put hides what is gone, then reads, cuts and stores what was changed, then what was added as
// far as there is room, a batch at a time.
func (p *Project) put(ctx context.Context, found looked) error {
	found.report.Removed = len(found.gone)
	if len(found.gone) > 0 {
		if _, err := p.store.Apply(p.Tree, places.Changes{At: p.options.Now(), Delete: found.gone}); err != nil {
			return err
		}
	}
	all := len(found.changed) + len(found.added)
	if all == 0 {
		return nil
	}
	folder, err := files.Open(p.Tree)
	if err != nil {
		return err
	}
	defer folder.Close()
	for done := 0; done < all; {
		if err := ctx.Err(); err != nil {
			return err
		}
		fresh, room := found.changed, math.MaxInt
		if done >= len(found.changed) {
			fresh = found.added[done-len(found.changed):]
			if room, err = p.room(); err != nil {
				return err
			}
			if room <= 0 {
				found.leaveOut(fresh, p.options.PlacesMax-room)
				return nil
			}
		} else {
			fresh = fresh[done:]
		}
		n, err := p.putBatch(folder, fresh[:batchOf(fresh)], &found, room)
		if err != nil {
			return err
		}
		if done += n; found.progress != nil {
			found.progress(done, all)
		}
	}
	return nil
}

// room is how many places the tree may have besides those that it has.
func (p *Project) room() (int, error) {
	if p.options.PlacesMax == 0 {
		return math.MaxInt, nil
	}
	n, err := p.store.PlacesOf(p.Tree)
	return p.options.PlacesMax - n, err
}

// leaveOut counts files for which there was no room.
func (l *looked) leaveOut(added []files.File, have int) {
	l.report.Added -= len(added)
	for _, file := range added {
		l.report.Skipped.Add(files.TooMany, file.Path)
	}
	l.report.Notes = append(l.report.Notes, fmt.Sprintf(
		"the index has %d places, at least as many as it may (code.places_max): %d files that it did not have were left out, those that were changed the longest ago; index a folder below, leave some out by %s, or have it chosen anew: impressionism code drop && impressionism code index",
		have, len(added), files.IgnoreFile))
}

// batchOf returns how many of the first files make a batch.
func batchOf(fresh []files.File) int {
	size := int64(0)
	for i, file := range fresh {
		if size += file.Size; i > 0 && size > batchBytes || i == batchFiles {
			return i
		}
	}
	return len(fresh)
}

// putBatch stores files until there is no room for another place, and returns how many.
func (p *Project) putBatch(folder *files.Folder, batch []files.File, found *looked, room int) (n int, err error) {
	read := make([]seen, len(batch))
	p.each(len(batch), func(i int) { read[i] = p.read(folder, batch[i]) })
	keys := make([]places.Key, 0, len(read))
	for _, s := range read {
		keys = append(keys, s.text.Key)
	}
	known, err := p.store.Known(keys)
	if err != nil {
		return 0, err
	}
	p.each(len(read), func(i int) {
		if _, isKnown := known[read[i].text.Key]; !isKnown {
			read[i].cut(p.limits(), p.hashKind())
		}
	})
	for ; n < len(read) && room > 0; n++ {
		if room -= known[read[n].text.Key]; read[n].text.Content != nil {
			room -= len(read[n].text.Content.Places)
		}
	}
	read = read[:n]
	changes := places.Changes{At: p.options.Now()}
	for i := range read {
		found.count(&read[i])
		switch text := read[i].text; {
		case read[i].reason == files.Gone:
			if _, was := found.before[text.Path]; was || found.before == nil {
				changes.Delete = append(changes.Delete, text.Path)
			}
		case !isStored(found.before[text.Path], text):
			changes.Upsert = append(changes.Upsert, text)
		}
	}
	done, err := p.store.Apply(p.Tree, changes)
	if err != nil || len(done.Missing) == 0 {
		return n, err
	}
	return n, p.putMissing(read, done.Missing)
}

// count adds a file to the report. One that was only touched was not changed.
func (l *looked) count(s *seen) {
	before, was := l.before[s.text.Path]
	was = was && before.Deleted.IsZero()
	switch {
	case s.reason == files.Gone && was:
		l.report.Changed--
		l.report.Removed++
	case s.reason == files.Gone:
		l.report.Added--
	case s.reason != "":
		l.passOver(s, was, before)
	case was && before.Key() == s.text.Key:
		l.report.Changed--
		l.report.Unchanged++
	case s.text.Content == nil:
		l.report.Known++
	case s.text.Content.Windows != "":
		l.report.Windows++
	}
}

// passOver counts a file that is there and does not count.
func (l *looked) passOver(s *seen, was bool, before places.File) {
	switch {
	case !was:
		l.report.Added--
	case before.Language == "": // it did not count before
		l.report.Changed--
	default:
		l.report.Changed--
		l.report.Removed++
	}
	if s.reason != files.Empty && s.reason != files.Large { // the listing has counted these
		l.report.Skipped.Add(s.reason, s.text.Path)
	}
}

// isStored reports whether storing a file would change nothing: as with one whose time cannot
// be relied on yet, and which is read at every look.
func isStored(before places.File, text places.FileText) bool {
	return before.Path != "" && before.Deleted.IsZero() && before.Stat == text.Stat && before.Key() == text.Key && text.Content == nil
}

// putMissing cuts and stores texts that were known, and that another process has removed since.
func (p *Project) putMissing(read []seen, missing []string) error {
	changes := places.Changes{At: p.options.Now()}
	for i := range read {
		if slices.Contains(missing, read[i].text.Path) {
			read[i].cut(p.limits(), p.hashKind())
			changes.Upsert = append(changes.Upsert, read[i].text)
		}
	}
	_, err := p.store.Apply(p.Tree, changes)
	return err
}

func (p *Project) hashKind() string {
	kind, _ := p.hashes.Load().(string) // before the first listing there is none
	return kind
}

// each does something for so many, some at a time.
func (p *Project) each(n int, do func(i int)) {
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, min(p.options.Workers, n)) {
		group.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}

// seen is a file as it was read.
type seen struct {
	text    places.FileText
	content []byte
	reason  files.Reason // why it does not count, by what is in it
}

// read reads a file. What does not count is remembered without a place, so that it is read
// again only when it changes.
func (p *Project) read(folder *files.Folder, file files.File) seen {
	now := p.options.Now()
	content, file, reason := folder.Read(file, files.SizeMax)
	s := seen{content: content, reason: reason, text: places.FileText{Path: file.Path, Stat: statOf(file)}}
	s.text.Version = p.version
	if reason == files.Changing || reason == files.Unreadable || !isSettled(now.Sub(time.Unix(0, file.ModTime)), file.ModTime) {
		s.text.ModTime = 0 // the next look reads it again
	}
	if reason != "" {
		s.text.Hash = hashOf(reason)
		return s
	}
	s.text.Hash, s.text.Language = places.HashOf(content), file.Language
	return s
}

// hashOf stands in for the hash of a content that does not count.
func hashOf(reason files.Reason) places.Hash { return places.HashOf([]byte("left out: " + reason)) }

// lastingReasons are those for which a content does not count until the file changes, by their hashes.
var lastingReasons = sync.OnceValue(func() map[places.Hash]files.Reason {
	all := map[places.Hash]files.Reason{}
	for _, reason := range []files.Reason{files.Binary, files.Minified, files.Generated, files.NoLanguage} {
		all[hashOf(reason)] = reason
	}
	return all
})

// isSettled reports whether a change from now on would be seen by the file's time. That of a
// file whose time lies well ahead would.
func isSettled(age time.Duration, modTime int64) bool {
	within := settled
	if modTime%int64(time.Second) == 0 {
		within = settledCoarse
	}
	return age.Abs() >= within
}

// cut cuts what was read. A text that makes a part of ours panic hurts itself only.
func (s *seen) cut(limits scan.Limits, hashes string) {
	c := &places.Content{}
	s.text.Content = c
	if s.reason != "" {
		return
	}
	defer func() {
		if reason := recover(); reason != nil {
			*c = places.Content{Text: code.Text{Windows: fmt.Sprintf("it could not be cut: %.200v", reason)}}
		}
	}()
	c.Text = scan.Cut(s.text.Language, s.content, limits)
	c.GitBlob = files.Blob(s.content, hashes)
	l := linesOf(s.content)
	for _, pl := range c.Places {
		text := string(l.of(pl.Start, pl.End))
		c.Terms = append(c.Terms, place.Analyze(pl.Symbol, text))
		c.Sums = append(c.Sums, places.SumOf(text))
	}
	s.content = nil
}
