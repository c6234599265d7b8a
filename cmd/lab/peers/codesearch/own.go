package codesearch

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// ownModel is the model of a user who changes no setting.
const ownModel = "all-MiniLM-L6-v2-skills"

// own asks our server's tool search_code, by words alone and with the model.
func (r *run) own(ctx context.Context) error {
	if r.program == "" {
		fmt.Fprintln(r.progress, "build the program")
		var err error
		if r.program, err = bench.BuildProgram(ctx, r.root, r.folder, "./cmd/impressionism"); err != nil {
			return err
		}
	}
	words, err := r.ownReadings(ctx, "words", false)
	if err != nil {
		return err
	}
	r.result.add(r.set, nameOwn+", words alone", words, r.grepped)
	if absent := onnx.Installed(r.models, ownModel); absent != nil {
		r.result.skip(nameOwn+" with the model", absent.Error())
		return nil
	}
	meaning, err := r.ownReadings(ctx, "model", true)
	if err != nil {
		return err
	}
	r.result.add(r.set, nameOwn+", "+r.vectors+" vectors", meaning, r.grepped)
	return nil
}

func (r *run) ownReadings(ctx context.Context, name string, model bool) ([]reading, error) {
	home := filepath.Join(r.folder, "home-"+name)
	data := filepath.Join(home, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	if model {
		// A copy would have other times, and count as damaged.
		if err := os.Symlink(r.models, filepath.Join(data, "models")); err != nil {
			return nil, err
		}
	}
	environ := bench.Variables(home, data)
	all := make([]reading, len(r.set.Questions))
	for _, folder := range r.folders() {
		fmt.Fprintf(r.progress, "%s, %s: %s\n", nameOwn, name, folder)
		if err := r.askOwn(ctx, folder, environ, model, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// askOwn indexes a folder and asks its questions, as the client would.
func (r *run) askOwn(ctx context.Context, folder string, environ []string, model bool, all []reading) error {
	dir := filepath.Join(r.corpora, folder)
	index := []string{r.program, "code", "index", "--force", "--quiet"}
	if !model || r.vectors != vectorsAll {
		index = append(index, "--no-vectors")
	}
	if _, err := output(ctx, start{command: index, dir: dir, environ: environ}); err != nil {
		return err
	}
	server, err := bench.ServeTools(ctx, r.program, dir, environ)
	if err != nil {
		return err
	}
	defer server.Close()
	for i, q := range r.set.Questions {
		if q.Folder != folder {
			continue
		}
		text, _, err := server.Call("search_code", map[string]any{"query": q.Text})
		if err == nil {
			all[i], err = r.ownReading(q, text)
		}
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	return nil
}

// ownReading reads an answer: a reader goes to its hits, the best first.
func (r *run) ownReading(q codeset.Question, text string) (one reading, err error) {
	var answer struct{ Hits []struct{ At string } }
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return one, fmt.Errorf("read the answer %.200q: %w", text, err)
	}
	one.pieces = []piece{printed(text)}
	for _, hit := range answer.Hits {
		at, err := placeOf(hit.At)
		if err != nil {
			return one, err
		}
		p, err := r.sources.read(q.Folder, at)
		if err != nil {
			return one, err
		}
		one.pieces = append(one.pieces, p)
		if r.set.Counts(q.Corpus, at.Path) {
			one.hits = append(one.hits, at)
		}
	}
	return one, nil
}

// placeOf reads path:start-end.
func placeOf(text string) (at codeset.Hit, err error) {
	colon := strings.LastIndexByte(text, ':')
	first, last, ok := strings.Cut(text[colon+1:], "-")
	if colon < 0 || !ok {
		return at, fmt.Errorf("%q is no place", text)
	}
	at.Path = text[:colon]
	if at.Start, err = strconv.Atoi(first); err == nil {
		at.End, err = strconv.Atoi(last)
	}
	return at, err
}
