// Package search holds the commands search and index.
package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	cmdexplain "github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/store/index"
)

// SearchCommand returns the command search.
func SearchCommand(e *env.Env) *cobra.Command {
	limit, explain, kinds := 10, false, []string(nil)
	command := &cobra.Command{
		Use:   "search QUERY",
		Short: "Find skills, commands and tools by words and meaning",
		Long: `Find skills, commands and tools of MCP servers by words and meaning. The query is searched as it is;
the hook leaves out of a prompt what is pasted or only named in it.

With --explain each item's parts are shown, in logits:

` + cmdexplain.PartsHelp + `

Skills that wait for files are found where this workspace's last session touched such
a file. A search goes by its words alone: what the context would add to a prompt in this
workspace, no tools having been used yet, is computed for the occasion and shown
apart.`,
		Example: `  impressionism search "postgres slow query" --limit 5
  impressionism search "postgres slow query" --explain`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return search(e, find.Query{Text: strings.Join(args, " "), Limit: limit, Kinds: kinds}, explain)
		},
	}
	command.Flags().BoolVar(&explain, "explain", false, "tell how each similarity came about")
	command.Flags().IntVar(&limit, "limit", limit, "how many to show, 1 to 1000")
	command.Flags().StringSliceVar(&kinds, "kind", nil, "only items of these kinds: skill, command, tool; all where absent")
	return cli.JSONFlag(e, command)
}

func search(e *env.Env, query find.Query, explain bool) error {
	if err := wire.KnownKinds(e, query.Kinds); err != nil {
		return err
	}
	result, err := Ask(e, query, explain)
	if err != nil {
		return err
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	Print(e, result, "description", func(hit shape.Hit) string { return textline.Shorten(hit.Description, 90) })
	return nil
}

// Ask searches, and explains what was found if that is wanted.
func Ask(e *env.Env, query find.Query, explain bool) (shape.Search, error) {
	if query.Limit < 1 || query.Limit > 1000 {
		return shape.Search{}, fmt.Errorf("--limit is %d; it must be 1 to 1000", query.Limit)
	}
	if strings.TrimSpace(query.Text) == "" {
		return shape.Search{}, errors.New("the query is blank; say what to look for, as in: impressionism search \"slow query\"")
	}
	if err := e.Ready(); err != nil {
		return shape.Search{}, err
	}
	result, err := askSearch(e, query, explain)
	return result, env.Failed(err)
}

func askSearch(e *env.Env, query find.Query, explain bool) (shape.Search, error) {
	var result shape.Search
	workspace := e.WorkspaceOf("")
	listing, _ := wire.ListHere(context.Background(), e, workspace)
	wired, model := wire.Host(e, workspace, nil), wire.Model(e, wire.Queries)
	x, report, found, err := wire.FindFresh(context.Background(), e, listing, wired, query, model)
	if err != nil {
		return result, err
	}
	defer x.Close()
	result = shape.Search{Query: query.Text, Tier: found.Tier, Hits: []shape.Hit{}, Notes: searchNotes(e, found, report)}
	for _, hit := range found.Items {
		result.Hits = append(result.Hits, searchHit(e, hit))
	}
	if !explain {
		return result, nil
	}
	past, err := cmdexplain.Past(e, workspace)
	if err != nil {
		return result, err
	}
	if past != nil {
		defer past.Close()
	}
	why, err := find.Explain(x, listing, wired.Pools, query, found, model, find.Past{Sessions: past, Now: e.Now()})
	explainSearch(&result, why)
	return result, err
}

func searchNotes(e *env.Env, found find.Found, report index.Report) []string {
	notes := []string{}
	if found.Note != nil {
		notes = append(notes, "words only: "+found.Note.Error())
	}
	if found.Note == nil && report.Pending > 0 {
		notes = append(notes, fmt.Sprintf("%s not embedded yet; run: impressionism index", textline.Count(report.Pending, "text is", "texts are")))
	}
	return notes
}

// searchHit shows what was found. In a session, as the model may be the one that searches, it
// has nothing that the server of a tool says.
func searchHit(e *env.Env, hit find.Item) shape.Hit {
	line := shape.Hit{
		Ref: hit.Item.Ref, Description: hit.Item.Description, Path: hit.Item.Path,
		Similarity: hit.Hit.Similarity, BM25: hit.Hit.Features.BM25,
		Matched: slices.Clip(append([]string{}, hit.Hit.Matched...)), Snippet: hit.Snippet,
	}
	if hit.Hit.Features.HasDense {
		line.Cosine = &hit.Hit.Cosine
	}
	if kind, _ := e.Kinds.Find(line.Ref.Kind); kind.Group != nil && e.InSession() {
		line.Description, line.Snippet = "", ""
	}
	return line
}

// Print prints what was found, with a column of which each item has the words.
func Print(e *env.Env, result shape.Search, column string, words func(shape.Hit) string) {
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	if len(result.Hits) == 0 {
		fmt.Fprintln(e.Out, "Nothing found.")
		return
	}
	rows := make([][]string, 0, len(result.Hits))
	for _, hit := range result.Hits {
		rows = append(rows, []string{hit.Ref.ID, fmt.Sprintf("%.2f", hit.Similarity), words(hit)})
	}
	cli.Table(e, []string{"item", "similarity", column}, rows)
	if len(result.Thresholds) > 0 {
		printSearchExplained(e, result)
	}
}

func explainSearch(result *shape.Search, why find.Why) {
	result.Thresholds = cmdexplain.ThresholdShapes(why.Thresholds)
	for i, item := range why.Items {
		if result.Hits[i].Explained = cmdexplain.ExplainedShape(item.Fit, item.Explanation); item.Fit != nil {
			result.Hits[i].Explained.Context = cmdexplain.ContextShape(item.Here, false)
		}
	}
}

// printSearchExplained shows the parts in a table, then what each word is worth.
func printSearchExplained(e *env.Env, result shape.Search) {
	names := []string{"meaning", "words", "coverage", "asked", "related", "gate", "manner", "length", "size", "background", "technology"}
	for _, name := range []string{"action", "card"} { // which not every kind of item has
		if slices.ContainsFunc(result.Hits, func(hit shape.Hit) bool { return hit.Explained != nil && partNamed(*hit.Explained, name) >= 0 }) {
			names = append(names, name)
		}
	}
	names = append(names, "start")
	var rows [][]string
	for _, hit := range result.Hits {
		if hit.Explained == nil {
			continue
		}
		row := []string{hit.Ref.ID}
		for _, name := range names {
			at := partNamed(*hit.Explained, name)
			if at < 0 {
				row = append(row, "")
				continue
			}
			row = append(row, cmdexplain.Logits(hit.Explained.Parts[at].Points))
		}
		rows = append(rows, append(row, cmdexplain.Logits(hit.Explained.Odds)))
	}
	fmt.Fprintln(e.Out)
	cli.Table(e, slices.Concat([]string{"item"}, names, []string{"odds"}), rows)
	fmt.Fprintln(e.Out)
	for _, hit := range result.Hits {
		if hit.Explained != nil {
			fmt.Fprintf(e.Out, "  %s\n", textline.Plain(hit.Ref.ID))
			cmdexplain.PrintExplained(e, *hit.Explained)
		}
	}
	fmt.Fprintln(e.Out)
	cmdexplain.PrintThresholds(e, result.Thresholds)
}

func partNamed(x shape.Explained, name string) int {
	return slices.IndexFunc(x.Parts, func(p shape.Part) bool { return p.Name == name })
}
