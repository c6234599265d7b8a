package place

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/ascii"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Limits of a question. What lies behind them is not read.
const (
	queryBytesMax = 4 << 10
	queryTermsMax = 64
)

// Query is a question as it is searched for.
type Query struct {
	Text    string
	Terms   []Term   // each once, those of symbols included
	Symbols []string // names as they are spelled in code: "Mux.With", "parse_args"
	Tests   bool     // tests, examples or the like are asked for
}

// Term is a term of a question.
type Term struct {
	Text   string
	Weight float64 // 1, or less where the question may well do without
}

// ParseQuery reads a question: words, symbols or both. It takes any text.
func ParseQuery(text string) Query {
	if len(text) > queryBytesMax {
		text = strings.ToValidUTF8(text[:queryBytesMax], "")
	}
	q := Query{Text: strings.TrimSpace(text)}
	at := map[string]int{}
	add := func(term string, weight float64) {
		if i, known := at[term]; known {
			q.Terms[i].Weight = max(q.Terms[i].Weight, weight)
			return
		}
		if len(q.Terms) < queryTermsMax {
			at[term] = len(q.Terms)
			q.Terms = append(q.Terms, Term{term, weight})
		}
	}
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	a.each(q.Text, func(w word) {
		if !w.stop {
			add(w.stem, 1)
		}
	})
	q.Symbols = symbols(q.Text)
	for _, symbol := range q.Symbols {
		a.each(symbol, func(w word) { add(w.stem, 1) })
		for _, name := range exactNames(symbol) {
			add(name, 1)
		}
	}
	for _, t := range q.Terms {
		q.Tests = q.Tests || testWord(t.Text)
	}
	return q
}

func testWord(stem string) bool {
	switch stem {
	case "test", "exampl", "mock", "benchmark", "fixtur", "demo", "spec":
		return true
	}
	return false
}

// symbols are the words of a question that are spelled as names are in code: with a dot, two
// colons, an underscore, brackets or a change of case inside; or the question's only word.
func symbols(text string) []string {
	fields := strings.Fields(text)
	var found []string
	for _, field := range fields {
		field = strings.Trim(field, "\"'`,;:!?<>[]{}")
		called := strings.HasSuffix(field, "()")
		field = strings.TrimPrefix(strings.TrimRight(field, ".()"), "(")
		if field == "" || !named(field) {
			continue
		}
		if called || len(fields) == 1 && !language.Stop(strings.ToLower(field)) || spelled(field) {
			found = append(found, field)
		}
	}
	return found
}

// named reports letters, digits and what joins names in code, a letter among them.
func named(field string) bool {
	letter := false
	for i := range len(field) {
		c := field[i]
		if !ascii.IsAlphanumeric(c) && strings.IndexByte("_.:#$*()>-", c) < 0 {
			return false
		}
		letter = letter || ascii.IsUpper(c) || ascii.IsLower(c)
	}
	return letter
}

// spelled reports a word that nobody would write so outside code.
func spelled(field string) bool {
	if strings.Contains(field, "::") || strings.Contains(field, "->") || strings.Contains(strings.Trim(field, "_"), "_") {
		return true
	}
	if dot := strings.IndexByte(field, '.'); dot > 0 && dot+2 < len(field) && (ascii.IsLower(field[dot+1]) || ascii.IsUpper(field[dot+1])) {
		return true
	}
	for i := 1; i < len(field); i++ {
		if ascii.IsUpper(field[i]) && ascii.IsLower(field[i-1]) {
			return true
		}
	}
	return false
}
