package check

import (
	"path"
	"strings"
)

// keys calls visit with each key of a settings file and the keys above it, outermost first.
// It reads lines and not the formats' grammars, so that templates and broken files have
// keys, too. Paths have at most keyDepthMax keys.
func keys(name, text string, visit func(path []string)) {
	switch base := strings.ToLower(path.Base(name)); {
	case strings.HasSuffix(base, ".json") || strings.HasSuffix(base, ".jsonc") || strings.HasSuffix(base, ".json5") || strings.HasSuffix(base, ".webmanifest"):
		jsonKeys(text, visit)
	case strings.HasSuffix(base, ".yml") || strings.HasSuffix(base, ".yaml"):
		yamlKeys(text, visit)
	default:
		sectionKeys(text, visit)
	}
}

const keyDepthMax = 16

// jsonKeys reads JSON: a string before a colon is a key.
func jsonKeys(text string, visit func([]string)) {
	var above []string // "" for arrays
	key := ""
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := i + 1
			for end < len(text) && text[end] != '"' && text[end] != '\n' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(text))
			if strings.HasPrefix(strings.TrimLeft(text[min(end+1, len(text)):min(end+20, len(text))], " \t\r\n"), ":") {
				key = shortKey(text[i+1 : end])
				if len(above) < keyDepthMax {
					visit(append(above[:len(above):len(above)], key))
				}
			}
			i = end
		case '{', '[':
			above = append(above, key)
			if len(above) == 1 {
				above[0] = ""
			}
			key = ""
		case '}', ']':
			above = above[:max(0, len(above)-1)]
		case '/':
			if strings.HasPrefix(text[i:], "//") {
				i += lineLength([]byte(text[i:min(len(text), i+400)]))
			}
		}
	}
}

// yamlKeys reads YAML: a word before a colon is a key below the last one that is indented
// less.
func yamlKeys(text string, visit func([]string)) {
	var above []string
	var indents []int
	for line := range strings.Lines(text) {
		trimmed := strings.TrimLeft(line, " \t")
		indent := len(line) - len(trimmed)
		for strings.HasPrefix(trimmed, "- ") {
			rest := strings.TrimLeft(trimmed[2:], " ")
			indent += len(trimmed) - len(rest)
			trimmed = rest
		}
		key, rest, ok := strings.Cut(trimmed, ":")
		key = strings.Trim(strings.TrimSpace(key), `"'`)
		if !ok || strings.HasPrefix(trimmed, "#") || key == "" || len(key) > wordBytesMax || rest != "" && rest[0] != ' ' && rest[0] != '\n' && rest[0] != '\r' {
			continue
		}
		for len(indents) > 0 && indents[len(indents)-1] >= indent {
			indents, above = indents[:len(indents)-1], above[:len(above)-1]
		}
		if len(above) == keyDepthMax {
			continue
		}
		above, indents = append(above, key), append(indents, indent)
		visit(above)
		rest = strings.TrimSpace(rest)
		if !strings.HasPrefix(rest, "{") {
			continue
		}
		for inner := range strings.SplitSeq(strings.Trim(rest, "{}"), ",") { // flow style, one level
			if k, _, ok := strings.Cut(inner, ":"); ok {
				visit(append(above[:len(above):len(above)], plainKey(k)))
			}
		}
	}
}

// sectionKeys reads TOML, INI and properties: a word before "=" or ":" is a key of the
// section above; both may have dots.
func sectionKeys(text string, visit func([]string)) {
	var section []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';' || line[0] == '!':
		case line[0] == '[':
			section = dotted(strings.Trim(strings.SplitN(line, "]", 2)[0], "[] "))
			for n := range section {
				visit(section[:n+1])
			}
		default:
			end := strings.IndexAny(line, "=:")
			if end <= 0 || end > wordBytesMax {
				continue
			}
			own := dotted(strings.TrimPrefix(strings.TrimSpace(line[:end]), "export "))
			for n := range own {
				visit(append(section[:len(section):len(section)], own[:n+1]...))
			}
			if value := strings.TrimSpace(line[end+1:]); strings.HasPrefix(value, "{") { // an inline table
				for inner := range strings.SplitSeq(strings.Trim(value, "{} "), ",") {
					if k, _, ok := strings.Cut(inner, "="); ok {
						visit(append(append(section[:len(section):len(section)], own...), plainKey(k)))
					}
				}
			}
		}
	}
}

func dotted(key string) []string {
	parts := strings.SplitN(key, ".", keyDepthMax)
	for i := range parts {
		parts[i] = plainKey(parts[i])
	}
	return parts
}

func plainKey(key string) string { return shortKey(strings.Trim(strings.TrimSpace(key), `"'`)) }

// shortKey returns a key, or "" for one that is data: each key below it would be read with it.
func shortKey(key string) string {
	if len(key) > wordBytesMax {
		return ""
	}
	return key
}

// settings notes the keys of a settings file.
func (w *words) settings(name, text string) {
	base := path.Base(name)
	relaxed := strings.HasPrefix(base, "application") || strings.HasPrefix(base, "bootstrap") || strings.HasPrefix(base, "appsettings")
	keys(name, text, func(path []string) {
		key := path[len(path)-1]
		if len(key) > wordBytesMax || len(w.table.pairs) > pairsMax {
			return
		}
		if len(path) > 1 && path[len(path)-2] != "" {
			above := path[len(path)-2]
			w.table.sections[fold(above)] = true
			w.pairUp(above, key)
		}
		if relaxed { // LEDGER_BATCH_SIZE sets ledger.batch-size
			w.table.relaxed[fold(strings.Join(path, ""))] = true
		}
	})
}

// hasKey reports whether a settings file has a key whose last parts are the given ones.
func hasKey(name, text string, parts []string) bool {
	found := false
	keys(name, text, func(path []string) {
		if found || len(path) < len(parts) {
			return
		}
		tail := path[len(path)-len(parts):]
		for i := range parts {
			if fold(tail[i]) != fold(parts[i]) {
				return
			}
		}
		found = true
	})
	return found
}

// keyNames returns the keys of a settings file, joined by dots as far as the missing one is.
func keyNames(name, text string, parts int) []string {
	var names []string
	keys(name, text, func(path []string) {
		if len(path) >= parts && len(names) < nearbyMax {
			names = append(names, strings.Join(path[len(path)-parts:], "."))
		}
	})
	return names
}
