package ui

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/store/session"
)

// sessionOf returns the pages of a state.db with one session of so many prompts, each with a
// skill told, a lesson at a file, and the end of a turn.
func sessionOf(t *testing.T, prompts int) *pages {
	t.Helper()
	return sessionWith(t, prompts, 1)
}

// sessionWith is sessionOf with so many files touched after each prompt.
func sessionWith(t *testing.T, prompts, files int) *pages {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state.db")
	store, err := session.Open(path, session.Options{})
	envtest.Must(t, err)
	now := time.Now()
	record := func(event abi.Event) int64 {
		event.SessionID, event.Workspace, event.Time = "s1", "/w", now
		recorded, err := store.Record(event, session.Policy{})
		envtest.Must(t, err)
		return recorded.Sequence
	}
	decide := func(sequence int64, event, item string) {
		told := session.Change{Told: []session.ToldItem{{Ref: abi.Skill(item), Wording: "firm-0a", Chars: 42}}}
		_, err := store.Apply("s1", sequence, told, session.Decision{Event: event, At: now, RulesetID: "r", Answer: []byte(`{}`)})
		envtest.Must(t, err)
	}
	for i := range prompts {
		sequence := record(abi.Event{Name: abi.EventPrompt, Prompt: fmt.Sprintf("prompt %03d", i)})
		decide(sequence, abi.EventPrompt, "db")
		for range files {
			decide(sequence, abi.EventFileTouched, "migrations")
		}
		record(abi.Event{Name: abi.EventTurnEnded, Message: "done"})
	}
	envtest.Must(t, store.Close())
	changes, err := feed.Open(path, feed.Options{})
	envtest.Must(t, err)
	t.Cleanup(changes.Close)
	return newPages(pages{now: time.Now, feed: changes})
}

// Ensure the list has as many rows as the page may hold, whatever happened between the prompts;
// that a filter looks through all of them; and that the stream knows each of them.
func TestRowsAreAsManyAsThePageHolds(t *testing.T) {
	const prompts = rowsMax + 20
	p := sessionOf(t, prompts)
	for _, test := range []struct {
		filter string
		rows   int
	}{{"", rowsMax}, {"prompt 020", 1}, {"prompt 219", 1}, {"prompt 019", 0}} {
		drawn, err := drawRows(t.Context(), p, query{filter: test.filter}, nil)
		envtest.Must(t, err)
		if rows := strings.Count(string(render(drawn)), `role="option"`); rows != test.rows {
			t.Errorf("filter %q: %d rows, want %d", test.filter, rows, test.rows)
		}
	}
	s := &streaming{pages: p, live: true, rows: map[int64]feed.Change{}}
	s.learn()
	if len(s.rows) != rowsMax {
		t.Errorf("the stream knows %d rows, want %d", len(s.rows), rowsMax)
	}
}

// Ensure that where nobody chose a decision the page shows the reasons of the newest that the list
// has, whatever happened since, and those of no other session than the chosen one.
func TestReasonsAreOfTheChosenSession(t *testing.T) {
	p := sessionWith(t, 2, 30)
	var asked []string
	p.ask = func(_ context.Context, _ any, args ...string) error {
		asked = append(asked, strings.Join(args, " "))
		return nil
	}
	const newest = "trace show 32"
	for _, test := range []struct{ query, asks, command string }{
		{"", newest, newest}, {"session=s1", newest, newest}, {"session=s2&decision=1", "trace show 1", "trace show 1"}, {"session=s2", "", "trace list --session s2"},
	} {
		asked = nil
		values, err := url.ParseQuery(test.query)
		envtest.Must(t, err)
		html, err := p.fragment(t.Context(), "live/why", values)
		envtest.Must(t, err)
		if got := strings.Join(asked, ", "); got != test.asks || !strings.Contains(string(html), `data-command="impressionism `+test.command+`"`) || !strings.Contains(string(html), "Nothing was decided yet.") {
			t.Errorf("%q asks %q, want %q: %s", test.query, got, test.asks, html)
		}
	}
}

// Ensure that an empty list says that the filter wants nothing of what there is, or that there is
// nothing.
func TestEmptyListSaysWhy(t *testing.T) {
	p := sessionOf(t, 1)
	for _, test := range []struct {
		q    query
		says string
	}{
		{query{filter: "absent"}, "No prompt fits the filter."}, {query{outcome: feed.CameUsed}, "No prompt fits the filter."}, {query{session: "s2"}, "No prompt yet."}, {query{}, ""},
	} {
		drawn, err := drawRows(t.Context(), p, test.q, nil)
		envtest.Must(t, err)
		if shown := string(render(drawn)); !strings.Contains(shown, test.says) || strings.Contains(shown, `id="none"`) != (test.says != "") {
			t.Errorf("%+v: %s", test.q, shown)
		}
	}
}

// Ensure a session of which the clock was ahead is not said to run now.
func TestClockThatWasAhead(t *testing.T) {
	p := newPages(pages{now: time.Now})
	for ago, want := range map[time.Duration]string{time.Minute: "1 min ago", -time.Hour: "the clock was ahead"} {
		shown := string(render(p.pick(feed.SessionState{Session: "s1", LastActive: time.Now().Add(-ago)}, false)))
		if !strings.Contains(shown, want) || strings.Contains(shown, "dot live") != (ago > 0) {
			t.Errorf("%v ago: %s", ago, shown)
		}
	}
}

// Ensure what is counted back from now is not called a day of the calendar.
func TestLastDayIsNoDate(t *testing.T) {
	if shown := liveView.panels[0].title + string(render(drawToday(nil, query{}, shape.Digest{}))); strings.Contains(strings.ToLower(shown), "today") {
		t.Errorf("got %s", shown)
	}
}
