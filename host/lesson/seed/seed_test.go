package seed

import (
	"math/rand/v2"
	"testing"
	"time"
)

// job is the tool's own way: numbers that are kept, and a weekly job that alters them. It is
// run whenever a session starts, and applies the weeks that were missed one by one, each as of
// its Monday.
type job struct {
	use  Use
	week int64 // through which it has run
}

func (j *job) run(now time.Time) {
	for ; j.week < weekOf(now); j.week++ {
		monday := beginOf(j.week + 1)
		if j.use.Velocity /= 2; j.use.Velocity < .01 {
			j.use.Velocity = 0
		}
		if monday.Sub(j.use.Last) >= 30*24*time.Hour && j.use.Uses > 1 {
			j.use.Uses--
		}
	}
}

func (j *job) cite(at time.Time) {
	j.run(at)
	j.use.Uses = min(j.use.Uses+1, 100)
	j.use.Velocity++
	j.use.Last = at
}

// Ensure what is computed from the citations at any time of a year is to the bit what a weekly
// job has that ran on time, also where nothing asked for many weeks: for lessons cited often,
// seldom, in bursts and never.
func TestLikeAWeeklyJob(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 21))
	learned := time.Date(2025, 12, 29, 9, 30, 0, 0, time.UTC)
	for lesson := range 400 {
		onTime := job{use: Use{Uses: 1, Last: learned}, week: weekOf(learned)}
		var citations []time.Time
		perDay := []float64{0, .01, .1, .5, 3}[lesson%5]
		away := learned.AddDate(0, 0, random.IntN(300))
		at := learned
		asked := 0
		for at.Before(learned.AddDate(1, 0, 7)) {
			at = at.Add(time.Duration(random.ExpFloat64() * float64(24*time.Hour)))
			if at.After(away) && at.Before(away.AddDate(0, 0, 80)) {
				continue // a long pause, in which nothing runs
			}
			if random.Float64() < perDay/3 {
				for range 1 + random.IntN(3) {
					onTime.cite(at)
					citations = append(citations, at)
				}
			}
			if random.IntN(12) > 0 { // asked now and then only: weeks are missed
				continue
			}
			asked++
			onTime.run(at)
			if got := At(learned, citations, at); got != onTime.use {
				t.Fatalf("lesson %d with %d citations at %s: got %+v, the job has %+v", lesson, len(citations), at, got, onTime.use)
			}
		}
		if asked < 10 {
			t.Fatalf("lesson %d was asked for %d times only", lesson, asked)
		}
	}
}

// Ensure the limits hold: a hundred uses, never below one, no velocity below a hundredth; and
// that times in any order, before the lesson and after now do no harm.
func TestLimits(t *testing.T) {
	now := time.Date(2026, 6, 3, 12, 0, 0, 0, time.UTC)
	many := make([]time.Time, 500)
	for i := range many {
		many[i] = now.Add(-time.Duration(i) * time.Hour)
	}
	for name, test := range map[string]struct {
		learned   time.Time
		citations []time.Time
		uses      int
		low, high float64
	}{
		"none":              {now, nil, 1, 0, 0},
		"five hundred":      {now, many, 100, 100, 500},
		"a year ago":        {now.AddDate(-1, 0, 0), []time.Time{now.AddDate(-1, 0, 0)}, 1, 0, 0},
		"six weeks ago":     {now.AddDate(-1, 0, 0), []time.Time{now.AddDate(0, 0, -42)}, 1, 1. / 64, 1. / 64},
		"seven weeks ago":   {now.AddDate(-1, 0, 0), []time.Time{now.AddDate(0, 0, -49)}, 1, 0, 0},
		"in the future":     {now, []time.Time{now.Add(time.Hour)}, 1, 0, 0},
		"before the lesson": {now, []time.Time{now.Add(-time.Hour), now.Add(-2 * time.Hour)}, 3, 2, 2},
		"no time at all":    {time.Time{}, []time.Time{now}, 2, 1, 1},
	} {
		got := At(test.learned, test.citations, now)
		if got.Uses != test.uses || got.Velocity < test.low || got.Velocity > test.high {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// Ensure rank and stars are as the tool has them.
func TestRankAndStars(t *testing.T) {
	for _, test := range []struct {
		use         Use
		rank        float64
		left, right int
	}{
		{Use{Uses: 1}, .7, 1, 0},
		{Use{Uses: 2, Velocity: 1.5}, 1.85, 1, 1},
		{Use{Uses: 3, Velocity: .49}, 2.247, 2, 0},
		{Use{Uses: 12, Velocity: 2}, 9, 3, 2},
		{Use{Uses: 13, Velocity: 4}, 10.3, 4, 3},
		{Use{Uses: 30, Velocity: 8}, 23.4, 4, 4},
		{Use{Uses: 100, Velocity: 16}, 74.8, 5, 5},
	} {
		left, right := test.use.Stars()
		if rank := test.use.Rank(); rank < test.rank-1e-9 || rank > test.rank+1e-9 || left != test.left || right != test.right {
			t.Errorf("%+v: got rank %v and stars %d, %d", test.use, rank, left, right)
		}
	}
}
