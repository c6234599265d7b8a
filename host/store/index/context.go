package index

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
)

// Context is what is known besides a prompt. Its zero value moves nothing.
type Context struct {
	Hints [rank.Sources][]rank.Hint
	Used  func(abi.Ref) (suggested, used float64) // nil: nothing is known
}

// liftedMax is how many of the best hits the context is asked about: it cannot
// bring another one to the top.
const liftedMax = 40

// Lift moves hits by the context, best first again. Where the gate on the prompt's vector says
// that the prompt is about nothing, the caller must not lift. A prompt that is read by words
// alone is lifted whatever its gate on words. See RATIONALE.md, "Why does the context choose
// rather than decide?".
func (v *View) Lift(hits []Hit, context Context) ([]Hit, error) {
	if len(hits) == 0 {
		return hits, nil
	}
	var all []Hit
	for i, own := range v.apart(hits) {
		lifted, err := v.parts[i].lift(own, context)
		if err != nil {
			return nil, err
		}
		all = append(all, lifted...)
	}
	return sorted(all), nil
}

// lift is Lift for the hits of a part, in no order.
func (v *View) lift(hits []Hit, context Context) ([]Hit, error) {
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
	v.calibrated(lifted)
	return lifted, nil
}

// doubtCost is what an item loses of its logit that names things that are gone: it has to fit
// clearly to be suggested all the same. See docs/memory.md.
const doubtCost = 1

// Doubted lowers the hits that name what is gone, best first again.
func (v *View) Doubted(hits []Hit) []Hit {
	if !slices.ContainsFunc(v.items, func(item viewItem) bool { return item.doubt != "" }) {
		return hits
	}
	hits = slices.Clone(hits)
	for i := range hits {
		if hits[i].Doubt = v.Doubt(hits[i].Key); hits[i].Doubt != "" {
			hits[i].Logit -= doubtCost
		}
	}
	var all []Hit
	for i, own := range v.apart(hits) {
		v.parts[i].calibrated(own)
		all = append(all, own...)
	}
	return sorted(all)
}

// Without parts the hits that are left out from those that are kept, best first again:
// the best of those that are kept may have lain behind another one.
func (v *View) Without(hits []Hit, out func(id string) bool) (kept, left []Hit) {
	for _, hit := range hits {
		if out(hit.Ref.ID) {
			left = append(left, hit)
		} else {
			kept = append(kept, hit)
		}
	}
	if len(left) == 0 {
		return hits, nil
	}
	var all []Hit
	for i, own := range v.apart(kept) {
		v.parts[i].calibrated(own)
		all = append(all, own...)
	}
	return sorted(all), left
}

// evidence finds what each hit shares with the context.
func (v *View) evidence(hits []Hit, context Context) ([]rank.Evidence, error) {
	evidence := make([]rank.Evidence, len(hits))
	at := make(map[int64]int, len(hits))
	keys := make([]int64, len(hits))
	for i, hit := range hits {
		at[hit.Key], keys[i] = i, hit.Key
		if context.Used != nil {
			evidence[i].Suggested, evidence[i].Used = context.Used(hit.Ref)
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

// shared returns which of the terms each item has, in one question.
func (v *View) shared(terms []string, keys []int64, found func(key int64, term string, tf int)) error {
	wanted, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	among, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	return each(v.tx, sharedQuery, func(rows *sql.Rows) error {
		var key int64
		var term string
		var tf int
		if err := rows.Scan(&key, &term, &tf); err != nil {
			return err
		}
		found(key, term, tf)
		return nil
	}, v.within, string(wanted), string(among))
}

// The plus keeps the index on the terms: there are more pairs than postings.
const sharedQuery = `SELECT item, term, tf FROM ` + eachScope + `json_each(?) AS t CROSS JOIN postings ON term = t.value AND item` + inScope + `
	WHERE +item IN (SELECT value FROM json_each(?)) ORDER BY item, term`

// Workspace returns what was stored of a workspace's manifests, and the stamp that
// they had; empty where nothing was.
func (x *Index) Workspace(workspace string) (stamp, words string, err error) {
	if x.db == nil {
		return "", "", errClosed
	}
	return readWorkspace(x.db, workspace)
}

// Workspace is the index's, as the view sees it.
func (v *View) Workspace(workspace string) (stamp, words string, err error) {
	return readWorkspace(v.tx, workspace)
}

const manifestsQuery = `SELECT stamp, words FROM workspaces WHERE path = ?`

func readWorkspace(db asker, workspace string) (stamp, words string, err error) {
	err = one(db.QueryRow(manifestsQuery, workspace), &stamp, &words)
	if err != nil && !isNone(err) {
		return "", "", fmt.Errorf("read workspace: %w", err)
	}
	return stamp, words, nil
}

// SetWorkspace stores it.
func (x *Index) SetWorkspace(workspace, stamp, words string) error {
	if x.db == nil {
		return errClosed
	}
	_, err := x.db.Exec(`INSERT INTO workspaces (path, stamp, words) VALUES (?, ?, ?)
		ON CONFLICT (path) DO UPDATE SET stamp = excluded.stamp, words = excluded.words`, workspace, stamp, words)
	return err
}
