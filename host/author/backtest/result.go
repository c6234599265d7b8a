package backtest

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/stats"
)

// result sums up.
func (p *player) result(report Report) Result {
	r := p.r
	r.Spoke = stats.Wilson(p.spoke, report.Prompts)
	if report.Prompts > 0 {
		r.Tokens.PerPrompt = stats.Round(float64(r.Tokens.Said) / float64(report.Prompts))
	}
	r.Precision = stats.Wilson(p.used, r.Suggestions)
	r.RecallModel, r.RecallUser = stats.Wilson(p.found[0], report.Invoked.ByModel), stats.Wilson(p.found[1], report.Invoked.ByUser)
	r.Recall = stats.Wilson(p.found[0]+p.found[1], report.Invoked.ByModel+report.Invoked.ByUser)
	r.Flapping.Items = len(r.Flapping.perItem)
	r.Items = []ItemResult{}
	for _, item := range p.items {
		r.Items = append(r.Items, *item)
	}
	slices.SortFunc(r.Items, func(a, b ItemResult) int {
		return cmp.Or(cmp.Compare(b.Told, a.Told), cmp.Compare(b.Invoked, a.Invoked), cmp.Compare(a.Ref.Kind, b.Ref.Kind), cmp.Compare(a.Ref.ID, b.Ref.ID))
	})
	r.Items = r.Items[:min(len(r.Items), itemsMax)]
	return r
}
