package ui

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/feed"
)

// Ensure a row that the filter no longer wants leaves the page, also where the stream has read
// the row with its outcome already and the page was drawn before.
func TestRowLeavesWhatTheFilterWants(t *testing.T) {
	ref := abi.Skill("db")
	for _, known := range []string{feed.CameOpen, feed.CameUsed} {
		row := feed.Change{Kind: feed.KindDecision, Decision: 3, Session: "s1", Told: []feed.Told{{Ref: ref, Came: known}}}
		s := &streaming{live: true, q: query{outcome: feed.CameOpen}, rows: map[int64]feed.Change{3: row}}
		p := &pending{rows: map[string]pendingRow{}}
		s.change(feed.Change{Kind: feed.KindOutcome, Number: 9, Decision: 3, Ref: &ref, Came: feed.CameUsed}, p)
		if got := p.rows["d3"]; !got.gone || p.relist {
			t.Errorf("known as %s: the row is %+v", known, got)
		}
	}
}
