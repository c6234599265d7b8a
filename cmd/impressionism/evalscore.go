package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/foreign"
)

func (a *app) evalScoreCommand() *cobra.Command {
	var rankings, by string
	o := answerOptions{cached: true}
	command := &cobra.Command{
		Use:   "score DIR",
		Short: "Score answers to a data set; without --rankings it is answered first",
		Long: `Score answers to a data set: a folder with corpus.jsonl (or CORPUS, a path to
one), queries.jsonl and qrels.jsonl. Without --rankings the set is answered
first, as by eval rank. Intervals hold 95 % of 2,000 draws of the prompts, or of
the sessions, with replacement.`,
		Example: `  impressionism eval score ../shared/eval/dev/skills-real --by level
  impressionism eval score my-set --rankings rankings.jsonl --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			if rankings != "" && (command.Flags().Changed("ranker") || command.Flags().Changed("model")) {
				return errors.New("--rankings are answers already; leave out --ranker and --model")
			}
			return a.evalScore(args[0], rankings, by, o)
		},
	}
	command.Flags().StringVar(&rankings, "rankings", "", "file of answers, as eval rank writes them")
	command.Flags().StringVar(&by, "by", "", "divide prompts by "+strings.Join(eval.ByFields, ", "))
	o.flags(command)
	return a.jsonFlag(command)
}

func (a *app) evalScore(dir, rankingsPath, by string, o answerOptions) error {
	if err := a.ready(); err != nil {
		return err
	}
	set, err := eval.OpenSet(dir)
	if err != nil {
		return err
	}
	var rankings eval.Rankings
	if rankingsPath != "" {
		rankings, err = readRankings(rankingsPath)
	} else {
		rankings, err = a.evalAnswers(set, o)
	}
	if err != nil {
		return err
	}
	score, err := set.Score(rankings, by)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(scoreShape(dir, score))
	}
	a.printScore(dir, by, score)
	return nil
}

func readRankings(path string) (eval.Rankings, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	rankings, err := eval.ReadRankings(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rankings, nil
}

// evalAnswers answers a set and reads the answers as anybody's are read.
func (a *app) evalAnswers(set eval.Set, o answerOptions) (eval.Rankings, error) {
	var out bytes.Buffer
	if err := a.answerAll(set.Corpus, set.Queries, o, &out); err != nil {
		return nil, err
	}
	return eval.ReadRankings(&out)
}

func (a *app) printScore(dir, by string, score eval.Score) {
	fmt.Fprintf(a.out, "%s: %s", dir, count(score.Prompts, "prompt", "prompts"))
	if score.Sessions > 0 {
		fmt.Fprintf(a.out, " in %s\n", count(score.Sessions, "session", "sessions"))
	} else {
		fmt.Fprintf(a.out, ", %d that something fits and %d that nothing does\n", score.Positives, score.Negatives)
	}
	if score.Unanswered > 0 {
		fmt.Fprintf(a.out, "%s without an answer: that counts as silence\n", count(score.Unanswered, "prompt", "prompts"))
	}
	if score.Unknown > 0 {
		fmt.Fprintf(a.out, "%s to prompts of another set: left out\n", count(score.Unknown, "answer", "answers"))
	}
	fmt.Fprintln(a.out)
	var rows [][]string
	for _, m := range score.Metrics {
		rows = append(rows, []string{m.Name, decimal(m.Value), span(m.Low, m.High)})
	}
	a.table([]string{"metric", "value", "95 % interval"}, rows)
	if len(score.Groups) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	a.table(append([]string{by, "prompts"}, groupMetrics...), groupRows(score.Groups))
}

// groupMetrics are shown of each part of a set, the first with its interval.
var groupMetrics = []string{"hit@1", "R@5", "MRR", "P", "R", "FAR"}

func groupRows(groups []eval.Group) [][]string {
	var rows [][]string
	for _, g := range groups {
		name := g.Name
		if name == "" {
			name = "–"
		}
		row := []string{name, fmt.Sprint(g.Prompts)}
		for _, metric := range groupMetrics {
			cell := "–"
			for _, m := range g.Metrics {
				if m.Name != metric || math.IsNaN(m.Value) {
					continue
				}
				if cell = decimal(m.Value); metric == groupMetrics[0] {
					cell += " (" + span(m.Low, m.High) + ")"
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// decimal writes a number with three decimals, a share without its zero.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	text := fmt.Sprintf("%.3f", x)
	return strings.Replace(strings.TrimPrefix(text, "0"), "-0.", "-.", 1)
}

func span(low, high float64) string {
	if math.IsNaN(low) {
		return "–"
	}
	return decimal(low) + " to " + decimal(high)
}

func scoreShape(dir string, score eval.Score) shape.EvalScore {
	s := shape.EvalScore{
		Set: dir, Prompts: score.Prompts, Positives: score.Positives, Negatives: score.Negatives, Sessions: score.Sessions,
		Unanswered: score.Unanswered, Unknown: score.Unknown, Metrics: metricShapes(score.Metrics), Groups: []shape.EvalGroup{},
	}
	for _, g := range score.Groups {
		s.Groups = append(s.Groups, shape.EvalGroup{
			Name: g.Name, Prompts: g.Prompts, Positives: g.Positives, Negatives: g.Negatives, Metrics: metricShapes(g.Metrics),
		})
	}
	return s
}

func metricShapes(metrics []eval.Metric) []shape.EvalMetric {
	shapes := []shape.EvalMetric{}
	for _, m := range metrics {
		shapes = append(shapes, shape.EvalMetric{Name: m.Name, Value: orAbsent(m.Value), Low: orAbsent(m.Low), High: orAbsent(m.High)})
	}
	return shapes
}

// orAbsent is nil for what is none, which JSON has no word for.
func orAbsent(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
