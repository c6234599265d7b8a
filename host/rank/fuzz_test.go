package rank

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/rank/language"
)

var fuzzSeeds = []string{
	"", "\xff\xfe", "GraphQL C++ c# иностранный 日本語", "a\n```\nb\n```\nc", "[a](b)[[c](d", "x = 1;\n$ ls\n| a |\n",
	"Größe e\u0301 Ｄｏｃｋｅｒ ﾃﾞ가값 ㅋㅋ ёлка Σ", "mach bitte weiter, 请帮我修复登录错误, ну ладно", "\u0301a\u3099\u1100\u1161\u11a8",
	"diff --git a b\n+x\n\n y", strings.Repeat("aB", 50), strings.Repeat("[", 50), strings.Repeat("`", 50), "\n \n\t\n", "İK",
}

// Ensure that a query counts each term of a text, less the common words of another
// language, and that no more of its terms are content.
func FuzzNewQuery(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms := language.Terms(text)
		q := NewQuery(text)
		total := 0
		for _, count := range q.Counts {
			total += count
		}
		if total > len(terms) || !q.Foreign && total != len(terms) {
			t.Fatalf("%d terms, counted %d", len(terms), total)
		}
		if n := q.content(); n < 0 || n > len(q.Terms) {
			t.Fatalf("%d terms, content %d", len(q.Terms), n)
		}
	})
}

// Ensure that cleaning any prompt gives it unchanged, or some of its lines in
// order with at least four words, of which cleaning again takes none.
func FuzzClean(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		cleaned := Clean(prompt)
		if cleaned == prompt {
			return
		}
		if !wordsReach(cleaned, wordsLeftMin) {
			t.Fatalf("%q became %q", prompt, cleaned)
		}
		if again := Clean(cleaned); again != cleaned {
			t.Fatalf("%q became %q, and that %q", prompt, cleaned, again)
		}
		rest := prompt
		for line := range strings.SplitSeq(cleaned, "\n") {
			at := strings.Index(rest, line)
			if at < 0 {
				t.Fatalf("%q is not of %q", line, prompt)
			}
			rest = rest[at+len(line):]
		}
	})
}

// Ensure that any body yields at most four chunks within their limit.
func FuzzPassages(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add("a-b", seed, seed)
	}
	f.Fuzz(func(t *testing.T, name, description, body string) {
		_, chunks := Passages(name, description, body)
		if len(chunks) > chunksMax {
			t.Fatalf("%d chunks", len(chunks))
		}
		for _, chunk := range chunks {
			chars := utf8.RuneCountInString(chunk) - utf8.RuneCountInString(humanName(name)) - len(": ")
			if chars < 1 || chars > chunkCharsMax+1 {
				t.Fatalf("a chunk of %d characters", chars)
			}
		}
		if w := Weigh(Document{Name: name, Description: description, Body: body}); w.Length < len(w.Terms) {
			t.Fatalf("%d terms, length %d", len(w.Terms), w.Length)
		}
	})
}

// Ensure that texts of 1 MiB made to hurt take time in proportion: a quadratic
// scan would take minutes where this allows seconds.
func TestLinearTime(t *testing.T) {
	for _, unit := range []string{"a", "aB", "ABc", "[", "](", "`", "```\n", "~~~\n", "+", "x = 1;\n", "a b c d\n", "и", "日", "é", "aé", "e\u0301", "É", "가", "\u1100\u1161", "ﾃﾞ", "ー", "й\u0306", "и\u0306", "の", "die ", "\xff", " ", "\n", "@@ \n", "|"} {
		text := strings.Repeat(unit, (1<<20)/len(unit))
		start := time.Now()
		language.Terms(text)
		NewQuery(text).content()
		Manner(text)
		Clean(text)
		Passages(text[:1000], text, text)
		Weigh(Document{Description: text, Body: text})
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q: %v", unit, took)
		}
	}
}
