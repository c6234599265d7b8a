// Package redact replaces secrets in texts by "[redacted]": in prompts, in answers of
// the model and in the inputs of tools. It knows no client, and nothing of what is done
// with the texts. See RATIONALE.md, "Why an own redactor?".
package redact

import "strings"

// Mark stands where a secret was.
const Mark = "[redacted]"

// Text replaces what looks like a secret by "[redacted]": tokens of known
// shapes, private keys, passwords in URLs and on command lines, and what is
// assigned to a name like password or api_key. Everything else is left as it is.
// It takes time linear in the text.
func Text(text string) string { return redactPart(text, 0, len(text)) }

// aroundBytes is how far beyond the ends of a part a secret is looked for, so that
// none survives as its own half.
const aroundBytes = 16 << 10

// passesMax bounds how often a text is searched: where one secret has gone, what is
// left may show another.
const passesMax = 6

// redactPart returns the part of a text from one byte to another, redacted: what is
// kept of a long text. A secret that only begins or ends in it is left out whole.
func redactPart(text string, from, to int) string {
	begin, end := window(text, from, to)
	part, found := search(text[begin:end], from-begin, to-begin)
	for pass := 1; found && pass < passesMax; pass++ {
		var again string
		again, _ = search(part, 0, len(part))
		found = again != part
		part = again
	}
	return part
}

// search scans a text as it is, and once more as a reader sees it, where that is another.
func search(text string, from, to int) (part string, found bool) {
	blanked := plainText(text, isForeignBlank)
	part, found = scan(blanked, text, from, to)
	if seen := plainText(text, isUnseen); seen.text != blanked.text {
		if found {
			from, to, text = 0, len(part), part
			seen = plainText(text, isUnseen)
		}
		var more bool
		part, more = scan(seen, text, from, to)
		found = found || more
	}
	return part, found
}

// window returns what is looked at for a part of a text.
func window(text string, from, to int) (begin, end int) {
	return max(0, from-aroundBytes), min(len(text), to+aroundBytes)
}

// scan searches a text once and returns a part of the original without the secrets found.
func scan(p plain, original string, from, to int) (part string, found bool) {
	s := scanner{plain: p, original: original, written: p.of(from), kept: from, keepTo: p.of(to)}
	for at := 0; at < s.keepTo; {
		at = s.given(s.step(at))
	}
	return s.result(from, to), s.out.Len() > 0
}

// scanner walks a text once. Its steps take the place of something interesting
// and give the place to go on from.
type scanner struct {
	plain
	original       string
	out            strings.Builder
	written        int                // bytes of text that are in out or were left out
	kept           int                // the same of the original
	keepTo         int                // what begins here or later is not asked for
	barren         [len(shapes)]int   // per shape: none of its tokens starts before
	barrenCommands [len(programs)]int // per program: its options before are known
	barrenPipes    int                // no echo before is read as a password
	barrenTable    int                // no header of a table before
	barrenManifest int                // no data of a manifest before
	secretKind     kinds
	pending        []span // secrets of command lines that are still to be walked to, in order
}

func (s *scanner) step(at int) int {
	b := s.text[at]
	switch {
	case classes[b]&wordByte != 0:
		return s.word(at)
	case b >= 0x80:
		return s.foreign(at)
	case b == ':' && strings.HasPrefix(s.text[at:], "://"):
		return s.url(at)
	case b == '@' && strings.HasPrefix(s.text[at:], "@tcp("):
		return s.dsn(at)
	case b == '*' && at > 0 && s.text[at-1] == ':':
		if secret, ok := s.passwordFile(at, at+1); ok {
			return s.drop(secret.from, secret.to)
		}
	case b == '-' && strings.HasPrefix(s.text[at:], pemBegin):
		return s.pem(at)
	}
	return at + 1
}

// given drops the secrets of command lines that start before a place, and returns the
// place to go on from.
func (s *scanner) given(at int) int {
	for len(s.pending) > 0 && s.pending[0].from < at {
		at = max(at, s.drop(s.pending[0].from, s.pending[0].to))
		s.pending = s.pending[1:]
	}
	return at
}

// drop leaves text[from:to] out.
func (s *scanner) drop(from, to int) int {
	if to > s.written && from < s.keepTo {
		s.out.WriteString(s.original[s.kept:max(s.kept, s.place(from))])
		s.out.WriteString(Mark)
		s.written, s.kept = to, s.place(to)
	}
	return to
}

// result is the part of the original from one byte to another without the secrets.
func (s *scanner) result(from, to int) string {
	if s.out.Len() == 0 {
		return s.original[from:to]
	}
	s.out.WriteString(s.original[min(s.kept, to):to])
	return s.out.String()
}

// word looks at the word that starts at from: is it a token by its shape, a name
// that something secret is assigned to, or a program that is given a password?
func (s *scanner) word(from int) int {
	if end, ok := s.token(from); ok {
		return s.drop(from, end)
	}
	end := s.run(from, wordByte)
	if secret, ok := s.marked(from, end); ok {
		return s.drop(secret.from, secret.to)
	}
	strength := nameStrength(s.text, from, end)
	if strength == plainName && s.text[end-1] == 's' && end > from+1 && nameStrength(s.text, from, end-1) == strongName {
		if list, ok := listOf(s.text, from, end); ok {
			return s.drop(list.from, list.to)
		}
	}
	if strength != plainName {
		if value, ok := s.value(from, end, strength); ok {
			return s.drop(value.from, value.to)
		}
		s.table(from, end)
	}
	if value, ok := valueBefore(s.text, from, end); ok {
		return s.drop(value.from, value.to)
	}
	if phrase, ok := s.seed(from, end); ok {
		return s.drop(phrase.from, phrase.to)
	}
	s.command(from, end)
	s.piped(from, end)
	if end < len(s.text) && s.text[end] == ':' {
		s.manifest(from, end)
	}
	return end
}

// value finds the whole of the secret that is assigned to the name text[from:end].
func (s *scanner) value(from, end, strength int) (span, bool) {
	value, ok := findValue(s.text, from, end, strength)
	if ok && value.to-value.from == bareBytesMax {
		value.to = s.valueEnd(value.to)
	}
	return value, ok
}

// valueEnd returns the end of the value without quotes that goes on at a place.
func (s *scanner) valueEnd(at int) int {
	for at < len(s.text) && classes[s.text[at]]&endByte == 0 {
		at++
	}
	return at
}

// run returns the end of the bytes of a class that start at from.
func (s *scanner) run(from int, class uint8) int {
	for from < len(s.text) && classes[s.text[from]]&class != 0 {
		from++
	}
	return from
}

// Classes of bytes.
const (
	wordByte   = 1 << iota // letters, digits, underscore
	digitByte              // 0–9
	letterByte             // A–Z, a–z
	keyByte                // A–Z, 0–9
	dashByte               // -
	dotByte                // .
	base64Byte             // letters, digits, + / = _ -
	endByte                // ends a value that has no quotes
)

var classes = func() (table [256]uint8) {
	for _, set := range []struct {
		bytes string
		class uint8
	}{
		{"0123456789", wordByte | digitByte | keyByte | base64Byte},
		{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", wordByte | letterByte | keyByte | base64Byte},
		{"abcdefghijklmnopqrstuvwxyz", wordByte | letterByte | base64Byte},
		{"_", wordByte | base64Byte},
		{"-", dashByte | base64Byte},
		{".", dotByte},
		{"+/=", base64Byte},
		{" \t\r\n\v\f\"'`,;&()[]{}<>|\\", endByte},
	} {
		for i := range len(set.bytes) {
			table[set.bytes[i]] = set.class
		}
	}
	return table
}()
