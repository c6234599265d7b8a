package rank

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/ascii"
)

// proseWordsMin is how many words of two letters or more must remain for names
// to be left out: below it the names are the request.
const proseWordsMin = 3

// Prose is a prompt without what is only named in it: code in backquotes, URLs,
// paths, file names, identifiers, flags, hashes. Whoever renames a branch called
// feature/stripe-webhooks asks nothing about Stripe. A prompt of which fewer than three
// words would remain is returned unchanged.
func Prose(prompt string) string {
	var prose strings.Builder
	prose.Grow(len(prompt))
	for rest := withoutCode(prompt); rest != ""; {
		space := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
		prose.WriteString(rest[:space])
		rest = rest[space:]
		end := strings.IndexAny(rest, " \t\r\n")
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		rest = rest[end:]
		if bare := bare(word); named(bare) {
			word = word[len(strings.TrimRight(word, ".,;:!?")):]
		}
		prose.WriteString(word)
	}
	if wordsReach(prose.String(), proseWordsMin) {
		return prose.String()
	}
	return prompt
}

// bare is a word without the signs around it; the dot of a hidden file is its
// own.
func bare(word string) string {
	const signs = ",;:!?()[]{}\"'“”‘’"
	word = strings.TrimRight(strings.Trim(word, signs), ".")
	return strings.TrimLeft(strings.Trim(word, signs), signs)
}

// codeCharsMax bounds a span in backquotes: longer ones are two that do not
// belong together.
const codeCharsMax = 120

// withoutCode blanks spans in backquotes that begin and end on one line.
func withoutCode(text string) string {
	if strings.IndexByte(text, '`') < 0 {
		return text
	}
	var kept strings.Builder
	for {
		open := strings.IndexByte(text, '`')
		if open < 0 {
			kept.WriteString(text)
			return kept.String()
		}
		span := strings.IndexAny(text[open+1:], "`\n")
		if span <= 0 || span > codeCharsMax || text[open+1+span] == '\n' {
			kept.WriteString(text[:open+1])
			text = text[open+1:]
			continue
		}
		kept.WriteString(text[:open])
		kept.WriteByte(' ')
		text = text[open+span+2:]
	}
}

// named reports that a word is the name of a thing in code, by its shape alone.
func named(word string) bool {
	switch {
	case len(word) < 2:
		return false
	case strings.Contains(word, "://"), word[0] == '-' && ascii.IsAlphanumeric(word[min(1, len(word)-1)]), word[0] == '$', word[0] == '@':
		return true
	case strings.IndexByte(word, '/') >= 0:
		return isPath(word)
	case strings.IndexByte(word, '_') >= 0:
		return hasLetter(word)
	case strings.Contains(word, "::"), strings.Contains(word, "->"), strings.Contains(word, "=>"):
		return true
	}
	return isCall(word) || isFileName(word) || isCamel(word) || isHash(word) || isKebab(word)
}

// isPath tells "src/app", "/etc/hosts", "feature/x-1" from "CI/CD" and
// "read/write".
func isPath(word string) bool {
	if strings.IndexByte("/~.", word[0]) >= 0 || word[len(word)-1] == '/' || strings.Count(word, "/") >= 2 {
		return true
	}
	first, second, _ := strings.Cut(word, "/")
	if !strings.ContainsAny(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz") {
		return false
	}
	if strings.ContainsAny(word, "_.-0123456789") {
		return true
	}
	switch first {
	case "feature", "feat", "fix", "bugfix", "hotfix", "chore", "release", "origin", "src", "lib", "test", "tests",
		"docs", "app", "pkg", "cmd", "exp", "script", "scripts", "internal", "refs", "heads", "refactor":
		return second != ""
	}
	return false
}

// isCall reports "render()", "a=b", "Ledger#add": a word with a sign of code
// right behind a letter or digit.
func isCall(word string) bool {
	at := strings.IndexAny(word, "(=#")
	if at <= 0 || !ascii.IsAlphanumeric(word[at-1]) {
		return false
	}
	return word[at] != '#' || at+1 < len(word) // C# and F# are languages
}

// isFileName reports "app.py", "a.b.c", "go.mod:12", and not ".NET" or
// "Next.js".
func isFileName(word string) bool {
	word, _, _ = strings.Cut(word, ":")
	dot := strings.LastIndexByte(word, '.')
	if dot < 0 || dot == len(word)-1 {
		return false
	}
	stem, extension := strings.ToLower(word[:dot]), strings.ToLower(word[dot+1:])
	if stem == "" {
		return extension != "net"
	}
	if !plainName(stem) || !plainName(extension) {
		return false
	}
	if strings.IndexByte(stem, '.') >= 0 {
		return len(stem) > 3
	}
	switch {
	case extension == "js" && library(stem):
		return false
	case extension == "net" || extension == "io" || extension == "ai":
		return false
	}
	return len(stem) > 1 && len(extension) <= 5 && !digits(stem) && hasLetter(stem)
}

func plainName(text string) bool {
	for i := range len(text) {
		if !ascii.IsAlphanumeric(text[i]) && text[i] != '-' && text[i] != '.' {
			return false
		}
	}
	return true
}

// library reports what is called something.js without being a file.
func library(stem string) bool {
	switch stem {
	case "next", "node", "vue", "nuxt", "three", "d3", "p5", "express", "react", "ember", "backbone", "alpine", "chart", "discord", "socket", "moment":
		return true
	}
	return false
}

// isCamel reports "graphqlUrl": a small letter first, a capital inside; but not
// "iOS", "gRPC", "mTLS".
func isCamel(word string) bool {
	if !ascii.IsLower(word[0]) {
		return false
	}
	for i := 1; i < len(word); i++ {
		if ascii.IsUpper(word[i]) {
			return i >= 2 && ascii.IsLower(word[i-1]) && !strings.HasPrefix(word, "mac")
		}
		if !ascii.IsAlphanumeric(word[i]) {
			return false
		}
	}
	return false
}

// isHash reports an abbreviated or whole hash: hexadecimal with a digit.
func isHash(word string) bool {
	if len(word) < 7 || len(word) > 64 {
		return false
	}
	digit, letter := false, false
	for i := range len(word) {
		c := word[i]
		switch {
		case '0' <= c && c <= '9':
			digit = true
		case 'a' <= c && c <= 'f':
			letter = true
		default:
			return false
		}
	}
	return digit && letter
}

// isKebab reports "owner-id-map", small letters and digits with two dashes or
// more, and not "step-by-step", which are words.
func isKebab(word string) bool {
	if strings.Count(word, "-") < 2 {
		return false
	}
	for i := range len(word) {
		if !ascii.IsLower(word[i]) && word[i] != '-' && !('0' <= word[i] && word[i] <= '9') {
			return false
		}
	}
	for part := range strings.SplitSeq(word, "-") {
		switch part {
		case "to", "by", "of", "the", "and", "in", "on", "off", "for", "up", "a", "or":
			return false
		}
	}
	return true
}
