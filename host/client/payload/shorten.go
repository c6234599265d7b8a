package payload

import "bytes"

// stringBytesMax is how much of a JSON string is parsed: more than is kept of any, at six
// bytes for an escaped character, and then the windows in which secrets are searched.
const stringBytesMax = 2 << 20

// shorten takes the middle out of long strings, so that parsing does not take an event's
// time for what nobody keeps. What it takes out may be no JSON, and then nobody hears of it.
func shorten(data []byte) []byte {
	if len(data) <= stringBytesMax {
		return data
	}
	var out []byte
	copied := 0
	for at := 0; ; {
		begin := bytes.IndexByte(data[at:], '"')
		if begin < 0 {
			break
		}
		begin += at + 1
		end := stringEnd(data, begin)
		if end-begin > stringBytesMax {
			from := escapeStart(data, begin, begin+stringBytesMax/2)
			to := escapeStart(data, begin, end-stringBytesMax/2)
			out = append(append(out, data[copied:from]...), ' ')
			copied = to
		}
		if at = end + 1; at >= len(data) {
			break
		}
	}
	if out == nil {
		return data
	}
	return append(out, data[copied:]...)
}

// stringEnd is where the quote that ends a string stands; the data's end where none does.
func stringEnd(data []byte, at int) int {
	for begin := at; ; {
		next := bytes.IndexByte(data[at:], '"')
		if next < 0 {
			return len(data)
		}
		at += next
		if backslashes(data, begin, at)%2 == 0 {
			return at
		}
		at++
	}
}

// backslashes counts those that stand directly before a place.
func backslashes(data []byte, begin, at int) int {
	n := 0
	for at-n > begin && data[at-n-1] == '\\' {
		n++
	}
	return n
}

// escapeStart moves a place in a string back to where a character or an escape begins, a
// pair of surrogates taken as one.
func escapeStart(data []byte, begin, at int) int {
	const pair = len(`\ud83d\ude00`)
	for back := max(begin, at-2*pair); back < at; back++ {
		if data[back] == '\\' && backslashes(data, begin, back)%2 == 0 {
			if end := escapeEnd(data, back); end > at {
				return back
			}
			back = escapeEnd(data, back) - 1
		}
	}
	for at > begin && data[at]&0xC0 == 0x80 {
		at--
	}
	return at
}

// escapeEnd is where an escape ends, with the second half of a pair.
func escapeEnd(data []byte, at int) int {
	if at+1 >= len(data) || data[at+1] != 'u' {
		return min(at+2, len(data))
	}
	end := min(at+6, len(data))
	if end < len(data)-1 && data[at+2]|0x20 == 'd' && data[end] == '\\' && data[end+1] == 'u' {
		end = min(end+6, len(data))
	}
	return end
}
