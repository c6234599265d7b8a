package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// kanaLead is the first byte of scripts that put no blanks between words.
const kanaLead = 0xE3

// beginsSentence reports whether letters or marks of such a script stand in the word at a
// place, behind a name that is of such a script, too.
func beginsSentence(text string, from, at int) bool {
	if text[from] < kanaLead {
		return false
	}
	limit := min(len(text), at+bareBytesMax)
	for ; at < limit && !endsValue(text, at); at++ {
		if text[at] >= kanaLead {
			return true
		}
	}
	return false
}

// What stands at a place of a sentence.
const (
	inValue = iota // a letter, digit or sign that a secret may have
	inWord         // a letter of a script without blanks
	between        // a mark or a blank
)

// partAt tells what stands at a place, and its size. Letters, digits and signs of full width
// may be of a secret, but not the marks that divide sentences.
func partAt(text string, at int) (part, size int) {
	if text[at] < utf8.RuneSelf {
		if endsValue(text, at) {
			return between, 1
		}
		return inValue, 1
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	switch {
	case scripts.Unspaced(r):
		return inWord, size
	case r > 0x2000 && unicode.IsPunct(r) && (r < 0xFF01 || r > 0xFF5E || strings.ContainsRune("，．：；？（）", r)):
		return between, size
	}
	return inValue, size
}

// sentenceWord is a row of letters, digits and signs in a sentence.
type sentenceWord struct {
	span
	first  bool // nothing but marks stands between it and the name
	behind bool // it begins with a digit or sign, directly behind a letter of the script
	before bool // such a letter stands directly behind it
}

// sentenceSecret finds the secret that a sentence of such a script gives a name:
// 密码：新的是abc12345，谢谢. Where letters of the script stand directly before digits or signs,
// or between what is one secret, they are of it.
func sentenceSecret(text string, at int) (secret span, found bool) {
	mixed, joined := at, false // where what has no mark in it began; a secret is in it
	first := true
	for limit := min(len(text), at+bareBytesMax); at < limit; {
		part, size := partAt(text, at)
		switch {
		case part == between && text[at] < utf8.RuneSelf && text[at] != ' ' && text[at] != '\t':
			return secret, found
		case part == inValue:
			word := sentenceWord{span: span{at, at}, first: first, behind: at > mixed && !startsWithLetter(text[at:])}
			for ; part == inValue && at < len(text); word.to = at {
				if at += size; at < len(text) {
					part, size = partAt(text, at)
				}
			}
			word.before = part == inWord
			word.to -= at - word.from - len(strings.TrimRight(text[word.from:at], ".:?"))
			if !first && endsSearch(text, word) {
				return secret, found
			}
			first = false
			if joined = joined || word.isSecret(text); !joined {
				continue
			}
			if opening, _ := partAt(text, mixed); !found && (opening == inValue || word.behind) {
				secret.from = mixed
			} else if !found {
				secret.from = word.from
			}
			secret.to, found = word.to, true
			continue
		case part == between:
			mixed, joined = at+size, false
		default:
			first = false
		}
		at += size
	}
	return secret, found
}

// endsSearch reports whether a word that stands between blanks cannot be of a password.
func endsSearch(text string, word sentenceWord) bool {
	if text[word.from-1] != ' ' || word.before {
		return false
	}
	value := text[word.from:word.to]
	return value == "" || value[0] == '-' || value[0] == '#' || strings.ContainsAny(value, "=/|$&") || !isOfPassword(value)
}

// isSecret judges a word of a sentence.
func (w sentenceWord) isSecret(text string) bool {
	value := strings.Map(narrow, text[w.from:min(w.to, w.from+bareBytesMax)])
	bare := strings.TrimFunc(value, func(r rune) bool { return r < utf8.RuneSelf && classes[r]&wordByte == 0 })
	counted := bare != "" && w.counts(text, bare)
	t := traitsOf(bare)
	switch {
	case w.first:
		size := utf8.RuneCountInString(value)
		return (size > 3 || size == 3 && !w.before) && !counted && !looksLikeCode(value, traitsOf(value))
	case bare == "" || counted || technical(bare) || strings.Contains(bare, "://"):
		return false
	case w.behind && (t.digits > 0 || strings.IndexByte("@#!^*+_", text[w.from]) >= 0):
		return true
	}
	return looksRandom(bare, randomRunMin) || scrambled(bare) || looksMade(bare) || looksChosen(bare) || isCode(bare) || looksJoined(bare) || madeOf(value) && (len(value) > 4 || len(value) == 4 && (t.digits > 1 || looksMixed(value)))
}

// counters follow the number of a length or a year.
var counters = []string{"位", "个", "個", "字", "文字", "桁", "年", "자", "글자", "년"}

// counts reports whether a word is a number of something, by its length and what stands
// behind it: 8位, 2FA登录.
func (w sentenceWord) counts(text, bare string) bool {
	digits := bare[strings.LastIndexAny(bare, "-~")+1:]
	if strings.Trim(bare, "0123456789-~") != "" {
		return w.behind && w.before && len(bare) <= 3
	}
	return countsUnits(text, w.to) || w.before && len(digits) <= 2 || len(digits) <= codeDigitsMin && startsAny(strings.TrimLeft(text[w.to:], " "), counters)
}

// startsWithLetter reports whether a letter comes first, of full width or not.
func startsWithLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// narrow returns the character of usual width.
func narrow(r rune) rune {
	if r >= 0xFF01 && r <= 0xFF5E {
		return r - 0xFF01 + '!'
	}
	return r
}
