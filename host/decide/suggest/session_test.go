package suggest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

var withLessons = append(append(catalog.Kinds{}, kinds...), lesson.Kind)

// lessonsOf returns lessons to tell, each with a text of so many characters.
func lessonsOf(count, chars int) []suggest.Suggestion {
	var items []suggest.Suggestion
	for i := range count {
		items = append(items, suggest.Suggestion{
			Ref: abi.Ref{Kind: abi.KindLesson, ID: fmt.Sprintf("L-aaaa%d", i+2)}, Title: "Short", Description: strings.Repeat("word ", chars/5), Score: .9,
		})
	}
	return items
}

// Ensure a text whose beginning is the title, cut, is told once.
func TestCutTitleIsNotRepeated(t *testing.T) {
	const text = "Deploy only with the script, since the manual way forgets the cache."
	for title, told := range map[string]string{"Deploy only with the scri…": `"` + text + `"`, "Deploys…": `"Deploys…: ` + text + `"`} {
		item := suggest.Suggestion{Ref: abi.Ref{Kind: abi.KindLesson, ID: "L-aaaa2"}, Title: title, Description: text, Score: .9}
		said := suggest.Render(suggest.Input{Items: []suggest.Suggestion{item}, Limits: suggest.DefaultLimits(), Templates: suggest.DefaultTemplates(withLessons), Kinds: withLessons, FirmAbove: 1})
		if !strings.HasSuffix(said.Text, "- [L-aaaa2] "+told) {
			t.Errorf("%s: got %q", title, said.Text)
		}
	}
}

// Ensure a lesson for which long skills leave no room is dropped, so that a later prompt tells it,
// and that one for which there is room is told whole.
func TestAllPoolsHaveABound(t *testing.T) {
	for chars, told := range map[int]bool{8000: false, 7000: true} {
		limits := suggest.Limits{Max: 20, Chars: chars, DescriptionChars: 1536}
		var items []suggest.Suggestion
		for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
			items = append(items, suggest.Suggestion{Ref: abi.Skill(id), Description: strings.Repeat("word ", 300), Score: .9})
		}
		said := suggest.Render(suggest.Input{
			Items: append(items, lessonsOf(1, 350)...), Kinds: withLessons, Limits: limits, Templates: suggest.DefaultTemplates(withLessons), FirmAbove: 1,
		})
		lesson := said.Told[len(said.Told)-1].Ref.Kind == abi.KindLesson
		if n := cut.Units(said.Text); n > suggest.CharsMax || lesson != told || lesson == slices.Contains(said.Dropped, suggest.Dropped{Ref: lessonsOf(1, 350)[0].Ref, Why: suggest.WhyOverChars}) {
			t.Errorf("suggest.chars %d: %d characters, told %v, dropped %v", chars, n, lesson, said.Dropped)
		}
	}
}

// Ensure that a session is told so many lessons and so many characters of them and no more,
// whatever else it is told, and that what is left out says so.
func TestSessionBudget(t *testing.T) {
	whole, small, single := lesson.Kind.Budget, lesson.Kind.Budget, lesson.Kind.Budget
	small.SessionChars, single.SessionItems = 100, 1
	for name, c := range map[string]struct {
		budget catalog.Budget
		spent  suggest.Spent
		told   int
		why    string
	}{
		"nothing was told":           {whole, suggest.Spent{}, 2, suggest.WhyOverMax},
		"one has a place":            {whole, suggest.Spent{Items: whole.SessionItems - 1}, 1, suggest.WhySession},
		"none has a place":           {whole, suggest.Spent{Items: whole.SessionItems}, 0, suggest.WhySession},
		"more than all":              {whole, suggest.Spent{Items: whole.SessionItems + 1, Chars: whole.SessionChars + 1}, 0, suggest.WhySession},
		"room for one":               {whole, suggest.Spent{Items: 1, Chars: whole.SessionChars - 200}, 1, suggest.WhySession},
		"no room, though few were":   {whole, suggest.Spent{Items: 1, Chars: whole.SessionChars - 90}, 0, suggest.WhySession},
		"what is left is not needed": {whole, suggest.Spent{Items: 1, Chars: whole.SessionChars - 500}, 2, suggest.WhyOverMax},
		"a session has one":          {single, suggest.Spent{}, 1, suggest.WhyOneSession},
		"a session has no room":      {small, suggest.Spent{}, 0, suggest.WhyOneSession},
	} {
		kind := lesson.Kind
		kind.Budget = c.budget
		said := suggest.Render(suggest.Input{
			Items: append(lessonsOf(3, 60), suggest.Suggestion{Ref: abi.Skill("a"), Description: "d", Score: .9}),
			Kinds: append(append(catalog.Kinds{}, kinds...), kind), Limits: suggest.DefaultLimits(), Templates: suggest.DefaultTemplates(withLessons), FirmAbove: 1,
			Spent: map[string]suggest.Spent{abi.KindLesson: c.spent},
		})
		told := 0
		for _, item := range said.Told {
			if item.Ref.Kind == abi.KindLesson {
				told++
			}
		}
		if told != c.told || len(said.Told) != told+1 {
			t.Errorf("%s: told %v", name, said.Told)
		}
		if len(said.Dropped) == 0 || said.Dropped[len(said.Dropped)-1].Why != c.why && said.Dropped[0].Why != c.why {
			t.Errorf("%s: dropped %v", name, said.Dropped)
		}
	}
}

// Ensure that each occasion has its own first line and its own bounds.
func TestOccasions(t *testing.T) {
	templates := suggest.DefaultTemplates(withLessons)
	for occasion, c := range map[string]struct {
		told, chars int
		lead, why   string
	}{
		catalog.AtPrompt: {2, 500, "it may bear on this request", suggest.WhyOverMax},
		catalog.AtStart:  {3, 500, "told in every session", suggest.WhyOverKind},
		catalog.AtFile:   {1, 300, "of this file", suggest.WhyOverTouch},
	} {
		for _, length := range []int{40, 200, 600} {
			said := suggest.Render(suggest.Input{
				Items: lessonsOf(5, length), Kinds: withLessons, Limits: suggest.DefaultLimits(), Templates: templates, FirmAbove: 1, Occasion: occasion,
			})
			if len(said.Told) > c.told || len(said.Told) == 0 || length == 40 && len(said.Told) != c.told || cut.Units(said.Text) > c.chars || !strings.Contains(said.Text, c.lead) {
				t.Errorf("%q with %d characters: told %d in %d units: %s", occasion, length, len(said.Told), cut.Units(said.Text), said.Text)
			}
			if why := said.Dropped[0].Why; why != c.why {
				t.Errorf("%q: more are not told for %q, want %q", occasion, why, c.why)
			}
		}
		none := suggest.DefaultLimits()
		none.Max = 0
		if said := suggest.Render(suggest.Input{Items: lessonsOf(1, 40), Kinds: withLessons, Limits: none, Templates: templates, Occasion: occasion}); said.Text != "" {
			t.Errorf("%q with suggest.max 0: %s", occasion, said.Text)
		}
	}
	said := suggest.Render(suggest.Input{
		Items: []suggest.Suggestion{{Ref: abi.Skill("a"), Description: "d"}}, Kinds: withLessons, Limits: suggest.DefaultLimits(), Templates: templates, Occasion: catalog.AtFile,
	})
	if said.Text != "" {
		t.Errorf("a skill is told at a file: %s", said.Text)
	}
}
