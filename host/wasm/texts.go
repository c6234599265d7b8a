package wasm

import (
	"regexp"

	"github.com/ed-irl/impressionism/host/wasm/binary"
)

// textPattern is what reads like a name or a path. Compilers lay texts side by side,
// so some are found as one.
var textPattern = regexp.MustCompile(`[A-Za-z0-9_./:-]{3,64}`)

// Texts gives what reads like names and paths in the data of a module; none where it
// is no module.
func Texts(module []byte) []string {
	decoded, err := binary.Decode(module)
	if err != nil {
		return nil
	}
	var texts []string
	for _, data := range decoded.Data {
		for _, text := range textPattern.FindAll(data.Bytes, -1) {
			texts = append(texts, string(text))
		}
	}
	return texts
}
