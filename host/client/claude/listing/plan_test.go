package listing

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// foundExcept finds every item but some at a place.
func foundExcept(ids ...string) func(string) (int, error) {
	return func(id string) (int, error) {
		if slices.Contains(ids, id) {
			return 0, nil
		}
		return 2, nil
	}
}

func usedNever(string) bool { return false }

// planned makes a plan and holds it to what it promises: with its choices in force
// the client shows what it says, and nobody gave up a description whom search does
// not find.
func planned(t *testing.T, p planner) inspect.Plan {
	t.Helper()
	settings := maps.Clone(p.Listing.Settings.SkillOverrides)
	plan, err := p.plan()
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(settings, p.Listing.Settings.SkillOverrides) {
		t.Error("the plan changed the settings that it was given")
	}
	then := p.Listing
	then.Settings.SkillOverrides = maps.Clone(settings)
	if then.Settings.SkillOverrides == nil {
		then.Settings.SkillOverrides = map[string]string{}
	}
	for _, choice := range plan.Choices {
		then.Settings.SkillOverrides[choice.ID] = choice.Override
		if at, _ := p.Found(choice.ID); (at > 0) != (choice.Override == plugins.OverrideNameOnly) || at != choice.Found {
			t.Errorf("got %+v, search finds it at %d", choice, at)
		}
	}
	if diff := cmp.Diff(then.Budget(p.Chars), plan.After); diff != "" {
		t.Errorf("what comes of the choices (-) is not what the plan says (+):\n%s", diff)
	}
	return plan
}

// Ensure that an item which search does not find gets the room of those that it
// finds, the longest first, and that as many as before are described.
func TestPlanMakesRoom(t *testing.T) {
	items := manyListed(10, 50)
	items[0].Description = strings.Repeat("x", 120)
	p := planner{
		Listing: Listing{Items: items, Settings: plugins.Settings{DisableBundledSkills: true}, Now: now},
		Chars:   345 + 5*52, Wanted: inspect.Wanted{Used: usedNever, Found: foundExcept("s008")},
	}
	plan := planned(t, p)
	if got := plan.Unreached; !slices.Equal(got, []string{"s008"}) || len(plan.Lost) != 0 {
		t.Errorf("got %q before and %q after, want s008 and none", got, plan.Lost)
	}
	if got := plan.After.IDs(inspect.Described); !slices.Equal(got, []string{"s001", "s002", "s003", "s004", "s008"}) {
		t.Errorf("got %q described", got)
	}
	var got []string
	for _, choice := range plan.Choices {
		got = append(got, choice.ID+" "+choice.Override)
	}
	if want := []string{"s000 name-only", "s005 name-only", "s006 name-only", "s007 name-only"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q and nothing of s009, which has no room anyway", got, want)
	}
}

// Ensure that what was used, what the user has switched on and what belongs to a
// plugin keeps its description, and an item that is name-only and not found gets it
// back.
func TestPlanSparesTheRest(t *testing.T) {
	items := append(manyListed(6, 50), inspect.Listed{ID: "p:a", Description: strings.Repeat("x", 50), Plugin: true})
	p := planner{
		Listing: Listing{
			Items: items, Usage: map[string]plugins.Usage{"s000": usedAgo(1, 0)}, Now: now,
			Settings: plugins.Settings{DisableBundledSkills: true, SkillOverrides: map[string]string{"s001": plugins.OverrideOn, "s004": plugins.OverrideNameOnly}},
		},
		Chars: 275 + 6*7 + 6 + 4*52, Wanted: inspect.Wanted{Used: func(id string) bool { return id == "s002" }, Found: foundExcept("s004", "p:a")},
	}
	plan := planned(t, p)
	if got := plan.After.IDs(inspect.Described); !slices.Equal(got, []string{"s000", "s001", "s002", "s004"}) {
		t.Errorf("got %q described", got)
	}
	if want := []inspect.Choice{{ID: "s003", Override: plugins.OverrideNameOnly, Found: 2, Chars: 50}, {ID: "s004", Override: plugins.OverrideOn, Describe: true, Chars: 50}}; !cmp.Equal(want, plan.Choices) {
		t.Errorf("got %+v, want %+v", plan.Choices, want)
	}
	if !slices.Equal(plan.Lost, []string{"p:a"}) {
		t.Errorf("got %q lost, want the plugin's", plan.Lost)
	}
}

// Ensure that there is no plan where everything is shown, and that a search that
// fails is no plan either.
func TestPlanOfNothing(t *testing.T) {
	p := planner{Listing: Listing{Items: manyListed(3, 50), Now: now}, Chars: 30_000, Wanted: inspect.Wanted{Used: usedNever, Found: foundExcept("s000")}}
	if plan := planned(t, p); len(plan.Choices)+len(plan.Unreached) != 0 {
		t.Errorf("got %+v, want no choices", plan)
	}
	p.Chars, p.Found = 0, func(string) (int, error) { return 0, errors.New("no index") }
	if _, err := p.plan(); err == nil {
		t.Error("got a plan without a search")
	}
}

// Ensure that of any listing a plan shows no fewer descriptions, reaches no fewer
// items and loses none that was used.
func TestPlanNeverHarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := planner{Listing: Listing{Usage: map[string]plugins.Usage{}, Now: now}, Chars: 6_200 + random.IntN(4_000), Wanted: inspect.Wanted{Used: usedNever}}
		lost := map[string]bool{}
		for i := range 5 + random.IntN(60) {
			item := inspect.Listed{ID: fmt.Sprintf("s%03d", i), Description: strings.Repeat("x", random.IntN(300))}
			place := random.IntN(placeBundled)
			item.Project, item.Command = place == placeProject, place == placeCommand || place == placePluginCommand
			item.Plugin = place == placePlugin || place == placePluginCommand
			p.Listing.Items = append(p.Listing.Items, item)
			lost[item.ID] = random.IntN(10) == 0
			if random.IntN(8) == 0 {
				p.Listing.Usage[item.ID] = usedAgo(1, 0)
			}
		}
		p.Found = func(id string) (int, error) { return map[bool]int{false: 1}[lost[id]], nil }
		plan := planned(t, p)
		if len(plan.Lost) > len(plan.Unreached) {
			t.Errorf("%d neither described nor found before, %d after", len(plan.Unreached), len(plan.Lost))
		}
		for _, choice := range plan.Choices {
			if p.Listing.Usage[choice.ID].Count > 0 {
				t.Errorf("%s was used and gave up its description", choice.ID)
			}
		}
	}
}
