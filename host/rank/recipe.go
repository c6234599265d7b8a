package rank

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// Recipe is how a kind of item is ranked with one encoder: weights, a table of
// background frequencies, null prompts, gates and an adapter. It is data, which
// `go run ./cmd/lab tune` fits and writes: numbers as JSON, to be compared by people,
// and vectors beside them, which would take a cold hook a millisecond to parse as JSON.
type Recipe struct {
	ID    string `json:"id"`              // of all that it holds: Seal
	Kind  string `json:"kind"`            // of the items that it was fitted on, as in abi.Ref; it ranks their pool only
	Model string `json:"model,omitempty"` // the encoder whose vectors Vectors belong to; empty: any

	Mixture Mixture `json:"dense"`
	BM25    BM25    `json:"bm25"`
	Weights Weights `json:"weights"`         // of the logit with the model
	Lexical Weights `json:"lexical_weights"` // without it
	// Foreign are those of the logit with the model for a prompt in another language than
	// English; nil: the encoder does not know such prompts.
	Foreign *Weights `json:"-"`
	// Card and LexicalCard are those of an item's card, with the model and without.
	Card        CardWeights `json:"card"`
	LexicalCard CardWeights `json:"lexical_card"`
	Best        Best        `json:"best"`
	Silence     int         `json:"silence"` // a prompt of at most so many stems is about nothing
	Certain     float64     `json:"certain"` // lead by words alone from which the model changes nothing
	// CertainCard is the same of an item with a card, whose words are more.
	CertainCard float64 `json:"certain_card"`

	Profiles        Profiles   `json:"profiles"`
	LexicalProfiles Profiles   `json:"lexical_profiles"`
	DenseMap        Thresholds `json:"dense_map"` // Dense where DenseSimilarity is .50, .70, .85

	Vectors    Vectors `json:"-"`
	Own        Vectors `json:"-"` // the kind's own gate, and concepts that bid with those of Vectors; empty: it has none
	OwnNames   string  `json:"-"` // of the concepts of Own, a line each
	background background
	nulls      string // "word gate\tmanner gate\tprompt" a line, quoted
	words      string
	manner     string
	concepts   string // their names, a line each, in the order of Vectors
	known      *known // nil: each word is looked up whenever it is asked for
}

// Weights are those of the logit: a sum of each times its feature, and Bias.
type Weights struct {
	Bias       float64 `json:"bias"`
	Dense      float64 `json:"dense"`
	Saturated  float64 `json:"saturated"`
	Normalised float64 `json:"normalised"`
	Asked      float64 `json:"asked"`
	Related    float64 `json:"related"`
	Gate       float64 `json:"gate"`
	Manner     float64 `json:"manner"`
	Length     float64 `json:"length"`
	Size       float64 `json:"size"`
	Background float64 `json:"background"`
	Technology float64 `json:"technology"`
	Same       float64 `json:"same,omitempty"`
	Other      float64 `json:"other,omitempty"`
}

// Best says what is asked of the items with the highest logits, as it takes a vector of
// each: what is bid against them, and which of them say nearly the same.
type Best struct {
	Top       int     `json:"top"`       // how many they are
	Duplicate float64 `json:"duplicate"` // cosine of two descriptions from which they are one need met twice
	Near      float64 `json:"near"`      // log-odds by which another may lie behind the best and still be chosen: Choice
	// Rivals is how much what the others of them fit counts against each: 1 asks which one it
	// is, as the fit of the weights does; 0 asks of each alone whether it fits.
	Rivals   float64 `json:"rivals,omitempty"`
	Likeness float64 `json:"likeness"` // how much a concept bids less for what it has in common with the item, as a share of their cosine
}

// Mixture weighs an item's three cosines; they sum to 1.
type Mixture struct {
	Head float64 `json:"head"`
	Best float64 `json:"best"`
	Mean float64 `json:"mean"`
}

var (
	//go:embed data/recipe-minilm-skills.json
	recipeMiniLMSkills []byte
	//go:embed data/recipe-minilm-skills.bin
	vectorsMiniLMSkills string
	//go:embed data/recipe-minilm.json
	recipeMiniLM []byte
	//go:embed data/recipe-minilm.bin
	vectorsMiniLM string
	//go:embed data/recipe-any.json
	recipeAny []byte
	//go:embed data/recipe-tool-minilm-skills.json
	recipeTool []byte
	//go:embed data/recipe-tool-minilm-skills.bin
	vectorsTool string
	//go:embed data/concepts-tool.txt
	conceptsTool string
	//go:embed data/recipe-tool-any.json
	recipeToolAny []byte
	//go:embed data/recipe-lesson-minilm-skills.json
	recipeLesson []byte
	//go:embed data/recipe-lesson-minilm-skills.bin
	vectorsLesson string
	//go:embed data/recipe-lesson-any.json
	recipeLessonAny []byte
)

// Default is the recipe for skills with all-MiniLM-L6-v2-skills.
func Default() *Recipe { return For("all-MiniLM-L6-v2-skills") }

// FittedFor names the recipe that was fitted for an encoder, as its files are
// called; empty: none was. The quantised form of an encoder has nearly its
// vectors and shares its recipe.
func FittedFor(model string) string {
	switch model {
	case "all-MiniLM-L6-v2-skills":
		return "minilm-skills"
	case "all-MiniLM-L6-v2", "all-MiniLM-L6-v2-int8":
		return "minilm"
	case "universal-sentence-encoder-multilingual-3":
		return "multilingual"
	}
	return ""
}

// For is the recipe for skills with an encoder. One that no recipe was fitted
// for has no adapter and no gate on vectors; how a prompt is asked is known
// without.
func For(model string) *Recipe {
	switch FittedFor(model) {
	case "minilm-skills":
		return fitted(model, "skills", recipeMiniLMSkills)
	case "minilm":
		return fitted(model, "skills", recipeMiniLM)
	}
	return fitted(model, "skills", recipeAny)
}

// ForTools is the recipe for tools of MCP servers with an encoder. It has weights and
// floors of its own, and shares adapter, tables and null prompts with For.
func ForTools(model string) *Recipe {
	r := ofKind(model, "tools", recipeTool, recipeToolAny, vectorsTool)
	if r.Own != "" {
		r.OwnNames = conceptsTool
	}
	return r
}

// ForLessons is the recipe for lessons with an encoder, as ForTools is for tools.
func ForLessons(model string) *Recipe {
	return ofKind(model, "lessons", recipeLesson, recipeLessonAny, vectorsLesson)
}

// ofKind is the recipe of another kind than skills: the encoder's, or that of any encoder,
// without vectors, as it was fitted.
func ofKind(model, kind string, encoders, anys []byte, own string) *Recipe {
	if FittedFor(model) == "minilm-skills" {
		r := fitted(model, kind, encoders)
		r.Own = Vectors(own)
		return r
	}
	r := fitted("", kind, anys)
	r.Model = model
	return r
}

// decoded are recipes by encoder and kind, as they were decoded: a server asks for them at
// each event.
var decoded sync.Map

// fitted returns a recipe for an encoder, whose vectors all kinds share, decoded once. The
// copy is the caller's.
func fitted(model, kind string, scalars []byte) *Recipe {
	known, ok := decoded.Load(model + " " + kind)
	if !ok {
		vectors := Vectors("")
		switch FittedFor(model) {
		case "minilm-skills":
			vectors = Vectors(vectorsMiniLMSkills)
		case "minilm":
			vectors = Vectors(vectorsMiniLM)
		}
		r, err := Decode(scalars, vectors)
		if err != nil {
			panic(err) // embedded, and read by a test
		}
		r.Model = model
		known, _ = decoded.LoadOrStore(model+" "+kind, r)
	}
	own := *known.(*Recipe)
	return &own
}

// UsesActions reports whether the recipe compares actions: Features.Same and Other.
func (r *Recipe) UsesActions() bool { return r.Weights.Same != 0 || r.Weights.Other != 0 }

// Decode reads a recipe as `cmd/lab tune` writes it: its numbers, and its vectors,
// which may be empty.
func Decode(scalars []byte, vectors Vectors) (*Recipe, error) {
	r := &Recipe{}
	if err := json.Unmarshal(scalars, r); err != nil {
		return nil, fmt.Errorf("read recipe: %w", err)
	}
	if err := vectors.check(); err != nil {
		return nil, fmt.Errorf("read recipe: %w", err)
	}
	r.Vectors = vectors
	r.background = background{table: backgroundTable, documents: backgroundDocuments, length: backgroundLength}
	r.nulls, r.words, r.manner, r.concepts = nullPrompts, wordsTable, mannerTable, conceptNames
	return r, nil
}

// Tables are what a recipe knows beside its numbers and vectors: the texts of
// data/words.txt, data/manner.txt, data/nulls.txt and data/concepts.txt.
type Tables struct{ Words, Manner, Nulls, Concepts string }

// With is the recipe with other tables and vectors, as they are written by
// `go run ./cmd/lab tune`.
func (r *Recipe) With(t Tables, vectors Vectors) *Recipe {
	with := *r
	with.words, with.manner, with.nulls, with.concepts, with.Vectors = t.Words, t.Manner, t.Nulls, t.Concepts, vectors
	return &with
}
