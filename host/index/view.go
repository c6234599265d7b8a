package index

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// View is one workspace's items at one moment: what another process writes
// meanwhile is not seen. This index itself cannot be written before the view is
// closed.
type View struct {
	tx       *sqlite.Snapshot
	recipe   *rank.Recipe
	model    string
	items    []viewItem
	position map[int64]int // of an item's key in items
	lexical  rank.Thresholds
	dense    rank.Thresholds
}

var errClosed = errors.New("the index is closed")

type viewItem struct {
	key      int64
	kind, id string
	length   int
}

// View opens the items of a listing that the model may be told of.
func (x *Index) View(listing catalog.Listing, recipe *rank.Recipe) (*View, error) {
	if x.db == nil {
		return nil, errClosed
	}
	tx, err := x.db.Snapshot()
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	v := &View{tx: tx, recipe: recipe}
	if err := v.load(listing); err != nil {
		v.Close()
		return nil, fmt.Errorf("read index: %w", err)
	}
	return v, nil
}

// Close ends the view.
func (v *View) Close() error { return v.tx.Close() }

// Len is how many items the view has.
func (v *View) Len() int { return len(v.items) }

// Model is the identity of the model behind the stored vectors, or empty.
func (v *View) Model() string { return v.model }

// Has reports whether an item is in the view.
func (v *View) Has(kind, id string) bool {
	_, ok := v.find(kind, id)
	return ok
}

func (v *View) find(kind, id string) (viewItem, bool) {
	for _, item := range v.items {
		if item.id == id && item.kind == kind {
			return item, true
		}
	}
	return viewItem{}, false
}

func (v *View) load(listing catalog.Listing) error {
	visible := make(map[string]bool, len(listing.Entries))
	nested := map[string]bool{}
	for _, entry := range listing.Entries {
		visible[entry.Path] = true
		nested[entry.Path] = entry.Nested != ""
	}
	rows, err := v.tx.Query(`SELECT key, path, kind, id, length, hidden FROM items WHERE (hidden = '' OR hidden >= 'paths:' AND hidden < 'paths;') AND reject_code = ''`)
	if err != nil {
		return err
	}
	defer rows.Close()
	v.position = make(map[int64]int, len(visible))
	for rows.Next() {
		var item viewItem
		var path, hidden sql.RawBytes
		if err := rows.Scan(&item.key, &path, &item.kind, &item.id, &item.length, &hidden); err != nil {
			return err
		}
		if visible[string(path)] && (len(hidden) == 0 || nested[string(path)] || catalog.Opens(string(hidden), listing.Touched)) {
			v.position[item.key] = len(v.items)
			v.items = append(v.items, item)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return v.loadThresholds(listing.Workspace)
}

// loadThresholds takes the workspace's calibration, else that of any other, else
// the recipe's floors: an old one is closer to the truth than none.
func (v *View) loadThresholds(workspace string) error {
	err := v.tx.QueryRow(`SELECT value FROM meta WHERE key = 'model'`).Scan(&v.model)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var lexical, dense string
	err = v.tx.QueryRow(`SELECT lexical, dense FROM calibrations ORDER BY workspace = ? DESC, workspace LIMIT 1`, workspace).Scan(&lexical, &dense)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if v.lexical, err = v.thresholds(lexical, false); err != nil {
		return err
	}
	v.dense, err = v.thresholds(dense, true)
	return err
}

func (v *View) thresholds(stored string, hasDense bool) (rank.Thresholds, error) {
	var maxima []float64
	if stored != "" {
		if err := json.Unmarshal([]byte(stored), &maxima); err != nil {
			return rank.Thresholds{}, err
		}
	}
	return v.recipe.Thresholds(maxima, hasDense), nil
}

// Keys gives the keys of the items by which a page of the catalog is read, in
// the order of kind and id.
func (v *View) Keys(kinds []string) []int64 {
	items := slices.Clone(v.items)
	slices.SortFunc(items, func(a, b viewItem) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id)) })
	var keys []int64
	for _, item := range items {
		if wanted(kinds, item.kind) {
			keys = append(keys, item.key)
		}
	}
	return keys
}

// Key finds an item's key.
func (v *View) Key(kind, id string) (int64, bool) {
	item, ok := v.find(kind, id)
	return item.key, ok
}

// Item reads one item as a ruleset sees it, without its embedding.
func (v *View) Item(key int64) (abi.Item, error) {
	item := abi.Item{}
	var keywords string
	err := v.tx.QueryRow(`SELECT i.id, i.kind, i.path, d.name, d.description, d.keywords, d.sticky
		FROM items i JOIN details d USING (key) WHERE key = ?`, key).
		Scan(&item.ID, &item.Kind, &item.Path, &item.Name, &item.Description, &keywords, &item.Sticky)
	if err != nil {
		return abi.Item{}, fmt.Errorf("read item %d: %w", key, err)
	}
	item.Keywords = splitLines(keywords)
	return item, nil
}

// Vector is the embedding of an item's name and description, or nil.
func (v *View) Vector(key int64) ([]float32, error) {
	var blob []byte
	err := v.tx.QueryRow(`SELECT v.vector FROM passages p JOIN vectors v ON v.id = p.vector WHERE p.item = ? AND p.n = 0`, key).Scan(&blob)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return sqlite.DecodeVector(blob)
}

func wanted(kinds []string, kind string) bool {
	return len(kinds) == 0 || slices.Contains(kinds, kind)
}

func splitLines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// IDs gives the ids of all items of the view.
func (v *View) IDs() []string {
	ids := make([]string, len(v.items))
	for i, item := range v.items {
		ids[i] = item.id
	}
	return ids
}

// HasID reports whether any kind has an item of that id.
func (v *View) HasID(id string) bool {
	for _, item := range v.items {
		if item.id == id {
			return true
		}
	}
	return false
}

// Embedded reports whether an item has a vector.
func (v *View) Embedded(key int64) (bool, error) {
	var embedded bool
	err := v.tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM passages WHERE item = ? AND n = 0 AND vector IS NOT NULL)`, key).Scan(&embedded)
	return embedded, err
}

// Dimensions is the length of the stored vectors, 0 where there is none.
func (v *View) Dimensions() (int, error) {
	var bytes int
	err := v.tx.QueryRow(`SELECT length(v.vector) FROM passages p JOIN vectors v ON v.id = p.vector LIMIT 1`).Scan(&bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return bytes / 4, err
}
