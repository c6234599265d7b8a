package codesearch

import (
	"bytes"
	"context"
	_ "embed" // asksemble.py
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// semblePackage is a search of code by words and by a static model, which it fetches from a
// hub.
const semblePackage = "semble==0.7.0"

//go:embed asksemble.py
var sembleScript []byte

// semble asks semble, or its words alone where its model cannot be had.
func (r *run) semble(ctx context.Context) error {
	interpreter, err := r.pip(ctx, nameSemble, semblePackage)
	if err != nil {
		r.result.skip(nameSemble, err.Error())
		return nil
	}
	script, input := filepath.Join(r.folder, "asksemble.py"), []byte{}
	if err := os.WriteFile(script, sembleScript, 0o600); err != nil {
		return err
	}
	var order []int // of the questions, by folder
	for _, folder := range r.folders() {
		queries := []string{}
		for i, q := range r.set.Questions {
			if q.Folder == folder {
				order, queries = append(order, i), append(queries, q.Text)
			}
		}
		row, err := json.Marshal(map[string]any{"folder": filepath.Join(r.corpora, folder), "queries": queries})
		if err != nil {
			return err
		}
		input = append(append(input, row...), '\n')
	}
	home := filepath.Join(r.folder, "home-semble") // its cache
	environ := append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home)
	out, err := output(ctx, start{command: []string{interpreter, script, r.folder}, environ: environ, input: input})
	if err != nil {
		r.result.skip(nameSemble, err.Error())
		return nil
	}
	lines := slices.Collect(bytes.Lines(out))
	if len(lines) != len(order)+1 {
		return fmt.Errorf("%d answers to %d questions", len(lines)-1, len(order))
	}
	var first struct{ Why string }
	if err := json.Unmarshal(lines[0], &first); err != nil {
		return err
	}
	name := nameSemble
	if first.Why != "" {
		name += ", words alone"
		r.result.skip(nameSemble+" with its model", "the model cannot be had here: "+first.Why)
	}
	all := make([]reading, len(order))
	for n, line := range lines[1:] {
		if all[order[n]], err = r.sembleReading(r.set.Questions[order[n]], line); err != nil {
			return err
		}
	}
	r.result.add(r.set, name, all, r.grepped)
	return nil
}

func (r *run) sembleReading(q codeset.Question, line []byte) (one reading, err error) {
	var row struct {
		Answer string
		Shown  int
		Hits   []codeset.Hit
	}
	if err := json.Unmarshal(line, &row); err != nil {
		return one, err
	}
	one.pieces = []piece{printed(row.Answer)}
	for i, hit := range row.Hits {
		hit.Path = strings.TrimPrefix(filepath.ToSlash(hit.Path), "./")
		if i < row.Shown {
			p, err := r.sources.read(q.Folder, hit)
			if err != nil {
				return one, err
			}
			one.pieces = append(one.pieces, p)
		}
		if r.set.Counts(q.Corpus, hit.Path) {
			one.hits = append(one.hits, hit)
		}
	}
	return one, nil
}
