package doctor

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

var now = time.Date(2026, 3, 31, 14, 30, 0, 0, time.Local)

// somePeriod is one of so many days with prompts and suggestions of all sorts.
func somePeriod(r *rand.Rand, days, prompts int) session.Period {
	var p session.Period
	outcomes := []string{
		session.OutcomeSuggested, session.OutcomeSuggested, session.OutcomeNotTold, session.OutcomeNone, session.OutcomeShort,
		session.OutcomeCommand, session.OutcomeLate, session.OutcomeRuleset, session.OutcomeFailed, "",
	}
	became := []string{session.BecameUsed, session.BecameLate, session.BecameIgnored, session.BecameOpen}
	for i := range prompts {
		at := now.Add(-time.Duration(r.Int64N(int64(days) * 24 * int64(time.Hour))))
		asked := session.Asked{SessionID: fmt.Sprint("s", i%7), Sequence: int64(i), At: at, Outcome: outcomes[r.IntN(len(outcomes))]}
		if asked.Outcome != "" && asked.Outcome != session.OutcomeCommand {
			asked.Decision, asked.Micros, asked.Tier = int64(i+1), int64(r.IntN(200_000)), []string{session.TierLexical, session.TierModel}[r.IntN(2)]
		}
		p.Asked = append(p.Asked, asked)
		for n := 0; asked.Outcome == session.OutcomeSuggested && n <= r.IntN(2); n++ {
			told := session.Judged{
				SessionID: asked.SessionID, DecisionID: asked.Decision, At: at, Ref: abi.Skill(fmt.Sprint("item-", r.IntN(9))), Chars: 120,
				Wording: []string{"firm-1", "soft-1", "beside-2", ""}[r.IntN(4)], Became: became[r.IntN(4)],
			}
			if told.Became == session.BecameUsed {
				told.After = r.IntN(4)
			}
			if r.IntN(9) > 0 {
				told.Similarity = new(.6 + .4*r.Float64())
			}
			p.Told = append(p.Told, told)
		}
	}
	p.Told = append(p.Told, session.Judged{SessionID: "s0", DecisionID: int64(prompts + 1), At: now, Ref: abi.Ref{Kind: abi.KindLesson, ID: "L-1"}, Became: session.BecameOpen})
	return p
}

// Ensure the parts of a digest add up: prompts by what became of them, suggestions by what came
// of them, days to the period, bins to the answers, bands to no more than there is.
func TestDigestAddsUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		days := 1 + r.IntN(80)
		p := somePeriod(r, days, r.IntN(300))
		d := shape.Digest{Since: now.AddDate(0, 0, -days).UTC(), Days: days}
		addPeriod(&d, p, now, 150)
		f := d.Flow
		sums := map[string][2]int{
			"prompts":     {f.Prompts, f.About + f.Short + f.Commands + f.Unknown},
			"about":       {f.About, f.Answered + f.NotTold + f.Nothing + f.Failed},
			"suggested":   {f.Suggested, f.UsedSameTurn + f.UsedWithin + f.Late + f.Ignored + f.Open},
			"as before":   {d.Invoked, f.UsedSameTurn + f.UsedWithin},
			"elsewhere":   {f.Elsewhere, 1},
			"settled":     {f.Used.Of, f.Suggested - f.Open},
			"within":      {d.Answers.Count, d.Answers.Within + d.Answers.Beyond.Lexical + d.Answers.Beyond.Model},
			"days":        {len(d.ByDay), days + 1},
			"day, told":   {0, -f.Suggested},
			"day, asked":  {0, -f.Prompts},
			"day, about":  {0, -f.About - f.Answered},
			"day, became": {0, -f.Suggested},
			"bins":        {0, -d.Answers.Within},
			"bands":       {0, 0},
		}
		add := func(name string, n int) { s := sums[name]; s[1] += n; sums[name] = s }
		for _, day := range d.ByDay {
			add("day, told", day.Suggested)
			add("day, asked", day.Prompts)
			add("day, about", day.About+day.Answered)
			add("day, became", day.Used+day.Late+day.Ignored+day.Open)
		}
		for _, bin := range d.Answers.Bins {
			add("bins", bin.Lexical+bin.Model)
		}
		banded, known := 0, 0
		for _, asked := range p.Asked {
			if asked.Micros > 0 || asked.Outcome == session.OutcomeLate {
				known++
			}
		}
		for _, told := range p.Told {
			if told.Similarity != nil && told.Wording != "" {
				banded++
			}
		}
		for _, band := range d.AtEqual {
			for _, w := range band.Wordings {
				add("bands", w.Told)
			}
		}
		add("bands", -banded)
		sums["answers"] = [2]int{d.Answers.Count + d.Answers.Late, known}
		for name, s := range sums {
			if s[0] != s[1] {
				t.Fatalf("%s: %d is not %d of %+v", name, s[0], s[1], d)
			}
		}
	}
}

// Ensure a digest of more days than are shown by day shows the newest, and an empty one every day.
func TestDigestDays(t *testing.T) {
	for days, want := range map[int]int{1: 2, 30: 31, 89: 90, 90: 90, 400: 90} {
		got := byDay(session.Period{}, now.AddDate(0, 0, -days), now)
		if len(got) != want || got[len(got)-1].Date != "2026-03-31" {
			t.Errorf("%d days: got %d, up to %s; want %d", days, len(got), got[len(got)-1].Date, want)
		}
	}
}

// Ensure what was told at no prompt is not said to be told for one, and a session without a prompt
// is none in which there were prompts.
func TestToldWhere(t *testing.T) {
	told := []session.Judged{{SessionID: "a", DecisionID: 1}, {SessionID: "a", DecisionID: 1}, {SessionID: "b", DecisionID: 7}}
	asked := []session.Asked{{SessionID: "a", Decision: 1, Outcome: session.OutcomeSuggested}}
	for _, c := range []struct {
		p    session.Period
		want string
	}{
		{session.Period{}, "0 for 0 prompts"},
		{session.Period{Asked: asked, Told: told[:2]}, "2 for 1 prompt"},
		{session.Period{Asked: asked, Told: told}, "2 for 1 prompt, 1 where a session began or a file was used"},
	} {
		var d shape.Digest
		addPeriod(&d, c.p, now, 150)
		if got := toldWhere(d); got != c.want || d.Sessions != len(c.p.Asked) {
			t.Errorf("%d sessions, %s; want %s", d.Sessions, got, c.want)
		}
	}
}

// Ensure prompts that ran out of time count among those that were to be answered.
func TestAnswerWords(t *testing.T) {
	late, quick := session.Asked{Outcome: session.OutcomeLate}, session.Asked{Outcome: session.OutcomeNone, Micros: 20_000}
	stopped := session.Asked{Outcome: session.OutcomeLate, Micros: 149_000}
	for _, c := range []struct {
		asked []session.Asked
		want  string
	}{
		{nil, ""},
		{[]session.Asked{quick, quick}, "median 20 ms, p95 20 ms, longest 20 ms; 2 of 2 within 150 ms"},
		{[]session.Asked{quick, late, quick, stopped}, "median 20 ms, p95 20 ms, longest 20 ms; 2 of 4 within 150 ms; 2 ran out of time"},
		{[]session.Asked{late}, "0 of 1 within 150 ms; 1 ran out of time"},
	} {
		if got := answerWords(answersOf(c.asked, 150)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Ensure an answer falls into the bin that ends with its time, and that a band begins with its
// threshold.
func TestDigestEdges(t *testing.T) {
	a := answersOf([]session.Asked{{Micros: 1}, {Micros: 5000, Tier: session.TierModel}, {Micros: 5001}, {Micros: 150_000}, {Micros: 150_001, Late: []string{session.LateModel}}, {Outcome: session.OutcomeLate}}, 150)
	want := shape.DigestAnswers{Count: 5, MedianMS: 5.001, P95MS: 150.001, LongestMS: 150.001, DeadlineMS: 150, Within: 4, Late: 1, LateModel: 1, Beyond: shape.DigestBinSize{Lexical: 1}}
	first, second, last := a.Bins[0], a.Bins[1], a.Bins[len(a.Bins)-1]
	a.Bins = nil
	if diff := cmp.Diff(want, a); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if first != (shape.DigestBin{ToMS: 5, DigestBinSize: shape.DigestBinSize{Lexical: 1, Model: 1}}) || second.Lexical != 1 || last.Lexical != 1 || last.ToMS != 150 {
		t.Errorf("got %+v, %+v … %+v", first, second, last)
	}
	told := func(similarity float64, became string) session.Judged {
		return session.Judged{Wording: "firm-1", Similarity: &similarity, Became: became}
	}
	bands := atEqual([]session.Judged{told(.6999, session.BecameUsed), told(.7, session.BecameUsed), told(.95, session.BecameIgnored), told(1, session.BecameOpen)})
	for i, want := range []shape.DigestWording{
		{Manner: "firm", Told: 1, Used: stats.Wilson(1, 1)},
		{Manner: "firm", Told: 1, Used: stats.Wilson(1, 1)},
		{Manner: "firm", Used: stats.Wilson(0, 0)},
		{Manner: "firm", Used: stats.Wilson(0, 0)},
		{Manner: "firm", Told: 2, Used: stats.Wilson(0, 1)},
	} {
		if got := bands[i].Wordings[0]; got != want {
			t.Errorf("from %v: got %+v, want %+v", bands[i].From, got, want)
		}
	}
}
