package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

// pastSessions reads state.db.
type pastSessions struct {
	store *session.Store
	past  shape.BacktestPast
	all   []session.Past
	chars int // of a prompt, that are kept

	invoked func(tool string, input json.RawMessage) string // of the client
}

func (a *app) openPastSessions(limit int, since time.Time) (pastSource, error) {
	nothing := errors.New("no session is remembered yet; play the client's transcripts instead: --transcripts DIR")
	if !exists(a.paths.StateDB) {
		return nil, nothing
	}
	store, err := session.Open(a.paths.StateDB, session.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	p := &pastSessions{store: store, chars: a.loaded.Logging.PreviewChars, invoked: a.client().Invoked}
	if p.all, err = store.Past(since, limit); err == nil && len(p.all) == 0 {
		err = nothing
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	p.past = shape.BacktestPast{From: "sessions", Path: a.paths.StateDB, Sessions: len(p.all), LastAt: p.all[0].LastActive, Skipped: transcript.Skipped{}}
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
	at.Name, at.Time = logged.Event, logged.At
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
