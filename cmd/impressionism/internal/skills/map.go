package skills

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/author/skillmap"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

func mapCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use:   "map",
		Short: "Lay skills out by what their descriptions mean: groups, and each one's nearest neighbour",
		Long: `Lay skills and commands out by what their descriptions mean. People read the groups
and each item's nearest neighbour; the page that "impressionism ui" opens draws
the places, which --json has: the first two principal axes of the stored vectors.
Two that are near each other there are not always near in meaning; the cosine is
what counts. It needs a model and an index of its vectors.`,
		Example: "  impressionism skills map\n  impressionism skills map --json",
		Args:    cobra.NoArgs,
		RunE:    func(command *cobra.Command, _ []string) error { return skillsMap(command.Context(), e) },
	}
	return cli.JSONFlag(e, command)
}

func skillsMap(ctx context.Context, e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	search, err := openSearch(e, e.WorkspaceOf(""))
	if err != nil {
		return env.Failed(err)
	}
	defer search.close() //nolint:errcheck // only read from here on
	result, err := layOut(ctx, search, search.items())
	if err == nil {
		err = addSuggested(e, &result)
	}
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printMap(e, result)
	return nil
}

// layOut places those items whose descriptions have vectors, at most nearestMax, until ctx ends.
func layOut(ctx context.Context, search *catalogSearch, items []probe.Item) (shape.SkillsMap, error) {
	result := shape.SkillsMap{Dots: []shape.MapDot{}, Groups: []shape.MapGroup{}, Notes: search.notes(), Items: len(items)}
	var vectors [][]float32
	var laid []probe.Item
	for _, item := range items {
		if err := ctx.Err(); err != nil {
			return result, err
		}
		vector, err := search.head(item.ID)
		if err != nil {
			return result, err
		}
		if vector != nil && len(laid) < nearestMax {
			vectors, laid = append(vectors, vector), append(laid, item)
		}
	}
	for i, place := range skillmap.Lay(vectors) {
		if err := ctx.Err(); err != nil {
			return result, err
		}
		dot := shape.MapDot{ID: laid[i].ID, X: stats.Round(place.X), Y: stats.Round(place.Y), Group: place.Group, Nearness: -1}
		for j := range vectors {
			if cosine := stats.Dot(vectors[i], vectors[j]); j != i && cosine > dot.Nearness {
				dot.Nearest, dot.Nearness = laid[j].ID, stats.Round(cosine)
			}
		}
		result.Dots = append(result.Dots, dot)
	}
	result.Groups = nameGroups(result.Dots, laid)
	return result, nil
}

// addSuggested counts how often each was suggested, over all workspaces.
func addSuggested(e *env.Env, result *shape.SkillsMap) error {
	if !env.Exists(e.Paths.StateDB) {
		return nil
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	outcomes, err := store.Outcomes(session.OutcomesOf{All: true})
	suggested := map[string]int{}
	for _, o := range outcomes {
		if wire.IsListed(e, o.Ref.Kind) {
			suggested[o.Ref.ID] += o.Suggested
		}
	}
	for i := range result.Dots {
		result.Dots[i].Suggested = suggested[result.Dots[i].ID]
	}
	return err
}

// groupWordsMax is how many words name a group.
const groupWordsMax = 2

// nameGroups names each group by words that many of its descriptions have and few others'.
func nameGroups(dots []shape.MapDot, items []probe.Item) []shape.MapGroup {
	groups := []shape.MapGroup{}
	all := map[string]int{}
	var within []map[string]int
	for i, dot := range dots {
		for len(groups) <= dot.Group {
			groups, within = append(groups, shape.MapGroup{Words: []string{}}), append(within, map[string]int{})
		}
		groups[dot.Group].Items++
		for word, count := range words(items[i]) {
			all[word] += count
			within[dot.Group][word] += count
		}
	}
	for g := range groups {
		weight := func(word string) float64 {
			inside, everywhere := float64(within[g][word])/float64(groups[g].Items), float64(all[word])/float64(len(dots))
			return inside * math.Log(inside/everywhere)
		}
		best := slices.SortedFunc(maps.Keys(within[g]), func(a, b string) int {
			return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b))
		})
		groups[g].Words = append(groups[g].Words, best[:min(len(best), groupWordsMax)]...)
	}
	return groups
}

// wordRunesMin leaves out short words, which seldom name a subject.
const wordRunesMin = 4

// words are those of an item's name, which count as nameCounts, and of its description.
func words(item probe.Item) map[string]int {
	found := map[string]int{}
	add := func(text string, count int) {
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if len([]rune(word)) >= wordRunesMin && len(rank.Prompt(word).Terms) > 0 {
				found[word] = max(found[word], count)
			}
		}
	}
	add(item.Document.Description, 1)
	add(item.ID, nameCounts)
	return found
}

// nameCounts is how many descriptions a name counts as: who named an item chose its subject.
const nameCounts = 3

func printMap(e *env.Env, result shape.SkillsMap) {
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	if len(result.Dots) == 0 {
		fmt.Fprintln(e.Out, "No description has a vector; to make them: impressionism model install, then impressionism index")
		return
	}
	for g, group := range result.Groups {
		fmt.Fprintf(e.Out, "%s (%s)\n", textline.Plain(strings.Join(group.Words, ", ")), textline.Count(group.Items, "item", "items"))
		var rows [][]string
		for _, dot := range result.Dots {
			if dot.Group == g {
				rows = append(rows, []string{dot.ID, fmt.Sprint(dot.Suggested), dot.Nearest, fmt.Sprintf("%.2f", max(dot.Nearness, 0))})
			}
		}
		cli.Table(e, []string{"item", "suggested", "nearest", "cosine"}, rows)
		fmt.Fprintln(e.Out)
	}
}
