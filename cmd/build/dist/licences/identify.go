package licences

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// coverageMin is how much of a text must be known licences; the rest are names and
// years. pkg.go.dev asks for as much.
const coverageMin = 75.0

// allowed are licences whose conditions an archive meets by carrying their texts.
// Another one is for a person to look at.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unicode-DFS-2016", "Unicode-3.0"}

// isLegal reports the names under which licences and notices are kept.
func isLegal(name string) bool {
	name = strings.ToLower(name)
	if !slices.Contains([]string{"", ".txt", ".md"}, path.Ext(name)) {
		return false
	}
	for _, prefix := range []string{"licen", "copying", "copyright", "notice", "patents", "unlicen"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// identify returns the SPDX expression of what the texts say. All licences that are
// there count.
func identify(texts []Text) (string, error) {
	var found []string
	for _, text := range texts {
		name := strings.ToLower(path.Base(text.Name))
		if strings.HasPrefix(name, "notice") || strings.HasPrefix(name, "patents") {
			continue
		}
		coverage := licensecheck.Scan(text.Data)
		if coverage.Percent < coverageMin {
			return "", fmt.Errorf("%s is like no known licence", text.Name)
		}
		for _, match := range coverage.Match {
			if match.IsURL {
				continue
			}
			if !slices.Contains(allowed, match.ID) {
				return "", fmt.Errorf("%s is %s, which the archives do not carry", text.Name, match.ID)
			}
			if !slices.Contains(found, match.ID) {
				found = append(found, match.ID)
			}
		}
	}
	if len(found) == 0 {
		return "", errors.New("there is no licence")
	}
	slices.Sort(found)
	return strings.Join(found, " AND "), nil
}

//go:embed texts
var texts embed.FS

// supplied is the licence of something that comes without its text.
type supplied struct {
	licence string
	files   []string
}

// suppliedFor are modules whose repository has a licence and whose module has none.
var suppliedFor = map[string]supplied{
	"github.com/asg017/sqlite-vec-go-bindings": {"MIT OR Apache-2.0", []string{"sqlite-vec-MIT.txt", "Apache-2.0.txt"}},
}

func (s supplied) read() []Text {
	var all []Text
	for _, name := range s.files {
		data, err := texts.ReadFile("texts/" + name)
		if err != nil {
			panic(err) // embedded
		}
		all = append(all, Text{Name: name, Data: data})
	}
	return all
}
