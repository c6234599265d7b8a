package catalog

import (
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
)

var someKinds = Kinds{
	{Name: "skill", Pool: PoolListed, Recipe: rank.For, Budget: Budget{Items: 3}, Used: Invoked},
	{Name: "command", Pool: PoolListed, Budget: Budget{Items: 2, Chars: 90}, Used: Invoked},
	{Name: "note"},
}

// Ensure that kinds of one pool share its recipe and the smallest of their bounds, and that
// a kind without a recipe is ranked by the default.
func TestPools(t *testing.T) {
	pools := someKinds.Pools("any")
	if pools.Of("command") != PoolListed || pools.Of("note") != "note" || pools.Of("unheard") != "unheard" {
		t.Errorf("got pools %q, %q, %q", pools.Of("command"), pools.Of("note"), pools.Of("unheard"))
	}
	if got := pools.In(PoolListed); !slices.Equal(got, []string{"skill", "command"}) {
		t.Errorf("got %q in %s", got, PoolListed)
	}
	if pools.Default == nil || pools.Recipe("note") != pools.Default || pools.Recipe(PoolListed) != pools.Default {
		t.Error("a kind without a recipe is not ranked by that of the first")
	}
	if got, want := someKinds.BudgetAt(PoolListed, AtPrompt), (Budget{Items: 2, Chars: 90}); got != want {
		t.Errorf("got budget %+v, want %+v", got, want)
	}
}

// Ensure that no kind is ranked by a recipe that was fitted for another pool.
func TestPoolsRefuseStrangersRecipes(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a note is ranked by the recipe of skills")
		}
	}()
	Kinds{{Name: "note", Recipe: rank.For}}.Pools("any")
}

// Ensure that an event which loads or names an item may be a use of any kind that the
// client lists under this name, and of no other.
func TestUsed(t *testing.T) {
	both := []abi.Ref{{Kind: "skill", ID: "deploy"}, {Kind: "command", ID: "deploy"}}
	for _, event := range []abi.Event{{Invoked: "deploy"}, {Command: "deploy"}} {
		if got := someKinds.Used(event); !slices.Equal(got, both) {
			t.Errorf("%+v uses %v, want %v", event, got, both)
		}
	}
	if got := someKinds.Used(abi.Event{Prompt: "deploy"}); got != nil {
		t.Errorf("a prompt uses %v", got)
	}
	if got := someKinds.Used(abi.Event{Invoked: "deploy", Agent: "sub1"}); got != nil {
		t.Errorf("a subagent, which was told nothing, uses %v", got)
	}
}

// Ensure that an event which uses one of a group takes up the whole group, and that what has
// no group is taken up by itself.
func TestTaken(t *testing.T) {
	grouped := func(id string) (name, prefix string) {
		if id == "alone" {
			return "", ""
		}
		return "a", "a/"
	}
	kinds := append(slices.Clone(someKinds), Kind{Name: "page", Group: grouped, Used: func(e abi.Event) []string {
		if e.ToolName == "" {
			return nil
		}
		return []string{e.ToolName}
	}})
	for tool, want := range map[string][]abi.Ref{
		"a/one": {{Kind: "page", ID: "a/*"}}, "alone": {{Kind: "page", ID: "alone"}}, "": nil,
	} {
		if got := kinds.Taken(abi.Event{ToolName: tool}); !slices.Equal(got, want) {
			t.Errorf("%q takes up %v, want %v", tool, got, want)
		}
	}
	if got := kinds.Taken(abi.Event{Invoked: "a/one"}); !slices.Equal(got, kinds.Used(abi.Event{Invoked: "a/one"})) {
		t.Errorf("a skill's name takes up %v", got)
	}
}
