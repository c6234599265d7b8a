package language

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var fuzzSeeds = []string{
	"", "\xff\xfe", "GraphQL C++ c# иностранный 日本語", "Größe e\u0301 Ｄｏｃｋｅｒ ﾃﾞ가값 ㅋㅋ ёлка Σ", "mach bitte weiter, 请帮我修复登录错误, ну ладно",
	"\u0301a\u3099\u1100\u1161\u11a8", strings.Repeat("aB", 50), "\n \n\t\n", "İK",
}

// Ensure that any text yields terms that are lower case, not empty, no stop
// words before stemming, and at most as many as twice its bytes; and that no more
// are left without the common words of another language.
func FuzzTerms(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms := Terms(text)
		if len(terms) > 2*len(text) {
			t.Fatalf("%d terms of %d bytes", len(terms), len(text))
		}
		for _, term := range terms {
			if term == "" || term != strings.ToLower(term) || !utf8.ValidString(term) || strings.ContainsAny(term, " \n\t") {
				t.Fatalf("term %q", term)
			}
		}
		if foreign := ForeignTerms(text); len(foreign) > len(terms) {
			t.Fatalf("%d terms, %d of another language", len(terms), len(foreign))
		}
		if n := ContentWords(text); n < 0 || Grammar(text) != (n == 0) {
			t.Fatalf("%d words of content, grammar %v", n, Grammar(text))
		}
	})
}

// Ensure that any text in ASCII has the terms of the reference tokenizer.
func FuzzTermsOfASCII(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !isASCII(text) || !utf8.ValidString(text) {
			return
		}
		if got, want := Terms(text), referenceTerms(text); !slices.Equal(got, want) {
			t.Fatalf("%q: got %q want %q", text, got, want)
		}
	})
}
