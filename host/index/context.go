package index

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// Context is what is known besides a prompt. Its zero value moves nothing.
type Context struct {
	Hints [rank.Sources][]rank.Hint
	Used  func(kind, id string) (suggested, used float64) // nil: nothing is known
}

// liftedMax is how many of the best hits the context is asked about: it cannot
// bring another one to the top.
const liftedMax = 40

// Lift moves hits by the context, best first again. Where the prompt is about
// nothing the caller must not lift.
func (v *View) Lift(hits []Hit, context Context) ([]Hit, error) {
	if len(hits) == 0 {
		return hits, nil
	}
	evidence, err := v.evidence(hits[:min(len(hits), liftedMax)], context)
	if err != nil {
		return nil, err
	}
	lifted := slices.Clone(hits)
	logits, bonuses := make([]float64, len(hits)), make([]float64, len(hits))
	for i, hit := range hits {
		logits[i] = hit.Logit
		if i < len(evidence) {
			lifted[i].Evidence = evidence[i]
			bonuses[i] = evidence[i].Bonus()
		}
	}
	rank.Lift(logits, bonuses)
	for i := range lifted {
		lifted[i].Logit = logits[i]
	}
	if err := v.compete(lifted); err != nil {
		return nil, err
	}
	slices.SortFunc(lifted, order)
	return lifted, nil
}

// Without leaves hits out, best first again: they are nobody's rivals then.
func (v *View) Without(hits []Hit, out func(id string) bool) (kept, left []Hit, err error) {
	for _, hit := range hits {
		if out(hit.ID) {
			left = append(left, hit)
		} else {
			kept = append(kept, hit)
		}
	}
	if len(left) == 0 {
		return hits, nil, nil
	}
	if err := v.compete(kept); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(kept, order)
	return kept, left, nil
}

// evidence finds what each hit shares with the context.
func (v *View) evidence(hits []Hit, context Context) ([]rank.Evidence, error) {
	evidence := make([]rank.Evidence, len(hits))
	at := make(map[int64]int, len(hits))
	keys := make([]int64, len(hits))
	for i, hit := range hits {
		at[hit.Key], keys[i] = i, hit.Key
		if context.Used != nil {
			evidence[i].Suggested, evidence[i].Used = context.Used(hit.Kind, hit.ID)
		}
	}
	type place struct {
		source rank.Source
		hint   rank.Hint
	}
	places := map[string][]place{}
	var terms []string
	for source, hints := range context.Hints {
		for _, hint := range hints {
			if places[hint.Term] == nil {
				terms = append(terms, hint.Term)
			}
			places[hint.Term] = append(places[hint.Term], place{rank.Source(source), hint})
		}
	}
	if len(terms) == 0 {
		return evidence, nil
	}
	return evidence, v.shared(terms, keys, func(key int64, term string, tf int) {
		for _, p := range places[term] {
			evidence[at[key]].Share(p.source, p.hint, tf)
		}
	})
}

// shared tells which of the terms each item has, in one question.
func (v *View) shared(terms []string, keys []int64, each func(key int64, term string, tf int)) error {
	wanted, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	among, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	// The plus keeps the index on the terms: there are more pairs than postings.
	rows, err := v.tx.Query(`SELECT item, term, tf FROM postings
		WHERE term IN (SELECT value FROM json_each(?)) AND +item IN (SELECT value FROM json_each(?)) ORDER BY item, term`, string(wanted), string(among))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var term string
		var tf int
		if err := rows.Scan(&key, &term, &tf); err != nil {
			return err
		}
		each(key, term, tf)
	}
	return rows.Err()
}

// workspaceKey is where meta has what a workspace's manifests say.
func workspaceKey(workspace string) string { return "workspace " + workspace }

// Workspace gives what was stored of a workspace's manifests, and the stamp that
// they had; empty where nothing was.
func (x *Index) Workspace(workspace string) (stamp, words string, err error) {
	return readWorkspace(x.db.QueryRow(workspaceRow, workspaceKey(workspace)))
}

// Workspace is the index's, as the view sees it.
func (v *View) Workspace(workspace string) (stamp, words string, err error) {
	return readWorkspace(v.tx.QueryRow(workspaceRow, workspaceKey(workspace)))
}

const workspaceRow = `SELECT value FROM meta WHERE key = ?`

func readWorkspace(row *sql.Row) (stamp, words string, err error) {
	var stored string
	err = row.Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("read workspace: %w", err)
	}
	var pair [2]string
	if err := json.Unmarshal([]byte(stored), &pair); err != nil {
		return "", "", nil //nolint:nilerr // it is made again
	}
	return pair[0], pair[1], nil
}

// SetWorkspace stores it.
func (x *Index) SetWorkspace(workspace, stamp, words string) error {
	stored, err := json.Marshal([2]string{stamp, words})
	if err != nil {
		return err
	}
	return x.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`, workspaceKey(workspace), string(stored))
		return err
	})
}
