package decide

import (
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

func toolRef(id string) abi.Ref { return abi.Ref{Kind: abi.KindTool, ID: id} }

// hitsOf are hits of these similarities, the best first.
func hitsOf(similarities map[abi.Ref]float64) Found {
	var found Found
	for ref, similarity := range similarities {
		found.Hits = append(found.Hits, index.Hit{Ref: ref, Similarity: similarity})
	}
	slices.SortFunc(found.Hits, func(a, b index.Hit) int {
		if a.Similarity != b.Similarity {
			return map[bool]int{true: -1, false: 1}[a.Similarity > b.Similarity]
		}
		return strings.Compare(a.Ref.String(), b.Ref.String())
	})
	return found
}

// familyInputs has a ruleset that sees some kinds and never answers in time, with the
// threshold .7, the margin .1 and so many places.
func familyInputs(kinds string, places int64) Inputs {
	manifest := `{"id": "builtin/late", "version": "1.0.0", "abi": 2, "summary": "Is late.", "events": ["prompt"], "calls": [], "kinds": ` + kinds + `, "parameters": {
		"similarity_threshold": {"type": "number", "default": 0.7, "description": "x"},
		"switch_margin": {"type": "number", "default": 0.1, "description": "x"},
		"max_active_skills": {"type": "integer", "default": 3, "description": "x"}}}`
	return Inputs{
		Rulesets: &engine.Engine{Set: engine.Find(engine.Places{Builtin: fstest.MapFS{
			"late/ruleset.json": {Data: []byte(manifest)}, "late/late.lua": {Data: []byte("return {}")},
		}})},
		Settings: Settings{
			Kinds: catalog.Kinds{skill.Kind, command.Kind, tool.Kind}, Rulesets: []string{"builtin/late"},
			Params: func(_, name string) (any, bool) { return places, name == ParameterActiveMax },
		},
	}
}

// Ensure that the scores answer for a late ruleset as the built-in ones would: a tool takes
// no skill's place, a skill takes a command's, what is active holds back its own family
// alone, and a kind that the ruleset does not see is not told of.
func TestBestByFamily(t *testing.T) {
	tools := []abi.Ref{toolRef("mcp__a__one"), toolRef("mcp__a__two"), toolRef("mcp__b__three")}
	pdf, csv, run := abi.Skill("pdf"), abi.Skill("csv"), abi.Ref{Kind: abi.KindCommand, ID: "run"}
	found := hitsOf(map[abi.Ref]float64{tools[0]: .99, tools[1]: .98, tools[2]: .97, pdf: .9, run: .85, csv: .75})
	active := func(refs ...abi.Ref) (items []session.ActiveItem) {
		for _, ref := range refs {
			items = append(items, session.ActiveItem{Ref: ref})
		}
		return items
	}
	const all, usual = `["skill", "command", "tool"]`, `["skill", "command"]`
	for name, test := range map[string]struct {
		kinds  string
		places int64
		active []session.ActiveItem
		want   []abi.Ref
	}{
		"a place each":            {all, 1, nil, []abi.Ref{tools[0], pdf}},
		"two places each":         {all, 2, nil, []abi.Ref{tools[0], tools[1], pdf, run}},
		"room for all":            {all, 9, nil, []abi.Ref{tools[0], tools[1], tools[2], pdf, run, csv}},
		"none":                    {all, 0, nil, nil},
		"a skill is active":       {all, 9, active(abi.Skill("other")), []abi.Ref{tools[0], tools[1], tools[2], pdf, run}},
		"that skill is active":    {all, 9, active(csv), []abi.Ref{tools[0], tools[1], tools[2], pdf, run, csv}},
		"a command is active":     {all, 9, active(run), []abi.Ref{tools[0], tools[1], tools[2], pdf, run}},
		"a tool is active":        {all, 9, active(toolRef("mcp__c__x")), []abi.Ref{tools[0], tools[1], tools[2], pdf, run, csv}},
		"the ruleset has no tool": {usual, 2, nil, []abi.Ref{pdf, run}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []abi.Ref
			for _, entry := range best(familyInputs(test.kinds, test.places), found, false, test.active) {
				got = append(got, entry.Ref)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Ensure that an item is behind what is active of its own family alone, and only where that
// family has a place left.
func TestBehindByFamily(t *testing.T) {
	hit := index.Hit{Ref: abi.Skill("pdf"), Similarity: .75}
	limits := thresholds{similarity: .7, margin: .1, active: 2}
	chosen := func(refs ...abi.Ref) engine.Outcome {
		var outcome engine.Outcome
		for _, ref := range refs {
			outcome.Decision.Activate = append(outcome.Decision.Activate, abi.Entry{Ref: ref})
		}
		return outcome
	}
	one, two := toolRef("mcp__a__one"), toolRef("mcp__a__two")
	run := abi.Ref{Kind: abi.KindCommand, ID: "run"}
	for name, test := range map[string]struct {
		active []abi.Ref
		chosen engine.Outcome
		want   []string
	}{
		"a skill":                           {[]abi.Ref{abi.Skill("csv")}, chosen(), []string{"csv"}},
		"a command, and a tool besides":     {[]abi.Ref{one, run}, chosen(), []string{"run"}},
		"a tool":                            {[]abi.Ref{one}, chosen(), nil},
		"tools were chosen":                 {[]abi.Ref{run}, chosen(one, two), []string{"run"}},
		"as many of the family were chosen": {[]abi.Ref{run}, chosen(run, abi.Skill("csv")), nil},
		"it was chosen":                     {[]abi.Ref{run}, chosen(hit.Ref), nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := situation{outcome: test.chosen}
			for _, ref := range test.active {
				s.active = append(s.active, session.ActiveItem{Ref: ref})
			}
			behind := s.behind(hit, limits)
			if (behind != nil) != (test.want != nil) || behind != nil && (!slices.Equal(behind.Active, test.want) || math.Abs(behind.Needed-.8) > 1e-9) {
				t.Errorf("got %+v, want %v", behind, test.want)
			}
		})
	}
}

// Ensure that what an opinion chose is held to the places of each family: a skill that it
// adds costs no tool its place.
func TestWeighByFamily(t *testing.T) {
	in := inputs(t, migration)
	d := Decide(in)
	one, two := toolRef("mcp__a__one"), toolRef("mcp__a__two")
	outcome := &d.local.answer.Outcome
	outcome.Decision.Activate = append(outcome.Decision.Activate, abi.Entry{Ref: one}, abi.Entry{Ref: two})
	outcome.Trace.Params = append(outcome.Trace.Params, trace.Param{Name: ParameterActiveMax, Value: int64(1)})
	notes := abi.Skill("release-notes")
	weighed, _ := d.local.weigh(trace.Opinion{Candidates: []abi.Ref{notes}, Chosen: []abi.Ref{notes}})
	var got []abi.Ref
	for _, entry := range weighed.Decision.Activate {
		got = append(got, entry.Ref)
	}
	if want := []abi.Ref{notes, one}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
