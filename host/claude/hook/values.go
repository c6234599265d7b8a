package hook

import "strings"

// span is a part of a text.
type span struct{ from, to int }

// How a value follows its name.
const (
	noJoint    = iota
	spaceJoint // "token abc", "--password abc"
	wordJoint  // "password is abc"
	looseJoint // "password: abc", "password = abc"
	tightJoint // "password=abc", "<password>abc"
)

// Limits of what is looked at.
const (
	quotedBytesMax = 4 << 10 // of a value in quotes
	bareBytesMax   = 256     // of a value without
	flagBytesMax   = 32      // of an option's name before its last word
)

// findValue finds the secret that is assigned to the name text[from:end].
func findValue(text string, from, end, strength int) (span, bool) {
	joint, at := skipJoint(text, from, end)
	if joint == noJoint {
		return span{}, false
	}
	if joint >= looseJoint {
		if value, ok := quotedValue(text, at); ok {
			return value, secretLiteral(text[value.from:value.to], strength)
		}
	}
	value, next := bareValue(text, skipScheme(text, at), joint)
	word := text[value.from:value.to]
	if word == "" || strings.IndexByte("([{", next) >= 0 {
		return value, false // nothing, or code: a call, an index
	}
	runMin := randomRunMin
	if strings.EqualFold(text[from:end], "bearer") {
		runMin = bearerRunMin
	}
	if looksRandom(word, runMin) {
		return value, true
	}
	if strength == weakName {
		return value, false
	}
	switch joint {
	case spaceJoint:
		return value, isFlag(text, from) && secretLoose(word, ' ', false)
	case wordJoint:
		return value, looksChosen(word)
	case tightJoint:
		return value, secretTight(word, next)
	}
	colon := strings.HasSuffix(strings.TrimRight(text[end:value.from], " \t*"), ":")
	return value, secretLoose(word, next, colon)
}

// skipJoint steps over what joins a name to its value.
func skipJoint(text string, from, end int) (joint, at int) {
	if from > 0 && text[from-1] == '<' && strings.HasPrefix(text[end:], ">") {
		return tightJoint, end + 1
	}
	closed := skip(text, end, "\\\"'`]*", 4) // "password", env["TOKEN"], **Password**
	sign := skip(text, closed, " \t", 8)
	at = skip(text, sign, ":=>", 2)
	after := skip(text, at, " \t*", 8)
	switch {
	case at > sign && closed == sign && after == at && text[sign] == '=':
		return tightJoint, after
	case at > sign:
		return looseJoint, after
	case closed > end || sign == closed:
		return noJoint, end
	}
	for _, filler := range []string{"is ", "was "} {
		if strings.HasPrefix(text[sign:], filler) {
			return wordJoint, sign + len(filler)
		}
	}
	return spaceJoint, sign
}

// skip steps over at most limit of the bytes given.
func skip(text string, at int, bytes string, limit int) int {
	for limit += at; at < len(text) && at < limit && strings.IndexByte(bytes, text[at]) >= 0; at++ {
	}
	return at
}

// skipScheme steps over the first word in "Bearer abc".
func skipScheme(text string, at int) int {
	for _, scheme := range []string{"bearer ", "basic ", "token ", "apikey ", "digest "} {
		if end := at + len(scheme); end <= len(text) && strings.EqualFold(text[at:end], scheme) {
			return end
		}
	}
	return at
}

// quotedValue finds the inside of quotes that open at a place; the quotes may
// themselves be escaped, as in JSON inside of JSON.
func quotedValue(text string, at int) (span, bool) {
	open := skip(text, at, "\\", 3)
	if open == len(text) || strings.IndexByte("\"'`", text[open]) < 0 {
		return span{}, false
	}
	from := skipScheme(text, open+1)
	limit := min(len(text), from+quotedBytesMax)
	for to := from; to < limit; to++ {
		switch text[to] {
		case '\n':
			return span{}, false
		case '\\':
			if open == at {
				to++
			}
		case text[open]:
			return span{from, to - (open - at)}, to-(open-at) >= from
		}
	}
	return span{}, false
}

// bareValue finds the word that starts at a place, and what ends it (0: the
// text's end). What is longer than a limit is judged by its beginning. An
// ampersand ends values of queries only.
func bareValue(text string, at, joint int) (value span, next byte) {
	end := at
	limit := min(len(text), at+bareBytesMax)
	for end < limit && (classes[text[end]]&endByte == 0 || text[end] == '&' && joint != tightJoint) {
		end++
	}
	if end < len(text) {
		next = text[end]
	}
	return span{at, at + len(strings.TrimRight(text[at:end], ".:?"))}, next
}

// isFlag reports whether the name that starts at from is a command's option.
func isFlag(text string, from int) bool {
	start := from
	for start > 0 && from-start < flagBytesMax && classes[text[start-1]]&(wordByte|dashByte) != 0 {
		start--
	}
	return strings.HasPrefix(text[start:], "--")
}
