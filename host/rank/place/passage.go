package place

import "strings"

// passageRunes is how much of a place's text its passage has.
const passageRunes = 400

// Passage returns what stands for a place where it is embedded: its path, symbol and the
// beginning of its text.
func Passage(path, symbol, text string) string {
	n := 0
	for at := range text {
		if n == passageRunes {
			text = text[:at]
			break
		}
		n++
	}
	return strings.Join([]string{path, symbol, text}, "\n")
}
