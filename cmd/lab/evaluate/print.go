package evaluate

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/eval"
)

// Columns of a set with prompts, and of one with sessions.
var (
	promptColumns  = []string{"hit@1", "R@5", "P", "R", "FAR"}
	sessionColumns = []string{"must-recall", "precision", "clean-turns"}
)

// print shows a table of the data sets and one of the project's own, then how the
// program does by level and voice, and its intervals.
func (e evaluation) print(sets []dataSet, asked []ranker) error {
	scores := map[string]map[string]eval.Score{} // by set, by ranker
	for _, set := range sets {
		scores[set.name] = map[string]eval.Score{}
		for _, r := range asked {
			score, err := set.Score(set.answers[r.name], "")
			if err != nil {
				return fmt.Errorf("score %s by %s: %w", set.name, r.name, err)
			}
			scores[set.name][r.name] = score
		}
	}
	for _, extra := range []bool{false, true} {
		part := slices.DeleteFunc(slices.Clone(sets), func(set dataSet) bool { return set.extra != extra })
		if len(part) > 0 {
			e.printAll(part, asked, scores)
		}
	}
	for _, set := range sets {
		if set.name == "skills-real" {
			if err := e.printLevels(set, asked); err != nil {
				return err
			}
		}
		if set.extra {
			if err := e.printVoices(set); err != nil {
				return err
			}
		}
	}
	e.printIntervals(sets, scores)
	return nil
}

func (e evaluation) printAll(sets []dataSet, asked []ranker, scores map[string]map[string]eval.Score) {
	heads, names := []string{""}, []string{""}
	rows := make([][]string, len(asked))
	for i, r := range asked {
		rows[i] = []string{r.label}
	}
	for _, set := range sets {
		columns := columnsOf(set, scores[set.name])
		for n, column := range columns {
			title := ""
			if n == 0 {
				title = set.name
			}
			heads, names = append(heads, title), append(names, column)
			for i, r := range asked {
				rows[i] = append(rows[i], cell(scores[set.name][r.name].Metrics, column))
			}
		}
	}
	e.grid(append([][]string{heads, names}, rows...))
	for _, set := range sets {
		score := scores[set.name][asked[0].name]
		if set.Sessions() {
			fmt.Fprintf(e.out, "%s: %d prompts in %d sessions\n", set.name, score.Prompts, score.Sessions)
		} else {
			fmt.Fprintf(e.out, "%s: %d prompts, %d that something fits, %d that nothing does\n", set.name, score.Prompts, score.Positives, score.Negatives)
		}
	}
	fmt.Fprintln(e.out)
}

// columnsOf leaves out what a set cannot tell: without negatives, no FAR.
func columnsOf(set dataSet, scores map[string]eval.Score) []string {
	if set.Sessions() {
		return sessionColumns
	}
	for _, score := range scores {
		if score.Negatives == 0 {
			return promptColumns[:len(promptColumns)-1]
		}
	}
	return promptColumns
}

func (e evaluation) printLevels(set dataSet, asked []ranker) error {
	levels := []string{"easy", "medium", "hard"}
	rows := [][]string{append([]string{"hit@1 on " + set.name}, levels...)}
	for _, r := range asked {
		score, err := set.Score(set.answers[r.name], "level")
		if err != nil {
			return err
		}
		row := []string{r.label}
		for _, level := range levels {
			value := "–"
			for _, g := range score.Groups {
				if g.Name == level {
					value = cell(g.Metrics, "hit@1")
				}
			}
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	e.grid(rows)
	fmt.Fprintln(e.out)
	return nil
}

func (e evaluation) printVoices(set dataSet) error {
	answers, ok := set.answers[ours]
	if !ok || set.Sessions() {
		return nil
	}
	score, err := set.Score(answers, "voice")
	if err != nil {
		return err
	}
	rows := [][]string{append([]string{ours + " on " + set.name + ", by voice", "prompts"}, promptColumns...)}
	for _, g := range score.Groups {
		row := []string{g.Name, fmt.Sprint(g.Prompts)}
		for _, column := range promptColumns {
			row = append(row, cell(g.Metrics, column))
		}
		rows = append(rows, row)
	}
	e.grid(rows)
	fmt.Fprintln(e.out)
	return nil
}

func (e evaluation) printIntervals(sets []dataSet, scores map[string]map[string]eval.Score) {
	rows := [][]string{{ours + ", 95 % intervals"}}
	for _, set := range sets {
		score, ok := scores[set.name][ours]
		if !ok {
			continue
		}
		row := []string{set.name}
		for _, column := range columnsOf(set, scores[set.name]) {
			for _, m := range score.Metrics {
				if m.Name == column {
					row = append(row, fmt.Sprintf("%s %s–%s", column, decimal(m.Low), decimal(m.High)))
				}
			}
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		e.grid(rows)
	}
}
