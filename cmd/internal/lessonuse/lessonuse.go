// Package lessonuse counts how lessons are used, from the stored suggestions: how often one
// was told, how often cited, and when. A lesson counts by its id, whichever workspace it was
// told in: ids are drawn and never used again.
package lessonuse

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/lesson/seed"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Use is how one lesson is used.
type Use struct {
	Told      int // ever
	Cited     int // ever, at most once a telling
	Settled   int // of those told: it was cited, or it was time enough
	Good, Bad int // verdicts of the user
	FirstTold time.Time
	LastTold  time.Time
	LastCited time.Time            // zero: never; of what retention deleted, when it was last told
	Tellings  []session.Suggestion // those of which there are rows, the oldest first
	citations []time.Time
}

// Uses are those of all lessons that were ever told or judged, by id.
type Uses map[string]Use

// Read reads all uses. sessions may be nil: there are none.
func Read(sessions *session.Store) (Uses, error) {
	uses := Uses{}
	if sessions == nil {
		return uses, nil
	}
	rows, err := sessions.SuggestionsOf(abi.KindLesson, time.Time{})
	if err != nil {
		return nil, err
	}
	left, err := sessions.SummedUp(abi.KindLesson)
	if err != nil {
		return nil, err
	}
	for _, sum := range left {
		u := uses[sum.Ref.ID]
		u.Told, u.Cited, u.Settled = u.Told+sum.Told, u.Cited+sum.Used, u.Settled+sum.Told
		u.Good, u.Bad = u.Good+sum.Good, u.Bad+sum.Bad
		u.told(sum.LastTold)
		if sum.Used > 0 && sum.LastTold.After(u.LastCited) {
			u.LastCited = sum.LastTold
		}
		for range sum.Used {
			u.citations = append(u.citations, sum.LastTold) // no later than that
		}
		uses[sum.Ref.ID] = u
	}
	for _, row := range rows {
		u := uses[row.Ref.ID]
		u.add(row)
		uses[row.Ref.ID] = u
	}
	return uses, nil
}

func (u *Use) add(row session.Suggestion) {
	u.Told++
	if row.Settled {
		u.Settled++
	}
	u.told(row.At)
	u.Tellings = append(u.Tellings, row)
	if row.UsedAt.IsZero() {
		return
	}
	u.Cited++
	u.citations = append(u.citations, row.UsedAt)
	if row.UsedAt.After(u.LastCited) {
		u.LastCited = row.UsedAt
	}
}

func (u *Use) told(at time.Time) {
	if at.IsZero() {
		return
	}
	if u.FirstTold.IsZero() || at.Before(u.FirstTold) {
		u.FirstTold = at
	}
	if at.After(u.LastTold) {
		u.LastTold = at
	}
}

// Share is how many of the tellings that are settled were cited.
func (u Use) Share() stats.Rate { return stats.Wilson(u.Cited, u.Settled) }

// Trust is (C+1)/(I+2), a verdict as session.FeedbackWeight tellings: .5 where nothing is known.
func (u Use) Trust() float64 {
	return session.Counts{Invoked: u.Cited, Ignored: u.Settled - u.Cited, Good: u.Good, Bad: u.Bad}.Usefulness()
}

// Seed is the use of a lesson as the seed counts it; added is the day it was learned, as in
// 2026-03-02.
func (u Use) Seed(added string, now time.Time) seed.Use {
	learned, err := time.Parse(time.DateOnly, added)
	if err != nil || learned.After(now) {
		learned = u.FirstTold
	}
	if learned.IsZero() {
		learned = now
	}
	return seed.At(learned, u.citations, now)
}

// All adds up uses.
func All(uses []Use) Use {
	var all Use
	for _, u := range uses {
		all.Told, all.Cited, all.Settled = all.Told+u.Told, all.Cited+u.Cited, all.Settled+u.Settled
		all.Good, all.Bad = all.Good+u.Good, all.Bad+u.Bad
		all.told(u.FirstTold)
		all.told(u.LastTold)
		if u.LastCited.After(all.LastCited) {
			all.LastCited = u.LastCited
		}
	}
	return all
}

// Ranking returns what ranks lessons as the seed does, once it is asked. The day on which a
// lesson was learned does not matter for that: a lesson that was never cited has one use.
func Ranking(sessions *session.Store, now time.Time) func() (rank func(id string) float64, err error) {
	return func() (func(id string) float64, error) {
		uses, err := Read(sessions)
		return func(id string) float64 { return uses[id].Seed("", now).Rank() }, err
	}
}
