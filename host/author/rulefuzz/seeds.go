package rulefuzz

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
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

// events returns the events of the scenarios, each as one by itself.
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

// words are the texts of the code, by what they may be.
type words struct {
	all   []string
	ids   []string // of items
	tools []string
	paths []string // parts of paths: folders, names of files, endings
}

// clientTools are the tools of the client, which code mostly names as fields of a table.
var clientTools = []string{"Edit", "Write", "Read", "Bash", "MultiEdit", "NotebookEdit", "Grep", "Glob", "WebFetch", "WebSearch"}

// sorted returns what the words may look for: as they stand, without what only a pattern
// has, and the names and paths in them.
func (s Seeds) sorted() words {
	w := words{tools: slices.Clone(clientTools)}
	seen := map[string]bool{"": true}
	add := func(one string) {
		if seen[one] || len(one) < 2 || len(w.all) == wordsMax {
			return
		}
		seen[one] = true
		w.all = append(w.all, one)
		if isID(one) {
			w.ids = append(w.ids, one)
		}
		if toolPattern.MatchString(one) && !slices.Contains(w.tools, one) {
			w.tools = append(w.tools, one)
		}
		if strings.ContainsAny(one, "/.") && piecePattern.FindString(one) == one {
			w.paths = append(w.paths, one)
		}
	}
	for _, word := range s.Words {
		if len(word) > wordBytesMax || !utf8.ValidString(word) || strings.ContainsAny(word, "\n\x00") {
			continue
		}
		blanks := blankSign.ReplaceAllString(word, " ")
		plain := patternSigns.ReplaceAllString(blanks, "$1")
		add(word)
		add(plain)
		for _, piece := range piecePattern.FindAllString(plain+" "+patternSigns.ReplaceAllString(blanks, "$1 "), -1) {
			add(piece)
		}
	}
	return w
}

var (
	piecePattern = regexp.MustCompile(`[A-Za-z0-9_./@:~-]+`)
	toolPattern  = regexp.MustCompile(`^(?:[A-Z][A-Za-z]+|mcp__\w+)$`)
)

// patternSigns are those of Lua's patterns and of regular expressions that stand for no
// text: classes, sets, repetition, anchors, captures. An escaped sign stands for itself.
var (
	patternSigns = regexp.MustCompile(`[%\\]([^A-Za-z0-9])|[%\\][A-Za-z]|\[[^\]]*\]|[\^$()*+?]|\.(?:[*+?-])`)
	blankSign    = regexp.MustCompile(`[%\\]s[*+?-]?`)
)

// sown is an event of the author's scenarios, now and then with other scores.
func (g *maker) sown() scenario.Scenario {
	s := pick(g.Rand, g.sowing...)
	s.Search = maps.Clone(s.Search)
	if s.Search == nil {
		s.Search = map[abi.Ref]float64{}
	}
	if s.Context.HookEvent == "" {
		s.Context.HookEvent = abi.EventPrompt
	}
	if g.chance(50) && len(s.Items) > 0 {
		s.Search[pick(g.Rand, s.Items...).Ref] = g.score(0.5, 1)
	}
	if len(g.words.all) > 0 && g.chance(40) {
		s.ToolUses = slices.Clone(s.ToolUses)
		g.useTools(&s)
	}
	return s
}

// worded is a usual event in which texts of the code stand where a ruleset may look
// for them: in ids, prompts, messages, and what tools were used on.
func (g *maker) worded() scenario.Scenario {
	s := g.usual()
	s.Context.Neutral = false
	word := func() string { return pick(g.Rand, g.words.all...) }
	if len(g.words.ids) > 0 && g.chance(70) {
		g.wanted(&s)
	}
	if g.chance(40) {
		s.Context.UserPrompt = strings.TrimSpace(s.Context.UserPrompt + " " + word())
	}
	if g.chance(40) {
		s.Messages = append(s.Messages, abi.Message{Role: pick(g.Rand, "user", "assistant"), Content: word(), Sequence: 99})
	}
	g.useTools(&s)
	return s
}

// wantedMax is how many of the ids in the code a catalog gets.
const wantedMax = 12

// refOf reads a text of the code as a ref, or as the id of a skill.
func refOf(text string) abi.Ref {
	ref, err := abi.ParseRef(text)
	if err != nil || ref.Kind != abi.KindSkill && ref.Kind != abi.KindCommand {
		return abi.Skill(text)
	}
	return ref
}

// wanted puts items into the catalog that the code may name.
func (g *maker) wanted(s *scenario.Scenario) {
	s.Search = maps.Clone(s.Search)
	for _, at := range g.Perm(len(g.words.ids))[:min(len(g.words.ids), wantedMax)] {
		ref := refOf(g.words.ids[at])
		if skill(*s, ref) != nil {
			continue
		}
		named := item(ref.ID, ref.ID, "Named in the code.")
		named.Ref = ref
		s.Items = append(s.Items, named)
		if g.chance(20) && s.Search != nil {
			s.Search[ref] = g.score(0.5, 1)
		}
		if g.chance(10) {
			s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: ref}, PromptsSinceRelevant: g.IntN(6)})
		}
	}
}

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_.:-]*$`)

func isID(text string) bool { return idPattern.MatchString(text) }
