package index

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// View is one workspace's items at one moment: later writes of other processes are not
// visible. This index cannot be written before the view is closed.
type View struct {
	tx       *sqlite.Snapshot
	model    string
	items    []viewItem
	position map[int64]int // of an item's key in items
	scopes   scopes
	within   string  // the ids of scopes, for eachScope
	parts    []*View // by pool; of a view of one pool itself
	recipe   *rank.Recipe
	read     *readItems           // nil: nothing is kept
	kept     map[string][]posting // by term; nil: none is kept
	keptLeft int                  // how many more may be
	whole    bool                 // kept has all

	// Of a view of one pool:
	pool           string
	kinds          []string // of the pool
	lexical, dense rank.Thresholds
	calibration    calibration // that the thresholds are of
}

var errClosed = errors.New("the index is closed")

type viewItem struct {
	key            int64
	ref            abi.Ref
	length         int
	checked, doubt string // see catalog.Entry
	plugin         bool   // it is a plugin's
}

// View opens a view of the items of a listing that may be suggested to the model.
func (x *Index) View(listing catalog.Listing, pools catalog.Pools) (*View, error) {
	if x.db == nil {
		return nil, errClosed
	}
	tx, err := x.db.Snapshot()
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	v := &View{tx: tx}
	if again, ok := x.viewAgain(v, listing, pools); ok {
		return again, nil
	}
	if err := v.load(listing, pools); err != nil {
		v.Close()
		return nil, fmt.Errorf("read index: %w", err)
	}
	x.rememberView(v, listing, pools)
	return v, nil
}

// Close ends the view.
func (v *View) Close() error { return v.tx.Close() }

// Len is how many items the view has.
func (v *View) Len() int { return len(v.items) }

// Model is the identity of the model behind the stored vectors, or empty.
func (v *View) Model() string { return v.model }

// Has reports whether an item is in the view.
func (v *View) Has(ref abi.Ref) bool {
	_, ok := v.find(ref)
	return ok
}

func (v *View) find(ref abi.Ref) (viewItem, bool) {
	for _, item := range v.items {
		if item.ref == ref {
			return item, true
		}
	}
	return viewItem{}, false
}

const itemsQuery = `SELECT i.key, i.kind, i.id, i.path, i.length, i.hidden FROM ` + eachScope + `items i ON i.key` + inScope +
	` WHERE (hidden = '' OR hidden >= 'paths:' AND hidden < 'paths;') AND reject_code = ''`

// shows reports whether an entry with this reason to be hidden is shown all the same: it
// waited for a file that the session touched.
func shows(entry catalog.Entry, hidden []byte, touched []string) bool {
	return len(hidden) == 0 || entry.Nested != "" || catalog.Opens(string(hidden), touched)
}

// load reads the rows of the listing's scopes, in the listing's order.
func (v *View) load(listing catalog.Listing, pools catalog.Pools) error {
	found, err := readScopes(v.tx, listing, pools)
	if err != nil {
		return err
	}
	v.scopes, v.within = found, found.ids()
	visible := make(map[int64]map[abi.Ref]int, len(found))
	for i, entry := range listing.Entries {
		id := found[origin{entry.Root, pools.Of(entry.Kind)}].id
		if visible[id] == nil {
			visible[id] = map[abi.Ref]int{}
		}
		visible[id][entry.Ref()] = i
	}
	listed := make([]viewItem, len(listing.Entries))
	err = each(v.tx, itemsQuery, func(rows *sql.Rows) error {
		var item viewItem
		var path, hidden sql.RawBytes
		err := rows.Scan(&item.key, &item.ref.Kind, &item.ref.ID, &path, &item.length, &hidden)
		if at, ok := visible[scopeOf(item.key)][item.ref]; ok && listing.Entries[at].Path == string(path) && shows(listing.Entries[at], hidden, listing.Touched) {
			item.checked, item.doubt = listing.Entries[at].Checked, listing.Entries[at].Doubt
			item.plugin = listing.Entries[at].Plugin != ""
			listed[at] = item
		}
		return err
	}, v.within)
	if err != nil {
		return err
	}
	v.items = slices.DeleteFunc(listed, func(item viewItem) bool { return item.key == 0 })
	v.position = make(map[int64]int, len(v.items))
	for i, item := range v.items {
		v.position[item.key] = i
	}
	err = one(v.tx.QueryRow(modelQuery), &v.model)
	if err != nil && !isNone(err) {
		return err
	}
	return v.divide(listing, pools)
}

// loadThresholds takes the workspace's calibration of a part, else that of one which the client sees
// from the same home and which has no items of its own in the pool, else the recipe's floors. That of
// any other would let a project set what is told elsewhere.
func (v *View) loadThresholds(listing catalog.Listing) error {
	c, err := readCalibration(v.tx, listing.Workspace, v.pool, listing.Home)
	if err == nil && c.lexicalJSON == "" {
		c, err = readShared(v.tx, v.pool, listing.Home)
	}
	if err != nil {
		return err
	}
	if err := v.takeThresholds(c.lexicalJSON, false); err != nil {
		return err
	}
	if c.model != v.model {
		c.denseJSON = ""
	}
	v.calibration = c
	return v.takeThresholds(c.denseJSON, true)
}

// Keys returns the keys of the items by which a page of the catalog is read, in
// the order of kind and id.
func (v *View) Keys(kinds []string) []int64 {
	items := slices.Clone(v.items)
	slices.SortFunc(items, func(a, b viewItem) int { return a.ref.Compare(b.ref) })
	var keys []int64
	for _, item := range items {
		if wanted(kinds, item.ref.Kind) {
			keys = append(keys, item.key)
		}
	}
	return keys
}

// Doubt returns what an item names and its project no longer has, see catalog.Entry.
func (v *View) Doubt(key int64) string {
	if at, ok := v.position[key]; ok {
		return v.items[at].doubt
	}
	return ""
}

// Checked returns the verdict on an item, see catalog.Entry.
func (v *View) Checked(key int64) string {
	if at, ok := v.position[key]; ok {
		return v.items[at].checked
	}
	return ""
}

// Key finds an item's key.
func (v *View) Key(ref abi.Ref) (int64, bool) {
	item, ok := v.find(ref)
	return item.key, ok
}

// Item reads one item as a ruleset sees it, without its embedding. Its keywords are not to
// be changed.
func (v *View) Item(key int64) (abi.Item, error) {
	return v.read.item(key, v.readItem)
}

func (v *View) readItem(key int64) (abi.Item, error) {
	item := abi.Item{}
	var keywords string
	err := one(v.tx.QueryRow(itemQuery, key), &item.Ref.ID, &item.Ref.Kind, &item.Path, &item.Name, &item.Description, &keywords, &item.Sticky)
	if isNone(err) { // each item that a view has has both rows
		err = sqlite.Unreadable(errSum)
	}
	if err != nil {
		return abi.Item{}, fmt.Errorf("read item %d: %w", key, err)
	}
	item.Keywords = splitLines(keywords)
	return item, nil
}

// Vector is the embedding of an item's name and description, or nil.
func (v *View) Vector(key int64) ([]float32, error) {
	var blob []byte
	err := one(v.tx.QueryRow(headVectorQuery, v.model, key), &blob)
	if isNone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	vector, err := sqlite.DecodeVector(blob)
	return vector, sqlite.Unreadable(err)
}

// embedded are passages with their vectors by the model in use: another scope's may
// still be those of the one before.
const embedded = `passages p CROSS JOIN vectors v ON v.id = p.vector AND v.model = ?`

const (
	modelQuery      = `SELECT value FROM meta WHERE key = 'model'`
	itemQuery       = `SELECT i.id, i.kind, i.path, d.name, d.description, d.keywords, d.sticky FROM items i JOIN details d USING (key) WHERE key = ?`
	headVectorQuery = `SELECT v.vector FROM ` + embedded + ` WHERE p.item = ? AND p.n = 0`
	embeddedQuery   = `SELECT EXISTS (SELECT 1 FROM ` + embedded + ` WHERE p.item = ? AND p.n = 0)`
	dimensionsQuery = `SELECT length(v.vector) FROM ` + eachScope + embedded + ` WHERE p.item` + inScope + ` LIMIT 1`
)

func wanted(kinds []string, kind string) bool {
	return len(kinds) == 0 || slices.Contains(kinds, kind)
}

func splitLines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// IDs returns the ids of all items of the view.
func (v *View) IDs() []string {
	ids := make([]string, len(v.items))
	for i, item := range v.items {
		ids[i] = item.ref.ID
	}
	return ids
}

// PluginIDs returns the ids of the items of plugins.
func (v *View) PluginIDs() (ids []string) {
	for _, item := range v.items {
		if item.plugin {
			ids = append(ids, item.ref.ID)
		}
	}
	return ids
}

// Embedded reports whether an item has a vector.
func (v *View) Embedded(key int64) (bool, error) {
	return v.read.hasVector(key, func(key int64) (has bool, err error) {
		err = one(v.tx.QueryRow(embeddedQuery, v.model, key), &has)
		return has, err
	})
}

// Dimensions is the length of the stored vectors, 0 where there is none.
func (v *View) Dimensions() (int, error) {
	var bytes int
	err := one(v.tx.QueryRow(dimensionsQuery, v.within, v.model), &bytes)
	if isNone(err) {
		return 0, nil
	}
	return bytes / 4, err
}
