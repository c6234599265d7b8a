package ui

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/ui"
)

// Ensure a row that the filter no longer wants leaves the page, also where the stream has read
// the row with its outcome already and the page was drawn before.
func TestRowLeavesWhatTheFilterWants(t *testing.T) {
	ref := abi.Skill("db")
	for _, known := range []string{feed.CameOpen, feed.CameUsed} {
		row := feed.Change{Kind: feed.KindDecision, Decision: 3, Session: "s1", Told: []feed.Told{{Ref: ref, Came: known}}}
		s := &streaming{live: true, q: query{outcome: feed.CameOpen}, rows: map[int64]feed.Change{3: row}}
		p := &pending{rows: map[string]pendingRow{}}
		s.change(feed.Change{Kind: feed.KindOutcome, Number: 9, Decision: 3, Ref: &ref, Came: feed.CameUsed}, p)
		if got := p.rows["d3"]; !got.gone || p.relist {
			t.Errorf("known as %s: the row is %+v", known, got)
		}
	}
}

// streamed is a stream to a page of a state.db in which nothing is.
func streamed(t *testing.T, q query) (s *streaming, pushed func() string) {
	t.Helper()
	changes, err := feed.Open(filepath.Join(t.TempDir(), "state.db"), feed.Options{})
	envtest.Must(t, err)
	t.Cleanup(changes.Close)
	out := make(chan ui.Push, 100)
	s = &streaming{pages: newPages(pages{now: time.Now, feed: changes}), live: true, q: q, out: out, rows: map[int64]feed.Change{}, gone: map[int64]bool{}}
	return s, func() string {
		var html strings.Builder
		for len(out) > 0 {
			html.WriteString(string((<-out).HTML))
		}
		return html.String()
	}
}

// Ensure a decision that comes late takes the place of the row that said there was none, also
// where the filter does not want the decision, and that one at a file of the turn does not.
func TestLateDecisionTakesThePlaceOfItsPrompt(t *testing.T) {
	const row, removed = `id="ps1-4"`, `<p id="ps1-4" hx-swap-oob="delete">`
	for _, test := range []struct {
		name, filter, event     string
		shown, removes, decided bool
	}{
		{"the prompt's", "", abi.EventPrompt, true, true, true},
		{"what the filter does not want", "out of time", abi.EventPrompt, true, true, false},
		{"at a file", "", abi.EventFileTouched, true, false, false},
	} {
		s, pushed := streamed(t, query{outcome: test.filter})
		change := feed.Change{Kind: feed.KindDecision, Number: 1, Session: "s1", Prompt: 4, Event: abi.EventPrompt, Outcome: "out of time"}
		s.batch(t.Context(), []feed.Change{change})
		if first := pushed(); strings.Contains(first, row) != test.shown {
			t.Errorf("%s: first %q is pushed", test.name, first)
		}
		change.Number, change.Decision, change.Event, change.Outcome = 2, 7, test.event, "suggested"
		s.batch(t.Context(), []feed.Change{change})
		then := pushed()
		if strings.Contains(then, removed) != test.removes || strings.Contains(then, `id="d7"`) != test.decided {
			t.Errorf("%s: then %q is pushed", test.name, then)
		}
	}
}

// Ensure that once all is gone, and ids are given anew, the page follows what is decided then, the
// stream knows it, its row stands first, and the row of what went says so; and that the page is
// read again where sessions were forgotten.
func TestStreamGoesOnAfterForget(t *testing.T) {
	s, pushed := streamed(t, query{})
	ref := abi.Skill("db")
	decided := func(number, id int64) feed.Change {
		return feed.Change{Kind: feed.KindDecision, Number: number, Decision: id, Session: "s1", Event: abi.EventPrompt, Told: []feed.Told{{Ref: ref, Came: feed.CameOpen}}}
	}
	s.batch(t.Context(), []feed.Change{decided(1, 1), decided(2, 120)})
	pushed()
	s.batch(t.Context(), []feed.Change{
		{Kind: feed.KindOutcome, Number: 3, Decision: 1, Came: feed.CameGone}, {Kind: feed.KindOutcome, Number: 4, Decision: 120, Came: feed.CameGone},
	})
	if gone := pushed(); strings.Count(gone, "taken back or forgotten") != 2 || strings.Contains(gone, "nobody read") || len(s.rows) != 0 || s.q.follows != 0 {
		t.Errorf("forgotten: %d rows are known, the page follows %d, and %q is pushed", len(s.rows), s.q.follows, gone)
	}
	s.batch(t.Context(), []feed.Change{decided(5, 1)})
	then := pushed()
	place := strings.Index(then, `<p id="d1" hx-swap-oob="delete">`)
	if place < 0 || place > strings.Index(then, "afterbegin:#feed") || len(s.rows) != 1 || s.q.follows != 1 {
		t.Errorf("decided on anew: %d rows are known, the page follows %d, and %q is pushed", len(s.rows), s.q.follows, then)
	}
	s.batch(t.Context(), []feed.Change{decided(6, 2)})
	if then := pushed(); strings.Contains(then, `id="d2" hx-swap-oob="delete"`) {
		t.Errorf("a row that is not there is removed: %q", then)
	}
	s.batch(t.Context(), []feed.Change{{Kind: feed.KindOutcome, Number: 7, Decision: 1, Came: feed.CameGone}, {Kind: feed.KindMissed, Number: 8}})
	if then := pushed(); !strings.Contains(then, `id="feed"`) || strings.Contains(then, `id="d2"`) || len(s.rows) != 0 || len(s.gone) != 0 || s.q.follows != 0 {
		t.Errorf("a session was forgotten: %d rows and %d gone are known, the page follows %d, and %q is pushed", len(s.rows), len(s.gone), s.q.follows, then)
	}
	s.live = false
	out := make(chan ui.Push, 1)
	s.out = out
	if s.batch(t.Context(), []feed.Change{{Kind: feed.KindMissed, Number: 9}}); len(out) != 1 || !(<-out).Refresh {
		t.Error("another view is not read again")
	}
}
