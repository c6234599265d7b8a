package index

import (
	"bytes"
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// textsPerWrite bounds how many vectors an interruption loses.
const textsPerWrite = 16

// textsAhead is how many texts a worker embeds while vectors are stored, which takes less
// time.
const textsAhead = 4

// vectorsKept bounds the embedding cache: of texts that no item has any more, so
// many keep their vectors.
const vectorsKept = 50_000

// adoptModel makes src.Model the model in use: the listing's passages take its
// cached vectors, the others wait to be embedded. Other scopes follow when they are
// listed.
func (r *refresh) adoptModel() error {
	model, err := r.meta("model")
	if err == nil && model != r.src.Model {
		err = setMeta(r.db, "model", r.src.Model)
	}
	if err != nil {
		return err
	}
	for _, s := range r.scopes {
		if err := r.adoptVectors(s); err != nil {
			return err
		}
	}
	return nil
}

// adoptVectors takes what the cache has for a scope: all of it where that was of
// another model, else what lacks.
func (r *refresh) adoptVectors(s scope) error {
	const known = `(SELECT id FROM vectors v WHERE v.hash = passages.hash AND v.model = ?1)`
	adopt := `UPDATE passages SET vector = ` + known + ` WHERE item BETWEEN ?2 AND ?3`
	if s.model == r.src.Model {
		adopt += ` AND vector IS NULL AND EXISTS ` + known
	}
	return r.write(func(tx *sql.Tx) error {
		result, err := tx.Exec(adopt, r.src.Model, s.first(), s.last())
		if err != nil {
			return err
		}
		if changed, err := result.RowsAffected(); err != nil || changed == 0 && s.model == r.src.Model {
			return err
		}
		r.stale = true
		if _, err := tx.Exec(`UPDATE scopes SET model = ? WHERE id = ?`, r.src.Model, s.id); err != nil {
			return err
		}
		return (&writer{tx: tx}).bump(s.id)
	})
}

type pendingText struct {
	hash   []byte
	text   string
	vector []float32
}

// embedPending embeds what lacks a vector, items' heads before their bodies, so
// that an interrupted run leaves every item findable first.
func (r *refresh) embedPending() error {
	pending, err := r.pending()
	if err != nil {
		return err
	}
	e := r.startEmbedding(pending)
	defer e.stop()
	batch := textsPerWrite * max(1, r.src.Workers)
	for done := 0; done < len(pending); {
		part, failed := e.take(batch)
		if err := r.storeVectors(part); err != nil {
			return err
		}
		if failed != nil || len(part) == 0 {
			return cmp.Or(failed, r.ctx.Err())
		}
		done += len(part)
		r.report.Embedded += len(part)
		r.progress("embed", done, len(pending))
	}
	return nil
}

const (
	lackingQuery = `SELECT p.hash, t.text FROM ` + eachScope + `passages p ON p.vector IS NULL AND p.item` + inScope + `
		CROSS JOIN passage_texts t ON t.hash = p.hash GROUP BY p.hash ORDER BY MIN(p.n), MIN(p.item)`
	textsQuery = `SELECT p.hash, t.text FROM ` + eachScope + `passages p ON p.item` + inScope + `
		CROSS JOIN passage_texts t ON t.hash = p.hash GROUP BY p.hash ORDER BY MIN(p.n), MIN(p.item)`
	pendingQuery = `SELECT COUNT(*) FROM ` + eachScope + `passages p ON p.vector IS NULL AND p.item` + inScope
	formerQuery  = `SELECT COUNT(p.vector) FROM ` + eachScope + `scopes o ON o.id = s.value AND o.model <> (` + modelQuery + `)
		CROSS JOIN passages p ON p.item` + inScope
)

// pending are the listing's texts without a vector, or all of them where everything
// is to be made again: a vector stays until its replacement is there.
func (r *refresh) pending() ([]pendingText, error) {
	query := lackingQuery
	if r.opt.Force {
		query = textsQuery
	}
	var pending []pendingText
	err := each(r.db, query, func(rows *sql.Rows) error {
		var p pendingText
		if err := rows.Scan(&p.hash, &p.text); err != nil {
			return err
		}
		if !bytes.Equal(textHash(p.text), p.hash) {
			return errors.New("a passage is not the text that was stored")
		}
		pending = append(pending, p)
		return nil
	}, r.scopes.ids())
	return pending, err
}

// embedding are texts that Workers goroutines embed, as one session serves several
// texts at once better than one text with several threads. They go on while vectors
// are stored.
type embedding struct {
	*ahead[pendingText]
	failed *atomic.Pointer[error] // of a text that could not be embedded
}

// startEmbedding stops early when the refresh is late or a text fails.
func (r *refresh) startEmbedding(texts []pendingText) embedding {
	failed := new(atomic.Pointer[error])
	workers := max(1, r.src.Workers)
	return embedding{startAhead(texts, workers, textsAhead*workers, func(p pendingText) pendingText {
		if failed.Load() != nil || r.late() {
			return p
		}
		var err error
		if p.vector, err = r.embedOne(p.text); err != nil {
			err = fmt.Errorf("embed a passage: %w", err)
			failed.CompareAndSwap(nil, &err)
		}
		return p
	}), failed}
}

// take waits for the next texts, in their order: for so many, or for all that are left. Texts
// that were not embedded are left out. The error is that of the first that failed.
func (e embedding) take(count int) (texts []pendingText, failed error) {
	for len(texts) < count {
		p, ok := e.ahead.take()
		if !ok {
			break
		}
		if p.vector != nil {
			texts = append(texts, p)
		}
	}
	if err := e.failed.Load(); err != nil {
		failed = *err
	}
	return texts, failed
}

// embedAll embeds a part. It stops early when the refresh is late and returns the texts
// that are done.
func (r *refresh) embedAll(part []pendingText) ([]pendingText, error) {
	e := r.startEmbedding(part)
	defer e.stop()
	return e.take(len(part) + 1)
}

// embedOne keeps a panic over one text from ending the process.
func (r *refresh) embedOne(text string) (vector []float32, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the model panicked: %v", reason)
		}
	}()
	return r.src.Embed(text)
}

func (r *refresh) storeVectors(part []pendingText) error {
	if len(part) == 0 {
		return nil
	}
	r.stale = true
	return r.write(func(tx *sql.Tx) error {
		changed := map[int64]bool{}
		for _, p := range part {
			if err := storeVector(tx, r.src.Model, p.hash, p.vector); err != nil {
				return err
			}
			for _, s := range r.scopes {
				result, err := tx.Exec(`UPDATE passages SET vector = (SELECT id FROM vectors WHERE hash = ?1 AND model = ?2)
					WHERE hash = ?1 AND item BETWEEN ?3 AND ?4`, p.hash, r.src.Model, s.first(), s.last())
				if err != nil {
					return err
				}
				if rows, err := result.RowsAffected(); err != nil || rows > 0 {
					changed[s.id] = true
				}
			}
		}
		return (&writer{tx: tx}).bump(slices.Sorted(maps.Keys(changed))...)
	})
}

func storeVector(tx *sql.Tx, model string, hash []byte, vector []float32) error {
	blob := sqlite.EncodeVector(vector)
	_, err := tx.Exec(`INSERT INTO vectors (model, hash, vector, sum) VALUES (?,?,?,?)
		ON CONFLICT (hash, model) DO UPDATE SET vector = excluded.vector, sum = excluded.sum`, model, hash, blob, sumOfVector(blob))
	return err
}

// countPending counts texts without a vector, and those with one of a former model.
func (r *refresh) countPending() error {
	var former int
	if err := one(r.db.QueryRow(formerQuery, r.scopes.ids()), &former); err != nil {
		return err
	}
	if err := one(r.db.QueryRow(pendingQuery, r.scopes.ids()), &r.report.Pending); err != nil {
		return err
	}
	r.report.Pending += former
	return nil
}
