package backtest

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/rate"
)

// result sums up.
func (p *player) result(report Report) Result {
	r := p.r
	r.Spoke = rate.New(p.spoke, report.Prompts)
	if report.Prompts > 0 {
		r.Tokens.PerPrompt = rate.Round(float64(r.Tokens.Said) / float64(report.Prompts))
	}
	r.Precision = rate.New(p.used, r.Suggestions)
	r.RecallModel, r.RecallUser = rate.New(p.found[0], report.Invoked.ByModel), rate.New(p.found[1], report.Invoked.ByUser)
	r.Recall = rate.New(p.found[0]+p.found[1], report.Invoked.ByModel+report.Invoked.ByUser)
	r.Flapping.Items = len(r.Flapping.perItem)
	r.Items = []ItemResult{}
	for _, item := range p.items {
		r.Items = append(r.Items, *item)
	}
	slices.SortFunc(r.Items, func(a, b ItemResult) int {
		return cmp.Or(cmp.Compare(b.Told, a.Told), cmp.Compare(b.Invoked, a.Invoked), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	r.Items = r.Items[:min(len(r.Items), itemsMax)]
	return r
}
