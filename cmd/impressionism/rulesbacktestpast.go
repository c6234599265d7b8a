package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// pastSource gives what happened, session after session.
type pastSource interface {
	each(ctx context.Context, progress func(step string, done, all int), add func(backtest.Happening) error) error
	told() shape.BacktestPast // after each
	notes() []string
	close()
}

var errNoTranscripts = errors.New("the client keeps no transcripts")

func (a *app) openPast(flags backtestFlags, since time.Time) (pastSource, error) {
	if flags.sessions {
		return a.openPastSessions(flags.limit, since)
	}
	transcripts := a.client().Transcripts
	if transcripts.Find == nil {
		return nil, errNoTranscripts
	}
	folder := flags.transcripts
	if folder == "" {
		folder = transcripts.Folder(a.clientHome())
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(a.cwd, folder)
	}
	found, err := transcripts.Find(folder)
	if errors.Is(err, fs.ErrNotExist) && flags.transcripts == "" {
		return nil, fmt.Errorf("the client has no transcripts in %s; give a folder: --transcripts DIR, or play what is remembered: --sessions", folder)
	}
	if err != nil {
		return nil, err
	}
	p := &pastTranscripts{of: transcripts, past: shape.BacktestPast{
		From: "transcripts", Path: folder, Sessions: len(found.Files), Subagents: found.Subagents, Skipped: transcript.Skipped{},
	}}
	p.files = slices.DeleteFunc(found.Files, func(file transcript.File) bool { return file.ModTime.Before(since) })
	if flags.limit > 0 {
		p.files = p.files[:min(len(p.files), flags.limit)]
	}
	if len(p.files) == 0 {
		return nil, fmt.Errorf("there is no transcript in %s%s", folder, sinceWord(flags.since))
	}
	p.past.LastAt = p.files[0].ModTime.UTC()
	return p, nil
}

func sinceWord(since string) string {
	if since == "" {
		return ""
	}
	return " since " + since
}

// pastTranscripts reads the client's transcripts.
type pastTranscripts struct {
	of    client.Transcripts
	files []transcript.File
	past  shape.BacktestPast
	odd   []string
}

// each reads them in the order in which they began: what was used in one session
// counts in the next.
func (p *pastTranscripts) each(ctx context.Context, progress func(string, int, int), add func(backtest.Happening) error) error {
	began := make(map[string]time.Time, len(p.files))
	for _, file := range p.files {
		began[file.Path] = p.of.Began(file)
	}
	slices.SortStableFunc(p.files, func(x, y transcript.File) int {
		return cmp.Or(began[x.Path].Compare(began[y.Path]), x.ModTime.Compare(y.ModTime), cmp.Compare(x.Path, y.Path))
	})
	seen := transcript.NewSeen()
	for i, file := range p.files {
		progress("play transcripts", i, len(p.files))
		r, err := p.of.Open(file.Path, transcript.Position{}, seen)
		if err != nil {
			p.unreadable(err)
			continue
		}
		err = p.read(ctx, r, add)
		p.past.Lines += r.Lines
		p.past.Skipped.Add(r.Skipped)
		_ = r.Close() // only read
		if err != nil {
			return err
		}
		p.past.Played++
		p.past.Bytes += file.Size
	}
	progress("play transcripts", len(p.files), len(p.files))
	return nil
}

func (p *pastTranscripts) unreadable(err error) {
	if p.past.Unreadable++; len(p.odd) < notesMax {
		p.odd = append(p.odd, oneLine(err.Error()))
	}
}

func (p *pastTranscripts) read(ctx context.Context, r *transcript.Reader, add func(backtest.Happening) error) error {
	var turns transcript.Turns
	for {
		event, err := r.Next()
		if errors.Is(err, io.EOF) {
			return addFired(turns.End(), add)
		}
		if err != nil { // what was read until then counts
			p.unreadable(err)
			return addFired(turns.End(), add)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := addFired(turns.Add(event), add); err != nil {
			return err
		}
	}
}

func addFired(fired []transcript.Fired, add func(backtest.Happening) error) error {
	for _, f := range fired {
		h := backtest.Happening{Event: f.Event, Requests: f.Requests}
		if f.Listing != nil {
			h.Listed = &backtest.Listed{Names: f.Listing.Names, Bare: f.Listing.Bare}
		}
		if err := add(h); err != nil {
			return err
		}
	}
	return nil
}

func (p *pastTranscripts) told() shape.BacktestPast { return p.past }
func (p *pastTranscripts) notes() []string          { return orEmpty(p.odd) }
func (p *pastTranscripts) close()                   {}
