package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	hostcode "github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/project"
)

func searchCommand(e *env.Env) *cobra.Command {
	question := project.Question{Limit: 10}
	var language, kind string
	lines, explain := 1, false
	command := &cobra.Command{
		Use:   "search QUERY",
		Short: "Find where something is done in the sources, by words and meaning",
		Long: `Find places in the sources of the indexed folder that holds the current one, by words,
by meaning where a model is installed, and by symbol: Mux.Use, parse_args, std::fmt.

Before it answers it looks at the files of its hits: lines are those of now. Similarity is
the chance that a hit is right; where the first has less than .50, it says so.

Without an index it searches what it can read in two seconds, by the same means.`,
		Example: `  impressionism code search "where do we retry after a timeout"
  impressionism code search Mux.Use --lines 8
  impressionism code search "parse the header" --path 'host/**' --lang go`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			question.Text = strings.Join(args, " ")
			var err error
			if question.Language, err = hostcode.LanguageNamed(language); err != nil {
				return err
			}
			if question.Kind, err = hostcode.KindNamed(kind); err != nil {
				return err
			}
			if lines < 0 || lines > 1000 {
				return fmt.Errorf("--lines is %d; it must be 0 to 1000", lines)
			}
			return search(e, question, lines, explain)
		},
	}
	command.Flags().StringVar(&language, "lang", "", "only places of this language, such as go or python")
	command.Flags().StringVar(&question.Path, "path", "", "only files below this folder, or that match this glob, from the current folder")
	command.Flags().StringVar(&question.Symbol, "symbol", "", "only places of this symbol: Use, or Mux.Use")
	command.Flags().StringVar(&question.Imports, "imports", "", "only files that import this, or something with this in its name")
	command.Flags().StringVar(&kind, "kind", "", "only places of this kind: function, method, type, variable, rest, window")
	command.Flags().IntVar(&question.Limit, "limit", question.Limit, "how many to show, 1 to 1000")
	command.Flags().IntVar(&lines, "lines", lines, "how many lines of each to show, 0 to 1000")
	command.Flags().BoolVar(&explain, "explain", false, "tell what each score is the sum of")
	return cli.JSONFlag(e, command)
}

// Garbage is collected from 64 MB on, which a search of an index does not reach, and as often
// as it takes to stay within the limit, for one that reads a folder into memory.
const (
	garbagePercent = 1600
	memoryBytes    = 256 << 20
)

func search(e *env.Env, question project.Question, lines int, explain bool) error {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memoryBytes))
	if err := e.Ready(); err != nil {
		return err
	}
	result, err := Ask(context.Background(), e, question, lines, explain)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printSearch(e, result, explain)
	return nil
}

// Ask answers a question from the index that the current folder belongs to, or without one.
func Ask(ctx context.Context, e *env.Env, question project.Question, lines int, explain bool) (shape.CodeSearch, error) {
	result := shape.CodeSearch{Query: question.Text, Hits: []shape.CodeHit{}, Notes: []string{}}
	p, home, err := project.OpenNearest(e.Paths.Code, e.Dir, codeindex.Options(e))
	result.Index.Exists = err == nil
	if errors.Is(err, project.ErrNone) {
		why := err
		if p, err = withoutIndex(ctx, e, home, &result); err == nil && why != project.ErrNone {
			result.Notes[0] = why.Error() // instead of that there is none
		}
	}
	if err != nil {
		return result, err
	}
	defer p.Close()
	question.Details = e.JSON
	if question.Path, err = p.Glob(e.Dir, question.Path); err != nil {
		return result, err
	}
	answer, err := p.Search(ctx, question, codeindex.Model(e))
	if unusable, ok := errors.AsType[*project.UnusableError](err); ok { // it proved damaged
		result.Index.Exists = false
		read, failed := withoutIndex(ctx, e, home, &result)
		if failed != nil {
			return result, unusable
		}
		defer read.Close()
		result.Notes[0] = unusable.Error()
		answer, err = read.Search(ctx, question, codeindex.Model(e))
	}
	if err != nil {
		return result, err
	}
	fill(e, &result, p, answer, lines, explain)
	return result, nil
}

// withoutIndexTime is how long a folder without an index is read for one question.
const withoutIndexTime = 2 * time.Second

// withoutIndex reads a folder into memory, as far as there is time.
func withoutIndex(ctx context.Context, e *env.Env, home project.Home, result *shape.CodeSearch) (*project.Project, error) {
	p, err := project.OpenMemory(home.Tree, codeindex.Options(e))
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, withoutIndexTime)
	defer cancel()
	report, err := p.Refresh(limited, nil)
	if err != nil && limited.Err() == nil {
		_ = p.Close() // the other error says why
		return nil, fmt.Errorf("%w (%w)", project.ErrNone, err)
	}
	note := "this folder has no index; to have one: impressionism code index"
	if limited.Err() != nil {
		note += fmt.Sprintf("; of %d files those that were read in %s were searched", report.Files, withoutIndexTime)
	}
	result.Notes = append(result.Notes, note)
	return p, nil
}

func fill(e *env.Env, result *shape.CodeSearch, p *project.Project, answer project.Answer, lines int, explain bool) {
	result.Unsure = answer.Unsure
	result.Index.Folder, result.Index.Files, result.Index.Places, result.Index.Vectors, result.Index.Stale = p.Tree, answer.Files, answer.Places, answer.Vectors, answer.Stale
	if answer.Note != nil {
		result.Notes = append(result.Notes, "words only: "+answer.Note.Error())
	}
	for _, hit := range answer.Hits {
		row := shape.CodeHit{
			Path: project.Relative(p.Tree, e.Dir, hit.Path), Start: hit.Start, End: hit.End, Symbol: hit.Symbol, Kind: hit.Kind, Language: string(hit.Language),
			Similarity: round(hit.Similarity), BM25: round(hit.BM25), Doc: hit.Doc, Line: hit.Start + hit.Name, Stale: hit.Stale, Gone: hit.Gone,
		}
		row.Snippet, row.Shown = hit.Snippet(lines)
		row.Imports, row.Blob, row.Modified, row.Indexed = textline.OrEmpty(hit.Imports), hit.Blob, known(hit.Modified), known(hit.Indexed)
		if !math.IsNaN(hit.Cosine) {
			row.Cosine = new(round(hit.Cosine))
		}
		if explain {
			for _, part := range hit.Parts {
				row.Parts = append(row.Parts, shape.CodePart{Name: part.Name, Value: round(part.Value)})
			}
		}
		result.Hits = append(result.Hits, row)
	}
}

// known is a time, or nil where there is none.
func known(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

func printSearch(e *env.Env, r shape.CodeSearch, explain bool) {
	for _, note := range r.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.OneLine(note))
	}
	if len(r.Hits) == 0 {
		fmt.Fprintln(e.Out, "Nothing found.")
		return
	}
	if r.Unsure {
		fmt.Fprintln(e.Out, "Perhaps none of these:")
	}
	for _, hit := range r.Hits {
		line := fmt.Sprintf("%s:%d-%d", textline.OneLine(hit.Path), hit.Start, hit.End)
		if hit.Symbol != "" {
			line += "  " + textline.OneLine(hit.Symbol)
		}
		line += fmt.Sprintf("  %.2f", hit.Similarity)
		switch {
		case hit.Gone:
			line += "  restored: the file is gone"
		case hit.Stale:
			line += "  stale: the file was changed"
		}
		fmt.Fprintln(e.Out, line)
		if hit.Snippet != "" {
			for i, text := range strings.Split(hit.Snippet, "\n") {
				fmt.Fprintf(e.Out, "%6d: %s\n", hit.Shown+i, textline.Plain(text))
			}
		}
		if explain {
			var parts []string
			for _, part := range hit.Parts {
				if math.Abs(part.Value) >= .005 {
					parts = append(parts, fmt.Sprintf("%s %+.2f", part.Name, part.Value))
				}
			}
			cli.PrintProse(e, "    = ", "      ", strings.Join(parts, ", "))
		}
	}
}
