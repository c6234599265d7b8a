package place

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Ensure identifiers are divided at case, underscores and marks, stemmed, and their symbols
// are terms as wholes, too.
func TestAnalyze(t *testing.T) {
	got := Analyze("Mux.parse_args", "// parses the HTTPServer's args2\nfunc (m *Mux) parse_args(isOpen bool)")
	for term, n := range map[string]int{"pars": 2, "http": 1, "server": 1, "args2": 1, "mux": 1, "open": 1} {
		if got.Body[term] != n {
			t.Errorf("%q occurs %d times, want %d, in %v", term, got.Body[term], n, got.Body)
		}
	}
	if want := []string{"=mux.parseargs", "=parseargs", "arg", "mux", "pars"}; !slices.Equal(slices.Sorted(maps.Keys(got.Symbol)), want) {
		t.Errorf("the symbol has %v, want %v", got.Symbol, want)
	}
	if _, has := got.Body["is"]; has {
		t.Error("a stop word is counted in a body")
	}
}

// Ensure paths lose their extension and nothing else.
func TestPathTerms(t *testing.T) {
	if got, want := PathTerms("src/internal/util/isObservable.test.ts"), "src internal util is observabl test"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// Ensure names are recognised as people spell them in questions, and words are not.
func TestSymbols(t *testing.T) {
	for text, want := range map[string]string{
		"Mux.With":                            "Mux.With",
		"where is parse_args called?":         "parse_args",
		"std::fmt":                            "std::fmt",
		"what does foo() do.":                 "foo",
		"retry":                               "retry",
		"the DefaultValue of an option, e.g.": "DefaultValue",
		"a yes/no question":                   "",
		"version 1.2 of the API":              "",
	} {
		if got := strings.Join(ParseQuery(text).Symbols, " "); got != want {
			t.Errorf("%q has the symbols %q, want %q", text, got, want)
		}
	}
}

func BenchmarkAnalyze(b *testing.B) {
	body := strings.Repeat("// ServeHTTP handles the request.\nfunc (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\tif err := s.handle(w, r); err != nil {\n\t\tlog.Print(err)\n\t}\n}\n", 4)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		Analyze("Server.ServeHTTP", body)
	}
}
