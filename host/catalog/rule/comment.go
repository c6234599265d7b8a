package rule

import "strings"

const (
	commentStart = "<!--"
	commentEnd   = "-->"
)

// withoutComments returns a text without the comments that begin a line: the client takes
// those out, with the blank lines behind them, and leaves others and those in fences.
func withoutComments(text string) string {
	var kept strings.Builder
	fence := ""
	last := strings.LastIndex(text, commentEnd)
	unended := len(text) - 1 - last // bytes at the end of the text in which no comment ends
	for text != "" {
		line, rest := cutLine(text)
		switch {
		case fence != "":
			if strings.HasPrefix(strings.TrimLeft(line, " "), fence) {
				fence = ""
			}
		case fenceOf(line) != "":
			fence = fenceOf(line)
		case strings.HasPrefix(line, commentStart) && len(text) > unended:
			block, behind := commentBlock(text)
			if left := withoutInline(block); strings.TrimSpace(left) != "" {
				line, rest = left, behind
			} else {
				line, rest = "", strings.TrimLeft(behind, "\n")
			}
		}
		kept.WriteString(line)
		text = rest
	}
	return kept.String()
}

// cutLine returns a text's first line with its end, and the rest.
func cutLine(text string) (line, rest string) {
	if at := strings.IndexByte(text, '\n'); at >= 0 {
		return text[:at+1], text[at+1:]
	}
	return text, ""
}

// fenceOf returns the signs with which a line opens a block of code, or "".
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, fence := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, fence) {
			return fence
		}
	}
	return ""
}

// commentBlock returns the lines up to the one in which the comment ends that a text begins
// with, and what is behind them.
func commentBlock(text string) (block, behind string) {
	end := strings.Index(text, commentEnd) + len(commentEnd)
	line, rest := cutLine(text[end:])
	return text[:end] + line, rest
}

// withoutInline returns a text without any comment that ends.
func withoutInline(text string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, commentStart)
		_, behind, ends := strings.Cut(rest, commentEnd)
		if !found || !ends {
			kept.WriteString(text)
			return kept.String()
		}
		kept.WriteString(before)
		text = behind
	}
}
