package explain

import (
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// LedgerCounts returns counts of suggestions as --json prints them.
func LedgerCounts(c session.Counts) shape.LedgerCounts {
	settled := c.Invoked + c.Late + c.Ignored
	counts := shape.LedgerCounts{
		Suggested: c.Suggested, Invoked: c.Invoked, ByUser: c.ByUser, Late: c.Late, Ignored: c.Ignored, Open: c.Suggested - settled,
		Good: c.Good, Bad: c.Bad, Used: stats.Wilson(c.Invoked, settled), TokensSaid: Tokens(c.Chars), TokensCarried: Tokens(c.CarriedChars),
	}
	if !c.LastTold.IsZero() {
		counts.LastTold = new(c.LastTold)
	}
	return counts
}

// IsUnused reports whether an item was suggested so often and never used that it
// is rather not used than used: the whole interval is below one half, which four
// suggestions are enough for.
func IsUnused(c shape.LedgerCounts) bool {
	return c.Used.Of > 0 && c.Used.High < .5 && c.Invoked+c.Late+c.Good == 0
}

// Tokens returns about how many tokens so many UTF-16 units are.
func Tokens(units int) int { return (units + backtest.TokenUnits - 1) / backtest.TokenUnits }

// JudgedShape returns a suggestion and what became of it as --json prints it.
func JudgedShape(j session.Judged) shape.SuggestionOutcome {
	o := shape.SuggestionOutcome{
		Ref: j.Ref, Wording: j.Wording, Similarity: j.Similarity, Became: j.Became, After: j.After, By: j.By, Verdict: j.Verdict, Tokens: Tokens(j.Chars),
	}
	if !j.UsedAt.IsZero() {
		o.UsedAt = new(j.UsedAt)
	}
	return o
}
