package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tool"
)

// Ensure that the call of any tool of a server takes up all of it that the newest suggestion
// named, those that nobody called too; that a later call changes nothing; and that calls of
// other servers, of tools of ours by other names, and skills of such a name do not.
func TestGroupIsTakenUp(t *testing.T) {
	store := openTest(t)
	policy := Policy{Used: catalog.Kinds{skill.Kind, command.Kind, tool.Kind}.Taken}
	at := began
	record := func(event abi.Event) Recorded {
		t.Helper()
		at = at.Add(time.Minute)
		event.SessionID, event.Workspace, event.Time = "s", "/w", at
		recorded, err := store.Record(event, policy)
		must(t, err)
		return recorded
	}
	tell := func(refs ...abi.Ref) {
		t.Helper()
		recorded := record(abi.Event{Name: abi.EventPrompt, Prompt: "x"})
		var told []ToldItem
		for _, ref := range refs {
			told = append(told, ToldItem{Ref: ref, Wording: "soft-1"})
		}
		_, err := store.Apply("s", recorded.Sequence, Change{Told: told}, Decision{At: at})
		must(t, err)
	}
	call := func(name string) {
		t.Helper()
		record(abi.Event{Name: abi.EventToolUsed, ToolName: name})
	}
	ref := func(id string) abi.Ref { return abi.Ref{Kind: abi.KindTool, ID: id} }
	check := func(when string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, takenUp(t, store)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	tell(ref("mcp__tracker__early"))
	tell(ref("mcp__tracker__a"), ref("mcp__tracker__b"), ref("mcp__tracker_two__a"), ref("mcp__trackerX__a"), abi.Skill("mcp__tracker__a"))
	call("mcp__unheard__a")
	call("Bash")
	check("other calls")
	call("mcp__tracker__never_told")
	check("a call", "tool:mcp__tracker__a", "tool:mcp__tracker__b")
	after := invokedAt(t, store)
	if !strings.HasSuffix(after[1], " 0 model") || !strings.HasSuffix(after[2], " 0 model") {
		t.Errorf("got %q", after)
	}
	call("mcp__tracker__a")
	if got := invokedAt(t, store); !slices.Equal(got, after) {
		t.Errorf("a later call changed %q to %q", after, got)
	}
	call("mcp__tracker_two__b")
	check("another server's", "tool:mcp__tracker__a", "tool:mcp__tracker__b", "tool:mcp__tracker_two__a")
	tell(ref("mcp__tracker__late"))
	call("mcp__tracker__early")
	check("told again", "tool:mcp__tracker__a", "tool:mcp__tracker__b", "tool:mcp__tracker_two__a", "tool:mcp__tracker__late")
}

// takenUp are the items of a session's suggestions that were taken up, in order.
func takenUp(t *testing.T, store *Store) (taken []string) {
	t.Helper()
	all, err := store.Suggestions("s")
	must(t, err)
	for _, one := range all {
		if one.Invoked {
			taken = append(taken, one.Ref.String())
		}
	}
	return taken
}

// invokedAt is all that is stored of when suggestions were taken up, a line each.
func invokedAt(t *testing.T, store *Store) (lines []string) {
	t.Helper()
	rows, err := store.db.Query(`SELECT item_id || ' ' || coalesce(invoked_at, '') || ' ' || coalesce(invoked_after, '') || ' ' || coalesce(invoked_by, '') FROM suggestions ORDER BY id`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		lines = append(lines, line)
	}
	return lines
}

// Ensure that an item is meant by its own ref, or with its group by how its id begins.
func TestMeans(t *testing.T) {
	for name, test := range map[string]struct {
		used         abi.Ref
		group, meant bool
	}{
		"itself":           {abi.Ref{Kind: "tool", ID: "mcp__a__x"}, false, true},
		"its group":        {abi.Ref{Kind: "tool", ID: "mcp__a__*"}, true, true},
		"another's":        {abi.Ref{Kind: "tool", ID: "mcp__b__*"}, false, false},
		"of another kind":  {abi.Ref{Kind: "skill", ID: "mcp__a__*"}, false, false},
		"a skill's star":   {abi.Skill("*"), false, false},
		"all tools":        {abi.Ref{Kind: "tool", ID: "*"}, false, false},
		"without the star": {abi.Ref{Kind: "tool", ID: "mcp__a__"}, false, false},
	} {
		if group, meant := Means([]abi.Ref{abi.Skill("x"), test.used}, abi.Ref{Kind: "tool", ID: "mcp__a__x"}); group != test.group || meant != test.meant {
			t.Errorf("%s: got %v, %v", name, group, meant)
		}
	}
}

// Ensure an answer that cites several lessons counts for each of them, and each once.
func TestAnswerCitesSeveral(t *testing.T) {
	store := openTest(t)
	policy := Policy{Used: catalog.Kinds{skill.Kind, lesson.Kind}.Taken}
	one, two, three := abi.Ref{Kind: abi.KindLesson, ID: "L-9jccd"}, abi.Ref{Kind: abi.KindLesson, ID: "L-p452j"}, abi.Ref{Kind: abi.KindLesson, ID: "L-7f3kq"}
	for _, told := range [][]abi.Ref{{one}, {one, two, three}} {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "x"})
		var items []ToldItem
		for _, ref := range told {
			items = append(items, ToldItem{Ref: ref, Wording: "soft-1"})
		}
		_, err := store.Apply("s", recorded.Sequence, Change{Told: items}, Decision{At: began})
		must(t, err)
	}
	for range 2 {
		_, err := store.Record(abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Message: "As [L-p452j] says, and [L-9jccd], and [L-p452j] again."}, policy)
		must(t, err)
	}
	if diff := cmp.Diff([]string{"lesson:L-9jccd", "lesson:L-p452j"}, takenUp(t, store)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
