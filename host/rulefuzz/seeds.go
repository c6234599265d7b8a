package rulefuzz

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest/scenario"
)

// Seeds is what a ruleset's author wrote of the things that it looks for: no
// chance finds the path or the tool that decides. What has to happen once is looked
// for in them, too; other properties are tried on what knows nothing of the ruleset.
type Seeds struct {
	Scenarios []scenario.Scenario
	Words     []string // texts that stand in the code
}

// Limits of seeds: more of them would leave each too few tries.
const (
	wordsMax     = 200
	wordBytesMax = 64
)

// events gives the events of the scenarios, each as one by itself.
func (s Seeds) events() []scenario.Scenario {
	var list []scenario.Scenario
	for _, one := range s.Scenarios {
		first := one
		first.Then, first.Expect, first.Answers, first.Index, first.Catalog = nil, scenario.Expectation{}, nil, "", ""
		list = append(list, first)
		for _, later := range one.Then {
			next := first
			next.Context, next.Search, next.Relevance = later.Context, later.Search, later.Relevance
			list = append(list, next)
		}
	}
	return list
}

// plainWords gives what the words may look for: as they stand, and without what
// only a pattern has.
func (s Seeds) plainWords() []string {
	var list []string
	seen := map[string]bool{"": true}
	for _, word := range s.Words {
		if len(word) > wordBytesMax || !utf8.ValidString(word) || strings.ContainsAny(word, "\n\x00") {
			continue
		}
		for _, one := range []string{word, patternSigns.ReplaceAllString(word, "$1")} {
			if !seen[one] && len(one) > 1 && len(list) < wordsMax {
				seen[one] = true
				list = append(list, one)
			}
		}
	}
	return list
}

// patternSigns are those of Lua's patterns that stand for no text: classes, sets,
// repetition, anchors, captures. An escaped sign stands for itself.
var patternSigns = regexp.MustCompile(`%([^A-Za-z0-9])|%[A-Za-z]|\[[^\]]*\]|[\^$()*+?]|\.(?:[*+?-])`)

// sown is an event of the author's scenarios, now and then with other scores.
func (g *maker) sown() scenario.Scenario {
	s := pick(g.Rand, g.sowing...)
	s.Search = maps.Clone(s.Search)
	if s.Search == nil {
		s.Search = map[string]float64{}
	}
	if s.Context.HookEvent == "" {
		s.Context.HookEvent = abi.EventPrompt
	}
	if g.chance(50) && len(s.Skills) > 0 {
		s.Search[pick(g.Rand, s.Skills...).ID] = g.score(0.5, 1)
	}
	return s
}

// worded is a usual event in which texts of the code stand where a ruleset may look
// for them: in ids, prompts, messages, and what tools were used on.
func (g *maker) worded() scenario.Scenario {
	s := g.usual()
	s.Context.Neutral = false
	word := func() string { return pick(g.Rand, g.words...) }
	if len(s.Skills) > 0 && g.chance(70) {
		at := g.IntN(len(s.Skills))
		if id := word(); isID(id) && skill(s, id) == nil && !isActive(s, s.Skills[at].ID) {
			s.Search = maps.Clone(s.Search)
			delete(s.Search, s.Skills[at].ID)
			s.Skills[at].ID = id
		}
	}
	if g.chance(40) {
		s.Context.UserPrompt = strings.TrimSpace(s.Context.UserPrompt + " " + word())
	}
	if g.chance(40) {
		s.Messages = append(s.Messages, abi.Message{Role: pick(g.Rand, "user", "assistant"), Content: word(), Sequence: 99})
	}
	for range g.IntN(4) {
		s.ToolUse = append(s.ToolUse, g.use(word))
	}
	return s
}

// use is the use of a tool on what a ruleset may look for.
func (g *maker) use(word func() string) abi.ToolUse {
	tool := pick(g.Rand, "Edit", "Write", "Read", "Bash")
	if one := word(); g.chance(30) && isID(strings.ToLower(one)) {
		tool = one
	}
	input := map[string]string{"file_path": path.Clean("/work/" + word() + "/" + pick(g.Rand, "", "file.txt"))}
	switch {
	case tool == "Bash":
		input = map[string]string{"command": word() + " " + word()}
	case g.chance(30):
		input["file_path"] = "/work/" + strings.TrimPrefix(word(), "/")
	}
	encoded, err := json.Marshal(input)
	if err != nil {
		panic(err) // texts always encode
	}
	return abi.ToolUse{ToolName: tool, ToolInputPreview: string(encoded), LoggedAt: "2026-01-02T03:00:00Z", Sequence: 98}
}

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_.:-]*$`)

func isID(text string) bool { return idPattern.MatchString(text) }
