package decide

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a near-duplicate is named only where it would help: not what is active,
// was told, was called bad, or leaves just now, nor beside what the user asked for by name, nor
// what fits much less.
func TestUnnamed(t *testing.T) {
	key := abi.Skill("other")
	told := index.Hit{Ref: abi.Skill("told"), Logit: 5}
	for want, change := range map[string]func(*situation, *Found, *index.Hit){
		"":            func(*situation, *Found, *index.Hit) {},
		UnnamedActive: func(s *situation, _ *Found, _ *index.Hit) { s.active = []session.ActiveItem{{Ref: key}} },
		UnnamedBefore: func(s *situation, _ *Found, _ *index.Hit) {
			s.suggested.ByItem = map[abi.Ref]session.Telling{key: {Count: 1, Withdrawn: true}}
		},
		UnnamedNever: func(s *situation, _ *Found, _ *index.Hit) {
			s.wishes = wish.Wishes{Never: []string{"oth*"}}
		},
		UnnamedBad: func(s *situation, _ *Found, _ *index.Hit) {
			s.suggested.ByItem = map[abi.Ref]session.Telling{key: {Refused: true}}
		},
		UnnamedCalled: func(_ *situation, f *Found, _ *index.Hit) { f.Called = true },
		UnnamedBehind: func(_ *situation, _ *Found, h *index.Hit) { h.Logit = 1.9 },
		UnnamedUnfit:  func(_ *situation, _ *Found, h *index.Hit) { h.Logit = -9 },
		UnnamedGone: func(s *situation, _ *Found, _ *index.Hit) {
			s.outcome = engine.Outcome{Decision: abi.Decision{Deactivate: []abi.Entry{{Ref: key}}}}
		},
	} {
		s, f, hit := &situation{view: emptyView(t)}, Found{}, index.Hit{Ref: key, Logit: 4}
		change(s, &f, &hit)
		if got := s.unnamed(f, told, hit); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Ensure a near-duplicate that the settings never want is not named beside what is suggested,
// and is explained: it was found like the others, and only then left out.
func TestSimilarNever(t *testing.T) {
	in := inputs(t, "write a database migration that adds a column")
	const text = "Write database migrations that add columns and tables."
	in.View = viewOf(t, index.Sources{
		Pools: catalog.Pools{Default: in.Recipe}, Now: in.Now, Model: "m",
		Embed: func(string) ([]float32, error) { return []float32{1, 0}, nil },
	}, map[string]string{"database-migrations": text, "schema-changes": text})
	in.Settings.Suggest.Max = 1
	for why, never := range map[string][]string{"": nil, UnnamedNever: {"schema-*"}} {
		in.Settings.Wishes = wish.Wishes{Never: never}
		d := Decide(in)
		if d.Err != nil || len(d.Suggested) != 1 || d.Suggested[0] != abi.Skill("database-migrations") || len(d.Scores) == 0 {
			t.Fatalf("%v: got suggested %v, %v", never, d.Suggested, d.Err)
		}
		want := []Similar{{Ref: abi.Skill("schema-changes"), Cosine: 1, Named: why == "", Why: why}}
		if diff := cmp.Diff(want, d.Scores[0].Similar); diff != "" {
			t.Errorf("%v: -want +got\n%s", never, diff)
		}
	}
}

// Ensure what no line names says so, and that what is suggested in one line with an item, as
// another tool of its server, is not said to have had no room.
func TestSimilarWithoutLine(t *testing.T) {
	hit := index.Hit{Ref: abi.Skill("told"), Logit: 5, Alike: []index.Alike{{Key: 2, Cosine: .9}, {Key: 3, Cosine: .8}}}
	found := Found{Hits: []index.Hit{hit, {Key: 2, Ref: abi.Skill("with"), Logit: 5}, {Key: 3, Ref: abi.Skill("other"), Logit: 5}}}
	found.Hits[0].Key = 1
	said := suggest.Said{Told: []suggest.Suggestion{{Ref: hit.Ref, With: []abi.Ref{abi.Skill("with")}}}}
	in := inputs(t, "x")
	in.View = emptyView(t)
	for line, why := range map[string]string{"": UnnamedLine, "{{name}} does nearly the same.": UnnamedRoom} {
		in.Settings.Templates = suggest.Templates{"similar": line}
		got := scores(in, situation{view: in.View}, found, said)[0].Similar
		want := []Similar{{Ref: abi.Skill("with"), Cosine: .9, Why: UnnamedTold}, {Ref: abi.Skill("other"), Cosine: .8, Why: why}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", line, diff)
		}
	}
}

func emptyView(t testing.TB) *index.View {
	t.Helper()
	x, err := index.Open(t.TempDir() + "/index.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	view, err := x.View(catalog.Listing{}, catalog.Pools{Default: rank.Default()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	return view
}

// BenchmarkSimilar is what near-duplicates cost a prompt at the most: two items
// told, each with seven among a thousand found.
func BenchmarkSimilar(b *testing.B) {
	hits := make([]index.Hit, 1000)
	for i := range hits {
		hits[i] = index.Hit{Key: int64(i), Ref: abi.Skill("a"), Logit: 5 - float64(i)}
		for j := range 8 {
			if i < 8 && j != i {
				hits[i].Alike = append(hits[i].Alike, index.Alike{Key: int64(j), Cosine: .8})
			}
		}
	}
	s := situation{view: emptyView(b)}
	for b.Loop() {
		nameable(s.similar(Found{Hits: hits}, 0))
		nameable(s.similar(Found{Hits: hits}, 1))
	}
}
