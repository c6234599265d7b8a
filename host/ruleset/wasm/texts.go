package wasm

import (
	"regexp"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Texts returns what reads like names and paths in the data of a module; none where it
// is no module. Compilers lay texts side by side, so some are found as one.
func Texts(module []byte) []string {
	decoded, err := binary.Decode(module)
	if err != nil {
		return nil
	}
	pattern := regexp.MustCompile(`[A-Za-z0-9_./:-]{3,64}`) // not before a hook begins
	var texts []string
	for _, data := range decoded.Data {
		for _, text := range pattern.FindAll(data.Bytes, -1) {
			texts = append(texts, string(text))
		}
	}
	return texts
}
