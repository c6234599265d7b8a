package skill

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/foreign"
)

// MetadataName is a file beside a SKILL.md in which other tools keep when a skill is due. The
// client does not read it: what it says is evidence, and the skill's own front matter comes
// first.
const MetadataName = "metadata.json"

// Limits of a metadata.json.
const (
	MetadataBytesMax = 64 << 10
	patternsMax      = 32
	patternCharsMax  = 100
	fileTypesMax     = 32
	fileTypeCharsMax = 16
)

// How a skill is to come into a session.
const (
	injectAlways  = "always"
	injectTrigger = "on-trigger"
	injectManual  = "manual"
)

// Metadata is what such a file says of when a skill is due.
type Metadata struct {
	Patterns  []string `json:"patterns,omitempty"`   // words that a prompt may have
	FileTypes []string `json:"file_types,omitempty"` // extensions without a dot
	Inject    string   `json:"inject,omitempty"`     // "always", "on-trigger", "manual" or ""
	Odd       []string `json:"odd,omitempty"`        // what of the file does not count, and why
}

// FoundMetadata is the metadata.json of a skill, or what stands in its place.
type FoundMetadata struct {
	Metadata
	Path  string // of the file; empty: there is none
	Fault string // why the file does not count; empty: it counts
	Line  int    // of the fault, from 1

	unread bool // it could not be read now
}

// FindMetadata reads the metadata.json beside a skill. The rules are those of SKILL.md: links
// may not lead out of the entry's root, and nothing but a regular file is opened.
func FindMetadata(entry catalog.Entry) FoundMetadata {
	path := filepath.Join(filepath.Dir(entry.Path), MetadataName)
	if _, err := os.Lstat(path); err != nil || !ownsFolder(entry.Path) {
		return FoundMetadata{}
	}
	found := FoundMetadata{Path: path, Line: 1}
	data, _, rejection, err := markdown.Read(catalog.Entry{Path: path, Root: entry.Root})
	switch {
	case rejection != nil:
		found.Fault = rejection.Reason
	case errors.Is(err, fs.ErrNotExist):
		found.Fault = "it is a link that leads nowhere; replace it by the file"
	case err != nil:
		found.Fault, found.unread = "it cannot be read: "+foreign.Reason(err), true
	default:
		found.Metadata, found.Line, found.Fault = ParseMetadata(data)
	}
	return found
}

// ParseMetadata reads the content of a metadata.json. A fault says why it does not count, with
// its line. Fields that are not known here are passed over.
func ParseMetadata(data []byte) (m Metadata, line int, fault string) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	switch {
	case len(data) > MetadataBytesMax:
		return Metadata{}, 1, fmt.Sprintf("it has more than %d bytes", MetadataBytesMax)
	case !utf8.Valid(data):
		return Metadata{}, 1, "it is not UTF-8; save it as UTF-8"
	}
	var wire struct {
		Triggers struct {
			Patterns  []string `json:"patterns"`
			FileTypes []string `json:"fileTypes"`
		} `json:"triggers"`
		Context struct {
			Inject string `json:"inject"`
		} `json:"context"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		line, why := whereIn(data, err)
		return Metadata{}, line, why
	}
	m.Patterns = m.words("triggers.patterns", wire.Triggers.Patterns, patternsMax, isPhrase)
	m.FileTypes = m.words("triggers.fileTypes", wire.Triggers.FileTypes, fileTypesMax, isFileType)
	switch m.Inject = wire.Context.Inject; m.Inject {
	case "", injectAlways, injectTrigger, injectManual:
	default:
		m.Inject = ""
		m.Odd = append(m.Odd, "context.inject is none of always, on-trigger and manual")
	}
	return m, 0, ""
}

// whereIn returns the line of an error of decoding, and the error in words.
func whereIn(data []byte, err error) (line int, why string) {
	offset := int64(0)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset, why = syntax.Offset, "it is no valid JSON: "+syntax.Error()
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset, why = wrong.Offset, fmt.Sprintf("%s must not be of the type %s", cmp.Or(wrong.Field, "the file"), wrong.Value)
	}
	at := min(max(0, offset-1), int64(len(data)))
	return 1 + bytes.Count(data[:at], []byte("\n")), cmp.Or(why, err.Error())
}

// words returns those of a field's values that count, each once.
func (m *Metadata) words(field string, values []string, most int, counts func(string) bool) []string {
	var kept []string
	left := 0
	for _, value := range values {
		value = strings.TrimPrefix(catalog.Clean(value), ".")
		switch {
		case !counts(value) || len(kept) == most:
			left++
		case !slices.ContainsFunc(kept, func(word string) bool { return strings.EqualFold(word, value) }):
			kept = append(kept, value)
		}
	}
	if left > 0 {
		m.Odd = append(m.Odd, fmt.Sprintf("%d of %s do not count: they are no plain words, too long or too many", left, field))
	}
	return kept
}

// isPhrase reports that a text is words: no expression that would have to be matched.
func isPhrase(text string) bool {
	return text != "" && utf8.RuneCountInString(text) <= patternCharsMax && !strings.ContainsAny(text, `\^$|()[]{}*?<>`)
}

func isFileType(text string) bool {
	return text != "" && len(text) <= fileTypeCharsMax && strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+-_#", r))
	}) < 0
}

// apply adds what the file says to an item. What the item's front matter says itself stays:
// paths, disable-model-invocation and sticky.
func (f FoundMetadata) apply(item *catalog.Item) {
	if f.Path == "" {
		return
	}
	if f.Fault != "" {
		item.Warnings = append(item.Warnings, catalog.Clean(fmt.Sprintf("%s does not count: line %d: %s", MetadataName, f.Line, f.Fault)))
		return
	}
	for _, odd := range f.Odd {
		item.Warnings = append(item.Warnings, catalog.Clean(MetadataName+": "+odd))
	}
	var own map[string]json.RawMessage
	_ = json.Unmarshal(item.FrontMatter, &own) // without any, nothing comes first
	words := f.Patterns
	if own["paths"] == nil {
		words = slices.Concat(words, f.FileTypes)
	}
	for _, word := range words {
		if len(item.Keywords) < keywordsMax && !slices.ContainsFunc(item.Keywords, func(known string) bool { return strings.EqualFold(known, word) }) {
			item.Keywords = append(item.Keywords, word)
		}
	}
	if f.Inject == injectManual && own["disable-model-invocation"] == nil && own["paths"] == nil {
		item.Hidden = cmp.Or(item.Hidden, catalog.HiddenByHand)
	}
	if f.Inject == injectAlways && own["sticky"] == nil {
		item.Sticky = true
	}
}

// keywordsMax bounds an item's keywords with those of its metadata.
const keywordsMax = 64

// name is part of the name of a skill's content: equal metadata has one name. "" where there
// is no file, or one that says nothing.
func (f FoundMetadata) name() string {
	if f.Path == "" {
		return ""
	}
	if f.Fault != "" {
		return fmt.Sprintf("%d %s", f.Line, f.Fault)
	}
	encoded, err := json.Marshal(f.Metadata)
	if err != nil {
		panic(err) // texts always encode
	}
	if string(encoded) == "{}" {
		return ""
	}
	return string(encoded)
}
