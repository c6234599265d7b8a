package near

import (
	"fmt"
	"slices"
	"strings"
)

// differs returns in which way two texts that share much may contradict each other.
func differs(a, b reading) string {
	if x, y := alone(a.numbers, b.numbers), alone(b.numbers, a.numbers); x != "" && y != "" {
		return fmt.Sprintf("one has %s, the other %s", x, y)
	}
	if term := turned(a, b); term != "" {
		return fmt.Sprintf("one is for “%s”, the other against", term)
	}
	if x, y := opposed(a, b); x != "" {
		return fmt.Sprintf("one says “%s”, the other “%s”", x, y)
	}
	if x, y := substituted(a, b); x != "" {
		return fmt.Sprintf("one names “%s”, the other “%s”", x, y)
	}
	if a.names.Another(b.names) > 0 && b.names.Another(a.names) > 0 {
		return "they name different tools for one thing"
	}
	return ""
}

// alone returns the first, by its spelling, of what only one of two sets has.
func alone(in, without map[string]bool) string {
	var found []string
	for x := range in {
		if !without[x] {
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Min(found)
}

// turned returns the rarest term that one text asserts and the other negates, if the terms on
// whose polarity both agree are together less rare.
func turned(a, b reading) string {
	agree, disagree, rarest := 0., 0., ""
	for _, term := range sortedTerms(a.rare) {
		weight := a.rare[term]
		x, y := a.speaks[term], b.speaks[term]
		switch {
		case x == 0 || y == 0:
		case x&y == 0:
			if disagree += weight; rarest == "" || weight > a.rare[rarest] {
				rarest = term
			}
		case x == y && x == negated:
			agree += weight
		}
	}
	if disagree > agree {
		return wordOf(a, rarest)
	}
	return ""
}

func sortedTerms(rare map[string]float64) []string {
	terms := make([]string, 0, len(rare))
	for term := range rare {
		terms = append(terms, term)
	}
	slices.Sort(terms)
	return terms
}

// wordOf is a term as a text spells it.
func wordOf(r reading, term string) string {
	for _, t := range r.tokens {
		if t.term == term {
			return t.word
		}
	}
	return term
}

// opposites are words of which a rule may have one or the other.
var opposites = [][2]string{
	{"before", "after"},
	{"enable", "disable"},
	{"enabled", "disabled"},
	{"on", "off"},
	{"allow", "deny"},
	{"allow", "forbid"},
	{"allowed", "forbidden"},
	{"first", "last"},
	{"more", "less"},
	{"most", "least"},
	{"minimum", "maximum"},
	{"min", "max"},
	{"above", "below"},
	{"over", "under"},
	{"always", "never"},
	{"tabs", "spaces"},
	{"sync", "async"},
	{"synchronous", "asynchronous"},
	{"public", "private"},
	{"merge", "rebase"},
	{"merge", "squash"},
	{"single", "double"},
	{"camelcase", "snake_case"},
	{"upper", "lower"},
	{"uppercase", "lowercase"},
	{"short", "long"},
	{"briefly", "detail"},
	{"local", "remote"},
	{"global", "local"},
	{"manual", "automatic"},
	{"manually", "automatically"},
	{"optional", "required"},
	{"optional", "mandatory"},
	{"required", "forbidden"},
	{"open", "closed"},
	{"with", "without"},
	{"inside", "outside"},
	{"internal", "external"},
	{"start", "stop"},
	{"start", "end"},
	{"add", "remove"},
	{"static", "dynamic"},
	{"strict", "loose"},
	{"eager", "lazy"},
	{"eagerly", "lazily"},
	{"client", "server"},
	{"frontend", "backend"},
	{"ascending", "descending"},
	{"increase", "decrease"},
	{"raise", "lower"},
	{"early", "late"},
	{"left", "right"},
	{"hard", "soft"},
	{"small", "large"},
	{"one", "several"},
	{"together", "separate"},
	{"together", "separately"},
	{"split", "combine"},
	{"inline", "extract"},
	{"integer", "float"},
	{"utc", "local"},
	{"seconds", "milliseconds"},
	{"singular", "plural"},
	{"staging", "production"},
	{"commit", "ignore"},
	{"committed", "ignored"},
	{"reuse", "copy"},
	{"keep", "drop"},
	{"keep", "delete"},
	{"master", "main"},
	{"blocking", "non-blocking"},
	{"mutable", "immutable"},
	{"parallel", "sequential"},
	{"parallel", "serial"},
	{"cents", "euros"},
	{"everywhere", "nowhere"},
	{"few", "many"},
	{"must", "may"},
}

// opposed returns two words that are opposites, of which each text has one and speaks of it
// in the same way: "never a float" and "integers" agree.
func opposed(a, b reading) (x, y string) {
	inA, inB := wordsOf(a), wordsOf(b)
	for _, pair := range opposites {
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			if _, both := inB[p[0]]; both {
				continue
			}
			if _, both := inA[p[1]]; both {
				continue
			}
			how, has := inA[p[0]]
			other, hasOther := inB[p[1]]
			if has && hasOther && how == other {
				return p[0], p[1]
			}
		}
	}
	return "", ""
}

// wordsOf is how a text speaks of each of its words.
func wordsOf(r reading) map[string]polarity {
	set := make(map[string]polarity, len(r.tokens))
	for _, t := range r.tokens {
		set[t.word] = r.speaks[t.term]
	}
	return set
}

// agrees reports that nothing of weight stands in one text that would have to stand in the
// other if it said the same: no number, and no name as code has it.
func agrees(a, b reading) bool {
	return alone(a.numbers, b.numbers) == "" && alone(b.numbers, a.numbers) == "" && (only(a, b) == "" || only(b, a) == "")
}

// only returns a word that is written like a name of code and stands in one text alone.
func only(in, without reading) string {
	for _, t := range in.tokens {
		if strings.ContainsAny(t.word, "_./=()") && without.speaks[t.term] == 0 && !strings.Contains(without.text, t.word) {
			return t.word
		}
	}
	return ""
}

// blockMax is how many words a name has that takes another's place.
const blockMax = 3

// substituted returns the words of two texts that stand in the same place: both have the same
// words before and behind them, or before them and then end.
func substituted(a, b reading) (x, y string) {
	xs, ys := terms(a), terms(b)
	matches := align(xs, ys)
	if 2*len(matches) < min(len(xs), len(ys)) {
		return "", ""
	}
	matches = append(matches, [2]int{len(xs), len(ys)})
	i, j := 0, 0
	for _, m := range matches {
		blockA, blockB := xs[i:m[0]], ys[j:m[1]]
		if len(blockA) > 0 && len(blockB) > 0 && len(blockA) <= blockMax && len(blockB) <= blockMax && (i > 0 || m[0] < len(xs)) && a.replaces(blockA, b) && b.replaces(blockB, a) {
			return joined(blockA), joined(blockB)
		}
		i, j = m[0]+1, m[1]+1
	}
	return "", ""
}

// replaces reports that a block has a rare word, and no rare one that the other text has
// elsewhere.
func (r reading) replaces(block []token, other reading) bool {
	rare := false
	for _, t := range block {
		if !(r.rare[t.term] > 0 || r.numbers[t.word]) {
			continue
		}
		if rare = true; other.speaks[t.term] != 0 {
			return false
		}
	}
	return rare
}

func terms(r reading) []token {
	var kept []token
	for _, t := range r.tokens {
		if t.term != "" {
			kept = append(kept, t)
		}
	}
	return kept[:min(len(kept), alignedMax)]
}

// alignedMax bounds the table of align: a lesson has at most 120 words.
const alignedMax = 160

func joined(block []token) string {
	words := make([]string, len(block))
	for i, t := range block {
		words[i] = t.word
	}
	return strings.Join(words, " ")
}

// align returns the places of a longest common subsequence of two lists of terms.
func align(xs, ys []token) [][2]int {
	length := make([][]int, len(xs)+1)
	for i := range length {
		length[i] = make([]int, len(ys)+1)
	}
	for i := len(xs) - 1; i >= 0; i-- {
		for j := len(ys) - 1; j >= 0; j-- {
			if xs[i].term == ys[j].term {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var matches [][2]int
	for i, j := 0, 0; i < len(xs) && j < len(ys); {
		switch {
		case xs[i].term == ys[j].term:
			matches = append(matches, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return matches
}
