package markdown

import "strings"

// rescue reads `key: value` lines of front matter that is no YAML: what stands
// at the margin is a key, what is indented below it continues its value. The
// first of two equal keys counts.
func rescue(text string) map[string]any {
	fields := map[string]any{}
	key := ""
	var value []string
	flush := func() {
		if _, taken := fields[key]; key != "" && !taken {
			fields[key] = join(value)
		}
		key, value = "", nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"); indented || line == "" {
			value = append(value, strings.TrimSpace(line))
			continue
		}
		flush()
		if name, rest, ok := keyOf(line); ok {
			key, value = name, []string{rest}
		}
	}
	flush()
	return fields
}

// preamble is the part of a text where misplaced front matter may stand: all
// before the first heading or code.
func preamble(text string) string {
	at := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") || at+len(line) > FrontMatterBytesMax {
			break
		}
		at += len(line)
	}
	return text[:at]
}

// keyOf splits `key: value`; the key is one word and the colon ends it.
func keyOf(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || (value != "" && value[0] != ' ' && value[0] != '\t') {
		return "", "", false
	}
	for _, r := range key {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return "", "", false
		}
	}
	return key, strings.TrimSpace(value), true
}

func join(lines []string) string {
	if first := lines[0]; first != "" && strings.Trim(first, "|>+-0123456789") == "" && strings.ContainsAny(first[:1], "|>") {
		lines = lines[1:] // a block's mark is no text
	}
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}

// quoteColons puts quotes around the values of `key: a: b`, the one mistake
// that the client forgives.
func quoteColons(text string) string {
	var quoted strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimRight(line, "\n")
		key, value, ok := keyOf(body)
		if !ok || value == "" || strings.ContainsAny(value[:1], `"'[{|>&*!`) || !hasColon(value) {
			quoted.WriteString(line)
			continue
		}
		quoted.WriteString(key + ": '" + strings.ReplaceAll(value, "'", "''") + "'")
		quoted.WriteString(line[len(body):])
	}
	return quoted.String()
}

func hasColon(value string) bool {
	return strings.Contains(value, ": ") || strings.HasSuffix(value, ":")
}
