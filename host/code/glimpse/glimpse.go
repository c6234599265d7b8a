// Package glimpse searches an index of sources that is there, by words and without bringing it
// up to date: what a hook has time for. It must not write, run git or read a source.
package glimpse

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/code/home"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/places"
)

// candidates are ranked, so many by words; of several parts of one definition the best counts.
const candidates = 100

// Place is a place that a search found.
type Place struct {
	abi.Candidate
	Shown string // the path of its file from the workspace, slash-separated
}

// Glimpse is what one decision sees of the sources of a workspace. It is not safe for concurrent
// use.
type Glimpse struct {
	indexes, workspace string
	home               home.Home
	looked             bool
	files              map[abi.Ref]places.Stat // of what was found, as it was indexed
}

// New returns a glimpse of a workspace, whose index lies in a folder of indexes. It opens a
// database for each search, and none before.
func New(indexes, workspace string) *Glimpse {
	return &Glimpse{indexes: indexes, workspace: workspace, files: map[abi.Ref]places.Stat{}}
}

// Find returns the places that fit a text, best first; none where the workspace has no index.
func (g *Glimpse) Find(text string) ([]Place, error) {
	if !g.looked {
		g.looked = true
		if err := g.locate(); err != nil {
			return nil, err
		}
	}
	query := place.ParseQuery(text)
	if g.home.File == "" || len(query.Terms) == 0 {
		return nil, nil
	}
	store, err := places.OpenRead(g.home.File)
	if err != nil {
		return nil, fmt.Errorf("look into the index of the code: %w", err)
	}
	defer store.Close() //nolint:errcheck // it was only read
	recipe := place.Default()
	found, err := store.Search(places.Search{Root: g.home.Tree, Query: query, Recipe: recipe, N: candidates})
	if err != nil {
		return nil, fmt.Errorf("look into the index of the code: %w", err)
	}
	return g.rank(query, recipe, found), nil
}

// locate finds the index that the workspace belongs to. A workspace without one has no home.
func (g *Glimpse) locate() error {
	if _, err := os.Stat(g.indexes); err != nil || g.workspace == "" {
		return nil //nolint:nilerr // nothing was ever indexed
	}
	found, err := home.Find(g.indexes, g.workspace)
	switch {
	case errors.Is(err, home.ErrNone):
		return nil
	case err != nil:
		return fmt.Errorf("look for the index of the code: %w", err)
	}
	g.home = found
	return nil
}

func (g *Glimpse) rank(query place.Query, recipe *place.Recipe, found places.Hits) []Place {
	all, hits := make([]place.Candidate, len(found.Hits)), map[lines]places.Hit{}
	for i, hit := range found.Hits {
		all[i], hits[lines{hit.Path, hit.Start}] = hit.Candidate, hit
	}
	below := g.below()
	var best []Place
	taken := map[abi.Ref]bool{}
	for _, r := range recipe.Rank(query, found.Stats, all) {
		hit := hits[lines{r.Path, r.Start}]
		one := g.place(r, hit, below)
		if hit.File.ModTime == places.Restored || taken[one.Item.Ref] {
			continue // a restored file is not there
		}
		if len(best) == abi.PlacesMax {
			break
		}
		taken[one.Item.Ref], g.files[one.Item.Ref] = true, hit.File.Stat
		best = append(best, one)
	}
	return best
}

// lines tells the places of one tree apart.
type lines struct {
	path  string
	start int
}

// IDOf returns the id of a place: its file's path, and the symbol behind a number sign where it
// has one. So an id stays as it is while lines move; several places of one symbol share it.
func IDOf(path, symbol string) string {
	if symbol == "" {
		return path
	}
	return path + "#" + symbol
}

func (g *Glimpse) place(r place.Ranked, hit places.Hit, below string) Place {
	name := r.Symbol
	if name == "" {
		name = path.Base(r.Path)
	}
	one := Place{Shown: r.Path}
	one.Item = abi.Item{
		Ref: abi.Ref{Kind: abi.KindCode, ID: IDOf(r.Path, r.Symbol)}, Name: name, Keywords: []string{},
		Path:  filepath.Join(g.home.Tree, filepath.FromSlash(r.Path)),
		Place: &abi.Place{Path: r.Path, Symbol: r.Symbol, Start: r.Start, End: r.End, Language: string(hit.Language), Kind: r.Kind},
	}
	one.Similarity, one.BM25 = micro(r.Similarity), new(micro(r.BM25))
	if below != "" {
		if shown, err := filepath.Rel(filepath.FromSlash(below), filepath.FromSlash(r.Path)); err == nil {
			one.Shown = filepath.ToSlash(shown)
		}
	}
	return one
}

// micro keeps what crosses to a guest free of digits that differ between machines.
func micro(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// below returns where the workspace lies in the tree, slash-separated; "" where they are one.
func (g *Glimpse) below() string {
	real, err := filepath.EvalSymlinks(g.workspace)
	if err != nil {
		return ""
	}
	below, err := filepath.Rel(g.home.Tree, real)
	if err != nil || below == "." || strings.HasPrefix(below, "..") {
		return ""
	}
	return filepath.ToSlash(below)
}

// Same reports whether the file of a place that was found is as it was when it was indexed.
func (g *Glimpse) Same(one Place) bool {
	before, known := g.files[one.Item.Ref]
	root, err := os.OpenRoot(g.home.Tree)
	if err != nil || !known {
		return false
	}
	defer root.Close() //nolint:errcheck // nothing was read
	now, err := root.Lstat(filepath.FromSlash(one.Item.Place.Path))
	return err == nil && now.Mode().IsRegular() && now.Size() == before.Size && now.ModTime().UnixNano() == before.ModTime
}
