package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// span is a part of a text.
type span struct{ from, to int }

// How a value follows its name.
const (
	noJoint    = iota
	spaceJoint // "token abc", "--password abc"
	wordJoint  // "password is abc"
	lineJoint  // "password:" and abc on the next line
	pairJoint  // "name": "password", "value": "abc"; <name>password</name><value>abc
	bodyJoint  // <password>abc
	looseJoint // "password: abc", "password = abc"
	tightJoint // "password=abc"
)

// Limits of what is looked at.
const (
	quotedBytesMax = 4 << 10 // of a value in quotes
	bareBytesMax   = 256     // of a value without
	flagBytesMax   = 32      // of an option's name before its last word
	fillerBytesMax = 48      // of words between a name and "is"
)

// findValue finds the secret that is assigned to the name text[from:end].
func findValue(text string, from, end, strength int) (span, bool) {
	joint, at := skipJoint(text, from, end)
	if joint == noJoint || at >= len(text) || strings.IndexByte("$%<{", text[at]) >= 0 || text[at] == '?' && isExpansion(text, from) {
		return span{}, false
	}
	flag := strength == strongName && joint == spaceJoint && isFlag(text, from)
	if joint == bodyJoint || joint == pairJoint && text[at-1] == '>' {
		if value, ok := elementBody(text, at); ok {
			return value, bodySecret(text, joint, strength, value)
		}
	}
	if joint >= looseJoint || flag || joint == spaceJoint && takesQuotes(text, from, end) || joint == wordJoint || joint == lineJoint || joint == pairJoint {
		if value, ok := quotedValue(text, at); ok {
			return value, quotedSecret(text, from, end, joint, strength, value)
		}
	}
	if joint == tightJoint && isVariable(text, from, end) {
		value, ok := variableValue(text, at, strength)
		return withTail(text, span{from, end}, joint, strength, at, value, ok)
	}
	if list, ok := listValue(text, at, joint, strength); ok {
		return list, true
	}
	if joint == looseJoint && beginsSentence(text, from, at) {
		return sentenceSecret(text, at)
	}
	value, next := bareValue(text, skipScheme(text, at), joint)
	if joint == looseJoint && strings.IndexByte("&;|<>", next) >= 0 && value.to+1 < len(text) && text[value.to+1] > ' ' && isVariable(text, from, end) {
		value, next = setValue(text, value)
	}
	word := text[value.from:value.to]
	if word == "" || strings.IndexByte("([{", next) >= 0 {
		return value, false // nothing, or code: a call, an index
	}
	runMin := randomRunMin
	if strings.EqualFold(text[from:end], "bearer") {
		runMin = bearerRunMin
	}
	if strength == codeName && !strings.EqualFold(text[max(from, end-len("token")):end], "token") {
		return value, joint >= wordJoint && isCode(word) && !countsUnits(text, value.to) // not a checksum
	}
	if looksRandom(word, runMin) || querySignature(text, from, end) && looksSigned(word) || (strength != keyName || joint == wordJoint || joint == pairJoint) && scrambled(word) {
		return value, true
	}
	switch {
	case isWeak(strength):
		return value, false
	case strength == codeName:
		return value, joint >= wordJoint && isCode(word) && !countsUnits(text, value.to)
	}
	ok := bareSecret(text, from, end, joint, strength, value, next, flag)
	return withTail(text, span{from, end}, joint, strength, value.from, value, ok)
}

// bareSecret judges a value without quotes that does not look random.
func bareSecret(text string, from, end, joint, strength int, value span, next byte, flag bool) bool {
	word := text[value.from:value.to]
	switch {
	case joint == spaceJoint && flag:
		return secretLoose(word, ' ', false) || flagFollows(text, value.to) && secretTight(word, ' ')
	case joint == spaceJoint && isImageVariable(text, from, end):
		return secretTight(word, ' ')
	case joint == spaceJoint:
		return (looksMade(word) || looksChosen(word) || isCode(word) && len(word) >= 6 && !countsUnits(text, value.to)) && isGiven(text, from) || isEntry(text, from) && secretLoose(word, ' ', false) || isNetrc(text, from) && secretTight(word, ' ')
	case joint == wordJoint && strings.Contains(word, "://"):
		return false
	case joint == wordJoint && saidSecret(text[from:end], word):
		return !countsUnits(text, value.to)
	case joint == wordJoint || joint == lineJoint || strength == shortName:
		return looksMade(word) || looksChosen(word)
	case joint == looseJoint && isForeignWord(word) && afterColon(text[end:value.from]) && goesOn(text[value.to:]):
		return false
	case joint == tightJoint || joint == bodyJoint:
		return secretTight(word, next)
	case joint == pairJoint:
		return secretLoose(word, next, true) && nameStrength(word, 0, len(word)) == plainName
	}
	return secretLoose(word, next, afterColon(text[end:value.from]))
}

// afterColon reports whether the colon is what joins a name to its value.
func afterColon(joint string) bool {
	joint = strings.TrimRight(joint, " \t*")
	return strings.HasSuffix(joint, ":") || strings.HasSuffix(joint, "：")
}

// goesOn reports whether another word of a script with blanks follows.
func goesOn(rest string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, " "))
	return rest != "" && rest[0] == ' ' && unicode.IsLetter(r) && !scripts.Unspaced(r)
}

// isForeignWord reports whether a word is letters alone, some of them beyond ASCII, of a
// script that puts blanks between words.
func isForeignWord(word string) bool {
	return traitsOf(word).others > 0 && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) || scripts.Unspaced(r) }) < 0
}

// saidSecret judges what a sentence says that a password is, where it is digits or has
// dashes: names of secrets and keys have these, too.
func saidSecret(name, word string) bool {
	name = strings.ToLower(name)
	if strings.HasSuffix(name, "secret") || strings.HasSuffix(name, "key") || strings.HasSuffix(name, "token") || name == "pass" {
		return false
	}
	return isCode(word) && (len(word) >= 6 || strings.HasSuffix(name, "code")) || looksJoined(word)
}

// countsUnits reports whether the word behind a number says what it counts: 8 characters.
func countsUnits(text string, at int) bool {
	rest := strings.TrimLeft(text[at:min(len(text), at+flagBytesMax)], " -")
	return slices.Contains(units, strings.ToLower(rest[:len(rest)-len(strings.TrimLeft(rest, asciiLetters))]))
}

const asciiLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// quotedSecret judges a value in quotes.
func quotedSecret(text string, from, end, joint, strength int, value span) bool {
	word := text[value.from:value.to]
	switch {
	case strength >= shortName && strings.ContainsAny(word, " \t"):
		return joint != wordJoint && secretPhrase(word, joint == spaceJoint || isUpper(text[from:end]) && isLineStart(text, from)) || looksRandom(word, randomRunMin)
	case strength == shortName, joint == wordJoint && strength == strongName:
		return looksMade(word) || looksChosen(word) || strength == strongName && saidSecret(text[from:end], word)
	case strength == keyName && joint == wordJoint && scrambled(word):
		return true
	case joint == pairJoint, joint == lineJoint:
		return secretLiteral(word, strength) && nameStrength(word, 0, len(word)) == plainName
	}
	return secretLiteral(word, strength)
}

// skipJoint steps over what joins a name to its value.
func skipJoint(text string, from, end int) (joint, at int) {
	if at := skipTag(text, from, end); at > 0 {
		return bodyJoint, at
	}
	if at := skipSibling(text, from, end); at > 0 {
		return pairJoint, at
	}
	closed := skip(text, end, "\\\"'`]*", 4) // "password", env["TOKEN"], **Password**
	if at := skipPair(text, from, end, closed); at > 0 {
		return pairJoint, at
	}
	sign := skip(text, closed, " \t", 8)
	at = skip(text, sign, ":=>", 2)
	if strings.HasPrefix(text[sign:], "：") || strings.HasPrefix(text[sign:], "＝") {
		at = sign + len("：")
	}
	after := skip(text, at, " \t*", 8)
	switch {
	case at == sign && closed > end && text[end] == '*' && strings.HasPrefix(text[closed:], "\n"):
		return lineJoint, nextLineValue(text, closed) // **Password**
	case at > sign && text[sign] == '=' && after < len(text) && (text[after] == '\n' || text[after] == '\r'):
		if at = nextLineValue(text, after); isAssignment(text, at) {
			return noJoint, end // API_KEY= is empty
		}
		return lineJoint, at
	case at > sign && closed == sign && after == at && text[sign] == '=':
		return tightJoint, after
	case at > sign && after < len(text) && (text[after] == '\n' || text[after] == '\r'):
		return lineJoint, nextLineValue(text, after)
	case at > sign:
		return looseJoint, after
	case closed > end && isFlag(text, from) && strings.HasPrefix(text[sign:], ","):
		return looseJoint, skip(text, sign+1, " \t\r\n", 16) // "--password", "abc"
	case closed > end && strings.HasPrefix(text[sign:], ",") && isArgument(text, from):
		return wordJoint, skip(text, sign+1, " \t\r\n", 16) // setenv("PASSWORD", "abc")
	case closed > end:
		return noJoint, end
	}
	if at := skipFiller(text, end); at > end {
		return wordJoint, at
	}
	if sign == closed {
		return noJoint, end
	}
	return spaceJoint, sign
}

// isArgument reports whether the quoted name is the first argument of a call.
func isArgument(text string, from int) bool {
	start := nameStart(text, from)
	return start > 1 && strings.IndexByte("\"'", text[start-1]) >= 0 && text[start-2] == '('
}

// nextLineValue steps over a line's end and what quotes the next, a fence too.
func nextLineValue(text string, at int) int {
	at = skip(text, at, " \t\r\n>", 32)
	if fence := strings.TrimPrefix(text[at:min(len(text), at+fenceBytesMax)], "```"); fence != text[at:min(len(text), at+fenceBytesMax)] {
		if language, _, ok := strings.Cut(fence, "\n"); ok && !strings.Contains(language, "`") {
			at += len("```") + len(language)
		}
	}
	return skip(text, at, " \t\r\n>", 32)
}

// fenceBytesMax bounds the line that opens a block of code.
const fenceBytesMax = 24

// isAssignment reports whether what stands at a place sets a name.
func isAssignment(text string, at int) bool {
	end := at
	for end < len(text) && end-at < 2*flagBytesMax && classes[text[end]]&(wordByte|dashByte|dotByte) != 0 {
		end++
	}
	return end > at && end+1 < len(text) && strings.IndexByte("=:", text[end]) >= 0 && strings.IndexByte("= \n\r", text[end+1]) < 0
}

// fillers are words between a name and its value.
var fillers = []string{"is ", "was ", "ist ", "war ", "lautet ", "est ", "es ", "è ", "é ", "är ", "er ", "to ", "jest ", "is: ", "ist: ", "est : ", "es: ", "è: ", "é: ", "は", "是", "为", "— ", "- ", "-> ", "→ "}

// adverbs may stand before a value in a sentence.
var adverbs = []string{"now ", "still ", "just ", "simply ", "currently ", "jetzt ", "noch ", "ahora ", "maintenant ", "agora ", "ora ", "nu ", "called ", "this: ", "the following: "}

// prepositions may begin what a name is said to be of, before a filler.
var prepositions = []string{
	"for ", "of ", "on ", "in ", "at ", "to the ", "to our ", "to my ", "für ", "von ", "vom ", "zum ", "zur ", "auf ", "pour ", "de ", "du ", "d'", "sur ", "para ", "del ", "do ", "da ",
	"al ", "per ", "di ", "voor ", "van ", "API ",
}

// ownFillers are fillers behind what a name is of.
var ownFillers = []string{" is ", " was ", " ist ", " lautet ", " est ", " es ", " è ", " é ", ": "}

// skipFiller steps over the words that join a name to its value in prose, or returns
// the same place.
func skipFiller(text string, end int) int {
	at := skip(text, end, " \t", 4)
	if at > end && startsAny(text[at:], prepositions) {
		line := text[at:min(len(text), at+fillerBytesMax)]
		if stop := strings.IndexAny(line, "\n.,;"); stop >= 0 {
			line = line[:stop]
		}
		for _, filler := range ownFillers {
			if found := strings.Index(line, filler); found >= 0 {
				return skipAdverb(text, at+found+len(filler))
			}
		}
	}
	for _, filler := range fillers {
		if strings.HasPrefix(text[at:], filler) && (at > end || filler[0] >= 0x80) {
			return skipAdverb(text, skip(text, at+len(filler), " \t", 4))
		}
	}
	return end
}

func skipAdverb(text string, at int) int {
	for _, adverb := range adverbs {
		if strings.HasPrefix(text[at:], adverb) {
			return at + len(adverb)
		}
	}
	return at
}

// skip steps over at most limit of the bytes given.
func skip(text string, at int, bytes string, limit int) int {
	for limit += at; at < len(text) && at < limit && strings.IndexByte(bytes, text[at]) >= 0; at++ {
	}
	return at
}

// skipBack steps back over a few of the bytes given.
func skipBack(text string, at int, bytes string) int {
	for limit := at - 8; at > 0 && at > limit && strings.IndexByte(bytes, text[at]) >= 0; at-- {
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
	if quotes := text[open : open+1]; strings.HasPrefix(text[open+1:], quotes+quotes) {
		return tripleQuoted(text, open+3, strings.Repeat(quotes, 3))
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

// tripleQuoted finds the inside of three quotes, blanks at its ends left out.
func tripleQuoted(text string, from int, quotes string) (span, bool) {
	inside, _, ok := strings.Cut(text[from:min(len(text), from+bareBytesMax)], quotes)
	from += len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
	inside = strings.TrimSpace(inside)
	return span{from, from + len(inside)}, ok && !strings.Contains(inside, "\n")
}

// endsParameter reports whether the ampersand at a place is before another parameter or
// another command.
func endsParameter(text string, at int) bool {
	end := at + 1
	for end < len(text) && end-at < flagBytesMax && classes[text[end]]&(wordByte|dashByte|dotByte) != 0 {
		end++
	}
	return end == len(text) && end == at+1 || end < len(text) && (text[end] == '=' && end > at+1 || end == at+1 && strings.IndexByte("& \t\r\n\"'`", text[end]) >= 0)
}

// endsValue reports whether the byte at a place ends a value that has no quotes.
func endsValue(text string, at int) bool {
	return classes[text[at]]&endByte != 0 && (text[at] != '&' || endsParameter(text, at))
}

// bareValue finds the word that starts at a place, and what ends it (0: the
// text's end). What is longer than a limit is judged by its beginning.
func bareValue(text string, at, joint int) (value span, next byte) {
	end := at
	limit := min(len(text), at+bareBytesMax)
	for end < limit && !endsValue(text, end) && (joint != wordJoint || text[end] < kanaLead) {
		end++
	}
	if end < len(text) {
		next = text[end]
	}
	return span{at, at + len(strings.TrimRight(text[at:end], ".:?"))}, next
}

// listOf finds the secrets of a list whose name is a plural.
func listOf(text string, from, end int) (span, bool) {
	joint, at := skipJoint(text, from, end)
	if joint == noJoint {
		return span{}, false
	}
	return listValue(text, at, joint, strongName)
}

// listValue finds the values of a list: "passwords": ["abc", "def"].
func listValue(text string, at, joint, strength int) (span, bool) {
	if joint < looseJoint || strength != strongName || at >= len(text) || text[at] != '[' {
		return span{}, false
	}
	list, at := span{}, at+1
	for {
		at = skip(text, at, " \t\r\n,", 64)
		value, ok := quotedValue(text, at)
		if !ok || !secretLiteral(text[value.from:value.to], strength) || nameStrength(text[value.from:value.to], 0, value.to-value.from) != plainName {
			return list, list.to > 0
		}
		if list.to == 0 {
			list.from = value.from
		}
		list.to = value.to
		at = value.to + 1 + skip(text[value.to:], 0, "\\", 3)
	}
}
