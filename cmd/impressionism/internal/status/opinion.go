package status

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/adviser"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/opinion"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// opinionDays is what the numbers of opinions are of: what the longest budget looks back on.
const opinionDays = 30

// States of the second opinion.
const (
	opinionOff    = "off"
	opinionOn     = "on"
	opinionUnable = "unable"
	opinionPaused = "paused"
	opinionUsedUp = "used up"
)

// opinionStatus returns whether a language model is asked, and what came of it; a store that
// is nil knows nothing.
func opinionStatus(e *env.Env, store *session.Store) (shape.Opinion, error) {
	o := shape.Opinion{State: opinionOff, Days: opinionDays, Causes: []shape.OpinionLack{}}
	found, wanted := adviser.Find(e)
	if wanted {
		o.State, o.Provider, o.Model = opinionOn, found.Config.Provider, found.Config.Model
		if found.Why != nil {
			o.Detail = found.Why.Error()
		}
		if found.Skip != "" && found.Skip != opinion.CauseNoKey { // the server may have a key that this shell has not
			o.State = opinionUnable
		} else if !e.Loaded.Warm.Enabled {
			o.State, o.Detail = opinionUnable, "only the plugin's server asks, and warm.enabled is false"
		}
	}
	if store == nil {
		return o, nil
	}
	if o.State == opinionOn {
		skipped, until, err := store.OpinionSkipped(session.OpinionRequest{At: e.Now(), Provider: o.Provider, Model: o.Model}, adviser.Limits(e))
		if err != nil {
			return o, err
		}
		if skipped == session.SkippedPaused {
			o.State, o.Detail = opinionPaused, "after failures, or as the provider asked for; it is tried again from "+until.Local().Format("15:04")+" on"
		} else if skipped != "" {
			o.State, o.Detail = opinionUsedUp, explain.OpinionCause(skipped)
		}
	}
	sums, err := store.Opinions(e.Now().AddDate(0, 0, -opinionDays), e.Now())
	o.Open, o.Asked, o.Answered, o.Agreed, o.TokensIn, o.TokensOut = sums.Open, sums.Asked, sums.Answered, sums.Agreed, sums.Tokens.In, sums.Tokens.Out
	for _, cause := range slices.Sorted(maps.Keys(sums.Causes)) {
		o.Causes = append(o.Causes, shape.OpinionLack{Cause: cause, Count: sums.Causes[cause]})
	}
	if len(sums.TookMS) > 0 {
		o.MedianMS = stats.Quantile(sums.TookMS, .5)
	}
	if c := e.Loaded.Opinion; c.InputPrice+c.OutputPrice > 0 {
		o.Cost = new((float64(o.TokensIn)*c.InputPrice + float64(o.TokensOut)*c.OutputPrice) / 1e6)
	}
	return o, err
}

func printOpinion(o shape.Opinion, line func(string, string, ...any)) {
	if o.State == opinionOff {
		line("opinion", "off (opinion.provider): no language model is asked")
	} else {
		line("opinion", "%s: %s of %s, about prompts that are open", o.State, o.Model, o.Provider)
	}
	if o.Detail != "" {
		line("", "%s", o.Detail)
	}
	if o.Open == 0 {
		return
	}
	line("", "in %d days: %s open, %d asked about, %d answered, %d of these as decided here", o.Days, textline.Count(o.Open, "prompt", "prompts"), o.Asked, o.Answered, o.Agreed)
	var lacks []string
	for _, lack := range o.Causes {
		lacks = append(lacks, fmt.Sprintf("%s %d", explain.OpinionCause(lack.Cause), lack.Count))
	}
	if len(lacks) > 0 {
		line("", "without one: %s", strings.Join(lacks, ", "))
	}
	cost := ""
	if o.Cost != nil {
		cost = fmt.Sprintf(", which cost %.4f by the prices in the settings", *o.Cost)
	}
	if o.Asked > 0 {
		line("", "half of the answers within %d ms; %d tokens in, %d out%s", o.MedianMS, o.TokensIn, o.TokensOut, cost)
	}
}
