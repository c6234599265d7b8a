package codec

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

func (d *decoder) space() {
	for d.at < len(d.data) {
		switch d.data[d.at] {
		case ' ', '\t', '\r', '\n':
			d.at++
		default:
			return
		}
	}
}

// take reports whether c comes next, and passes it.
func (d *decoder) take(c byte) bool {
	d.space()
	if d.at < len(d.data) && d.data[d.at] == c {
		d.at++
		return true
	}
	return false
}

// skip passes one value and gives it as it stands.
func (d *decoder) skip() ([]byte, error) {
	d.space()
	from, depth := d.at, 0
	for d.at < len(d.data) {
		switch d.data[d.at] {
		case '"':
			if err := d.pass(); err != nil {
				return nil, err
			}
		case '{', '[':
			depth++
			d.at++
		case '}', ']':
			if depth--; depth < 0 {
				return nil, d.failed("no value")
			}
			d.at++
		case ' ', '\t', '\r', '\n', ',', ':':
			if depth == 0 {
				return nil, d.failed("no value")
			}
			d.at++
			continue
		default:
			d.scalar()
		}
		if depth == 0 {
			return d.data[from:d.at], nil
		}
	}
	return nil, errEnd
}

// scalar passes a number or a word.
func (d *decoder) scalar() {
	for d.at++; d.at < len(d.data) && bytes.IndexByte([]byte(" \t\r\n,:{}[]\""), d.data[d.at]) < 0; d.at++ {
	}
}

// pass goes to the end of a text.
func (d *decoder) pass() error {
	for d.at++; ; {
		end := bytes.IndexByte(d.data[d.at:], '"')
		if end < 0 {
			d.at = len(d.data)
			return errEnd
		}
		escapes := 0
		for end-escapes > 0 && d.data[d.at+end-escapes-1] == '\\' {
			escapes++
		}
		if d.at += end + 1; escapes%2 == 0 {
			return nil
		}
	}
}

// text reads a text. What is not plain is left to encoding/json, but for the
// escapes of which a prompt or a description is full.
func (d *decoder) text() (string, error) {
	from := d.at
	if err := d.pass(); err != nil {
		return "", err
	}
	raw := d.data[from+1 : d.at-1]
	if utf8.Valid(raw) {
		if plain, ok := unescaped(raw); ok {
			return plain, nil
		}
	}
	var text string
	err := json.Unmarshal(d.data[from:d.at], &text)
	return text, err
}
