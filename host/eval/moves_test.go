package eval

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// guarded makes a set of 100 prompts, 20 of them negative, and answers of which
// some miss and some are false alarms.
func guarded(t *testing.T, missed, alarms int) (Set, Rankings) {
	t.Helper()
	var queries, labels, answers strings.Builder
	for i := range 100 {
		fmt.Fprintf(&queries, "{\"id\":\"q%d\",\"text\":\"x\"}\n", i)
		gold, told := `[["a"]]`, "a"
		switch {
		case i >= 80+alarms:
			gold, told = "[]", ""
		case i >= 80:
			gold, told = "[]", "b"
		case i < missed:
			told = ""
		}
		fmt.Fprintf(&labels, "{\"id\":\"q%d\",\"gold\":%s,\"ok\":[]}\n", i, gold)
		selected, ranking := "[]", "[]"
		if told != "" {
			selected, ranking = `["`+told+`"]`, `[["`+told+`",1]]`
		}
		fmt.Fprintf(&answers, "{\"id\":\"q%d\",\"ranking\":%s,\"selected\":%s}\n", i, ranking, selected)
	}
	return setOfLines(t, queries.String(), labels.String()), rankingsOf(t, answers.String())
}

// Ensure that two prompts lost are noise and three are a fall, that what is
// gained is told as a gain, and that scores survive being written.
func TestMoves(t *testing.T) {
	set, before := guarded(t, 5, 0)
	var committed Committed
	committed.Commit(Guarded[0], set, before)
	data, err := committed.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if committed, err = ReadCommitted(data); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		missed, alarms int
		want           string
	}{
		{5, 0, ""},
		{7, 0, ""},
		{8, 0, "hit@1 false, R false"},
		{2, 0, "hit@1 true, R true"},
		{5, 2, ""},
		{5, 4, "FAR false"},
	} {
		_, now := guarded(t, test.missed, test.alarms)
		moves, err := committed.Moves(Guarded[0], set, now)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range moves {
			got = append(got, fmt.Sprint(m.Name, " ", m.Better))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%d missed, %d alarms: got %v want %q", test.missed, test.alarms, moves, test.want)
		}
	}
}

// Ensure that scores of other prompts are not compared with.
func TestMovesOfOtherPrompts(t *testing.T) {
	set, answers := guarded(t, 5, 0)
	var committed Committed
	committed.Commit(Guarded[0], set, answers)
	set.Labels, set.Queries = set.Labels[1:], set.Queries[1:]
	if _, err := committed.Moves(Guarded[0], set, answers); err == nil || !strings.Contains(err.Error(), "write them again") {
		t.Errorf("got %v", err)
	}
	if _, err := committed.Moves("nonsense", set, answers); err == nil {
		t.Error("got no error for a set that is not committed")
	}
}

// Ensure that of sessions only those scores are committed whose counts are kept.
func TestCommitSessions(t *testing.T) {
	set := setOfLines(t, `{"id":"s1","session":"s","text":"x"}`, `{"id":"s1","session":"s","kind":"topic","topic":"A","must":[["a"]],"may":["a"]}`)
	var committed Committed
	committed.Commit("sessions", set, rankingsOf(t, `{"id":"s1","selected":["a"]}`))
	want := map[string]float64{"must-recall": 1, "precision": 1, "clean-turns": 1}
	if got := committed.Sets["sessions"].Scores; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
