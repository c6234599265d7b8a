package place

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/ascii"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Limits of a question. What lies behind them is not read.
const (
	queryBytesMax = 4 << 10
	queryTermsMax = 128
)

// besidesMax is how many words beside a name leave the question about the name: "where is
// parse_args defined". In prose a name is mentioned, and its definition is rarely wanted
// (measured: the weight of such names comes out below 0).
const besidesMax = 2

// Query is a question as it is searched for.
type Query struct {
	Text    string
	Terms   []Term   // each once, those of symbols included
	Symbols []string // names as they are spelled in code: "Mux.With", "parse_args"
	Named   bool     // it is a name with hardly a word beside: what the name names is asked for
	Tests   bool     // tests, examples or the like are asked for
}

// Term is a term of a question.
type Term struct {
	Text string
	Of   int // place of the term that this one stands for, as a synonym; its own otherwise
}

// ParseQuery reads a question: words, symbols or both. It takes any text.
func ParseQuery(text string) Query {
	if len(text) > queryBytesMax {
		text = strings.ToValidUTF8(text[:queryBytesMax], "")
	}
	b := queryBuilder{Query: Query{Text: strings.TrimSpace(text)}, at: map[string]int{}}
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	a.each(b.Text, func(w word) {
		if !w.stop {
			b.add(w.stem)
		}
	})
	b.Symbols = symbols(b.Text)
	own := map[string]bool{}
	for _, symbol := range b.Symbols {
		a.each(symbol, func(w word) { own[w.stem] = true })
	}
	besides := 0
	for _, t := range b.Terms {
		if !own[t.Text] {
			besides++
		}
	}
	if b.Named = len(b.Symbols) > 0 && besides <= besidesMax; b.Named {
		b.addNames(a)
	}
	for i := range len(b.Terms) {
		b.Tests = b.Tests || testWord(b.Terms[i].Text)
		for _, other := range synonyms()[b.Terms[i].Text] {
			b.addSynonym(other, i)
		}
	}
	return b.Query
}

// queryBuilder adds each term once.
type queryBuilder struct {
	Query
	at map[string]int // places of terms
}

func (b *queryBuilder) add(term string) { b.addSynonym(term, len(b.Terms)) }

// addNames adds the words of symbols, stop words included, and the symbols as wholes.
func (b *queryBuilder) addNames(a *analyzer) {
	for _, symbol := range b.Symbols {
		a.each(symbol, func(w word) { b.add(w.stem) })
		for _, name := range exactNames(symbol) {
			b.add(name)
		}
	}
}

func (b *queryBuilder) addSynonym(term string, of int) {
	if _, known := b.at[term]; known || len(b.Terms) >= queryTermsMax {
		return
	}
	b.at[term] = len(b.Terms)
	b.Terms = append(b.Terms, Term{Text: term, Of: of})
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
