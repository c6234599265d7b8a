package eval

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/foreign"
)

func scoreCommand(e *env.Env) *cobra.Command {
	var rankings, by string
	o := evalhost.AnswerOptions{Cached: true}
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
			return score(e, args[0], rankings, by, o)
		},
	}
	command.Flags().StringVar(&rankings, "rankings", "", "file of answers, as eval rank writes them")
	command.Flags().StringVar(&by, "by", "", "divide prompts by "+strings.Join(eval.ByFields, ", "))
	o.Flags(command)
	return cli.JSONFlag(e, command)
}

func score(e *env.Env, dir, rankingsPath, by string, o evalhost.AnswerOptions) error {
	if err := e.Ready(); err != nil {
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
		rankings, err = answers(e, set, o)
	}
	if err != nil {
		return err
	}
	score, err := set.Score(rankings, by)
	if err != nil {
		return err
	}
	if e.JSON {
		return cli.PrintJSON(e, scoreShape(dir, score))
	}
	printScore(e, dir, by, score)
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

// answers answers a set and reads the answers as anybody's are read.
func answers(e *env.Env, set eval.Set, o evalhost.AnswerOptions) (eval.Rankings, error) {
	var out bytes.Buffer
	if err := answerAll(e, set.Corpus, set.Queries, o, &out); err != nil {
		return nil, err
	}
	return eval.ReadRankings(&out)
}

func printScore(e *env.Env, dir, by string, score eval.Score) {
	fmt.Fprintf(e.Out, "%s: %s", dir, textline.Count(score.Prompts, "prompt", "prompts"))
	if score.Sessions > 0 {
		fmt.Fprintf(e.Out, " in %s\n", textline.Count(score.Sessions, "session", "sessions"))
	} else {
		fmt.Fprintf(e.Out, ", %d that something fits and %d that nothing does\n", score.Positives, score.Negatives)
	}
	if score.Unanswered > 0 {
		fmt.Fprintf(e.Out, "%s without an answer: that counts as silence\n", textline.Count(score.Unanswered, "prompt", "prompts"))
	}
	if score.Unknown > 0 {
		fmt.Fprintf(e.Out, "%s to prompts of another set: left out\n", textline.Count(score.Unknown, "answer", "answers"))
	}
	fmt.Fprintln(e.Out)
	if score.Sessions > 0 && len(score.Metrics) == 0 {
		fmt.Fprintln(e.Out, "The answers do not say what is active (told): there is nothing to score.")
	} else {
		printMetrics(e, score.Metrics)
	}
	if t := score.Told; t != nil {
		fmt.Fprintf(e.Out, "\nThe model is told something at %d of %s: %d characters in their median (%d in that of all), at most %d.\n", t.Prompts, textline.Count(score.Prompts, "prompt", "prompts"), t.Usual, t.Median, t.Most)
	}
	if len(score.Groups) == 0 {
		return
	}
	fmt.Fprintln(e.Out)
	head := append([]string{by, "prompts"}, groupMetrics...)
	if score.Told != nil {
		head = append(head, "told at", "most characters")
	}
	cli.Table(e, head, groupRows(score.Groups))
}

func printMetrics(e *env.Env, metrics []eval.Metric) {
	var rows [][]string
	for _, m := range metrics {
		rows = append(rows, []string{m.Name, textline.Decimal(m.Value), textline.Span(m.Low, m.High)})
	}
	cli.Table(e, []string{"metric", "value", "95 % interval"}, rows)
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
				if cell = textline.Decimal(m.Value); metric == groupMetrics[0] {
					cell += " (" + textline.Span(m.Low, m.High) + ")"
				}
			}
			row = append(row, cell)
		}
		if t := g.Told; t != nil {
			row = append(row, fmt.Sprint(t.Prompts), fmt.Sprint(t.Most))
		}
		rows = append(rows, row)
	}
	return rows
}

func scoreShape(dir string, score eval.Score) shape.EvalScore {
	s := shape.EvalScore{
		Set: dir, Prompts: score.Prompts, Positives: score.Positives, Negatives: score.Negatives, Sessions: score.Sessions,
		Unanswered: score.Unanswered, Unknown: score.Unknown, Told: toldShape(score.Told), Metrics: metricShapes(score.Metrics), Groups: []shape.EvalGroup{},
	}
	for _, g := range score.Groups {
		s.Groups = append(s.Groups, shape.EvalGroup{
			Name: g.Name, Prompts: g.Prompts, Positives: g.Positives, Negatives: g.Negatives, Told: toldShape(g.Told), Metrics: metricShapes(g.Metrics),
		})
	}
	return s
}

func toldShape(t *eval.Told) *shape.EvalTold {
	if t == nil {
		return nil
	}
	return &shape.EvalTold{Prompts: t.Prompts, Median: t.Median, Usual: t.Usual, Most: t.Most}
}

func metricShapes(metrics []eval.Metric) []shape.EvalMetric {
	shapes := []shape.EvalMetric{}
	for _, m := range metrics {
		shapes = append(shapes, shape.EvalMetric{Name: m.Name, Value: textline.OrAbsent(m.Value), Low: textline.OrAbsent(m.Low), High: textline.OrAbsent(m.High)})
	}
	return shapes
}
