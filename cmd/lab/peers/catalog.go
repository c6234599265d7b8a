package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
)

// catalog is what a user's folder has, and prompts with labels that name nothing else.
type catalog struct {
	name   string // "324 skills"
	folder string // of everything about this catalog
	user   string // HOME, with the skills
	work   string // where the client was started
	corpus eval.Corpus
	fitted labelled
	sets   []labelled
}

// labelled are prompts in order, each with its label at the same place.
type labelled struct {
	name    string
	queries []eval.Query
	labels  []eval.Label
}

// kindUndrawn is the kind of a prompt whose skills a catalog does not have.
const kindUndrawn = "undrawn"

// makeCatalogs reads the sets and makes a folder for the catalog of all their skills and
// for one of some.
func makeCatalogs(o options, folder string) ([]catalog, error) {
	fitted, err := eval.OpenSet(o.fitted)
	if err != nil {
		return nil, err
	}
	sets := make([]labelled, len(o.sets))
	for i, dir := range o.sets {
		set, err := eval.OpenSet(dir)
		if err != nil {
			return nil, err
		}
		if set.Corpus.Hash != fitted.Corpus.Hash {
			return nil, fmt.Errorf("%s has other skills than %s", dir, o.fitted)
		}
		sets[i] = labelled{filepath.Base(dir), set.Queries, set.Labels}
	}
	items := fitted.Corpus.Items()
	drawn := []int{len(items)}
	if o.drawn > 0 && o.drawn < len(items) {
		drawn = append(drawn, o.drawn)
	}
	var catalogs []catalog
	for _, count := range drawn {
		c := catalog{name: fmt.Sprintf("%d skills", count), folder: filepath.Join(folder, fmt.Sprintf("catalog-%d", count))}
		if err := c.make(draw(items, count, o.seed)); err != nil {
			return nil, fmt.Errorf("make a catalog: %w", err)
		}
		c.fitted = labelled{filepath.Base(o.fitted), fitted.Queries, fitted.Labels}.within(c.corpus.Has)
		for _, set := range sets {
			c.sets = append(c.sets, set.within(c.corpus.Has))
		}
		catalogs = append(catalogs, c)
	}
	return catalogs, nil
}

// draw returns so many of the items, in their order.
func draw(items []eval.Item, count int, seed uint64) []eval.Item {
	chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(items))[:count]
	slices.Sort(chosen)
	drawn := make([]eval.Item, count)
	for i, at := range chosen {
		drawn[i] = items[at]
	}
	return drawn
}

// make writes the skills, as folders for hooks and as a corpus for our own command.
func (c *catalog) make(items []eval.Item) error {
	c.user, c.work = filepath.Join(c.folder, "user"), filepath.Join(c.folder, "work")
	if err := os.MkdirAll(c.work, 0o700); err != nil {
		return err
	}
	var lines bytes.Buffer
	for _, item := range items {
		if err := json.NewEncoder(&lines).Encode(item); err != nil {
			return err
		}
	}
	if err := os.WriteFile(c.corpusFile(), lines.Bytes(), 0o600); err != nil {
		return err
	}
	var err error
	if c.corpus, err = eval.OpenCorpus(c.corpusFile()); err != nil {
		return err
	}
	return bench.WriteCorpus(c.skills(), c.corpus)
}

func (c *catalog) corpusFile() string { return filepath.Join(c.folder, "corpus.jsonl") }
func (c *catalog) skills() string     { return filepath.Join(c.user, ".claude", "skills") }

// within are the same prompts for a catalog that has only some skills.
func (l labelled) within(has func(id string) bool) labelled {
	part := labelled{name: l.name, queries: l.queries}
	for _, label := range l.labels {
		part.labels = append(part.labels, narrow(label, has))
	}
	return part
}

// narrow drops what a catalog does not have from a label. A prompt that needs several
// skills keeps the needs that can be met.
func narrow(label eval.Label, has func(id string) bool) eval.Label {
	absent := func(id string) bool { return !has(id) }
	var needs [][]string
	for _, group := range label.Gold {
		if kept := slices.DeleteFunc(slices.Clone(group), absent); len(kept) > 0 {
			needs = append(needs, kept)
		}
	}
	if len(label.Gold) > 0 && len(needs) == 0 {
		label.Kind = kindUndrawn
	}
	label.Gold, label.OK = needs, slices.DeleteFunc(slices.Clone(label.OK), absent)
	return label
}
