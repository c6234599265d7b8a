// Package seed computes how much a lesson is used, as the tool does that this program
// replaces: uses, velocity, stars and rank. That tool keeps the numbers in its file and lets a
// weekly job decay them. Here they are computed from the stored citations at the time asked:
// there is no job that could be missed, and nothing to lock. The package is pure.
package seed

import (
	"slices"
	"time"
)

// The constants are those of the tool, but for stale, whose age it does not say.
const (
	Week        = 7 * 24 * time.Hour
	usesMax     = 100
	velocityMin = .01                 // below it there is none
	stale       = 30 * 24 * time.Hour // without a citation: each week takes a use
	byUses      = .7
	byVelocity  = .3
)

// Use is how much a lesson is used at one time.
type Use struct {
	Uses     int     // 1 when it was learned, one more for each citation, at most 100
	Velocity float64 // Σ 2^−weeks of its citations; below .01 it is 0
	Last     time.Time
}

// weekOf numbers the weeks, which begin on Mondays at 00:00 UTC.
func weekOf(at time.Time) int64 {
	const monday = 4 * 24 * 60 * 60 // 1970-01-05
	seconds, week := at.Unix()-monday, int64(Week/time.Second)
	if seconds < 0 {
		return (seconds+1)/week - 1
	}
	return seconds / week
}

// beginOf is when a week begins.
func beginOf(week int64) time.Time {
	return time.Unix(week*int64(Week/time.Second)+4*24*60*60, 0).UTC()
}

// At returns how much a lesson is used at a time, from when it was learned and the times of
// its citations in any order. Citations later than that time do not count: a clock may have
// jumped back. It takes as long as there are citations, however many weeks there were.
func At(learned time.Time, citations []time.Time, now time.Time) Use {
	sorted := slices.SortedFunc(slices.Values(citations), time.Time.Compare)
	use := Use{Uses: 1, Last: learned}
	week := weekOf(learned)
	if len(sorted) > 0 && sorted[0].Before(learned) { // it was written anew later
		week = weekOf(sorted[0])
	}
	for _, cited := range sorted {
		if cited.After(now) {
			break
		}
		use.decay(week, weekOf(cited))
		week = max(week, weekOf(cited))
		use.Uses = min(use.Uses+1, usesMax)
		use.Velocity++
		if cited.After(use.Last) {
			use.Last = cited
		}
	}
	use.decay(week, weekOf(now))
	return use
}

// decay does what the weekly job does at the beginning of each week after one and up to
// another.
func (u *Use) decay(week, to int64) {
	for at := week; at < to && u.Velocity > 0; at++ { // ends after some weeks: it halves
		if u.Velocity /= 2; u.Velocity < velocityMin {
			u.Velocity = 0
		}
	}
	// A week takes a use if it begins so long after the last citation.
	first := weekOf(u.Last.Add(stale))
	if beginOf(first).Before(u.Last.Add(stale)) {
		first++
	}
	if weeks := to - max(first, week+1) + 1; weeks > 0 {
		u.Uses = max(1, u.Uses-int(min(weeks, usesMax)))
	}
}

// Rank is what the tool sorts by, the highest first.
func (u Use) Rank() float64 { return byUses*float64(u.Uses) + byVelocity*u.Velocity }

// Stars returns how many of five stars a lesson has for its uses and for its velocity.
func (u Use) Stars() (uses, velocity int) {
	for _, least := range []int{1, 3, 6, 13, 31} {
		if u.Uses >= least {
			uses++
		}
	}
	for _, least := range []float64{.5, 2, 4, 8, 16} {
		if u.Velocity >= least {
			velocity++
		}
	}
	return uses, velocity
}

// StarsMax is how many stars there may be.
const StarsMax = 5
