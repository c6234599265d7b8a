package codesearch

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// budgets are the tokens within which right lines are counted.
var budgets = []float64{1000, 2000, 5000}

// result is one run, as -json writes it.
type result struct {
	System    string    `json:"system"` // "linux/amd64"
	Set       string    `json:"set"`
	Questions int       `json:"questions"`
	Vectors   string    `json:"vectors"`
	Programs  []program `json:"programs"`
	Skipped   []string  `json:"skipped"` // what this machine cannot run, and why
}

// program is how one program answered all questions.
type program struct {
	Name string `json:"name"`
	codeset.Summary
	Answer codeset.Mean   `json:"answer_tokens"` // of what it printed
	Median spread         `json:"median_tokens"` // until the right lines were read
	Within []codeset.Mean `json:"within"`        // a share of questions for each budget
	Alone  codeset.Mean   `json:"alone"`         // a share of questions: right lines were read before going on with grep
	Tokens []*float64     `json:"tokens"`        // by question; absent: the right lines were never read
}

// spread is a median with the middle 95 % of the medians of questions drawn with replacement;
// an absent number is infinite.
type spread struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func newResult(o options, questions int) *result {
	return &result{System: runtime.GOOS + "/" + runtime.GOARCH, Set: filepath.Base(o.set), Questions: questions, Vectors: o.vectors, Skipped: []string{}}
}

func (r *result) skip(name, why string) {
	r.Skipped = append(r.Skipped, name+": "+strings.Join(strings.Fields(why), " "))
}

// add scores a program. A reader whom it led nowhere goes on with another way, if there is one.
func (r *result) add(set codeset.Set, name string, all, goesOn []reading) {
	p := program{Name: name}
	var scores []codeset.Score
	var costs, answers, alone []float64
	within := make([][]float64, len(budgets))
	for i, one := range all {
		gold := set.Questions[i].Gold
		scores = append(scores, codeset.Judge(one.hits, gold))
		answers = append(answers, float64(one.pieces[0].tokens))
		tokens := cost(one.pieces, gold)
		alone = append(alone, share(!math.IsInf(tokens, 1)))
		if goesOn != nil && math.IsInf(tokens, 1) {
			tokens = cost(slices.Concat(one.pieces, goesOn[i].pieces), gold)
		}
		costs = append(costs, tokens)
		p.Tokens = append(p.Tokens, finite(tokens))
		for b, budget := range budgets {
			within[b] = append(within[b], share(tokens <= budget))
		}
	}
	p.Summary, p.Answer, p.Alone, p.Median = codeset.Summarize(scores), codeset.MeanOf(answers), codeset.MeanOf(alone), medianOf(costs)
	for _, values := range within {
		p.Within = append(p.Within, codeset.MeanOf(values))
	}
	r.Programs = append(r.Programs, p)
}

func share(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func finite(x float64) *float64 {
	if math.IsInf(x, 1) {
		return nil
	}
	return &x
}

// draws is how many samples of questions an interval is of, as those of package codeset.
const draws = 2000

func medianOf(values []float64) spread {
	random := rand.New(rand.NewPCG(1, 1))
	medians, drawn := make([]float64, draws), make([]float64, len(values))
	for i := range medians {
		for j := range drawn {
			drawn[j] = values[random.IntN(len(values))]
		}
		medians[i] = middle(drawn)
	}
	slices.Sort(medians)
	return spread{finite(middle(values)), finite(medians[draws*25/1000]), finite(medians[draws*975/1000])}
}

func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func (r *result) write(path string) error {
	encoded, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the result: %w", err)
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}

// print shows the result to a person, in 80 columns.
func (r *result) print(out io.Writer) {
	fmt.Fprintf(out, "%d questions of %s; in parentheses the middle 95 %% of draws of questions\n\n", r.Questions, r.Set)
	fmt.Fprintf(out, "%s %16s %16s %16s\n", padded(""), "nDCG@10", "hit@1", "file@5")
	for _, p := range r.Programs {
		fmt.Fprintf(out, "%s %16s %16s %16s\n", padded(p.Name), interval(p.NDCG), interval(p.First), interval(p.File))
	}
	fmt.Fprintf(out, "\n%s %6s %20s", padded("tokens"), "answer", "until read")
	for _, budget := range budgets {
		fmt.Fprintf(out, " %5.0f", budget)
	}
	fmt.Fprintf(out, " %5s\n", "alone")
	for _, p := range r.Programs {
		fmt.Fprintf(out, "%s %6.0f %20s", padded(p.Name), p.Answer.Value, p.Median)
		for _, w := range p.Within {
			fmt.Fprintf(out, " %5s", decimal(w.Value))
		}
		fmt.Fprintf(out, " %5s\n", decimal(p.Alone.Value))
	}
	fmt.Fprintf(out, `
answer      mean tokens of what it prints first
until read  median tokens until right lines were read; ∞: never
1000 …      share of questions whose right lines were read within so many
alone       share read before going on with grep, as who found nothing does
A token is counted as %d bytes.
`, bytesPerToken)
	for _, skipped := range r.Skipped {
		fmt.Fprintln(out, "skipped", skipped)
	}
}

// String writes a median and its interval.
func (s spread) String() string {
	return fmt.Sprintf("%s (%s-%s)", whole(s.Value), whole(s.Low), whole(s.High))
}

func whole(x *float64) string {
	if x == nil {
		return "∞"
	}
	return fmt.Sprintf("%.0f", *x)
}

func interval(m codeset.Mean) string {
	return fmt.Sprintf("%s (%s-%s)", decimal(m.Value), decimal(m.Low), decimal(m.High))
}

// decimal writes a share in four places.
func decimal(x float64) string {
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")[:4]
}

// nameWidth is that of the first column.
const nameWidth = 28

func padded(name string) string {
	return name + strings.Repeat(" ", max(0, nameWidth-utf8.RuneCountInString(name)))
}
