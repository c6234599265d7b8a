package code

import (
	"fmt"
	"slices"
	"strings"
)

// Kinds are all kinds of places.
var Kinds = [...]Kind{Function, Method, Type, Variable, Rest, Window}

// LanguageNamed returns the language that somebody means: by its name, by what is often said for
// it, or by the ending of its files. "" is any language.
func LanguageNamed(name string) (Language, error) {
	word := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), ".")
	switch word {
	case "":
		return "", nil
	case "golang":
		return Go, nil
	case "c++":
		return CPP, nil
	case "c#":
		return CSharp, nil
	case "node", "nodejs", "node.js":
		return JavaScript, nil
	case "bash", "sh":
		return Shell, nil
	}
	all := map[Language]bool{}
	for _, language := range languages().extensions {
		all[language] = true
	}
	if all[Language(word)] {
		return Language(word), nil
	}
	if language, known := languages().extensions[word]; known {
		return language, nil
	}
	names := make([]string, 0, len(all))
	for language := range all {
		names = append(names, string(language))
	}
	slices.Sort(names)
	return "", fmt.Errorf("there is no language %.40q; there are: %s", name, strings.Join(names, ", "))
}

// KindNamed returns the kind of a name; "" is any kind.
func KindNamed(name string) (Kind, error) {
	kind := Kind(strings.ToLower(strings.TrimSpace(name)))
	if kind == "" || slices.Contains(Kinds[:], kind) {
		return kind, nil
	}
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = string(k)
	}
	return "", fmt.Errorf("there is no kind of place %.40q; there are: %s", name, strings.Join(names, ", "))
}
