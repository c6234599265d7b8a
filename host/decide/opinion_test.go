package decide

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

const migration = "write a database migration that adds a column"

// Ensure that a prompt is open only where the best item that may still be told lies in
// between, or has an equal, and something could be told at all.
func TestQuestion(t *testing.T) {
	told := func(in *Inputs, ids ...string) {
		in.Session.Suggested.ByItem = map[abi.Ref]session.Telling{}
		for _, id := range ids {
			in.Session.Suggested.ByItem[abi.Skill(id)] = session.Telling{Count: 1}
		}
	}
	for name, test := range map[string]struct {
		prompt string
		doubt  Doubt
		change func(in *Inputs)
		want   string
	}{
		"in between":         {migration, Doubt{.5, 1.1}, nil, OpenNear},
		"clearly enough":     {migration, Doubt{.1, .2}, nil, ""},
		"clearly too little": {migration, Doubt{1.05, 1.1}, nil, ""},
		"told before":        {migration, Doubt{.5, 1.1}, func(in *Inputs) { told(in, "database-migrations") }, ""},
		"called bad": {migration, Doubt{.5, 1.1}, func(in *Inputs) {
			told(in)
			in.Session.Suggested.ByItem[abi.Skill("database-migrations")] = session.Telling{Refused: true}
		}, ""},
		"about nothing":       {"thanks", Doubt{0, 1.1}, nil, ""},
		"called by name":      {"use the database-migrations skill for this table", Doubt{0, 1.1}, nil, ""},
		"switched off":        {migration, Doubt{.5, 1.1}, func(in *Inputs) { in.Session.Recorded.Silent = true }, ""},
		"nothing may be told": {migration, Doubt{.5, 1.1}, func(in *Inputs) { in.Settings.Suggest.Max = 0 }, ""},
		"withdrawals alone":   {migration, Doubt{.5, 1.1}, func(in *Inputs) { in.DeactivateOnly = true }, ""},
		"another event":       {migration, Doubt{.5, 1.1}, func(in *Inputs) { in.Event.Name = abi.EventTurnEnded }, ""},
		"wanted by the settings": {migration, Doubt{.5, 1.1}, func(in *Inputs) {
			in.Settings.Wishes = wish.Wishes{Words: map[string][]string{"column": {"release-notes"}}}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			in := inputs(t, test.prompt)
			in.Settings.Doubt = test.doubt
			if test.change != nil {
				test.change(&in)
			}
			d := Decide(in)
			q, open := d.Question()
			if q.Open != test.want || open != (test.want != "") {
				t.Errorf("got %q, %t", q.Open, open)
			}
			if open && (len(q.Candidates) == 0 || q.Candidates[0].Ref != abi.Skill("database-migrations") || !strings.Contains(q.Candidates[0].Description, "Write database") || q.Prompt != test.prompt || q.Max != 2) {
				t.Errorf("got %+v", q)
			}
		})
	}
}

// Ensure that two items which are nearly equal leave a prompt open however well they fit.
func TestQuestionOfEquals(t *testing.T) {
	for other, want := range map[float64]string{.94: OpenTied, .9: ""} {
		in := inputs(t, migration)
		in.Settings.Doubt = Doubt{.5, .85}
		d := Decide(in)
		hits := d.local.found.Hits
		hits[0].Similarity, hits[1].Similarity = .95, other
		if hits[1].Ref == abi.Skill("css-layout") { // it is active
			hits[1].Ref = abi.Skill("release-notes")
		}
		if got := d.local.open(); got != want {
			t.Errorf("%v: got %q, want %q", other, got, want)
		}
	}
}

// Ensure that a question has the ends of a long prompt, and nothing that was pasted.
func TestQuestionIsShort(t *testing.T) {
	in := inputs(t, migration+"\n```\nsecret code\n```\n"+strings.Repeat("and another column for the table ", 4000))
	in.Settings.Doubt = Doubt{0, 1.1}
	d := Decide(in)
	q, open := d.Question()
	if !open || len(q.Prompt) > searchedHeadBytes+searchedTailBytes+1 || strings.Contains(q.Prompt, "secret code") || !strings.HasPrefix(q.Prompt, migration) {
		t.Errorf("open: %t, %d bytes: %.200s", open, len(q.Prompt), q.Prompt)
	}
}

// Ensure that an opinion decides which candidates are suggested and made active, and about
// nothing else: not about other items, what is active, what is withdrawn or its own limits.
func TestWeigh(t *testing.T) {
	migrations, notes, layout := abi.Skill("database-migrations"), abi.Skill("release-notes"), abi.Skill("css-layout")
	all := []abi.Ref{migrations, notes, layout}
	for name, test := range map[string]struct {
		opinion trace.Opinion
		want    []abi.Ref // suggested
		verdict string
		dropped []abi.Ref
	}{
		"the same":              {trace.Opinion{Candidates: all, Chosen: []abi.Ref{migrations}}, []abi.Ref{migrations}, trace.OpinionConfirmed, nil},
		"another":               {trace.Opinion{Candidates: all, Chosen: []abi.Ref{notes}}, []abi.Ref{notes}, trace.OpinionChanged, []abi.Ref{migrations}},
		"one more":              {trace.Opinion{Candidates: all, Chosen: []abi.Ref{notes, migrations}}, []abi.Ref{notes, migrations}, trace.OpinionChanged, nil},
		"none":                  {trace.Opinion{Candidates: all}, nil, trace.OpinionChanged, []abi.Ref{migrations}},
		"of others":             {trace.Opinion{Candidates: []abi.Ref{notes}}, []abi.Ref{migrations}, trace.OpinionConfirmed, nil},
		"none that it was told": {trace.Opinion{Candidates: []abi.Ref{migrations}, Chosen: []abi.Ref{notes, abi.Skill("absent")}}, nil, trace.OpinionChanged, []abi.Ref{migrations}},
		"twice":                 {trace.Opinion{Candidates: all, Chosen: []abi.Ref{migrations, migrations}}, []abi.Ref{migrations}, trace.OpinionConfirmed, nil},
		"what is active":        {trace.Opinion{Candidates: all, Chosen: []abi.Ref{layout, migrations}}, []abi.Ref{migrations}, trace.OpinionConfirmed, nil},
		"what is gone":          {trace.Opinion{Candidates: append(all, abi.Skill("vanished")), Chosen: []abi.Ref{abi.Skill("vanished"), migrations}}, []abi.Ref{migrations}, trace.OpinionConfirmed, nil},
		"a failure":             {trace.Opinion{Candidates: all, Verdict: trace.OpinionFailed, Chosen: []abi.Ref{notes}}, []abi.Ref{migrations}, trace.OpinionFailed, nil},
	} {
		t.Run(name, func(t *testing.T) {
			in := inputs(t, migration)
			local := Decide(in)
			before := outputs(t, in, local)
			d := local.Weigh(test.opinion)
			if !slices.Equal(d.Suggested, test.want) || d.Opinion.Verdict != test.verdict || !slices.Equal(d.Opinion.Local, []abi.Ref{migrations}) {
				t.Errorf("got %v, %+v", d.Suggested, d.Opinion)
			}
			var dropped, active []abi.Ref
			for _, one := range d.Dropped() {
				dropped = append(dropped, one.Ref)
			}
			for _, entry := range d.Change.Activate {
				active = append(active, entry.Ref)
			}
			if !slices.Equal(dropped, test.dropped) || !slices.Equal(active, test.want) || len(d.Change.Deactivate) != 1 {
				t.Errorf("dropped %v, active %v, deactivated %v", dropped, active, d.Change.Deactivate)
			}
			if diff := cmp.Diff(before, outputs(t, in, local)); diff != "" {
				t.Errorf("the local decision has changed: -before +after\n%s", diff)
			}
			if diff := cmp.Diff(outputs(t, in, d), outputs(t, in, Decide(in).Weigh(test.opinion))); diff != "" {
				t.Errorf("taken again: -want +got\n%s", diff)
			}
		})
	}
}

// Ensure that what the user never wants stays unsaid though an opinion names it, and that
// what an opinion added says so where it is stored.
func TestWeighWithinSettings(t *testing.T) {
	in := inputs(t, migration)
	notes := abi.Skill("release-notes")
	opinion := trace.Opinion{Provider: "openai", Model: "small", Candidates: []abi.Ref{notes}, Chosen: []abi.Ref{notes}}
	d := Decide(in).Weigh(opinion)
	if stored := string(d.Stored(in.Event, nil).Answer); !strings.Contains(stored, `"by":"opinion","reason":"small (openai) chose it among 1 candidates"`) {
		t.Errorf("got %s", stored)
	}
	in.Settings.Wishes = wish.Wishes{Never: []string{"release-*"}}
	if d := Decide(in).Weigh(opinion); slices.Contains(d.Suggested, notes) || slices.ContainsFunc(d.Change.Activate, func(e abi.Entry) bool { return e.Ref == notes }) {
		t.Errorf("suggested %v, active %v", d.Suggested, d.Change.Activate)
	}
	in.Settings.Wishes = wish.Wishes{}
	in.Settings.Suggest.Max = 1
	opinion.Candidates, opinion.Chosen = append(opinion.Candidates, abi.Skill("database-migrations")), append(opinion.Chosen, abi.Skill("database-migrations"))
	if d := Decide(in).Weigh(opinion); !slices.Equal(d.Suggested, []abi.Ref{notes}) {
		t.Errorf("suggested %v", d.Suggested)
	}
}
