package project

import (
	"context"
	"fmt"
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
	Removed            int
	Unchanged          int
	Windows            int // of what was cut: files without definitions
	Skipped            files.Skipped
	Submodules, Nested []string // not entered
	Notes              []string
	Took               time.Duration
}

// Refresh brings the index up to date with the folder. Where nothing has changed it writes
// nothing. A look that ends early, also by its context, keeps what was done, and the next one
// goes on.
func (p *Project) Refresh(ctx context.Context, progress func(done, all int)) (Report, error) {
	began := p.options.Now()
	p.listed.Store(began.UnixNano())
	listing, err := files.List(ctx, p.Tree, p.options.Listing)
	if err != nil {
		return Report{}, err
	}
	report := Report{By: listing.By, Notes: listing.Notes, Skipped: listing.Skipped, Submodules: listing.Submodules, Nested: listing.Nested}
	known, err := p.store.Files(p.Tree)
	if err != nil {
		return report, err
	}
	var fresh []files.File
	listed := make(map[string]bool, len(listing.Files))
	for _, file := range listing.Files {
		before, there := known[file.Path]
		listed[file.Path] = true
		switch {
		case !there || !before.Deleted.IsZero():
			report.Added++
		case p.options.Anew || before.Stat != statOf(file) || before.Version != p.version:
			report.Changed++
		default:
			report.Unchanged++
			continue
		}
		fresh = append(fresh, file)
	}
	var gone []string
	for path, before := range known {
		if !listed[path] && before.Deleted.IsZero() && before.ModTime != places.Restored {
			gone = append(gone, path)
		}
	}
	err = p.put(ctx, known, fresh, gone, &report, progress)
	report.Files = report.Added + report.Changed + report.Unchanged
	report.Took = p.options.Now().Sub(began)
	return report, err
}

func statOf(file files.File) places.Stat {
	return places.Stat{Size: file.Size, ModTime: file.ModTime, Inode: file.Inode}
}

// put reads, cuts and stores files, a batch at a time, and hides what is gone.
func (p *Project) put(ctx context.Context, before map[string]places.File, fresh []files.File, gone []string, report *Report, progress func(done, all int)) error {
	report.Removed = len(gone)
	if len(gone) > 0 {
		if _, err := p.store.Apply(p.Tree, places.Changes{At: p.options.Now(), Delete: gone}); err != nil {
			return err
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	folder, err := files.Open(p.Tree)
	if err != nil {
		return err
	}
	defer folder.Close()
	for done := 0; done < len(fresh); {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := fresh[done : done+batchOf(fresh[done:])]
		if err := p.putBatch(folder, before, batch, report); err != nil {
			return err
		}
		done += len(batch)
		if progress != nil {
			progress(done, len(fresh))
		}
	}
	return nil
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

func (p *Project) putBatch(folder *files.Folder, before map[string]places.File, batch []files.File, report *Report) error {
	read := make([]seen, len(batch))
	p.each(len(batch), func(i int) { read[i] = p.read(folder, batch[i]) })
	keys := make([]places.Key, 0, len(read))
	for _, s := range read {
		keys = append(keys, s.text.Key)
	}
	known, err := p.store.Known(keys)
	if err != nil {
		return err
	}
	p.each(len(read), func(i int) {
		if !known[read[i].text.Key] {
			read[i].cut(p.limits())
		}
	})
	changes := places.Changes{At: p.options.Now()}
	for _, s := range read {
		switch {
		case s.reason == files.Gone:
			changes.Delete = append(changes.Delete, s.text.Path)
			continue
		case !p.options.Anew && before[s.text.Path].Key() == s.text.Key && before[s.text.Path].Deleted.IsZero():
			report.Changed, report.Unchanged = report.Changed-1, report.Unchanged+1 // it was touched
		case s.reason != "":
			report.Skipped.Add(s.reason, s.text.Path)
		case s.text.Content == nil:
			report.Known++
		case s.text.Content.Windows != "":
			report.Windows++
		}
		changes.Upsert = append(changes.Upsert, s.text)
	}
	_, err = p.store.Apply(p.Tree, changes)
	return err
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
	if age := now.Sub(time.Unix(0, file.ModTime)); reason == files.Changing || age < settled || age < settledCoarse && file.ModTime%int64(time.Second) == 0 {
		s.text.ModTime = 0 // the next look reads it again
	}
	if reason != "" {
		s.text.Hash = places.HashOf([]byte("left out: " + reason))
		return s
	}
	s.text.Hash, s.text.Language = places.HashOf(content), file.Language
	return s
}

// cut cuts what was read. A text that makes a part of ours panic hurts itself only.
func (s *seen) cut(limits scan.Limits) {
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
	c.GitBlob = files.Blob(s.content, "")
	l := linesOf(s.content)
	for _, pl := range c.Places {
		text := string(l.of(pl.Start, pl.End))
		c.Terms = append(c.Terms, place.Analyze(pl.Symbol, text))
		c.Sums = append(c.Sums, places.SumOf(text))
	}
	s.content = nil
}
