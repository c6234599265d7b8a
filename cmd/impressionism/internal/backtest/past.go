package backtest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

// pastSource gives what happened, session after session.
type pastSource interface {
	each(ctx context.Context, progress func(step string, done, all int), add func(backtest.Happening) error) error
	told() shape.BacktestPast // after each
	notes() []string
	close()
}

var ErrNoTranscripts = errors.New("the client keeps no transcripts")

func openPast(e *env.Env, flags backtestFlags, since time.Time) (pastSource, error) {
	if flags.sessions {
		return openPastSessions(e, flags.limit, since)
	}
	transcripts := e.Client().Transcripts
	if transcripts.Find == nil {
		return nil, ErrNoTranscripts
	}
	folder := flags.transcripts
	if folder == "" {
		folder = transcripts.Folder(e.ClientHome())
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(e.Dir, folder)
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
		p.odd = append(p.odd, textline.OneLine(err.Error()))
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
func (p *pastTranscripts) notes() []string          { return textline.OrEmpty(p.odd) }
func (p *pastTranscripts) close()                   {}

// pastSessions reads state.db.
type pastSessions struct {
	store *session.Store
	past  shape.BacktestPast
	all   []session.Past
	chars int // of a prompt, that are kept

	invoked func(tool string, input json.RawMessage) string // of the client
}

func openPastSessions(e *env.Env, limit int, since time.Time) (pastSource, error) {
	nothing := errors.New("no session is remembered yet; play the client's transcripts instead: --transcripts DIR")
	if !env.Exists(e.Paths.StateDB) {
		return nil, nothing
	}
	store, err := session.Open(e.Paths.StateDB, session.Options{ReadOnly: true, Patient: true})
	if err != nil {
		return nil, err
	}
	p := &pastSessions{store: store, chars: e.Loaded.Logging.PreviewChars, invoked: e.Client().Invoked}
	if p.all, err = store.Past(since, limit); err == nil && len(p.all) == 0 {
		err = nothing
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	p.past = shape.BacktestPast{From: "sessions", Path: e.Paths.StateDB, Sessions: len(p.all), LastAt: p.all[0].LastActive, Skipped: transcript.Skipped{}}
	slices.SortStableFunc(p.all, func(x, y session.Past) int { return x.StartedAt.Compare(y.StartedAt) })
	return p, nil
}

func (p *pastSessions) each(ctx context.Context, progress func(string, int, int), add func(backtest.Happening) error) error {
	for i, past := range p.all {
		progress("play sessions", i, len(p.all))
		at := abi.Event{SessionID: past.SessionID, Workspace: past.Workspace, Time: past.StartedAt}
		at.Name, at.Source = abi.EventSessionStarted, "startup"
		if err := add(backtest.Happening{Event: at}); err != nil {
			return err
		}
		at.Source = ""
		err := p.store.Walk(past.SessionID, func(logged session.Logged) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return add(happened(at, p.invoked, logged))
		})
		if err != nil {
			return err
		}
		at.Name, at.Time = abi.EventSessionEnded, past.LastActive
		if err := add(backtest.Happening{Event: at}); err != nil {
			return err
		}
		p.past.Played++
	}
	progress("play sessions", len(p.all), len(p.all))
	return nil
}

// happened is a logged message as the event it was.
func happened(at abi.Event, invoked func(string, json.RawMessage) string, logged session.Logged) backtest.Happening {
	at.Name, at.Time, at.Agent = logged.Event, logged.At, logged.Agent
	h := backtest.Happening{}
	switch logged.Event {
	case abi.EventPrompt:
		at.Prompt, at.Command = logged.Preview, payload.Command(logged.Preview)
	case abi.EventToolUsed:
		at.ToolName, at.ToolInput = logged.Tool, logged.Preview
		at.Invoked = invoked(logged.Tool, json.RawMessage(logged.Preview))
	case abi.EventTurnEnded:
		at.Message, h.Requests = logged.Preview, 1
	}
	h.Event = at
	return h
}

func (p *pastSessions) told() shape.BacktestPast { return p.past }
func (p *pastSessions) close()                   { _ = p.store.Close() } // only read

func (p *pastSessions) notes() []string {
	return []string{
		fmt.Sprintf("of prompts the first %d characters are remembered (logging.preview_chars); compactions and what the model was shown are not", p.chars),
		"one request a turn is assumed for the tokens carried along",
	}
}
