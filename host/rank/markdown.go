package rank

import "strings"

const fence = "```"

// plainLines returns the lines of a Markdown text without fenced code, without
// the signs * _ ` > | and with links as their texts. Signs of headings and
// lists stay: dropping them moved no score for the better.
func plainLines(markdown string) []string {
	lines := strings.Split(withoutFenced(markdown), "\n")
	for i, line := range lines {
		lines[i] = withoutSigns(withoutLinks(strings.TrimRight(line, " \t\r")))
	}
	return lines
}

// withoutFenced drops what stands between fences; one that is not closed
// reaches to the end.
func withoutFenced(text string) string {
	var outside []string
	for i, part := range strings.Split(text, fence) {
		if i%2 == 0 {
			outside = append(outside, part)
		}
	}
	return strings.Join(outside, " ")
}

// withoutLinks puts the text of each [text](target) in its place.
func withoutLinks(line string) string {
	if !strings.Contains(line, "](") {
		return line
	}
	var plain strings.Builder
	for {
		before, rest, found := strings.Cut(line, "[")
		if !found {
			plain.WriteString(line)
			return plain.String()
		}
		plain.WriteString(before)
		text, after, closed := strings.Cut(rest, "](")
		_, after, ended := strings.Cut(after, ")")
		if !closed || !ended || strings.ContainsRune(text, ']') {
			plain.WriteByte('[')
			line = rest
			continue
		}
		plain.WriteString(text)
		line = after
	}
}

func withoutSigns(line string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`>|", r) {
			return -1
		}
		return r
	}, line)
}
