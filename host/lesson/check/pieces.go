package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/ascii"
	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// piece is a word of a lesson's text, without the punctuation around it.
type piece struct {
	text   string
	left   string // what the word was cut off from, where no blank stood
	span   int    // the code span or block that it stands in, 0 in prose
	end    byte   // what ends a clause behind it: '.', ';', ':', ',' or 0
	used   bool   // part of a command that was read
	exempt bool   // the text says that it is gone or not to be used
}

// lower returns a word of prose in lower case, "" for code.
func (p *piece) lower() string {
	if p.span > 0 {
		return ""
	}
	return strings.ToLower(p.text)
}

// pieceBytesMax of a word: a longer one names nothing, and would be read many times over.
const pieceBytesMax = 1 << 10

// split returns the words of a text in order.
func split(text string) []piece {
	var pieces []piece
	span, spans := 0, 0
	start := 0
	flush := func(end int) {
		if end > start && end-start <= pieceBytesMax {
			n := len(pieces)
			pieces = addPiece(pieces, text[start:end], span)
			if n < len(pieces) && span == 0 && strings.HasPrefix(text[start:], pieces[n].text) {
				pieces[n].left = leftOf(text[:start])
			}
		}
	}
	for i := 0; i < len(text); i++ {
		if span == 0 && i > start && parts(text[start:i], text[i:]) {
			flush(i)
			start = i
		}
		switch c := text[i]; {
		case c >= utf8.RuneSelf && span == 0:
			if end, size := separator(text[i:]); size > 0 {
				flush(i)
				if n := len(pieces); n > 0 {
					pieces[n-1].end = stronger(pieces[n-1].end, end)
				}
				start = i + size
				i = start - 1
			}
		case c == '`':
			flush(i)
			for i+1 < len(text) && text[i+1] == '`' {
				i++
			}
			if span > 0 {
				span = 0
			} else {
				spans++
				span = spans
			}
			start = i + 1
		case c == '\n':
			flush(i)
			start = i + 1
			if rest := strings.TrimLeft(text[start:min(len(text), start+20)], " \t"); len(pieces) > 0 && (span > 0 || rest == "" || strings.ContainsRune("\n-*#", rune(rest[0]))) {
				pieces[len(pieces)-1].end = '.'
				if span > 0 {
					spans++
					span = spans // each line of a block is a command of its own
				}
			}
		case c == ' ' || c == '\t' || c == '\r':
			flush(i)
			start = i + 1
		}
	}
	flush(len(text))
	return pieces
}

// separator returns what a punctuation mark of full width at the beginning of a text ends,
// and its size, 0 if there is none.
func separator(text string) (end byte, size int) {
	r, size := utf8.DecodeRuneInString(text)
	if !(r >= 0x3000 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF65) || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
		return 0, 0
	}
	switch r {
	case '。', '．', '｡', '！', '？':
		end = '.'
	case '；':
		end = ';'
	case '：':
		end = ':'
	case '，', '、', '､':
		end = ','
	}
	return end, size
}

// parts reports that a word of prose ends between two texts though no blank does it, as letters
// of a script that needs none stand there: beside letters or digits, punctuation, or what
// begins a path or a flag. A name such as docs/設計v2.md is one word.
func parts(left, right string) bool {
	before, size := utf8.DecodeLastRuneInString(left)
	after, _ := utf8.DecodeRuneInString(right)
	if strings.ContainsRune(`,;:!?"'”’»)`, before) {
		earlier, _ := utf8.DecodeLastRuneInString(left[:len(left)-size])
		return scripts.Unspaced(earlier) || scripts.Unspaced(after)
	}
	switch from, to := scripts.Unspaced(before), scripts.Unspaced(after); {
	case from == to:
		return false
	case to:
		rest := strings.TrimLeftFunc(right, scripts.Unspaced)
		return isAlphanumeric(before) && !(len(rest) > 1 && strings.IndexByte(`/\-_.`, rest[0]) >= 0 && isAlphanumeric(rune(rest[1])))
	case isAlphanumeric(after):
		name := strings.TrimRightFunc(left, scripts.Unspaced)
		return name == "" || strings.IndexByte(`/\-_`, name[len(name)-1]) < 0
	}
	return strings.ContainsRune(`"'“‘«($`, after) || strings.HasPrefix(right, "--") || strings.HasPrefix(right, "./") || strings.HasPrefix(right, "../") || strings.HasPrefix(right, "~/")
}

// leftBytesMax of a name are looked at where it was cut.
const leftBytesMax = 96

// leftOf returns the letters and digits at a text's end.
func leftOf(text string) string {
	text = text[max(0, len(text)-leftBytesMax):]
	rest := strings.TrimRightFunc(text, func(r rune) bool {
		return scripts.Unspaced(r) || isAlphanumeric(r) || r == '-' || r == '_'
	})
	return text[len(rest):]
}

func isAlphanumeric(r rune) bool { return r < utf8.RuneSelf && ascii.IsAlphanumeric(byte(r)) }

// addPiece adds a word, or its punctuation to the word before.
func addPiece(pieces []piece, raw string, span int) []piece {
	if before, after, found := strings.Cut(raw, "]("); found && span == 0 { // a link
		return addPiece(addPiece(pieces, strings.Replace(before, "[", "", 1), span), strings.Replace(after, ")", "", 1), span)
	}
	text, end := trim(raw, span > 0)
	if text == "" || text == "-" || text == "–" || text == "—" || text == "→" || text == "->" {
		if end == 0 && text != "" && span == 0 {
			end = ','
		}
		if n := len(pieces); n > 0 && end != 0 && pieces[n-1].end != '.' {
			pieces[n-1].end = end
		}
		return pieces
	}
	if before, after, found := strings.Cut(text, "—"); found && span == 0 { // glued by a dash
		pieces = addPiece(pieces, before, span)
		if len(pieces) > 0 && pieces[len(pieces)-1].end == 0 {
			pieces[len(pieces)-1].end = ','
		}
		pieces = addPiece(pieces, after, span)
		if len(pieces) > 0 && end != 0 {
			pieces[len(pieces)-1].end = end
		}
		return pieces
	}
	return append(pieces, piece{text: text, span: span, end: end})
}

// trim takes the punctuation off a word and returns what of it ends a clause.
func trim(text string, code bool) (string, byte) {
	text = strings.TrimLeft(text, `"'“‘«*(`)
	if strings.HasPrefix(text, "[") && !strings.Contains(text, "]") {
		text = text[1:]
	}
	end := byte(0)
	for text != "" && !strings.HasSuffix(text, "/...") {
		before := text
		for _, mark := range [...]string{".", "!", "?", ";", ":", ",", "…"} {
			if rest, found := strings.CutSuffix(text, mark); found {
				text = rest
				end = stronger(end, mark[0])
			}
		}
		for _, mark := range [...]string{`"`, "'", "”", "’", "»", "*", "'s", "’s"} {
			text = strings.TrimSuffix(text, mark)
		}
		for _, pair := range [...]string{"()", "[]", "{}"} {
			if strings.HasSuffix(text, pair[1:]) && strings.Count(text, pair[:1]) < strings.Count(text, pair[1:]) {
				text = text[:len(text)-1]
			}
		}
		if len(text) > 2 && text[0] == '_' && text[len(text)-1] == '_' && !code && text[1] != '_' {
			text = text[1 : len(text)-1] // emphasis
		}
		if text == before {
			break
		}
	}
	if code && end == ',' {
		end = 0
	}
	return text, end
}

// stronger returns the mark that separates more.
func stronger(a, b byte) byte {
	const order = ",:;.!?"
	if b == '!' || b == '?' {
		b = '.'
	}
	if strings.IndexByte(order, b) < 0 || strings.IndexByte(order, a) > strings.IndexByte(order, b) {
		return a
	}
	return b
}
