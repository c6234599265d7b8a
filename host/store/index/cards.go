package index

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"hash/crc32"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Cards are the user's own: see package store/cards.
type Cards interface {
	// Stamp changes whenever a card comes, changes or goes.
	Stamp() string
	// Get returns the card for an item's text by its hash; fs.ErrNotExist: there is none.
	Get(hash string) (card.Card, error)
}

// Whose a card is.
const (
	CardOwn    = "own"    // the user's
	CardAuthor = "author" // of the item's author
)

// The lines of a card are passages with numbers from asksFrom and notFrom on: they are
// stored, embedded and checked as the other texts are. What a search compares is made of
// them once, as a prompt has no time to read so many rows: see rank.CardVectors.
const (
	asksFrom = 64
	notFrom  = asksFrom + card.AsksMax
)

// chosenCard is the card that counts for an item: the user's, else the author's.
func chosenCard(cards Cards, textHash string, author *card.Card) (*card.Card, string) {
	if cards != nil {
		if own, err := cards.Get(textHash); err == nil {
			return &own, CardOwn
		}
	}
	if author != nil {
		return author, CardAuthor
	}
	return nil, ""
}

// putCard replaces the card of an item; nil: it has none.
func (w *writer) putCard(key int64, c *card.Card, origin, model string) error {
	if _, err := w.tx.Exec(`DELETE FROM cards WHERE item = ?`, key); err != nil || c == nil {
		return err
	}
	for _, lines := range []struct {
		from  int
		texts []string
	}{{asksFrom, c.Asks}, {notFrom, c.Not}} {
		for i, text := range lines.texts {
			if err := w.passage(key, lines.from+i, cmp.Or(rank.Clean(text), text), model); err != nil {
				return err
			}
		}
	}
	_, err := w.tx.Exec(`INSERT INTO cards (item, hash, origin, words_of, vectors_of, words, vectors, sum) VALUES (?,?,?,'','',x'',x'',?)`,
		key, textHash(string(c.Bytes())), origin, 0)
	return err
}

// matchCards gives each item of the listing the card that counts now, where the user's
// cards changed since it was last done.
func (r *refresh) matchCards() error {
	if r.src.Cards == nil || r.opt.Hurry {
		return nil
	}
	stamp := r.src.Cards.Stamp()
	for _, s := range r.scopes {
		if s.cards == stamp {
			continue
		}
		if r.late() {
			return r.ctx.Err()
		}
		if err := r.matchScope(s, stamp); err != nil {
			return err
		}
	}
	return nil
}

const matchQuery = `SELECT i.key, d.text_hash, d.card, c.hash, coalesce(c.origin, '') FROM items i JOIN details d USING (key)
	LEFT JOIN cards c ON c.item = i.key WHERE i.key BETWEEN ? AND ? AND i.reject_code = ''`

func (r *refresh) matchScope(s scope, stamp string) error {
	type change struct {
		key    int64
		card   *card.Card
		origin string
	}
	var changes []change
	err := each(r.db, matchQuery, func(rows *sql.Rows) error {
		var key int64
		var textOf, author, had string
		var hash []byte
		if err := rows.Scan(&key, &textOf, &author, &hash, &had); err != nil {
			return err
		}
		c, origin := chosenCard(r.src.Cards, textOf, decodeCard(author))
		if origin != had || c != nil && !bytes.Equal(hash, textHash(string(c.Bytes()))) {
			changes = append(changes, change{key, c, origin})
		}
		return nil
	}, s.first(), s.last())
	if err != nil {
		return err
	}
	r.stale = true
	return r.write(func(tx *sql.Tx) error {
		w := &writer{tx: tx, now: r.src.Now().UnixMilli()}
		for _, c := range changes {
			if err := w.dropPassages(c.key, asksFrom); err != nil {
				return err
			}
			if err := w.putCard(c.key, c.card, c.origin, s.model); err != nil {
				return err
			}
			if err := w.seal(c.key); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(`UPDATE scopes SET cards = ? WHERE id = ?`, stamp, s.id); err != nil || len(changes) == 0 {
			return err
		}
		return w.bump(s.id)
	})
}

func decodeCard(stored string) *card.Card {
	var c card.Card
	if stored == "" || json.Unmarshal([]byte(stored), &c) != nil {
		return nil
	}
	return &c
}

func encodeCard(c *card.Card) string {
	if c == nil {
		return ""
	}
	return string(bytes.TrimSpace(c.Bytes()))
}

// cardsPerWrite bounds how many cards' work an interruption loses.
const cardsPerWrite = 32

// compileCards makes ready to be compared what is not: the words of cards and, where a
// model is at hand, the vectors of those whose lines all have one. Both hold for one
// recipe: without it, a card is not compared.
func (r *refresh) compileCards() error {
	if r.opt.Hurry {
		return nil
	}
	for at, s := range r.scopes {
		recipe := r.src.Pools.Recipe(at.pool)
		todo, err := r.uncompiled(s, recipe)
		if err != nil || len(todo) == 0 {
			if err != nil {
				return err
			}
			continue
		}
		nulls, err := r.cardNulls(recipe)
		if err != nil || nulls == nil {
			return err
		}
		for len(todo) > 0 {
			if r.late() {
				return r.ctx.Err()
			}
			part := todo[:min(len(todo), cardsPerWrite)]
			todo = todo[len(part):]
			if err := r.compilePart(s, recipe, part, nulls); err != nil {
				return err
			}
		}
	}
	return nil
}

// vectorsOf names what the vectors of a card are made for; empty: there is no model.
func (r *refresh) vectorsOf(recipe *rank.Recipe) string {
	if r.src.Embed == nil {
		return ""
	}
	return vectorsOf(recipe, r.src.Model)
}

func vectorsOf(recipe *rank.Recipe, model string) string { return recipe.ID + " " + model }

const uncompiledQuery = `SELECT item FROM cards c WHERE item BETWEEN ?1 AND ?2 AND (words_of <> ?3 OR ?4 <> '' AND vectors_of <> ?4
	AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.item = c.item AND p.n >= ?5 AND p.vector IS NULL))`

func (r *refresh) uncompiled(s scope, recipe *rank.Recipe) (items []int64, err error) {
	err = each(r.db, uncompiledQuery, func(rows *sql.Rows) error {
		var item int64
		err := rows.Scan(&item)
		items = append(items, item)
		return err
	}, s.first(), s.last(), recipe.ID, r.vectorsOf(recipe), asksFrom)
	return items, err
}

// cardNulls are the null prompts that no card may be near to, with their vectors where a
// model is at hand; nil: time is up.
func (r *refresh) cardNulls(recipe *rank.Recipe) ([]*rank.CardPrompt, error) {
	var vectors [][]float32
	if r.src.Embed != nil {
		var err error
		if vectors, err = r.nullVectors(recipe); err != nil || vectors == nil {
			return nil, err
		}
	}
	nulls := []*rank.CardPrompt{}
	for i, null := range recipe.Nulls() {
		var vector []float32
		if vectors != nil {
			vector = vectors[i]
		}
		nulls = append(nulls, recipe.CardNull(null.Query(), vector))
	}
	return nulls, nil
}

const linesQuery = `SELECT p.n, t.text, v.vector FROM passages p JOIN passage_texts t ON t.hash = p.hash
	LEFT JOIN vectors v ON v.id = p.vector AND v.model = ? WHERE p.item = ? AND p.n >= ? ORDER BY p.n`

func (r *refresh) compilePart(s scope, recipe *rank.Recipe, items []int64, nulls []*rank.CardPrompt) error {
	r.stale = true
	return r.write(func(tx *sql.Tx) error {
		for _, item := range items {
			var asks, notMeant []string
			var asked, not [][]float32
			err := each(tx, linesQuery, func(rows *sql.Rows) error {
				var n int
				var text string
				var blob []byte
				if err := rows.Scan(&n, &text, &blob); err != nil {
					return err
				}
				var vector []float32 // nil: it has none yet
				if blob != nil {
					var err error
					if vector, err = sqlite.DecodeVector(blob); err != nil {
						return err
					}
				}
				if n < notFrom {
					asks, asked = append(asks, text), append(asked, vector)
				} else {
					notMeant, not = append(notMeant, text), append(not, vector)
				}
				return nil
			}, r.src.Model, item, asksFrom)
			if err != nil {
				return err
			}
			words := recipe.CompileWords(asks, notMeant, nulls)
			var vectors rank.CardVectors
			of := ""
			if r.src.Embed != nil && !slices.ContainsFunc(slices.Concat(asked, not), func(v []float32) bool { return v == nil }) {
				vectors, of = recipe.CompileVectors(words, asked, not, nulls), r.vectorsOf(recipe)
			}
			_, err = tx.Exec(`UPDATE cards SET words_of = ?, words = ?, vectors_of = ?, vectors = ?, sum = ? WHERE item = ?`,
				recipe.ID, []byte(words), of, []byte(vectors), sumOfCard(words, vectors), item)
			if err != nil {
				return err
			}
		}
		return (&writer{tx: tx}).bump(s.id)
	})
}

func sumOfCard(words rank.CardWords, vectors rank.CardVectors) int64 {
	return int64(crc32.ChecksumIEEE([]byte(string(words) + string(vectors))))
}

const (
	eachItem       = ` FROM json_each(?) i CROSS JOIN cards c ON c.item = i.value WHERE c.words_of = ?`
	cardsQuery     = `SELECT c.item, c.origin, c.words, c.vectors_of, c.vectors` + eachItem
	cardWordsQuery = `SELECT c.item, c.origin, c.words, '', x''` + eachItem
)

// cardsFrom is how far below the threshold of the aggressive profile an item may be without
// its card for the card to be looked at: what a card adds at most, and what a closer look
// may. Most items of a catalog lie below, and need not be read.
const cardsFrom = rank.CardAddsMax + 2

// byCards has the cards of items move their hits. For a null prompt none does: what is
// enough for everybody does not depend on cards.
func (v *View) byCards(hits []Hit, q Query) error {
	if q.null != nil {
		return nil
	}
	places := map[int64]int{}
	for i, hit := range hits {
		if hit.Logit >= v.thresholds(hit.Features.HasDense).Aggressive-cardsFrom {
			places[hit.Key] = i
		}
	}
	if len(places) == 0 {
		return nil
	}
	prompt := v.recipe.CardPrompt(q.Query, q.Vector)
	of, query := vectorsOf(v.recipe, v.model), cardsQuery
	if q.Vector == nil {
		query = cardWordsQuery
	}
	keys, err := json.Marshal(slices.Sorted(maps.Keys(places)))
	if err != nil {
		return err // numbers always encode
	}
	return each(v.tx, query, func(rows *sql.Rows) error {
		var key int64
		var origin, madeOf string
		var words, vectors sql.RawBytes
		if err := rows.Scan(&key, &origin, &words, &madeOf, &vectors); err != nil {
			return err
		}
		hit := &hits[places[key]]
		switch card := &hit.Features.Card; {
		case !hit.Features.HasDense:
			*card = prompt.ByWords(rank.CardWords(words))
		case madeOf == of:
			*card = prompt.Of(rank.CardWords(words), rank.CardVectors(vectors))
		}
		hit.Features.Card.Author = origin != CardOwn
		hit.Logit = v.recipe.Logit(hit.Features)
		return nil
	}, string(keys), v.recipe.ID)
}

// CardLine returns an ask of an item's card by its place, or what the card does not mean;
// empty: there is none.
func (v *View) CardLine(key int64, place int, notMeant bool) (string, error) {
	n := asksFrom + place
	if notMeant {
		n = notFrom + place
	}
	var text string
	err := one(v.tx.QueryRow(`SELECT t.text FROM passages p JOIN passage_texts t ON t.hash = p.hash WHERE p.item = ? AND p.n = ?`, key, n), &text)
	if isNone(err) {
		return "", nil
	}
	return text, err
}

const countCardsQuery = `SELECT s.root, i.kind, i.id, i.path, i.hidden, d.text_hash, d.card, c.hash, coalesce(c.origin, ''), coalesce(c.words_of, ''), coalesce(c.vectors_of, '')
	FROM items i JOIN scopes s ON s.id = i.key >> 24 JOIN details d USING (key) LEFT JOIN cards c ON c.item = i.key WHERE i.reject_code = ''`

// CardsOf counts the cards of some entries, of those that wait for a file, too; own are the
// user's cards.
func (x *Index) CardsOf(own Cards, entries []catalog.Entry) (CardCounts, error) {
	counted := map[place]bool{}
	for _, entry := range entries {
		counted[placeOf(entry)] = true
	}
	return x.countCards(own, func(of place, hidden string) bool {
		return counted[of] && (hidden == "" || catalog.Waits(hidden))
	})
}

// countCards counts the cards that count now: one that was put since the index looked at
// the folder has no part in a search yet, but the item has it.
func (x *Index) countCards(own Cards, counted func(of place, hidden string) bool) (counts CardCounts, err error) {
	if x.db == nil {
		return counts, errClosed
	}
	err = each(x.db, countCardsQuery, func(rows *sql.Rows) error {
		var of place
		var hidden, textOf, author, had, wordsOf, vectorsOf string
		var hash []byte
		if err := rows.Scan(&of.root, &of.ref.Kind, &of.ref.ID, &of.path, &hidden, &textOf, &author, &hash, &had, &wordsOf, &vectorsOf); err != nil {
			return err
		}
		if !counted(of, hidden) {
			return nil
		}
		counts.Items++
		c, origin := chosenCard(own, textOf, decodeCard(author))
		switch origin {
		case CardOwn:
			counts.Own++
		case CardAuthor:
			counts.Author++
		}
		if c == nil || origin != had || !bytes.Equal(hash, textHash(string(c.Bytes()))) {
			return nil
		}
		if wordsOf != "" {
			counts.ByWords++
		}
		if vectorsOf != "" {
			counts.ByMeaning++
		}
		return nil
	})
	return counts, err
}
