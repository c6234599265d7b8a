// Package explain puts an item's scores, thresholds and context into words, for the
// commands that explain decisions.
package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// partsOf returns the shares of a logit by the names that people are shown.
func partsOf(fit fit.Fit) []shape.Part {
	p := fit.Parts
	parts := []shape.Part{
		{Name: "meaning", Points: p.Meaning},
		{Name: "words", Points: p.Words},
		{Name: "coverage", Points: p.Coverage},
		{Name: "asked", Points: p.Asked},
		{Name: "related", Points: p.Related},
		{Name: "gate", Points: p.Gate},
		{Name: "manner", Points: p.Manner},
		{Name: "length", Points: p.Length},
		{Name: "size", Points: p.Size},
		{Name: "background", Points: p.Background},
		{Name: "technology", Points: p.Technology},
		{Name: "action", Points: p.Same + p.Other},
		{Name: "card", Points: p.Card},
		{Name: "start", Points: p.Bias},
	}
	if fit.Beside != nil {
		parts = append(parts, shape.Part{Name: "context", Points: fit.Beside.Points})
	}
	shown := []shape.Part{}
	for _, part := range parts {
		if part.Points != 0 {
			shown = append(shown, part)
		}
	}
	return shown
}

// PartsHelp says in a line each what the parts are.
const PartsHelp = `meaning     how near the prompt's meaning is to the item's texts
words       words that both have, rare ones counting more
coverage    how much of the prompt these words are
asked       the same, of the words that are more than a name or path
related     words of the item that people who ask for it use others for
gate        is the prompt about anything?
manner      how it is asked: do people ask like this for what an item is for?
length      of the prompt
size        of the catalog: the best of many fits more easily by chance
background  is the item nearer than the other things that people ask for?
technology  does the prompt name another one than the item is for?
action      does the item do what the prompt asks to be done?
card        does its card say that people type this for it, or for something else?
start       what everything starts from
context     what the workspace, recent tools and earlier suggestions in it tell
behind      what is taken away where another item fits clearly better
odds        the sum: what a ruleset's threshold is compared with`

// PartHelp says what a part is; "" of a name that is none.
func PartHelp(name string) string {
	for line := range strings.Lines(PartsHelp) {
		if part, help, _ := strings.Cut(line, " "); part == name {
			return strings.TrimSpace(help)
		}
	}
	return ""
}

// ExplainedShape returns how an item was judged, as --json prints it; nil fit: by words alone.
func ExplainedShape(fit *fit.Fit, e index.Explanation) *shape.Explained {
	if fit == nil {
		return nil
	}
	x := &shape.Explained{
		Parts: partsOf(*fit), Odds: fit.Odds, Behind: fit.Behind, Ahead: fit.Ahead, Nearer: fit.Nearer, Ask: fit.Ask, Other: fit.Other, Bound: fit.Bound,
		Words: wordPoints(e.Terms), Related: wordPoints(e.Related), Context: ContextShape(fit.Beside, true),
	}
	if e.Passage != nil {
		x.Passage = &shape.NearestText{Number: e.Passage.Number, Text: e.Passage.Text, Cosine: e.Passage.Cosine}
	}
	if fit.Needed != nil {
		x.Needed = &shape.NeededOdds{Odds: fit.Needed.Odds, Similarity: fit.Needed.Similarity, Profile: fit.Needed.Profile, From: fit.Needed.From}
	}
	return x
}

func wordPoints(terms []index.TermShare) []shape.WordPoints {
	words := []shape.WordPoints{}
	for _, t := range terms {
		words = append(words, shape.WordPoints{Word: t.Term, Points: cents(t.Points), BM25: cents(t.BM25), Asked: t.Asked})
	}
	return words
}

func cents(x float64) float64 { return math.Round(x*100) / 100 }

// ThresholdShapes returns thresholds as --json prints them.
func ThresholdShapes(all []index.Calibrated) []shape.Threshold {
	var thresholds []shape.Threshold
	for _, c := range all {
		thresholds = append(thresholds, shape.Threshold{
			Profile: c.Profile, Kinds: slices.Clip(append([]string{}, c.Kinds...)), Similarity: c.Similarity, Odds: cents(c.Odds), From: c.From, Floor: c.Floor,
			Rank: c.Rank, Nulls: c.Nulls, Null: c.NullText, NullOdds: cents(c.NullOdds),
		})
	}
	return thresholds
}

// FitLine is a fit in one line: parts, what is needed and what there is.
func FitLine(fit fit.Fit) string {
	var parts []string
	for _, part := range partsOf(fit) {
		parts = append(parts, fmt.Sprintf("%s %s", part.Name, Logits(part.Points)))
	}
	line := strings.Join(parts, ", ")
	if fit.Ahead != "" || fit.Behind != 0 {
		line += "; " + BehindWords(fit.Ahead) + " " + Logits(fit.Behind)
	}
	if fit.Nearer != "" {
		line += "; " + NearerWords(fit.Nearer)
	}
	if words := CardWords(fit.Ask, fit.Other); words != "" {
		line += "; " + words
	}
	if n := fit.Needed; n != nil {
		return line + fmt.Sprintf("; needed %s, has %s (%s)", Logits(n.Odds), Logits(fit.Odds), NeededFrom(*n))
	}
	return line + "; has " + Logits(fit.Odds)
}

// BehindWords says which item fits clearly better; empty: the best has rivals that fit, too.
func BehindWords(ahead string) string {
	if ahead == "" {
		return "others fit, too"
	}
	return "behind " + textline.Plain(ahead)
}

// NearerWords says what a prompt is nearer to than to an item.
func NearerWords(concept string) string { return "nearer to “" + textline.Plain(concept) + "”" }

// CardWords says which line of an item's card spoke for it, or against it; empty: none.
func CardWords(ask, other string) string {
	switch {
	case ask != "":
		return "near to what you would type for it: “" + textline.Plain(ask) + "”"
	case other != "":
		return "close to what is not meant: “" + textline.Plain(other) + "”"
	}
	return ""
}

// NeededFrom returns where a ruleset's threshold comes from.
func NeededFrom(n fit.Needed) string {
	switch n.From {
	case rank.FromFloor:
		return "floor of the " + n.Profile + " profile"
	case rank.FromNulls:
		return n.Profile + " profile, by what prompts about nothing reach here"
	case rank.FromApart:
		return n.Profile + " profile, kept apart from the default one"
	}
	return fmt.Sprintf("similarity %.2f, between two profiles", n.Similarity)
}

// Logits formats log-odds with their sign.
func Logits(x float64) string { return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1) }

// PrintExplained prints what each word is worth and which passage is nearest.
func PrintExplained(e *env.Env, x shape.Explained) {
	if len(x.Words) > 0 {
		fmt.Fprintf(e.Out, "    words    %s\n", pointsLine(x.Words))
	}
	if len(x.Related) > 0 {
		fmt.Fprintf(e.Out, "    related  %s\n", pointsLine(x.Related))
	}
	if x.Context != nil {
		printContext(e, *x.Context)
	}
	if x.Ahead != "" {
		fmt.Fprintf(e.Out, "    behind   %s\n", textline.Plain(x.Ahead))
	}
	if x.Nearer != "" {
		fmt.Fprintf(e.Out, "    prompt   %s\n", NearerWords(x.Nearer))
	}
	if words := CardWords(x.Ask, x.Other); words != "" {
		fmt.Fprintf(e.Out, "    card     %s\n", words)
	}
	if x.Passage != nil {
		where := "name and description"
		if x.Passage.Number > 0 {
			where = fmt.Sprintf("part %d of its text", x.Passage.Number)
		}
		fmt.Fprintf(e.Out, "    nearest  %s, cosine %.2f: “%s”\n", where, x.Passage.Cosine, textline.Plain(textline.Shorten(cmp.Or(x.Passage.Text, "(not kept)"), 90)))
	}
}

func pointsLine(words []shape.WordPoints) string {
	var line []string
	for _, word := range words[:min(len(words), WordsShown)] {
		said := textline.Plain(word.Word) + " " + Logits(word.Points)
		if !word.Asked {
			said += " (in a name)"
		}
		line = append(line, said)
	}
	return strings.Join(line, ", ")
}

// PrintThresholds prints from which odds on rulesets suggest, and why; for which kinds, where
// some differ.
func PrintThresholds(e *env.Env, thresholds []shape.Threshold) {
	names, rows := []string{"threshold", "similarity", "odds", "from"}, make([][]string, 0, len(thresholds))
	several := slices.ContainsFunc(thresholds, func(t shape.Threshold) bool { return !slices.Equal(t.Kinds, thresholds[0].Kinds) })
	if several {
		names = slices.Insert(names, 0, "kinds")
	}
	for _, t := range thresholds {
		row := []string{t.Profile, fmt.Sprintf("%.2f", t.Similarity), Logits(t.Odds), thresholdFrom(t)}
		if several {
			row = slices.Insert(row, 0, strings.Join(t.Kinds, ", "))
		}
		rows = append(rows, row)
	}
	cli.Table(e, names, rows)
}

func thresholdFrom(t shape.Threshold) string {
	nulls := ""
	if t.Rank > 0 {
		nulls = fmt.Sprintf("number %d of %d prompts about nothing reaches %s", t.Rank, t.Nulls, Logits(t.NullOdds))
	}
	switch t.From {
	case rank.FromFloor:
		return strings.TrimSuffix("the profile's floor; "+nulls, "; ")
	case rank.FromNulls:
		return fmt.Sprintf("%s: “%s”", nulls, textline.Shorten(t.Null, 50))
	}
	return "kept apart from the default one"
}

// Past opens what is remembered of earlier sessions, nil where there is nothing
// yet.
func Past(e *env.Env, workspace string) (*session.Store, error) {
	if !env.Exists(e.Paths.StateDB) {
		return nil, nil //nolint:nilnil // nothing is remembered
	}
	return wire.Open(e, workspace)
}

// ContextShape returns what the context added, as --json prints it; nil where there was none.
func ContextShape(b *fit.Beside, counted bool) *shape.Context {
	if b == nil {
		return nil
	}
	return &shape.Context{
		Points: b.Points, Counted: counted, Workspace: b.Workspace, Files: b.Files, Commands: b.Commands,
		Suggested: b.Suggested, Used: b.Used, Good: b.Good, Bad: b.Bad, Doubt: b.Doubt,
	}
}

// ContextLine returns what is known of an item besides the prompt, and from where.
func ContextLine(c shape.Context) string {
	var said []string
	for _, from := range []struct {
		source string
		terms  []string
	}{{"workspace", c.Workspace}, {"files", c.Files}, {"commands", c.Commands}} {
		if len(from.terms) > 0 {
			said = append(said, from.source+" "+textline.Plain(strings.Join(from.terms, " ")))
		}
	}
	if usage := (fit.Beside{Suggested: c.Suggested, Used: c.Used, Good: c.Good, Bad: c.Bad}).Usage(); usage != "" {
		said = append(said, usage)
	}
	if c.Doubt != "" {
		said = append(said, "it names "+textline.Plain(c.Doubt))
	}
	return strings.Join(said, "; ")
}

func printContext(e *env.Env, c shape.Context) {
	if c.Counted {
		fmt.Fprintf(e.Out, "    context  %s\n", ContextLine(c))
		return
	}
	fmt.Fprintf(e.Out, "    here     a prompt would get %s besides: %s\n", Logits(c.Points), ContextLine(c))
}

// SimilarLine returns what became of an item's near-duplicate.
func SimilarLine(s decide.Similar) string {
	line := fmt.Sprintf("%s says nearly the same (cosine %.2f)", textline.Plain(s.Ref.ID), s.Cosine)
	if s.Named {
		return line + ": named beside it"
	}
	return line + ": not named, as " + s.Why
}
