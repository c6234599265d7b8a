package index

import (
	"cmp"
	"crypto/sha256"
	"database/sql"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// writer stores files inside one transaction.
type writer struct {
	tx    *sql.Tx
	now   int64
	cards Cards // the user's; nil: there are none

	scopes   map[origin]scope // that were looked up
	postings []posted         // that are not inserted yet
}

// bump raises the generation of scopes, as the transaction changed what a search in
// them finds.
func (w *writer) bump(ids ...int64) error {
	_, err := w.tx.Exec(`INSERT INTO meta (key, value) VALUES ('generation', '1')
		ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`)
	for _, id := range ids {
		if err == nil {
			_, err = w.tx.Exec(`UPDATE scopes SET generation = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation') WHERE id = ?`, id)
		}
	}
	return err
}

func (w *writer) touch(key int64, stat catalog.Stat) error {
	_, err := w.tx.Exec(`UPDATE items SET size = ?, mod_time = ?, inode = ?, last_checked = ? WHERE key = ?`,
		stat.Size, stat.ModTime, int64(stat.Inode), w.now, key)
	return err
}

// scope returns that of an origin, which it makes where there is none.
func (w *writer) scope(at origin) (s scope, err error) {
	if known, ok := w.scopes[at]; ok {
		return known, nil
	}
	_, err = w.tx.Exec(`INSERT INTO scopes (root, pool, model, generation)
		VALUES (?, ?, coalesce((SELECT value FROM meta WHERE key = 'model'), ''), 0) ON CONFLICT (root, pool) DO NOTHING`, at.root, at.pool)
	if err == nil {
		err = one(w.tx.QueryRow(scopeQuery, at.root, at.pool), &s.id, &s.model, &s.generation, &s.cards)
	}
	if err == nil && (s.id < 1 || s.id > scopesMax) {
		err = errScope
	}
	if err == nil {
		w.scopes[at] = s
	}
	return s, err
}

// put replaces everything the index has of an item.
func (w *writer) put(file loadedFile, s scope) error {
	var key int64
	err := one(w.tx.QueryRow(`SELECT key FROM items WHERE key >> 24 = ? AND kind = ? AND id = ? AND path = ?`, s.id, file.entry.Kind, file.entry.ID, file.entry.Path), &key)
	switch {
	case err == nil:
		err = w.drop(key)
	case isNone(err):
		err = one(w.tx.QueryRow(`SELECT coalesce(max(key), ?) + 1 FROM items WHERE key BETWEEN ? AND ?`, s.first(), s.first(), s.last()), &key)
	}
	if err != nil {
		return err
	}
	rejection := catalog.Rejection{}
	if file.rejection != nil {
		rejection = *file.rejection
	}
	words, summed := sumOfWords(file.weighted.Terms)
	entry := file.entry
	_, err = w.tx.Exec(`INSERT INTO items (key, path, kind, id, source, plugin, size, mod_time, inode,
		content_hash, indexed_at, last_checked, hidden, reject_code, length, words, sum) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0)`,
		key, entry.Path, entry.Kind, entry.ID, entry.Source, entry.Plugin, entry.Stat.Size, entry.Stat.ModTime, int64(entry.Stat.Inode),
		file.hash, w.now, w.now, file.item.Hidden, rejection.Code, file.weighted.Length, words)
	if err != nil {
		return err
	}
	if err := w.details(key, file, rejection.Reason); err != nil {
		return err
	}
	if file.rejection == nil {
		w.post(key, file.weighted)
		if err := w.passages(key, file.passages, s.model); err != nil {
			return err
		}
		card, origin := chosenCard(w.cards, file.textHash(), file.item.Card)
		if err := w.putCard(key, card, origin, s.model); err != nil {
			return err
		}
	}
	if !summed {
		if err := w.sumWords(key); err != nil {
			return err
		}
	}
	return w.seal(key)
}

func document(item catalog.Item) rank.Document {
	return rank.Document{Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body}
}

// textHash names the item's own text.
func (f loadedFile) textHash() string { return cmp.Or(f.item.TextHash, f.hash) }

func (w *writer) details(key int64, file loadedFile, rejectWhy string) error {
	item := file.item
	_, err := w.tx.Exec(`INSERT INTO details (key, text_hash, card, name, description, listed, keywords, sticky, front_matter, warnings, reject_why)
		VALUES (?,?,?,?,?,?,?,?,?,?,?)`, key, file.textHash(), encodeCard(item.Card), item.Name, item.Description, item.ListedDescription, strings.Join(item.Keywords, "\n"),
		item.Sticky, string(item.FrontMatter), strings.Join(item.Warnings, "\n"), rejectWhy)
	if err != nil || rejectWhy != "" {
		return err
	}
	_, err = w.tx.Exec(`INSERT INTO texts (rowid, name, description, keywords, body) VALUES (?,?,?,?,?)`,
		key, item.Name, item.Description, strings.Join(item.Keywords, "\n"), item.Body)
	return err
}

// passages stores what the encoder will see, taking over known vectors.
func (w *writer) passages(key int64, texts []string, model string) error {
	for n, text := range texts {
		if err := w.passage(key, n, text, model); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) passage(key int64, n int, text, model string) error {
	hash := textHash(text)
	if _, err := w.tx.Exec(`INSERT OR IGNORE INTO passage_texts (hash, text) VALUES (?,?)`, hash, text); err != nil {
		return err
	}
	_, err := w.tx.Exec(`INSERT INTO passages (item, n, hash, vector) VALUES (?, ?, ?,
		(SELECT id FROM vectors WHERE hash = ? AND model = ?))`, key, n, hash, hash, model)
	return err
}

// drop forgets a file; the vectors of its texts stay in the cache for a while.
func (w *writer) drop(key int64) error {
	w.postings = slices.DeleteFunc(w.postings, func(p posted) bool { return p.key == key })
	for _, statement := range []string{
		`DELETE FROM items WHERE key = ?`,
		`DELETE FROM details WHERE key = ?`,
		`DELETE FROM postings WHERE item = ?`,
		`DELETE FROM cards WHERE item = ?`,
		`DELETE FROM texts WHERE rowid = ?`,
	} {
		if _, err := w.tx.Exec(statement, key); err != nil {
			return err
		}
	}
	return w.dropPassages(key, 0)
}

// dropPassages forgets the passages of an item from a number on.
func (w *writer) dropPassages(key int64, from int) error {
	var hashes [][]byte
	err := each(w.tx, `SELECT hash FROM passages WHERE item = ? AND n >= ?`, func(rows *sql.Rows) error {
		var hash []byte
		err := rows.Scan(&hash)
		hashes = append(hashes, hash)
		return err
	}, key, from)
	if err != nil {
		return err
	}
	if _, err := w.tx.Exec(`DELETE FROM passages WHERE item = ? AND n >= ?`, key, from); err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err := w.tx.Exec(`INSERT INTO loose (hash) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM passages WHERE hash = ?1)`, hash); err != nil {
			return err
		}
		if _, err := w.tx.Exec(`DELETE FROM passage_texts WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM passages WHERE hash = ?1)`, hash); err != nil {
			return err
		}
	}
	return nil
}

func textHash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}
