package rank

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// nullPrompts holds prompts that no item fits, cleaned, "word gate\tmanner
// gate\tprompt" a line, with \n for a line break inside and \\ for a backslash. The
// gates are WordGate and MannerGate from regressions that had not seen the prompt.
//
//go:embed data/nulls.txt
var nullPrompts string

// nullVectors holds the vectors of the null prompts by the default encoder, which take a
// fifth of the time in which sixty skills are first embedded: a line with the encoder's
// identity and the SHA-256 of data/nulls.txt, then the numbers of each, in steps of 1/32,767, as
// little-endian integers of two bytes.
//
//go:embed data/nulls-minilm-skills.bin
var nullVectors string

// Null is a prompt that no item fits.
type Null struct {
	Text                 string
	WordGate, MannerGate float64
}

// Nulls are prompts that no item fits: greetings, acknowledgements, steering,
// generic requests, plain coding, mentions, business talk, pasted output. What
// they reach on an index tells which odds mean nothing there. See RATIONALE.md, "Why
// calibrate on null prompts?".
func (r *Recipe) Nulls() []Null {
	lines := strings.Split(strings.TrimSuffix(r.nulls, "\n"), "\n")
	nulls := make([]Null, len(lines))
	for i, line := range lines {
		gate, rest, _ := strings.Cut(line, "\t")
		manner, text, _ := strings.Cut(rest, "\t")
		nulls[i].Text = text
		nulls[i].WordGate, _ = strconv.ParseFloat(gate, 64) // written by cmd/lab tune, checked by a test
		nulls[i].MannerGate, _ = strconv.ParseFloat(manner, 64)
		if strings.ContainsRune(text, '\\') {
			nulls[i].Text = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(text)
		}
	}
	return nulls
}

// nullQueries are those of this process, by their texts.
var nullQueries sync.Map

// Query is the query that the prompt makes. It is made once in a process, and not to be changed.
func (n Null) Query() Query {
	if made, ok := nullQueries.Load(n.Text); ok {
		return made.(Query)
	}
	made := Prompt(n.Text)
	nullQueries.Store(n.Text, made)
	return made
}

// NullVectors are the vectors of Nulls, in their order, by an encoder with an identity
// ("name@hash"), of length 1; nil where they are not known and have to be made.
func (r *Recipe) NullVectors(identity string) [][]float32 {
	line, numbers, _ := strings.Cut(nullVectors, "\n")
	of, _, _ := strings.Cut(line, " ")
	if of != identity || r.nulls != nullPrompts {
		return nil
	}
	vectors := make([][]float32, strings.Count(r.nulls, "\n"))
	dimensions := len(numbers) / 2 / len(vectors)
	for i := range vectors {
		vectors[i] = make([]float32, dimensions)
		for j := range vectors[i] {
			at := 2 * (i*dimensions + j)
			vectors[i][j] = float32(int16(numbers[at])|int16(numbers[at+1])<<8) / math.MaxInt16
		}
	}
	return vectors
}
