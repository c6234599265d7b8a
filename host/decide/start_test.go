package decide

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure that a session which starts is told its pinned items in their order, but none that it
// knows, that its user called bad, that the settings never want or that there is no room for;
// and that what is told is stored once, and not made active.
func TestStart(t *testing.T) {
	ref := func(id string) abi.Ref { return abi.Ref{Kind: abi.KindLesson, ID: id} }
	pinned := []Pinned{{Ref: ref("L-aaaa2"), Title: "One", Text: "One text."}, {Ref: ref("L-aaaa3"), Title: "Two", Text: "Two texts."}, {Ref: ref("L-aaaa4"), Title: "Three", Text: "Three texts."}}
	kinds := catalog.Kinds{lesson.Kind}
	settings := Settings{Kinds: kinds, Suggest: suggest.DefaultLimits(), Templates: suggest.DefaultTemplates(kinds), FirmAbove: 1}
	off := settings
	off.Kinds = catalog.Kinds{{Name: abi.KindLesson}}
	never := settings
	never.Wishes = wish.Wishes{Never: []string{"L-aaaa2"}}
	silent := settings
	silent.Suggest.Max = 0
	told := func(telling session.Telling) session.Tellings {
		return session.Tellings{ByItem: map[abi.Ref]session.Telling{ref("L-aaaa3"): telling}}
	}
	for name, c := range map[string]struct {
		settings Settings
		known    Session
		want     []string
		dropped  int
	}{
		"all":                  {settings, Session{}, []string{"L-aaaa2", "L-aaaa3", "L-aaaa4"}, 0},
		"one is known":         {settings, Session{Suggested: told(session.Telling{Count: 1})}, []string{"L-aaaa2", "L-aaaa4"}, 0},
		"one was called bad":   {settings, Session{Suggested: told(session.Telling{Refused: true})}, []string{"L-aaaa2", "L-aaaa4"}, 1},
		"one is never wanted":  {never, Session{}, []string{"L-aaaa3", "L-aaaa4"}, 1},
		"the session is quiet": {settings, Session{Recorded: session.Recorded{Silent: true}}, nil, 3},
		"no suggestions":       {silent, Session{}, nil, 3},
		"switched off":         {off, Session{}, nil, 0},
		"eight were told":      {settings, Session{Suggested: session.Tellings{ByItem: map[abi.Ref]session.Telling{ref("L-zzzz2"): {Count: 7}}}}, []string{"L-aaaa2"}, 2},
	} {
		d := Start(abi.Event{Name: abi.EventSessionStarted, SessionID: "s"}, pinned, c.known, c.settings)
		var got []string
		for _, item := range d.Suggested {
			got = append(got, item.ID)
		}
		if len(got) != len(c.want) || len(d.Said.Dropped) != c.dropped || (d.Said.Text == "") != (len(c.want) == 0) {
			t.Errorf("%s: got %v, dropped %v, %q", name, got, d.Said.Dropped, d.Said.Text)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: got %v, want %v", name, got, c.want)
			}
		}
		if len(d.Change.Told) != len(c.want) || !d.Change.Once || len(d.Change.Activate) > 0 {
			t.Errorf("%s: got change %+v", name, d.Change)
		}
	}
}
