package hook

import "strings"

// redacted stands where a secret was.
const redacted = "[redacted]"

// Redact replaces what looks like a secret by "[redacted]": tokens of known
// shapes, private keys, passwords in URLs, and what is assigned to a name like
// password or api_key. Everything else is left as it is. It takes time linear
// in the text.
func Redact(text string) string {
	s := scanner{text: text}
	for at := 0; at < len(text); {
		class := classes[text[at]]
		switch {
		case class&wordByte != 0:
			at = s.word(at)
		case text[at] == ':' && strings.HasPrefix(text[at:], "://"):
			at = s.url(at)
		case text[at] == '-' && strings.HasPrefix(text[at:], pemBegin):
			at = s.pem(at)
		default:
			at++
		}
	}
	return s.result()
}

// scanner walks a text once. Its steps take the place of something interesting
// and give the place to go on from.
type scanner struct {
	text    string
	out     strings.Builder
	written int              // bytes of text that are in out or were left out
	barren  [len(shapes)]int // per shape: none of its tokens starts before
}

// drop leaves text[from:to] out.
func (s *scanner) drop(from, to int) int {
	s.out.WriteString(s.text[s.written:from])
	s.out.WriteString(redacted)
	s.written = to
	return to
}

func (s *scanner) result() string {
	if s.written == 0 {
		return s.text
	}
	s.out.WriteString(s.text[s.written:])
	return s.out.String()
}

// word looks at the word that starts at from: is it a token by its shape, or a
// name that something secret is assigned to?
func (s *scanner) word(from int) int {
	if end, ok := s.token(from); ok {
		return s.drop(from, end)
	}
	end := s.run(from, wordByte)
	strength := nameStrength(s.text, from, end)
	if strength == plainName {
		return end
	}
	if value, ok := findValue(s.text, from, end, strength); ok {
		if value.to-value.from == bareBytesMax {
			value.to = s.valueEnd(value.to)
		}
		return s.drop(value.from, value.to)
	}
	return end
}

// valueEnd gives the end of the value without quotes that goes on at a place.
func (s *scanner) valueEnd(at int) int {
	for at < len(s.text) && classes[s.text[at]]&endByte == 0 {
		at++
	}
	return at
}

// run gives the end of the bytes of a class that start at from.
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
