package index

import (
	"cmp"
	"database/sql"
	"fmt"
	"sync"

	"github.com/ed-irl/impressionism/host/sqlite"
)

// textsPerWrite bounds how many vectors an interruption loses.
const textsPerWrite = 16

// vectorsKept bounds the embedding cache: those in use and as many again of
// texts and models no longer in use.
const vectorsKept = 50_000

// adoptModel makes src.Model the model in use: passages take its cached
// vectors, the others wait to be embedded.
func (r *refresh) adoptModel() error {
	model, err := r.meta("model")
	if err != nil || model == r.src.Model {
		return err
	}
	return r.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO meta (key, value) VALUES ('model', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, r.src.Model)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE passages SET vector = (SELECT id FROM vectors v WHERE v.hash = passages.hash AND v.model = ?)`, r.src.Model)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM calibrations`); err != nil {
			return err
		}
		return (&writer{tx: tx}).bump()
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
	batch := textsPerWrite * max(1, r.src.Workers)
	for done := 0; done < len(pending); {
		if r.late() {
			return r.ctx.Err()
		}
		part := pending[done:min(done+batch, len(pending))]
		part, failed := r.embedAll(part)
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
	if r.report.Embedded > 0 {
		return r.pruneVectors()
	}
	return nil
}

// pending are the texts without a vector, or all of them where everything is to
// be made again: a vector stays until its replacement is there.
func (r *refresh) pending() ([]pendingText, error) {
	rows, err := r.db.Query(`SELECT p.hash, t.text FROM passages p JOIN passage_texts t USING (hash)
		WHERE p.vector IS NULL OR ? GROUP BY p.hash ORDER BY MIN(p.n), MIN(p.item)`, r.opt.Force)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var pending []pendingText
	for rows.Next() {
		var p pendingText
		if err := rows.Scan(&p.hash, &p.text); err != nil {
			return nil, err
		}
		pending = append(pending, p)
	}
	return pending, rows.Err()
}

// embedAll embeds a part on Workers goroutines, as one session serves several
// texts at once better than one text with several threads. It stops early when
// the refresh is late and gives the texts that are done.
func (r *refresh) embedAll(part []pendingText) ([]pendingText, error) {
	var wait sync.WaitGroup
	var once sync.Once
	var failed error
	next := make(chan *pendingText, len(part))
	for i := range part {
		next <- &part[i]
	}
	close(next)
	for range max(1, r.src.Workers) {
		wait.Go(func() {
			for p := range next {
				if r.late() {
					return
				}
				vector, err := r.embedOne(p.text)
				if err != nil {
					once.Do(func() { failed = fmt.Errorf("embed a passage: %w", err) })
					return
				}
				p.vector = vector
			}
		})
	}
	wait.Wait()
	done := part[:0:0]
	for _, p := range part {
		if p.vector != nil {
			done = append(done, p)
		}
	}
	return done, failed
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
	return r.write(func(tx *sql.Tx) error {
		for _, p := range part {
			if err := storeVector(tx, r.src.Model, p.hash, p.vector); err != nil {
				return err
			}
			_, err := tx.Exec(`UPDATE passages SET vector = (SELECT id FROM vectors WHERE hash = ? AND model = ?) WHERE hash = ?`,
				p.hash, r.src.Model, p.hash)
			if err != nil {
				return err
			}
		}
		return (&writer{tx: tx}).bump()
	})
}

func storeVector(tx *sql.Tx, model string, hash []byte, vector []float32) error {
	_, err := tx.Exec(`INSERT INTO vectors (model, hash, vector) VALUES (?,?,?)
		ON CONFLICT (hash, model) DO UPDATE SET vector = excluded.vector`, model, hash, sqlite.EncodeVector(vector))
	return err
}

// pruneVectors bounds the cache, oldest unused vectors first.
func (r *refresh) pruneVectors() error {
	_, err := r.db.Exec(`DELETE FROM vectors WHERE id IN (SELECT id FROM vectors WHERE id NOT IN
		(SELECT vector FROM passages WHERE vector IS NOT NULL) ORDER BY id DESC LIMIT -1 OFFSET ?)`, vectorsKept)
	if err != nil {
		return err
	}
	_, err = r.db.Exec(`DELETE FROM passage_texts WHERE hash NOT IN (SELECT hash FROM passages)`)
	return err
}

func (r *refresh) countPending() error {
	return r.db.QueryRow(`SELECT COUNT(*) FROM passages WHERE vector IS NULL`).Scan(&r.report.Pending)
}
