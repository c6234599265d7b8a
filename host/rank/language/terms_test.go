package language

import (
	"strings"
	"testing"
)

// Ensure that words become the stems that the tables were made with: parts and
// wholes of mixed case, what follows a name (C++, C#), other scripts, endings,
// and no stop words.
func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"please use the skill for this":     "",
		"GraphQL":                           "graph ql graphql",
		"GraphQL and graphql":               "graph ql graphql",
		"HTTPServer2Go":                     "http server2 go httpserver2go",
		"parseJSON, parseXML":               "pars json pars xml parsejson parsexml",
		"iOS":                               "os ios",
		"C++ or C# or F#":                   "c++ c# f#",
		"c++11 a+b":                         "c++ 11 a+ b",
		"snake_case-and/path.ext":           "snak case path ext",
		"Kubernetes deployments, migrating": "kubernet deployment migrat",
		"classes buses analysis glass":      "class bus analysis glass",
		"running stopped added falling":     "runn stop add fall",
		"studies tries dies":                "study try die",
		"optimization optimizing optimize":  "optimiz optimiz optimiz",
		"modifications specification":       "modificat specificat",
		"a\xffb \xf0\x28":                   "b",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: got %q want %q", text, got, want)
		}
	}
}
