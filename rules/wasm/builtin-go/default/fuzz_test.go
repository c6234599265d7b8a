package main

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/sdk/go/rulesettest"
)

// Ensure that no text parts the twins: where the prompt is cut, what is a word, a
// space and lower case, how many keywords count and how long one may be shown.
func FuzzTexts(f *testing.F) {
	for _, at := range []int{1985, 1990, 1992, 1993, 1994, 1999, 2000} {
		f.Add(strings.Repeat("x ", at/2)+strings.Repeat("-", at%2)+"keyword", "keyword", 0, "name", 0.6)
		f.Add(strings.Repeat("ä", at/2)+strings.Repeat("-", at%2)+"é", "é", 0, "name", 0.6)
	}
	for before := range 10 {
		f.Add("the keyword", "keyword", before, strings.Repeat("n", 75+before), 0.6)
		f.Add(strings.Repeat("k", 75+before), strings.Repeat("k", 75+before), 0, "name", 0.5+float64(before)/200)
	}
	for _, space := range []string{" ", "\t", "\n", "\v", "\f", "\r", "\x00", "\u00a0", "\u2003", "\x1c"} {
		f.Add("a b c d e f g h"+space+"i", "nowhere", 0, "name", 0.8)
		f.Add(space, space, 0, "name", 0.9)
	}
	for _, word := range []string{"_key_", "key", "KEY", "İ", "ẞ", "ΟΔΟΣ", "K", "c++", "%", "%w", "[^a]", "^", "$", ".", "-", "\\", "\x00", "日本", "aa", "é"} {
		for _, text := range []string{word, "x_" + word, word + "1", "(" + word + ")", strings.ToUpper(word), word + word + " " + word, "aaa aa", "\xff" + word} {
			f.Add(text, word, 1, word, 0.56)
		}
	}
	f.Fuzz(func(t *testing.T, prompt, keyword string, before int, name string, similarity float64) {
		if !(similarity >= 0 && similarity <= 1) || before < 0 || before > 20 {
			return
		}
		fillers := make([]string, before)
		for i := range fillers {
			fillers[i] = "filler"
		}
		s := scenario.Scenario{
			Script: recorded.Script{Items: []abi.Item{
				{Ref: abi.Skill("item"), Name: name, Keywords: append(fillers, keyword), Embedding: vector(1, 0, 0, 0)},
				{Ref: abi.Skill("other"), Embedding: vector(similarity, 1, 0, 0)},
				{Ref: abi.Skill("third"), Embedding: vector(1, 1, 1, 1)}, // its cosine to item is 0.5
			}, Active: []abi.Active{{Item: abi.Item{Ref: abi.Skill("other")}}, {Item: abi.Item{Ref: abi.Skill("third")}}}},
			Context: abi.Context{UserPrompt: strings.ToValidUTF8(prompt, "?")},
			Then: []scenario.Event{{
				Context: abi.Context{UserPrompt: strings.ToValidUTF8(prompt, "?")}, Search: map[abi.Ref]float64{abi.Skill("item"): 0.95},
			}},
		}
		s.Search = map[abi.Ref]float64{abi.Skill("item"): similarity}
		want := play(t, lua.Start, twin, "default.lua")(s)
		got := play(t, rulesettest.Start(ruleset), "", "default.go")(s)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q, %q:\nLua %s\nGo  %s", prompt, keyword, want, got)
		}
	})
}

func vector(numbers ...float64) abi.Embedding {
	e := abi.Embedding{}
	for _, number := range numbers {
		e.Values = append(e.Values, float32(number))
	}
	return e
}
