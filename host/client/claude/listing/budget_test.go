package listing

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// now is when the uses below are looked back on.
var now = time.UnixMilli(1_800_000_000_000)

func usedAgo(count float64, ago time.Duration) plugins.Usage {
	return plugins.Usage{Count: count, LastUsedAt: float64(now.Add(-ago).UnixMilli())}
}

// measurement is one listing that the client sent, and what it was made of.
type measurement struct {
	Name      string
	Model     string
	Settings  plugins.Settings
	Skills    int    // s000, s001, …
	Chars     int    // of each description
	Total     int    // characters of the listing
	Described int    // of the skills
	Bare      int    // bundled skills without their description
	Last      string // the last skill with one
}

// Ensure that what client 2.1.329 sent of many alike skills is reproduced to the
// character.
func TestBudgetMeasured(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "listings-2.1.329.json"))
	if err != nil {
		t.Fatal(err)
	}
	var measured []measurement
	if err := json.Unmarshal(data, &measured); err != nil || len(measured) < 10 {
		t.Fatalf("%d measurements, %v", len(measured), err)
	}
	for _, want := range measured {
		listing := Listing{Items: manyListed(want.Skills, want.Chars), Settings: want.Settings, Now: now}
		budget := listing.Budget(Chars(WindowOf(want.Model, want.Settings), want.Settings))
		got := want
		described := budget.IDs(inspect.Described)
		got.Total, got.Described, got.Bare, got.Last = budget.Used, len(described), 0, ""
		if len(described) > 0 {
			got.Last = described[len(described)-1]
		}
		for _, line := range budget.Lines {
			if line.Bundled && line.Fate == inspect.Hidden {
				got.Bare++
			}
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(plugins.Settings{})); diff != "" {
			t.Errorf("%s: client (-), model (+):\n%s", want.Name, diff)
		}
	}
}

// Ensure that what fits is shown whole, to the character, and that a description
// that is too long is passed over for a shorter one behind it.
func TestBudgetEdge(t *testing.T) {
	listing := Listing{Items: manyListed(4, 50), Settings: plugins.Settings{DisableBundledSkills: true}, Now: now}
	for chars, want := range map[int]int{354: 0, 355: 1, 406: 1, 407: 2} { // 303 without any
		if got := listing.Budget(chars); len(got.IDs(inspect.Described)) != want {
			t.Errorf("%d characters: got %d of %d used and %q, want %d described", chars, got.Used, got.Chars, got.IDs(inspect.Described), want)
		}
	}
	listing.Items[1].Description = strings.Repeat("x", 200)
	if got := listing.Budget(460).IDs(inspect.Described); !slices.Equal(got, []string{"s000", "s002", "s003"}) {
		t.Errorf("got %q, want the long one passed over", got)
	}
}

// Ensure that use decides first, halved each week and never under a tenth: each
// row was seen with the client, which had room for two.
func TestBudgetUse(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		usage map[string]plugins.Usage
		want  string
	}{
		"fresh":            {nil, "s000 s001"},
		"used":             {map[string]plugins.Usage{"s003": usedAgo(1, 0), "s005": usedAgo(1, 0)}, "s003 s005"},
		"half after 3½ d":  {map[string]plugins.Usage{"s003": usedAgo(1000, 84*time.Hour), "s004": usedAgo(720, 0), "s005": usedAgo(690, 0)}, "s003 s004"},
		"a week":           {map[string]plugins.Usage{"s003": usedAgo(10, 7*day), "s004": usedAgo(4, 0), "s005": usedAgo(6, 0)}, "s003 s005"},
		"two weeks":        {map[string]plugins.Usage{"s003": usedAgo(1000, 14*day), "s004": usedAgo(260, 0), "s005": usedAgo(255, 0)}, "s004 s005"},
		"a year, above":    {map[string]plugins.Usage{"s003": usedAgo(1000, 365*day), "s004": usedAgo(99, 0), "s005": usedAgo(102, 0)}, "s003 s005"},
		"a year, below":    {map[string]plugins.Usage{"s003": usedAgo(1000, 365*day), "s004": usedAgo(101, 0), "s005": usedAgo(102, 0)}, "s004 s005"},
		"in the future":    {map[string]plugins.Usage{"s003": usedAgo(1, -30*day), "s004": usedAgo(2, 0), "s005": usedAgo(3, 0)}, "s003 s005"},
		"nobody knows how": {map[string]plugins.Usage{"s003": {Count: 100}, "s004": usedAgo(1, 0), "s005": usedAgo(2, 0)}, "s004 s005"},
	} {
		listing := Listing{Items: manyListed(6, 50), Usage: c.usage, Settings: plugins.Settings{DisableBundledSkills: true}, Now: now}
		if got := strings.Join(listing.Budget(430).IDs(inspect.Described), " "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Ensure that overrides, cuts and places in the listing are those of the client:
// overrides reach commands and bundled skills and no plugin's, an item of a bundled
// skill's name stands in its place, and ids are ordered as its locale orders them.
func TestBudgetLines(t *testing.T) {
	items := []inspect.Listed{
		{ID: "plug:pls", Description: "d", Plugin: true},
		{ID: "plug:plc", Description: "d", Plugin: true, Command: true},
		{ID: "uc", Description: "d", Command: true},
		{ID: "a-sub:zz", Description: "d", Command: true},
		{ID: "ps", Description: strings.Repeat("🎉", 800), Project: true},
		{ID: "loop", Description: "mine", Project: true},
	}
	for _, id := range []string{"Z1", "m1", "B", "AB", "Ab", "aB", "ab", "a-b", "a_b", "9", "10", "_x", "bare"} {
		items = append(items, inspect.Listed{ID: id, Description: map[bool]string{true: "d"}[id != "bare"]})
	}
	settings := plugins.Settings{SkillOverrides: map[string]string{
		"uc": plugins.OverrideNameOnly, "plug:pls": plugins.OverrideNameOnly, "dataviz": plugins.OverrideNameOnly, "claude-api": plugins.OverrideOff, "code-review": plugins.OverrideUserOnly,
	}}
	var got []string
	for _, line := range (Listing{Items: items, Settings: settings, Now: now}).Budget(1_000_000).Lines {
		word := line.ID
		switch {
		case line.Fate != inspect.Described:
			word += " " + line.Fate
		case line.Cut():
			word += " cut"
		}
		got = append(got, word)
	}
	want := []string{
		"_x", "10", "9", "a_b", "a-b", "ab", "aB", "Ab", "AB", "B", "bare undescribed", "m1", "Z1", "loop", "ps cut", "a-sub:zz", "uc name-only", "plug:plc", "plug:pls",
		"dataviz name-only", "update-config", "keybindings-help", "simplify", "fewer-permission-prompts", "workflow-authoring", "run", "plugin-authoring", "init", "security-review",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Ensure that windows are those that were measured, and that the client's
// variables and settings move the room as it was seen to.
func TestListingChars(t *testing.T) {
	for model, want := range map[string]int{
		"claude-sonnet-4-6": 8_000, "claude-sonnet-4-5": 8_000, "claude-haiku-4-5": 8_000, "claude-opus-4-5": 8_000, "claude-opus-4-6": 8_000,
		"claude-sonnet-4-20250514": 8_000, "claude-sonnet-4-0": 8_000, "claude-3-7-sonnet-latest": 8_000, "claude-3-5-haiku-20241022": 8_000,
		"claude-sonnet-4-6[1m]": 40_000, "claude-sonnet-4-5[1m]": 40_000,
		"claude-opus-4-7": 30_000, "claude-opus-4-8": 30_000, "claude-opus-4-7[1m]": 30_000, DefaultModel: 30_000, "claude-haiku-5-5": 30_000,
		"opus": 30_000, "opus[1m]": 30_000, "sonnet": 30_000, "haiku": 30_000, "opusplan": 30_000, "foo-bar": 30_000,
	} {
		if got := Chars(WindowOf(model, plugins.Settings{}), plugins.Settings{}); got != want {
			t.Errorf("%s: got %d characters, want %d", model, got, want)
		}
	}
	for want, settings := range map[int]plugins.Settings{
		60_000: {ListingBudgetFraction: .02}, 6_000: {NoMillion: true}, 380: {ListingChars: 380, ListingBudgetFraction: 1},
	} {
		if got := Chars(WindowOf("claude-opus-4-7", settings), settings); got != want {
			t.Errorf("%+v: got %d characters, want %d", settings, got, want)
		}
	}
	if got := Chars(WindowTokens(WindowDefault), plugins.Settings{}); got != 8_000 {
		t.Errorf("no model: got %d", got)
	}
}

func manyListed(n, chars int) []inspect.Listed {
	var items []inspect.Listed
	for i := range n {
		id := "s" + string(rune('0'+i/100)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
		items = append(items, inspect.Listed{ID: id, Description: strings.Repeat("x", chars)})
	}
	return items
}
