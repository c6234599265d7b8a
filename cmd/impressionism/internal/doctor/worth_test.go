package doctor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure what is worth a look names what was never used before what the user called bad, what is
// used rarely and what nobody was ever told; once each, in eight entries at most, with a command
// that a shell reads as it stands there; and that no more is looked for than is named.
func TestWorth(t *testing.T) {
	var told []session.Judged
	add := func(id, verdict string, counts map[string]int) {
		for became, n := range counts {
			for range n {
				told = append(told, session.Judged{SessionID: "s", Ref: abi.Skill(id), Became: became, Verdict: verdict})
			}
		}
	}
	add("good", "", map[string]int{session.BecameUsed: 9, session.BecameIgnored: 4})
	add("rarely", "", map[string]int{session.BecameUsed: 4, session.BecameIgnored: 8})
	add("seldom", "", map[string]int{session.BecameUsed: 2, session.BecameLate: 4, session.BecameIgnored: 8})
	add("few", "", map[string]int{session.BecameUsed: 1, session.BecameIgnored: 8})
	add("hated", session.Bad, map[string]int{session.BecameUsed: 2})
	add("a b; rm -rf ~", session.Bad, map[string]int{session.BecameIgnored: 9})
	add("fresh", "", map[string]int{session.BecameIgnored: 3, session.BecameOpen: 9})
	e := &env.Env{Kinds: catalog.Kinds{skill.Kind}}
	got := lines(worth(e, told, shape.DigestListed{Items: 40, Suggested: 7}, here))
	want := []string{
		"error 1 a b; rm -rf ~ was suggested 9 times and never used, and called bad 1 time: its description may promise something else",
		"warning 1 hated: you called the suggestion bad more often than good",
		"warning 2 seldom, rarely are used less than half of the times, over 12 or more suggestions each",
		"note 0 7 of the 40 skills and commands here were ever suggested",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := worth(e, told, shape.DigestListed{}, here)[0].Command; got != "impressionism skills lint 'a b; rm -rf ~'" {
		t.Errorf("got %s", got)
	}
	for i := range 20 {
		add(fmt.Sprint("useless-", i), "", map[string]int{session.BecameIgnored: 5 + i})
	}
	if got := worth(e, told, shape.DigestListed{Items: 40, Suggested: 20}, here); len(got) != unusedMax+2 || got[0].Refs[0].ID != "useless-19" {
		t.Errorf("got %v", lines(got))
	}
	looked := 0
	worth(e, told, shape.DigestListed{}, func(item abi.Ref, _ []string) (string, bool) {
		if strings.HasPrefix(item.ID, "useless-") {
			looked++
		}
		return "", true
	})
	if looked != unusedMax {
		t.Errorf("%d items without a use were looked for, want %d: each may cost the listing of a workspace", looked, unusedMax)
	}
	if got := worth(e, nil, shape.DigestListed{Items: 9}, here); len(got) != 0 || got == nil {
		t.Errorf("of nothing: got %v", got)
	}
}

// here is where every item is in this workspace.
func here(abi.Ref, []string) (string, bool) { return "", true }

// Ensure what is gone is not worth a look, and that of what is in another workspace that is named
// and no command that knows nothing of it.
func TestWorthElsewhere(t *testing.T) {
	var told []session.Judged
	for _, id := range []string{"gone", "there", "here"} {
		for range 5 {
			told = append(told, session.Judged{SessionID: "s", Workspace: "/w/" + id, Ref: abi.Skill(id), Became: session.BecameIgnored})
		}
		told = append(told,
			session.Judged{SessionID: "s", Workspace: "/w/b", Ref: abi.Skill(id + "-bad"), Became: session.BecameUsed, Verdict: session.Bad},
			session.Judged{SessionID: "t", Workspace: "/w/a", Ref: abi.Skill(id + "-bad"), Became: session.BecameUsed})
	}
	e := &env.Env{Kinds: catalog.Kinds{skill.Kind}}
	where := func(item abi.Ref, in []string) (string, bool) {
		if strings.HasPrefix(item.ID, "there") {
			return in[0], true
		}
		return "", strings.HasPrefix(item.ID, "here")
	}
	all := worth(e, told, shape.DigestListed{}, where)
	got := lines(all)
	for i, w := range all {
		got[i] += ": " + w.Command
	}
	want := []string{
		"error 1 here was suggested 5 times and never used: its description may promise something else: impressionism skills lint here",
		"error 1 there in /w/there was suggested 5 times and never used: its description may promise something else: ",
		"warning 2 here-bad, there-bad in /w/a: you called the suggestion bad more often than good: impressionism skills probe here-bad",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func lines(all []shape.DigestWorth) (lines []string) {
	for _, w := range all {
		lines = append(lines, fmt.Sprint(w.Level, " ", len(w.Refs), " ", w.Text))
	}
	return lines
}
