package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/probe"
)

func (c *collision) pairShape(pair probe.Pair, words *probe.Words, parting []probe.PartingWord) shape.CollidingPair {
	p := shape.CollidingPair{
		A: pair.A, B: pair.B, Weight: pair.Weight, Nearness: pair.Nearness, Alike: words.Alike(pair.A, pair.B),
		Examples: []shape.CollidePrompt{}, Words: []shape.PartingWord{}, Common: orEmpty(words.Common(pair.A, pair.B)), Totals: []shape.CollidingTotal{},
	}
	for _, id := range []string{pair.A, pair.B} {
		total := shape.CollidingTotal{ID: id}
		total.Lost, total.Close = pair.Count(id)
		at := slices.IndexFunc(c.items, func(i probe.Item) bool { return i.ID == id })
		if at >= 0 {
			total.Probes = len(probe.Prompts(c.items[at], c.isAbout))
		}
		p.Lost, p.Close = p.Lost+total.Lost, p.Close+total.Close
		p.Totals = append(p.Totals, total)
	}
	_, theirs := pair.Count("")
	p.Close += theirs
	for _, contest := range pair.Contests[:min(len(pair.Contests), examplesMax)] {
		p.Examples = append(p.Examples, shape.CollidePrompt{
			Text: contest.Text, From: contest.From, Owner: contest.Owner, First: contest.First, Behind: contest.Behind,
		})
	}
	for _, word := range parting {
		p.Words = append(p.Words, shape.PartingWord{Word: word.Word, ID: word.Owner, Where: word.Where, Shift: word.Shift})
	}
	return p
}

func (a *app) printCollide(result shape.SkillsCollide) {
	for _, note := range result.Notes {
		fmt.Fprintln(a.errOut, "impressionism: note:", plain(note))
	}
	fmt.Fprintf(a.out, "%s, %s of their own words", count(result.Items, "item", "items"), count(result.Probes, "prompt", "prompts"))
	if result.Recorded > 0 {
		fmt.Fprintf(a.out, ", %d of yours", result.Recorded)
	}
	if result.Embedded > 0 {
		fmt.Fprintf(a.out, "; %d compared by meaning too", result.Embedded)
	}
	fmt.Fprintln(a.out, ".")
	if result.Found == 0 {
		fmt.Fprintln(a.out, "No two get each other's prompts.")
		return
	}
	fmt.Fprintf(a.out, "%s each other's prompts", count(result.Found, "pair gets", "pairs get"))
	if shown := len(result.Pairs); shown < result.Found {
		fmt.Fprintf(a.out, "; the worst %d", shown)
	}
	fmt.Fprintln(a.out, ":")
	for i, pair := range result.Pairs {
		fmt.Fprintf(a.out, "\n%2d  %s  and  %s\n", i+1, plain(pair.A), plain(pair.B))
		fmt.Fprintf(a.out, "    %s, %d close; %.0f %% of their words are the same%s\n",
			count(pair.Lost, "prompt lost", "prompts lost"), pair.Close, 100*pair.Alike, meaningWord(pair.Nearness))
		a.printExamples(pair)
		a.printParting(pair)
	}
}

func (a *app) printExamples(pair shape.CollidingPair) {
	for _, example := range pair.Examples {
		whose, did := "yours", "leads by"
		if example.Owner != "" {
			whose = "of " + plain(example.Owner)
		}
		if example.Owner != "" && example.First != example.Owner {
			did = "takes it by"
		}
		a.printProse("      “", "       ", shorten(example.Text, 2*proseColumns)+"”")
		fmt.Fprintf(a.out, "         %s; %s %s %.1f\n", whose, plain(example.First), did, example.Behind)
	}
}

// printParting tells what to write where.
func (a *app) printParting(pair shape.CollidingPair) {
	for _, id := range []string{pair.A, pair.B} {
		var said, buried []string
		for _, word := range pair.Words {
			switch {
			case word.ID != id:
			case word.Where == probe.InBody:
				buried = append(buried, fmt.Sprintf("%s (+%.1f)", plain(word.Word), word.Shift))
			default:
				said = append(said, fmt.Sprintf("%s (+%.1f)", plain(word.Word), word.Shift))
			}
		}
		if len(said) > 0 {
			fmt.Fprintf(a.out, "    only %s says  %s\n", plain(id), strings.Join(said, ", "))
		}
		if len(buried) > 0 {
			fmt.Fprintf(a.out, "    put into the description of %s, from its body:  %s\n", plain(id), strings.Join(buried, ", "))
		}
	}
	if pair.Alike >= mergeAlike || pair.Nearness >= probe.SameMeaning {
		fmt.Fprintln(a.out, "    They say nearly the same: merge them, or say in each what the other does not do.")
	} else if len(pair.Common) > 0 {
		fmt.Fprintf(a.out, "    both say  %s\n", plain(strings.Join(pair.Common, ", ")))
	}
}

func meaningWord(nearness float64) string {
	if nearness >= probe.SameMeaning {
		return ", and so is what they mean"
	}
	return ""
}

// mergeAlike is the share of words in common from which two are better one.
const mergeAlike = .6
