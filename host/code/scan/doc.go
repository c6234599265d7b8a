package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/code"
)

// shortened returns the beginning of a doc comment as valid UTF-8, at most code.DocBytesMax.
func shortened(doc string) string {
	doc = strings.ToValidUTF8(strings.TrimSpace(doc), "\uFFFD")
	if len(doc) <= code.DocBytesMax {
		return doc
	}
	n := code.DocBytesMax
	for n > 0 && !utf8.RuneStart(doc[n]) {
		n--
	}
	return strings.TrimSpace(doc[:n])
}
