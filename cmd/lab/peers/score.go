package peers

import (
	"slices"

	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/stats"
)

// quality is how well a set was answered. Items that a label tolerates count as neither
// right nor wrong, and as not told.
type quality struct {
	First     stats.Rate `json:"first"`     // prompts with a need that were told something, whose first item is right
	Precision stats.Rate `json:"precision"` // items told at prompts with a need, that are right
	Recall    stats.Rate `json:"recall"`    // needs for which something right was told
	Alarms    stats.Rate `json:"alarms"`    // prompts that no skill fits, for which something was told
	Undrawn   stats.Rate `json:"undrawn"`   // prompts whose skills the catalog lacks, for which something was told
	Told      float64    `json:"told"`      // items, of a prompt that was told any
}

// score compares what was told with labels, at the same places.
func score(labels []eval.Label, told [][]string) quality {
	var asked, first, right, wrong, met, needs, nothing, alarms, undrawn, undrawnAlarms, items, spoke int
	for i, label := range labels {
		items += len(told[i])
		spoke += one(len(told[i]) > 0)
		j := judge(label, told[i])
		switch {
		case len(label.Gold) > 0:
			asked += one(j.right+j.wrong > 0)
			first += one(j.first)
			right, wrong, met, needs = right+j.right, wrong+j.wrong, met+j.met, needs+len(label.Gold)
		case label.Kind == kindUndrawn:
			undrawn, undrawnAlarms = undrawn+1, undrawnAlarms+one(j.wrong > 0)
		default:
			nothing, alarms = nothing+1, alarms+one(j.wrong > 0)
		}
	}
	q := quality{
		First: stats.Wilson(first, asked), Precision: stats.Wilson(right, right+wrong), Recall: stats.Wilson(met, needs),
		Alarms: stats.Wilson(alarms, nothing), Undrawn: stats.Wilson(undrawnAlarms, undrawn),
	}
	if spoke > 0 {
		q.Told = float64(items) / float64(spoke)
	}
	return q
}

// judged counts the items told at a prompt.
type judged struct {
	first             bool // the first that is not tolerated is right
	right, wrong, met int
}

func judge(label eval.Label, told []string) judged {
	met := map[int]bool{}
	j := judged{}
	for _, id := range told {
		need := slices.IndexFunc(label.Gold, func(group []string) bool { return slices.Contains(group, id) })
		switch {
		case need >= 0:
			j.first = j.first || j.right+j.wrong == 0
			j.right++
			met[need] = true
		case !slices.Contains(label.OK, id):
			j.wrong++
		}
	}
	j.met = len(met)
	return j
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// choose returns the items that reach a score, the best first, at most so many.
func choose(ranking []eval.Ranked, least float64, most int) []string {
	var told []string
	for _, ranked := range ranking {
		if ranked.Score >= least && len(told) < most {
			told = append(told, ranked.ID)
		}
	}
	return told
}

// fit returns the lowest score from which on a peer may suggest so that it does for at most
// a share of the prompts without a need: midway between two scores that occur.
func fit(labels []eval.Label, rankings [][]eval.Ranked, alarms float64, most int) float64 {
	scores := []float64{0}
	for _, ranking := range rankings {
		for _, ranked := range ranking {
			scores = append(scores, ranked.Score)
		}
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	// A higher threshold alarms no more often: the first that does is sought by halves.
	at, _ := slices.BinarySearchFunc(scores, alarms, func(least, alarms float64) int {
		if alarmed(labels, rankings, least, most) > alarms {
			return -1
		}
		return 1
	})
	switch {
	case at == len(scores): // silence
		return scores[at-1] + 1
	case at == 0:
		return scores[0]
	}
	return (scores[at-1] + scores[at]) / 2
}

// alarmed is the share of prompts without a need for which a threshold lets something be told.
func alarmed(labels []eval.Label, rankings [][]eval.Ranked, least float64, most int) float64 {
	without, alarms := 0, 0
	for i, label := range labels {
		if len(label.Gold) > 0 {
			continue
		}
		without++
		alarms += one(judge(label, choose(rankings[i], least, most)).wrong > 0)
	}
	return float64(alarms) / float64(max(without, 1))
}
