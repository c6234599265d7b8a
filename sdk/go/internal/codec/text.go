package codec

import "bytes"

// plainEscapes are those of one letter, and what they stand for.
var plainEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescaped gives a text whose escapes are of one letter, or of an ASCII code as
// the host writes <, > and &.
func unescaped(raw []byte) (string, bool) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), true
	}
	out := make([]byte, 0, len(raw))
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 {
			return string(append(out, raw...)), true
		}
		if at+1 >= len(raw) {
			return "", false
		}
		out = append(out, raw[:at]...)
		letter := raw[at+1]
		raw = raw[at+2:]
		switch {
		case plainEscapes[letter] != 0:
			out = append(out, plainEscapes[letter])
		case letter == 'u' && len(raw) >= 4 && raw[0] == '0' && raw[1] == '0' && '0' <= raw[2] && raw[2] <= '7' && digit(raw[3]) >= 0:
			out = append(out, (raw[2]-'0')<<4|byte(digit(raw[3])))
			raw = raw[4:]
		default:
			return "", false
		}
	}
}

func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
