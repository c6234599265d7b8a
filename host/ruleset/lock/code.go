package lock

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of a lock file, which may be a stranger's.
const (
	bytesMax    = 1 << 20
	entriesMax  = 2000
	sourceMax   = 4096 // a path
	entryIndent = "  "
)

// Read returns the lock file of a rules folder; where there is none, an empty one.
func Read(folder string) (File, error) {
	name := filepath.Join(folder, Name)
	data, err := foreign.Read(name, bytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Lock: Format, Rulesets: []Entry{}}, nil
	}
	var f File
	if err == nil {
		f, err = Decode(data)
	}
	if err != nil {
		return File{}, fmt.Errorf("read the lock file %s: %s; mend it, or take it from version control again; without it, every ruleset has to be added anew", name, foreign.Reason(err))
	}
	return f, nil
}

// Decode reads a lock file strictly: what it does not know could be what keeps
// a ruleset out.
func Decode(data []byte) (File, error) {
	if len(data) > bytesMax {
		return File{}, fmt.Errorf("it has %d bytes, at most %d are read", len(data), bytesMax)
	}
	var f File
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&f)
	if f.Lock > Format {
		return File{}, fmt.Errorf("its format is %d and this program knows %d: it is from a newer impressionism", f.Lock, Format)
	}
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after its end")
		}
	}
	if err != nil {
		at := decoder.InputOffset()
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = syntax.Offset
		}
		line, _ := diag.Position(data, int(at))
		return File{}, fmt.Errorf("line %d: %w", line, err)
	}
	if f.Lock < 1 {
		return File{}, errors.New(`it has no "lock": 1`)
	}
	return f, f.check()
}

func (f File) check() error {
	if len(f.Rulesets) > entriesMax {
		return fmt.Errorf("it has %d rulesets, at most %d are read", len(f.Rulesets), entriesMax)
	}
	seen := map[string]bool{}
	for _, entry := range f.Rulesets {
		if !engine.ValidID(entry.ID) {
			return fmt.Errorf("%.100q is no id", entry.ID)
		}
		if seen[entry.ID] {
			return fmt.Errorf("%s stands in it twice: keep one of the two", entry.ID)
		}
		seen[entry.ID] = true
		if err := entry.check(); err != nil {
			return fmt.Errorf("%s: %w", entry.ID, err)
		}
	}
	return nil
}

func (e Entry) check() error {
	if sum, err := hex.DecodeString(e.SHA256); err != nil || len(sum) != 32 || strings.ToLower(e.SHA256) != e.SHA256 {
		return fmt.Errorf("sha256: %.100q is no hash: 64 digits of 0-9 and a-f", e.SHA256)
	}
	if e.Version != "" {
		if err := engine.CheckVersion(e.Version); err != nil {
			return fmt.Errorf("version: %w", err)
		}
	}
	switch {
	case e.ABI < 1:
		return fmt.Errorf("abi: %d is none", e.ABI)
	case len(e.Source) > sourceMax || strings.ContainsFunc(e.Source, visible.Hidden):
		return fmt.Errorf("source: %.100q is no path", e.Source)
	case e.Source == "" && e.Kind != "", e.Source != "" && e.Kind != KindFile && e.Kind != KindFolder:
		return fmt.Errorf("kind: %.20q; a source is a %s or a %s", e.Kind, KindFile, KindFolder)
	}
	return nil
}

// Encode writes a lock file; equal files make equal bytes, with a line for each
// value, so that a difference is short to read.
func Encode(f File) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", entryIndent)
	if err := encoder.Encode(f); err != nil {
		panic(err) // texts and numbers always encode
	}
	return out.Bytes()
}

// EncodeChecked returns a lock file that Decode will read again; else the error says
// why not.
func EncodeChecked(f File) ([]byte, error) {
	f.Lock = Format
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("write the lock file: %w", err)
	}
	return Encode(f), nil
}
