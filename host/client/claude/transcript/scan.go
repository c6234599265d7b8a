package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Most bytes of a transcript are results of tools, which nobody asks for here.
// So lines are not decoded: their values are stepped over, a string in a few
// leaps, and only what is wanted is. What is stepped over need not be valid.

var errNotObject = errors.New("no JSON object")

// fields returns the members of an object, in order, each value as it stands there.
// Nothing but blanks may follow the object.
func fields(data []byte, each func(key string, value []byte)) error {
	at := blanks(data, 0)
	if at >= len(data) || data[at] != '{' {
		return errNotObject
	}
	at = blanks(data, at+1)
	if at < len(data) && data[at] == '}' {
		return ended(data, at+1)
	}
	for {
		if at >= len(data) || data[at] != '"' {
			return errNotObject
		}
		end := skip(data, at)
		if end < 0 {
			return errNotObject
		}
		key := text(data[at:end])
		at = blanks(data, end)
		if at >= len(data) || data[at] != ':' {
			return errNotObject
		}
		at = blanks(data, at+1)
		if end = skip(data, at); end < 0 {
			return errNotObject
		}
		each(key, data[at:end])
		at = blanks(data, end)
		switch {
		case at < len(data) && data[at] == ',':
			at = blanks(data, at+1)
		case at < len(data) && data[at] == '}':
			return ended(data, at+1)
		default:
			return errNotObject
		}
	}
}

func ended(data []byte, at int) error {
	if blanks(data, at) < len(data) {
		return errNotObject
	}
	return nil
}

// elements gives the values of an array until each wants no more; of anything
// else none.
func elements(data []byte, each func(value []byte) bool) {
	at := blanks(data, 0)
	if at >= len(data) || data[at] != '[' {
		return
	}
	for at = blanks(data, at+1); at < len(data) && data[at] != ']'; {
		end := skip(data, at)
		if end < 0 || !each(data[at:end]) {
			return
		}
		if at = blanks(data, end); at >= len(data) || data[at] != ',' {
			return
		}
		at = blanks(data, at+1)
	}
}

// skip returns the end of the value that starts at a place, or -1.
func skip(data []byte, at int) int {
	if at >= len(data) {
		return -1
	}
	switch data[at] {
	case '"':
		return skipString(data, at)
	case '{', '[':
		return skipNested(data, at)
	}
	from := at
	for at < len(data) && isScalar[data[at]] {
		at++
	}
	if at == from {
		return -1
	}
	return at
}

func skipString(data []byte, at int) int {
	for at++; ; at++ {
		step := bytes.IndexByte(data[at:], '"')
		if step < 0 {
			return -1
		}
		at += step
		escapes := 0
		for data[at-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at + 1
		}
	}
}

func skipNested(data []byte, at int) int {
	for depth := 0; at < len(data); at++ {
		switch data[at] {
		case '"':
			end := skipString(data, at)
			if end < 0 {
				return -1
			}
			at = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return -1
}

func blanks(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\t' || data[at] == '\r' || data[at] == '\n') {
		at++
	}
	return at
}

// isScalar are the bytes of numbers, true, false and null.
var isScalar = func() (table [256]bool) {
	for _, b := range []byte("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
		table[b] = true
	}
	return table
}()

// text decodes a string; what is none is empty.
func text(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && isASCII(inner) {
		return string(inner)
	}
	var decoded string
	if json.Unmarshal(raw, &decoded) != nil {
		return ""
	}
	return decoded
}

func isASCII(data []byte) bool {
	for _, b := range data {
		if b >= 0x80 || b < ' ' {
			return false
		}
	}
	return true
}

// yes reports whether a value is true.
func yes(raw []byte) bool { return string(raw) == "true" }
