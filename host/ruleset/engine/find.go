package engine

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Places is where rulesets lie.
type Places struct {
	Builtin fs.FS   // one folder for each, ids "builtin/<folder>"
	User    string  // rules folder: <owner>/<name>.lua or <owner>/<name>/; may be absent
	Project string  // of the same shape, to look into: nothing of it may run
	Trusted *Frozen // the project's rules folder as its user trusts it; nil: not at all
	Product string  // version of the program; empty: rulesets for any are taken
}

// Set is every ruleset that can be loaded. Where user and project have the same
// id the user's counts: a repository does not replace what a user chose.
type Set struct {
	places  []place
	product string
	held    map[string]Ruleset // in memory, before all places
}

// With is the same set in which an id stands for this very ruleset, wherever its
// files lie: it is read and hashed no more.
func (s Set) With(ruleset Ruleset) Set {
	held := maps.Clone(s.held)
	if held == nil {
		held = map[string]Ruleset{}
	}
	held[ruleset.Manifest.ID] = ruleset
	s.held = held
	return s
}

type place struct {
	files   fs.FS
	path    string // for people; "builtin" where embedded
	owner   string // ids of a place without owner folders begin with it
	project bool   // it counts in one workspace
}

// Found is a ruleset as it lies there; none of its code has run.
type Found struct {
	ID       string `json:"id"`
	Version  string `json:"version,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Language string `json:"language,omitempty"` // "lua", "wasm"
	Path     string `json:"path"`
	Hash     string `json:"hash,omitempty"`
	Files    string `json:"-"`                 // hash of its own files alone
	Bytes    int    `json:"bytes,omitempty"`   // of its code file
	Problem  string `json:"problem,omitempty"` // why it cannot be loaded
	Code     []byte `json:"-"`                 // what would run

	Parameters map[string]abi.Parameter `json:"-"` // nil: its manifest declares none
}

// languages by file ending; a folder's code is looked for in this order.
var languages = []struct{ ending, name string }{{".lua", "lua"}, {".wasm", "wasm"}}

const (
	ownerBuiltin = "builtin"
	ownersMax    = 100 // folders under a rules folder
	rulesetsMax  = 200 // of one owner
)

// Find returns the set of rulesets in these places. It reads nothing yet.
func Find(places Places) Set {
	set := Set{product: places.Product}
	if places.Builtin != nil {
		set.places = append(set.places, place{files: places.Builtin, path: ownerBuiltin, owner: ownerBuiltin})
	}
	for _, folder := range []string{places.User, places.Project} {
		if folder != "" {
			set.places = append(set.places, place{files: foreign.Dir(folder), path: folder})
		}
	}
	if places.Trusted != nil {
		set.places = append(set.places, place{files: places.Trusted.files, path: places.Trusted.path, project: true})
	}
	return set
}

// List returns every ruleset, broken ones with their problem, sorted by place and
// id. It runs no code.
func (s Set) List() []Found {
	var list []Found
	for i, p := range s.places {
		for _, spot := range p.spots() {
			list = append(list, s.describe(i, spot))
		}
	}
	return list
}

func (s Set) describe(at int, where spot) Found {
	p := s.places[at]
	found := Found{ID: where.id, Path: p.locate(where.path)}
	if winner, first, ok := s.find(where.id); ok && (winner.path != p.path || first != where) {
		found.Problem = "hidden by " + winner.locate(first.path) + ", which has the same id"
		return found
	}
	ruleset, err := s.read(p, where)
	if err != nil {
		found.Problem = err.Error()
		return found
	}
	found.Version, found.Summary = ruleset.Manifest.Version, ruleset.Manifest.Summary
	found.Language, found.Hash, found.Bytes = ruleset.Language, ruleset.Hash, len(ruleset.Program.Code)
	found.Code, found.Files, found.Parameters = ruleset.Program.Code, ruleset.FilesHash(), ruleset.Manifest.Parameters
	return found
}

// find returns where an id is loaded from.
func (s Set) find(id string) (place, spot, bool) {
	for _, p := range s.places {
		if where, ok := p.find(id); ok {
			return p, where, true
		}
	}
	return place{}, spot{}, false
}

// spot is where one ruleset lies in a place.
type spot struct {
	id     string
	path   string // of the file or folder
	folder bool
}

func (p place) locate(name string) string {
	if p.owner != "" {
		return path.Join(p.path, name)
	}
	return filepath.Join(p.path, filepath.FromSlash(name))
}

// spots lists a place, sorted by id.
func (p place) spots() []spot {
	if p.owner != "" {
		return p.owned(p.owner, ".")
	}
	owners, err := fs.ReadDir(p.files, ".")
	if err != nil {
		return nil // an absent folder has no rulesets
	}
	var spots []spot
	for _, owner := range owners[:min(len(owners), ownersMax)] {
		if isFolder(p.files, owner.Name()) && !strings.HasPrefix(owner.Name(), ".") {
			spots = append(spots, p.owned(owner.Name(), owner.Name())...)
		}
	}
	return spots
}

func (p place) owned(owner, folder string) []spot {
	entries, err := fs.ReadDir(p.files, folder)
	if err != nil {
		return nil
	}
	var spots []spot
	for _, entry := range entries[:min(len(entries), rulesetsMax)] {
		name := path.Join(folder, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case isFolder(p.files, name):
			spots = append(spots, spot{id: owner + "/" + entry.Name(), path: name, folder: true})
		case p.owner == "" && languageOf(name) != "":
			spots = append(spots, spot{id: owner + "/" + strings.TrimSuffix(entry.Name(), path.Ext(name)), path: name})
		}
	}
	slices.SortStableFunc(spots, func(a, b spot) int { return strings.Compare(a.id, b.id) })
	return spots
}

// find looks one id up; a folder counts before a file of the same name.
func (p place) find(id string) (spot, bool) {
	owner, name, ok := strings.Cut(id, "/")
	if !ok || !ValidID(id) || (p.owner != "" && owner != p.owner) {
		return spot{}, false
	}
	where := id
	if p.owner != "" {
		where = name
	}
	if isFolder(p.files, where) {
		return spot{id: id, path: where, folder: true}, true
	}
	for _, language := range languages {
		if info, err := fs.Stat(p.files, where+language.ending); err == nil && info.Mode().IsRegular() {
			return spot{id: id, path: where + language.ending}, true
		}
	}
	return spot{}, false
}

// LiesAt returns the folder and files in a rules folder that have an id, readable or not.
// A folder words.lua has an id of its own, other than that of a file words.lua.
func LiesAt(folder, id string) ([]string, error) {
	base := filepath.Join(folder, filepath.FromSlash(id))
	var found []string
	for _, ending := range []string{"", ".lua", ".wasm"} {
		info, err := os.Stat(base + ending)
		if err != nil {
			info, err = os.Lstat(base + ending) // a link that leads nowhere
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.IsDir() == (ending == "") || info.Mode()&fs.ModeSymlink != 0:
			found = append(found, base+ending)
		}
	}
	return found, nil
}

func isFolder(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.IsDir()
}

func languageOf(name string) string {
	for _, language := range languages {
		if strings.HasSuffix(name, language.ending) {
			return language.name
		}
	}
	return ""
}
