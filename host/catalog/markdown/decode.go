package markdown

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
)

// noiseMax is the share of bytes, one in noiseMax, that may be NUL or no UTF-8.
// One odd byte in a text is forgiven, as the client does; UTF-16, images and
// archives are far above it.
const noiseMax = 10

// decode returns text with LF line ends and without byte order mark; a file that
// is no text is rejected as "not-text".
func decode(data []byte) (text, warning string, rejection *catalog.Rejection) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if noise := countNoise(data); noise > 0 {
		if noise*noiseMax > len(data) {
			return "", "", &catalog.Rejection{
				Code: "not-text", Reason: fmt.Sprintf("%d of its %d bytes are no UTF-8 text; save it as UTF-8", noise, len(data)),
			}
		}
		warning = fmt.Sprintf("%d bytes are no UTF-8 text and were replaced", noise)
		data = bytes.ToValidUTF8(bytes.ReplaceAll(data, []byte{0}, nil), []byte("\uFFFD"))
	}
	text = string(data)
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text, warning, nil
}

func countNoise(data []byte) int {
	noise := bytes.Count(data, []byte{0})
	if utf8.Valid(data) {
		return noise
	}
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			noise++
		}
		data = data[size:]
	}
	return noise
}
