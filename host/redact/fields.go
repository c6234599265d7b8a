package redact

import (
	"slices"
	"strings"
)

// Words that name a field whose value is what another field names: {"name": "password",
// "value": "abc"}.
var (
	pairWords = []string{"value", "Value", "VALUE", "val", "default", "content"}
	nameWords = []string{"key", "Key", "name", "Name", "id"}
)

// Limits of the fields between a name and its value.
const (
	fieldsMax      = 6
	fieldsBytesMax = 512
)

// skipPair steps over what joins the two fields of {"name": "password", "value":
// "abc"}, <add key="password" value="abc"/>, or {"password": {"value": "abc"}}, and over
// fields between them. It returns 0 where there is no such pair.
func skipPair(text string, from, end, closed int) int {
	if closed == end && (from < 2 || strings.IndexByte(":=", text[skipBack(text, from-1, " \t")]) < 0) {
		return 0
	}
	at := skip(text, closed, " \t", 8)
	at = skip(text, at, ":=", 1)
	if skip(text, at, " \t\r\n,;{>", 1) == closed {
		return 0
	}
	value, stop := skipFields(text, at, pairWords)
	if value == 0 && stop < len(text) && text[stop] == '>' && text[stop-1] != '/' && isNameAttribute(text, from) {
		at = skip(text, stop+1, " \t\r\n", 64) // <entry key="password">abc
		if strings.HasPrefix(text[at:], "<value>") {
			return at + len("<value>")
		}
		return stop + 1
	}
	return value
}

// skipFields steps over fields to the value of one that has one of the names. It returns 0
// where there is none, and the place of what is no field.
func skipFields(text string, at int, names []string) (value, stop int) {
	text = text[:min(len(text), at+fieldsBytesMax)]
	for range fieldsMax {
		at = skip(text, at, " \t\r\n,;{", 64)
		from := skip(text, at, "\\\"'", 4)
		end := from
		for end < len(text) && (classes[text[end]]&(wordByte|dashByte|dotByte) != 0 || text[end] == ':' && end > from && strings.Contains(text[end+1:min(len(text), end+flagBytesMax)], "=\"")) {
			end++ // xml:lang="en"
		}
		sign := skip(text, skip(text, end, "\\\"'", 4), " \t", 4)
		next := skip(text, sign, ":=", 1)
		if end == from || next == sign {
			return 0, at
		}
		next = skip(text, next, " \t", 4)
		if slices.Contains(names, text[from:end]) {
			return next, next
		}
		if at = fieldEnd(text, next); at == next {
			return 0, at
		}
	}
	return 0, at
}

// fieldEnd returns the end of a field's value; the same place where that is no text or
// word.
func fieldEnd(text string, at int) int {
	if value, ok := quotedValue(text, at); ok {
		return skip(text, skip(text, value.to, "\\", 3), "\"'`", 1)
	}
	for at < len(text) && text[at] > ' ' && strings.IndexByte("\"'`,;{}[]()<>", text[at]) < 0 {
		at++
	}
	return at
}

// valueBefore finds the value that is in a field before the one that names it:
// <add value="abc" key="password"/>, {"value":"abc","name":"password"}. Its own field's
// name is text[from:end].
func valueBefore(text string, from, end int) (span, bool) {
	if !slices.Contains(pairWords[:4], text[from:end]) || end >= len(text) || strings.IndexByte("=\"'\\ :", text[end]) < 0 {
		return span{}, false
	}
	at := skip(text, skip(text, end, "\\\"'", 4), " \t", 4)
	sign := skip(text, at, ":=", 1)
	value, ok := quotedValue(text, skip(text, sign, " \t", 4))
	if sign == at || !ok || value.to-value.from < 3 || value.to-value.from > bareBytesMax {
		return span{}, false
	}
	next, _ := skipFields(text, skip(text, value.to, "\\\"'", 4), nameWords)
	if next == 0 {
		return span{}, false
	}
	name, ok := quotedValue(text, next)
	secret := text[value.from:value.to]
	return value, ok && namesSecret(text[name.from:name.to], false) && (strings.ContainsAny(secret, " \t") && secretPhrase(secret, true) || secretLiteral(secret, strongName))
}

// skipTag steps over the rest of the tag whose name text[from:end] ends, attributes too:
// <password type="plain">, <ns:password>. It returns 0 where that is no tag.
func skipTag(text string, from, end int) int {
	if end >= len(text) || strings.IndexByte("> \t\r\n", text[end]) < 0 {
		return 0
	}
	start := from
	for start > 0 && from-start < flagBytesMax && (classes[text[start-1]]&(wordByte|dashByte|dotByte) != 0 || text[start-1] == ':') {
		start--
	}
	if start == 0 || text[start-1] != '<' {
		return 0
	}
	return skipCDATA(text, tagEnd(text, end))
}

// tagEnd steps over attributes to the end of a tag that opens an element, or returns 0.
func tagEnd(text string, at int) int {
	if at < len(text) && text[at] != '>' {
		_, at = skipFields(text, at, nil)
	}
	if at < len(text) && text[at] == '>' {
		return at + 1
	}
	return 0
}

const cdata = "<![CDATA["

func skipCDATA(text string, at int) int {
	if at > 0 && strings.HasPrefix(text[at:], cdata) {
		return at + len(cdata)
	}
	return at
}

// skipSibling steps from an element whose text is a name to what the next one holds:
// <name>password</name><value>abc, <key>password</key><string>abc. It returns 0 where there
// are no such two.
func skipSibling(text string, from, end int) int {
	if !strings.HasPrefix(text[end:], "</") {
		return 0
	}
	start := nameStart(text, from)
	close := end + len("</") + strings.IndexByte(text[end+len("</"):min(len(text), end+flagBytesMax)]+">", '>')
	if tag := strings.ToLower(text[end:min(len(text), close)]); start == 0 || text[start-1] != '>' || !strings.HasSuffix(tag, "key") && !strings.HasSuffix(tag, "name") {
		return 0
	}
	open := skip(text, close+1, " \t\r\n", 64)
	if open >= len(text) || text[open] != '<' {
		return 0
	}
	at := open + 1
	for at < len(text) && at-open < flagBytesMax && classes[text[at]]&(wordByte|dashByte) != 0 {
		at++
	}
	if tag := strings.ToLower(text[open+1 : at]); tag != "string" && !strings.HasSuffix(tag, "value") {
		return 0
	}
	return skipCDATA(text, tagEnd(text, at))
}

// isNameAttribute reports whether the name that the word at a place is the end of is
// what an element's attribute says that it is called: <entry key="db.password".
func isNameAttribute(text string, from int) bool {
	start := nameStart(text, from)
	before := text[max(0, start-2*flagBytesMax):start]
	tag := before[strings.LastIndexByte(before, '<')+1:]
	attribute := strings.TrimRight(tag, "\"'")
	return tag != before && attribute != tag && (strings.HasSuffix(attribute, " key=") || strings.HasSuffix(attribute, " name="))
}

// elementBody finds the text of the element that is open at a place, blanks at its ends
// left out.
func elementBody(text string, at int) (span, bool) {
	inside, _, ok := strings.Cut(text[at:min(len(text), at+bareBytesMax)], "</")
	if strings.HasSuffix(text[:at], cdata) {
		inside, _, ok = strings.Cut(inside, "]]>")
	}
	at += len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
	inside = strings.TrimSpace(inside)
	return span{at, at + len(inside)}, ok && !strings.ContainsAny(inside, "\n<")
}

// bodySecret judges the text of an element.
func bodySecret(text string, joint, strength int, value span) bool {
	word := text[value.from:value.to]
	switch {
	case strength >= shortName && strings.ContainsAny(word, " \t"):
		return secretPhrase(word, false)
	case strength == shortName:
		return looksMade(word) || looksChosen(word)
	case strength == keyName:
		return looksRandom(word, randomRunMin) || joint == pairJoint && scrambled(word)
	case joint == pairJoint || strength != strongName:
		return secretLiteral(word, strength) && nameStrength(word, 0, len(word)) == plainName
	}
	return secretTight(word, '<')
}
