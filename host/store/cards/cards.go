// Package cards keeps the user's own cards: a file each in one folder, named by the hash of
// the text that the card was written for, so that a card ends with its text. It neither
// makes nor ranks cards.
package cards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Folder is where cards are kept. The zero Folder keeps none.
type Folder struct{ dir string }

// Stored is a card with what it is of.
type Stored struct {
	Hash string    // that the card is kept under: of the item's text
	Ref  abi.Ref   // of the item that it was written for, for people; zero: unknown
	Card card.Card // empty with Fault
	// Added are the lines that the user added one by one, the last one last.
	Added []string
	// Begun reports that the card consists of such lines and what they were added to: nobody
	// has read the item and written a whole card.
	Begun bool
	// Fault says why the file is no card; nil: it is one.
	Fault error

	before      *card.Card // the last line was added; nil: not known
	addedBefore []string   // Added as it was then
}

// filesMax bounds how many files of the folder are read: more than anybody has items.
const filesMax = 20_000

const suffix = ".json"

// In returns the folder at a path, which need not exist.
func In(dir string) Folder { return Folder{dir} }

// Stamp changes whenever a card is put or removed; empty where there is none. It costs one
// look at the folder.
func (f Folder) Stamp() string {
	info, err := os.Stat(f.dir)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime().UnixNano())
}

// Get returns the card for a text by its hash. fs.ErrNotExist: there is none; any other
// error says why the file is no card.
func (f Folder) Get(hash string) (card.Card, error) {
	stored, err := f.read(f.path(hash))
	return stored.Card, errors.Join(err, stored.Fault)
}

// Stored returns the card for a text with what was added to it. fs.ErrNotExist: there is
// none. A file that is no card has its Fault.
func (f Folder) Stored(hash string) (Stored, error) {
	stored, err := f.read(f.path(hash))
	stored.Hash = hash
	return stored, err
}

// Path is the file in which the card for a text is kept, if there is one.
func (f Folder) Path(hash string) string { return f.path(hash) }

// Put keeps a card for the text of an item, in place of another. It returns the card as it
// is kept, or a card.FaultError.
func (f Folder) Put(hash string, ref abi.Ref, c card.Card) (card.Card, error) {
	clean, err := c.Clean()
	if err != nil {
		return card.Card{}, err
	}
	return clean, f.write(hash, Stored{Ref: ref, Card: clean})
}

func (f Folder) write(hash string, s Stored) error {
	err := os.MkdirAll(f.dir, 0o700)
	if err == nil {
		err = atomicfile.WriteFile(f.path(hash), encode(s), 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep a card: %w", err)
	}
	return nil
}

// Remove forgets the card for a text, if there is one.
func (f Folder) Remove(hash string) error {
	err := os.Remove(f.path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// List returns all cards by their hashes, and files that are none with their faults.
func (f Folder) List() ([]Stored, error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list cards: %w", err)
	}
	var list []Stored
	for _, entry := range entries {
		hash, isCard := strings.CutSuffix(entry.Name(), suffix)
		if !isCard || strings.HasPrefix(hash, ".") || len(list) == filesMax {
			continue
		}
		stored, err := f.read(filepath.Join(f.dir, entry.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed meanwhile
		}
		if stored.Hash = hash; err != nil {
			stored.Fault = err
		}
		list = append(list, stored)
	}
	slices.SortFunc(list, func(a, b Stored) int { return strings.Compare(a.Hash, b.Hash) })
	return list, nil
}

// file is a card as it is kept: the card, and of what, for whoever reads the file. It stays
// within card.FileBytesMax: Before is a card, Added are lines of one, and AddedBefore are numbers
// of Before's lines, those of what is not meant after the asks.
type file struct {
	Of string `json:"of,omitempty"`
	card.Card
	Begun       bool       `json:"begun,omitempty"`
	Added       []string   `json:"added,omitempty"`
	Before      *card.Card `json:"before,omitempty"`
	AddedBefore []int      `json:"added_before,omitempty"`
}

func encode(s Stored) []byte {
	kept := file{Card: s.Card, Begun: s.Begun, Added: s.Added, Before: s.before}
	if s.before != nil {
		lines := slices.Concat(s.before.Asks, s.before.Not)
		for _, added := range s.addedBefore {
			if at := indexOf(lines, added); at >= 0 {
				kept.AddedBefore = append(kept.AddedBefore, at)
			}
		}
	}
	if s.Ref != (abi.Ref{}) {
		kept.Of = s.Ref.String()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(kept) // strings always encode, and a buffer takes all
	return out.Bytes()
}

func (f Folder) read(path string) (stored Stored, err error) {
	if f.dir == "" {
		return stored, fs.ErrNotExist
	}
	data, err := foreign.Read(path, card.FileBytesMax)
	if err != nil {
		return stored, err
	}
	if stored.Card, stored.Fault = card.Parse(data); stored.Fault != nil {
		return stored, nil
	}
	var named file
	if json.Unmarshal(data, &named) == nil {
		stored.Ref, _ = abi.ParseRef(named.Of) // for people only
		stored.Added, stored.Begun = linesOf(stored.Card, named.Added), named.Begun
		if stored.before = named.Before; stored.before != nil {
			lines := slices.Concat(stored.before.Asks, stored.before.Not)
			for _, at := range named.AddedBefore {
				if at >= 0 && at < len(lines) {
					stored.addedBefore = append(stored.addedBefore, lines[at])
				}
			}
		}
	}
	return stored, nil
}

// path is the file of a hash. A kind may name its content as it likes: what is no
// hash in hexadecimal is hashed.
func (f Folder) path(hash string) string {
	if _, err := hex.DecodeString(hash); err != nil || len(hash) < 16 || len(hash) > 128 {
		sum := sha256.Sum256([]byte(hash))
		hash = hex.EncodeToString(sum[:])
	}
	return filepath.Join(f.dir, strings.ToLower(hash)+suffix)
}
