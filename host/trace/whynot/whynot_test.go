package whynot

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure words are left out where they stand, and nothing else.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, word, want string }{
		{"fix the build", "the", "fix build"},
		{"the end", "the", "end"},
		{"a\n\tb  a c", "a", "b c"},
		{"other", "the", "other"},
		{"", "x", ""},
	} {
		if got := without(c.text, []string{c.word}); got != c.want {
			t.Errorf("%q without %q: got %q, want %q", c.text, c.word, got, c.want)
		}
	}
}

// Ensure the phrases of an item are those that people would say: its name, keywords and
// things of its description, without links between them, and nothing that the prompt
// says already; nearest first.
func TestPhrases(t *testing.T) {
	item := catalog.Item{
		Name: "aws-cost", Keywords: []string{"cloud_bill"},
		Description: "Use when conducting a review of EKS clusters or finding idle volumes, reserved instances (RDS). Followup.",
	}
	got := (&Trial{}).Phrases("pack:aws-cost", item, "which eks clusters cost most")
	want := []string{"aws cost", "cloud bill", "finding idle volumes", "reserved instances"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	lacks, has := Lacking(item, "which eks clusters eat the budget")
	if !slices.Equal(has, []string{"eks", "clusters"}) || !slices.Equal(lacks, []string{"eat", "budget"}) {
		t.Errorf("lacks %q, has %q", lacks, has)
	}
}

// FuzzChangedTexts: whatever a prompt is, changing it neither fails nor adds
// words that were not asked for.
func FuzzChangedTexts(f *testing.F) {
	f.Add("fix  the\nbuild", "the")
	f.Add("\xff /x 漢字", "漢字")
	f.Fuzz(func(t *testing.T, text, word string) {
		left := without(text, []string{word})
		if slices.Contains(strings.Fields(left), word) {
			t.Errorf("%q is still in %q", word, left)
		}
		if len(strings.Fields(left)) > len(strings.Fields(text)) {
			t.Errorf("%q became %q", text, left)
		}
		if got, want := strings.Fields(appended(text, "x")), append(strings.Fields(text), "x"); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		(&Trial{}).Phrases(word, catalog.Item{Description: text}, word)
		Lacking(catalog.Item{Description: text}, word)
		for _, change := range shortened(text) {
			if len(change.Prompt) > len(text) || len(change.Words) < clauseWords {
				t.Errorf("%q became %q", text, change.Prompt)
			}
		}
	})
}

// Ensure that an item is kept back by what the prompt is nearer to only where it would be
// suggested without that.
func TestNearer(t *testing.T) {
	for _, c := range []struct {
		name, nearer string
		background   float64
		want         string
	}{
		{"it would do without", "terraform modules", -.8, NotNearer},
		{"it would not do", "terraform modules", -.2, NotThreshold},
		{"nothing is nearer", "", 0, NotThreshold},
	} {
		standing := Standing{Similarity: .5, Fit: &fit.Fit{Odds: 1, Nearer: c.nearer, Parts: fit.Parts{Background: c.background}, Needed: &fit.Needed{Odds: 1.5}}}
		if got := standing.tooLow(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Ensure that only whole clauses are taken from a prompt, and that a sentence is left.
func TestShortened(t *testing.T) {
	for prompt, want := range map[string][]string{
		"tune the slow query":                                             nil,
		"ship the build and write the release notes":                      {"write the release notes", "ship the build"},
		"ship it and write the release notes":                             nil, // two words may be anything
		"add a column, then tune the slow query.":                         {"tune the slow query.", "add a column"},
		"write unit tests for apples and pears":                           nil,
		"fix the slow and the very flaky query":                           nil,
		"look at the input; it returns errors\nreply in time":             {"it returns errors\nreply in time", "look at the input\nreply in time", "look at the input; it returns errors"},
		"write the unit tests, and design a page with tables and buttons": {"design a page with tables and buttons", "write the unit tests"},
		"": nil,
	} {
		var got []string
		for _, change := range shortened(prompt) {
			got = append(got, change.Prompt)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
}

// Ensure that an item which fits is kept back by what may be active only where as many of its
// own family were chosen; where the ruleset has no such number, where any was.
func TestFullByFamily(t *testing.T) {
	tool := func(id string) abi.Entry { return abi.Entry{Ref: abi.Ref{Kind: abi.KindTool, ID: id}} }
	skill, command := abi.Entry{Ref: abi.Skill("pdf")}, abi.Entry{Ref: abi.Ref{Kind: abi.KindCommand, ID: "run"}}
	for name, test := range map[string]struct {
		most   any
		chosen []abi.Entry
		want   bool
	}{
		"two tools":              {int64(2), []abi.Entry{tool("a"), tool("b")}, false},
		"a skill and a command":  {int64(2), []abi.Entry{skill, command, tool("a")}, true},
		"one skill of two":       {int64(2), []abi.Entry{skill, tool("a")}, false},
		"none may be active":     {int64(0), nil, true},
		"no number, and a skill": {nil, []abi.Entry{skill}, true},
		"no number, and a tool":  {nil, []abi.Entry{tool("a")}, false},
	} {
		var s Standing
		s.tried.Outcome.Decision.Activate = test.chosen
		s.tried.Outcome.Trace.Params = []trace.Param{{Name: decide.ParameterActiveMax, Value: test.most}}
		if got := s.isFull(abi.Skill("csv")); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Ensure that the place which max_active_skills would have to reach counts the item's family
// alone, and that a companion of what is told is told.
func TestPlaceAndCompanion(t *testing.T) {
	one, two := abi.Ref{Kind: abi.KindTool, ID: "mcp__a__x"}, abi.Ref{Kind: abi.KindTool, ID: "mcp__a__y"}
	s := Standing{Place: 3}
	s.tried.Found = &decide.Found{Hits: []index.Hit{{Ref: one}, {Ref: abi.Skill("pdf")}, {Ref: abi.Skill("csv")}}}
	if got := s.placeIn(abi.Skill("csv")); got != 2 {
		t.Errorf("got place %d, want 2", got)
	}
	s.tried.Said.Told = []suggest.Suggestion{{Ref: one, With: []abi.Ref{two}}}
	s.tried.Suggested = []abi.Ref{one}
	if !s.tried.suggests(one) || !s.tried.suggests(two) || s.tried.suggests(abi.Skill("csv")) {
		t.Error("a companion is not told, or another item is")
	}
}

// Ensure that suggest.max and suggest.margin are asked for no larger than the item's own pool
// needs: what is told of others takes no place from it, unless it has what they leave.
func TestRemedyInPool(t *testing.T) {
	ref := func(kind, id string) abi.Ref { return abi.Ref{Kind: kind, ID: id} }
	first, second, lesson, tool := abi.Skill("pdf"), abi.Skill("csv"), ref(abi.KindLesson, "L-2"), ref(abi.KindTool, "mcp__a__x")
	kinds := catalog.Kinds{{Name: abi.KindSkill}, {Name: abi.KindTool, Budget: catalog.Budget{Beside: .97}}, {Name: abi.KindLesson}}
	for name, test := range map[string]struct {
		told []abi.Ref // every one with a score of .01 less than the one before, from .99
		item abi.Ref   // chosen with .75
		why  string
		want Setting
	}{
		"a lesson takes no place":         {[]abi.Ref{lesson, first}, second, NotMax, Setting{Key: keyMax, Value: 2, whole: true}},
		"a tool takes no lesson's":        {[]abi.Ref{tool}, lesson, NotMax, Setting{Key: keyMax, Value: 1, whole: true}},
		"a tool has what skills leave":    {[]abi.Ref{first, second, lesson}, tool, NotMax, Setting{Key: keyMax, Value: 3, whole: true}},
		"a lesson's score is no skill's":  {[]abi.Ref{lesson, first}, second, NotMargin, Setting{Key: keyMargin, Value: .23}},
		"the best of several of the pool": {[]abi.Ref{first, lesson}, second, NotMargin, Setting{Key: keyMargin, Value: .24}},
	} {
		t.Run(name, func(t *testing.T) {
			s := Standing{Why: test.why, Score: .75, Told: test.told}
			s.tried.inputs.Settings.Kinds = kinds
			for i, told := range test.told {
				score := .99 - float64(i)/100
				s.tried.Said.Told = append(s.tried.Said.Told, suggest.Suggestion{Ref: told, Score: score})
				s.tried.Outcome.Decision.Activate = append(s.tried.Outcome.Decision.Activate, abi.Entry{Ref: told, Score: &score})
			}
			s.tried.Outcome.Decision.Activate = append(s.tried.Outcome.Decision.Activate, abi.Entry{Ref: test.item, Score: &s.Score})
			s.limit(test.item)
			search := changeSearch{Changing: Changing{Ref: test.item}, base: s}
			if got, ok := search.remedy(s); !ok || got != test.want {
				t.Errorf("got %+v, %v; want %+v", got, ok, test.want)
			}
		})
	}
}

// Ensure that an item which fits, where another one is called by its name, is not said to be
// unclear; and that words which made sure of another one go first.
func TestCalled(t *testing.T) {
	for name, test := range map[string]struct {
		fit    fit.Fit
		called bool
		want   string
	}{
		"it fits":               {fit.Fit{Odds: 2}, true, NotCalled},
		"it does not":           {fit.Fit{Odds: 1}, true, NotThreshold},
		"another one is ahead":  {fit.Fit{Odds: 1, Behind: -1}, true, NotBehind},
		"words are sure":        {fit.Fit{Odds: 2, Bound: true}, true, NotSure},
		"nothing is called now": {fit.Fit{Odds: 2}, false, NotBehind},
	} {
		test.fit.Needed = &fit.Needed{Odds: 1.5}
		if got := (Standing{Fit: &test.fit, called: test.called}).tooLow(); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
