package project

import (
	"context"
	"math"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/places"
)

// embedFirst gives the best candidates by words that have no vector one, compares them, and
// keeps what it made for the next search.
func (p *Project) embedFirst(ctx context.Context, found []places.Hit, all []place.Candidate, search places.Search, model *Model) error {
	var lacking []places.Lacking
	for i := range all[:min(len(all), embedsFirst)] {
		if hit := found[i]; math.IsNaN(all[i].Cosine) {
			lacking = append(lacking, places.Lacking{Sum: hit.Sum, File: hit.File, Place: code.Place{Start: hit.Start, End: hit.End, Symbol: hit.Symbol}})
		}
	}
	made, err := p.embed(ctx, lacking, model)
	vectors := map[places.Sum][]float32{}
	for _, m := range made {
		vectors[m.Sum] = m.Vector
	}
	for i := range all[:min(len(all), embedsFirst)] {
		if vector, ok := vectors[found[i].Sum]; ok {
			all[i].Cosine = dot(search.Vector, vector)
		}
	}
	if err != nil {
		return err
	}
	err = p.store.PutVectors(model.Identity, made)
	if places.IsUnwritable(err) || places.IsBusy(err) {
		err = nil // they were of use all the same
	}
	return err
}

// embedBatch is how many vectors are stored together: so many are lost where the process ends.
const embedBatch = 32

// Embed gives a vector to places that have none, those of the latest changed files first, until
// so many places of the folder have one. It returns early when its context ends; what was done
// is kept.
func (p *Project) Embed(ctx context.Context, model *Model, atMost int, progress func(done, all int)) error {
	have, err := p.store.Embedded(p.Tree, model.Identity)
	if err != nil {
		return err
	}
	lacking, err := p.store.Without(p.Tree, model.Identity, atMost-have)
	if err != nil {
		return err
	}
	for done := 0; done < len(lacking); {
		batch := lacking[done:min(done+embedBatch, len(lacking))]
		made, err := p.embed(ctx, batch, model)
		if failed := p.store.PutVectors(model.Identity, made); failed != nil {
			err = failed // rather than that the context ended: who goes on would meet it again
		}
		if err != nil {
			return err
		}
		done += len(batch)
		if progress != nil {
			progress(done, len(lacking))
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	return p.store.EmptyLog()
}

// embed makes vectors of places. Those whose file is not as it was when it was cut get none: their
// lines are not known.
func (p *Project) embed(ctx context.Context, lacking []places.Lacking, model *Model) (made []places.Embedded, err error) {
	if len(lacking) == 0 {
		return nil, nil
	}
	folder, err := files.Open(p.Tree)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	texts := map[string]lines{}
	for _, l := range lacking {
		if err := ctx.Err(); err != nil {
			return made, err
		}
		text, read := texts[l.File.Path]
		if !read {
			if content, _, reason := folder.Read(files.File{Path: l.File.Path}, files.SizeMax); reason == "" && places.HashOf(content) == l.File.Hash {
				text = linesOf(content)
			}
			texts[l.File.Path] = text
		}
		body := text.of(l.Start, l.End)
		if len(body) == 0 {
			continue
		}
		vector, err := model.Passage(place.Passage(l.File.Path, l.Symbol, string(body)))
		if err != nil {
			return made, err
		}
		made = append(made, places.Embedded{Sum: l.Sum, Vector: vector})
	}
	return made, nil
}

func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.NaN()
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
