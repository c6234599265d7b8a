package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/catalog"
	catalogskill "github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/eval"
)

// skill is one of the catalog that is measured.
type skill struct {
	id   string
	item catalog.Item
}

// replicatedSkills is how many copies of the examples stand in for a corpus.
const replicatedSkills = 300

// readSkills returns the corpus' skills, or copies of the examples where there is
// no corpus, and what to call them.
func readSkills(o options) (skills []skill, name string, err error) {
	name = "real skills"
	skills, err = readCorpus(o.corpus)
	if errors.Is(err, fs.ErrNotExist) {
		name = "copies of the example skills"
		skills, err = readExamples(filepath.Join(o.root, "examples", "skills"))
		skills = replicate(skills, replicatedSkills)
	}
	if err != nil {
		return nil, "", err
	}
	if o.skills > 0 {
		skills = skills[:min(o.skills, len(skills))]
	}
	return skills, name, nil
}

func readCorpus(path string) ([]skill, error) {
	corpus, err := eval.OpenCorpus(path)
	if err != nil {
		return nil, err
	}
	return load(corpus.Listing(), corpus.Load)
}

func readExamples(folder string) ([]skill, error) {
	return load(source.List(context.Background(), source.Config{Kinds: catalog.Kinds{catalogskill.Kind}, SkillsDir: folder}), catalogskill.Load)
}

func load(listing catalog.Listing, one func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)) ([]skill, error) {
	var skills []skill
	for _, entry := range listing.Entries {
		item, _, rejection, err := one(entry)
		if err != nil {
			return nil, err
		}
		if rejection == nil {
			skills = append(skills, skill{entry.ID, item})
		}
	}
	if len(skills) == 0 {
		return nil, errors.New("there are no skills to measure with")
	}
	return skills, nil
}

// replicate repeats skills under names of their own until there are so many.
func replicate(skills []skill, count int) []skill {
	replicated := make([]skill, 0, count)
	for i := 0; len(replicated) < count && len(skills) > 0; i++ {
		one := skills[i%len(skills)]
		if copyNumber := i / len(skills); copyNumber > 0 {
			one.id = fmt.Sprintf("%s-%d", one.id, copyNumber+1)
			one.item.Name = one.id
		}
		replicated = append(replicated, one)
	}
	return replicated
}

// writeSkills makes a folder for each skill.
func writeSkills(folder string, skills []skill) error {
	for _, one := range skills {
		dir := filepath.Join(folder, one.id)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), one.file(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// file is the skill as its author would have written it. JSON texts are YAML's.
func (s skill) file() []byte {
	text := func(value any) []byte {
		encoded, err := json.Marshal(value)
		if err != nil {
			panic(err) // strings always encode
		}
		return encoded
	}
	front := fmt.Appendf(nil, "---\nname: %s\ndescription: %s\n", text(s.item.Name), text(s.item.Description))
	if len(s.item.Keywords) > 0 {
		front = fmt.Appendf(front, "keywords: %s\n", text(s.item.Keywords))
	}
	return fmt.Appendf(front, "---\n\n%s\n", s.item.Body)
}
