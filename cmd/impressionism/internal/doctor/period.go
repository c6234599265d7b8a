package doctor

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// addPeriod adds what is counted over a period's prompts and suggestions. The time now ends it.
func addPeriod(d *shape.Digest, p session.Period, now time.Time, deadlineMS int) {
	d.Digest = p.Digest()
	d.Flow = flowOf(p)
	d.ByDay = byDay(p, d.Since, now)
	d.AtEqual = atEqual(p.Told)
	d.Answers = answersOf(p.Asked, deadlineMS)
}

func flowOf(p session.Period) shape.DigestFlow {
	f := shape.DigestFlow{Prompts: len(p.Asked), Suggested: len(p.Told)}
	prompts := map[int64]bool{}
	for _, asked := range p.Asked {
		countAsked(&f, asked)
		if asked.Outcome == session.OutcomeSuggested {
			prompts[asked.Decision] = true
		}
	}
	units := 0
	for _, told := range p.Told {
		if !prompts[told.DecisionID] {
			f.Elsewhere++
		}
		units += told.Chars
		switch {
		case told.Became == session.BecameUsed && told.After == 0:
			f.UsedSameTurn++
		case told.Became == session.BecameUsed:
			f.UsedWithin++
		case told.Became == session.BecameLate:
			f.Late++
		case told.Became == session.BecameIgnored:
			f.Ignored++
		default:
			f.Open++
		}
	}
	f.Used = stats.Wilson(f.UsedSameTurn+f.UsedWithin, f.Suggested-f.Open)
	f.TokensSaid = explain.Tokens(units)
	return f
}

func countAsked(f *shape.DigestFlow, asked session.Asked) {
	if isAbout(asked) {
		f.About++
	}
	switch asked.Outcome {
	case session.OutcomeSuggested:
		f.Answered++
	case session.OutcomeNotTold:
		f.NotTold++
	case session.OutcomeNone:
		f.Nothing++
	case session.OutcomeLate, session.OutcomeRuleset, session.OutcomeFailed:
		f.Failed++
	case session.OutcomeShort:
		f.Short++
	case session.OutcomeCommand:
		f.Commands++
	default:
		f.Unknown++
	}
}

// isAbout reports whether a prompt is about something, as far as its outcome says so.
func isAbout(asked session.Asked) bool {
	switch asked.Outcome {
	case session.OutcomeSuggested, session.OutcomeNotTold, session.OutcomeNone, session.OutcomeLate, session.OutcomeRuleset, session.OutcomeFailed:
		return true
	}
	return false
}

// daysMax bounds the days of a digest.
const daysMax = 90

// byDay counts by local days; all of the period are there.
func byDay(p session.Period, since, now time.Time) []shape.DigestDay {
	days := []shape.DigestDay{}
	at := map[string]int{}
	from, to := since.Local(), now.Local()
	if first := to.AddDate(0, 0, 1-daysMax); from.Before(first) {
		from = first
	}
	noon := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.Local) }
	for day := noon(from); !day.After(noon(to)); day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		at[date] = len(days)
		days = append(days, shape.DigestDay{Date: date})
	}
	of := func(when time.Time) *shape.DigestDay {
		if i, within := at[when.Local().Format(time.DateOnly)]; within {
			return &days[i]
		}
		return &shape.DigestDay{} // before the days that are shown, or of a clock that went ahead
	}
	for _, asked := range p.Asked {
		day := of(asked.At)
		day.Prompts++
		if isAbout(asked) {
			day.About++
		}
		if asked.Outcome == session.OutcomeSuggested {
			day.Answered++
		}
	}
	for _, told := range p.Told {
		countTold(of(told.At), told)
	}
	return days
}

func countTold(day *shape.DigestDay, told session.Judged) {
	day.Suggested++
	switch told.Became {
	case session.BecameUsed:
		day.Used++
	case session.BecameLate:
		day.Late++
	case session.BecameIgnored:
		day.Ignored++
	default:
		day.Open++
	}
}

// bandStarts are the similarities at which bands begin: those of the thresholds from which
// suggestions come, and of firm words.
var bandStarts = []float64{0, .7, .8, .9, .95}

// atEqual compares manners of saying among suggestions of about the same similarity.
func atEqual(all []session.Judged) []shape.DigestBand {
	manners := []string{suggest.Firm, suggest.Soft, suggest.Beside}
	bands := make([]shape.DigestBand, len(bandStarts))
	settled := make([][]int, len(bands))
	for i, from := range bandStarts {
		bands[i] = shape.DigestBand{From: from, To: 1, Wordings: make([]shape.DigestWording, len(manners))}
		if settled[i] = make([]int, len(manners)); i > 0 {
			bands[i-1].To = from
		}
		for m, manner := range manners {
			bands[i].Wordings[m].Manner = manner
		}
	}
	for _, told := range all {
		manner, _, _ := strings.Cut(told.Wording, "-")
		m := slices.Index(manners, manner)
		if m < 0 || told.Similarity == nil {
			continue
		}
		band := 0
		for band+1 < len(bands) && *told.Similarity >= bandStarts[band+1] {
			band++
		}
		w := &bands[band].Wordings[m]
		w.Told++
		if told.Became != session.BecameOpen {
			settled[band][m]++
		}
		if told.Became == session.BecameUsed {
			w.Used.Count++
		}
	}
	for i := range bands {
		for m := range manners {
			w := &bands[i].Wordings[m]
			w.Used = stats.Wilson(w.Used.Count, settled[i][m])
		}
	}
	return bands
}

// answerBins is how many bins times of answers fall into, up to the deadline: of 5 ms by the
// settings as they come.
const answerBins = 30

func answersOf(all []session.Asked, deadlineMS int) shape.DigestAnswers {
	a := shape.DigestAnswers{DeadlineMS: deadlineMS, Bins: make([]shape.DigestBin, answerBins)}
	width := float64(deadlineMS) / answerBins
	for i := range a.Bins {
		a.Bins[i].FromMS, a.Bins[i].ToMS = stats.Round(float64(i)*width), stats.Round(float64(i+1)*width)
	}
	var took []float64
	for _, asked := range all {
		if asked.Outcome == session.OutcomeLate {
			a.Late++ // it has no answer, however long that took
			continue
		}
		if asked.Micros <= 0 {
			continue
		}
		ms := float64(asked.Micros) / 1000
		took = append(took, ms)
		countAnswer(&a, asked, ms)
	}
	slices.Sort(took)
	a.Count, a.MedianMS, a.P95MS, a.LongestMS = len(took), stats.Quantile(took, .5), stats.Quantile(took, .95), stats.Quantile(took, 1)
	return a
}

// countAnswer counts one answer that took so many milliseconds.
func countAnswer(a *shape.DigestAnswers, asked session.Asked, ms float64) {
	size := &a.Beyond
	if ms <= float64(a.DeadlineMS) {
		a.Within++
		size = &a.Bins[max(0, int(math.Ceil(ms*answerBins/float64(a.DeadlineMS)))-1)].DigestBinSize
	}
	if asked.Tier == session.TierModel {
		size.Model++
	} else {
		size.Lexical++
	}
	if slices.Contains(asked.Late, session.LateModel) {
		a.LateModel++
	}
	if slices.Contains(asked.Late, session.LateRuleset) {
		a.LateRuleset++
	}
}
