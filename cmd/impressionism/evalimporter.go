package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/eval/triggers"
	"github.com/ed-irl/impressionism/host/foreign"
)

// importer collects a catalog and what is claimed of it.
type importer struct {
	app      *app
	items    []eval.Item
	byName   map[string]string // ids, by id and by name in lower case
	byFolder map[string]string // ids, by the folder of their SKILL.md
	claims   []eval.Claim
	files    int
}

func (i *importer) warn(format string, args ...any) {
	fmt.Fprintln(i.app.errOut, "impressionism: warning:", oneLine(fmt.Sprintf(format, args...)))
}

func (i *importer) corpus(path string) error {
	if path == "" {
		return nil
	}
	file, err := foreign.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	corpus, err := eval.ReadCorpus(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, item := range corpus.Items() {
		i.add(item)
	}
	return nil
}

func (i *importer) add(item eval.Item) {
	i.items = append(i.items, item)
	i.byName[item.ID] = item.ID
	if name := strings.ToLower(item.Name); i.byName[name] == "" {
		i.byName[name] = item.ID
	}
}

// bodyCharsMax is how much of a body a corpus has.
const bodyCharsMax = 1500

// skill reads a SKILL.md as the index does; its id is its folder's name. What
// --corpus has under that id is the same skill, another folder of that name is
// another one.
func (i *importer) skill(folder string) {
	id := filepath.Base(folder)
	for other, taken := range i.byFolder {
		if taken == id {
			i.warn("%s has the same name as %s; it is left out with its queries", folder, other)
			return
		}
	}
	if i.byName[id] != id {
		item, _, rejection, err := skill.Load(catalog.Entry{
			Kind: abi.KindSkill, ID: id, Path: filepath.Join(folder, triggers.SkillFile), Root: folder,
		})
		if rejection != nil {
			err = errors.New(rejection.Reason)
		}
		if err != nil {
			i.warn("%s is left out with its queries: %v", folder, err)
			return
		}
		i.add(eval.Item{
			ID: id, Name: item.Name, Description: item.Description, Keywords: orEmpty(item.Keywords),
			Body: cut.Runes(item.Body, bodyCharsMax),
		})
	}
	i.byFolder[folder] = id
}

// file adds what a file claims. One that was found by its place may be anything
// else; one that was named may not.
func (i *importer) file(file triggers.File) error {
	cases, problems, err := triggers.Read(file.Path)
	switch {
	case err != nil && file.Named:
		return err
	case err != nil:
		i.warn("%v", err)
		return nil
	case len(cases)+len(problems) == 0 && file.Named:
		return fmt.Errorf("%s holds no queries; see: impressionism eval import --help", file.Path)
	}
	for _, problem := range problems {
		i.warn("%s: %v", file.Path, problem)
	}
	about := i.about(cases)
	lost := 0
	for _, c := range cases {
		if !i.claim(file, c, about) {
			lost++
		}
	}
	if lost < len(cases) {
		i.files++
	}
	if lost > 0 {
		i.warn("%s: %s left out, as nothing tells of which skill in the catalog; put the file beside the SKILL.md, or name the skill in it as skill_name",
			file.Path, count(lost, "prompt is", "prompts are"))
	}
	return nil
}

// about gives the skills that a file's cases name.
func (i *importer) about(cases []triggers.Case) []string {
	var ids []string
	for _, c := range cases {
		for _, name := range append([]string{c.Skill}, othersOf(c)...) {
			if id := i.named(name); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func othersOf(c triggers.Case) []string {
	var names []string
	for _, other := range c.Others {
		names = append(names, other.Skill)
	}
	return names
}

// claim adds what a case says of its own skill and of others; false where none
// of them is in the catalog. Of a case without a skill of its own, "none" is
// about all skills that its file names.
func (i *importer) claim(file triggers.File, c triggers.Case, about []string) bool {
	before := len(i.claims)
	owner := i.owner(file, c)
	switch {
	case owner != "" && (c.Want != triggers.Unlabelled || len(c.Others) == 0):
		i.claims = append(i.claims, eval.Claim{
			Text: c.Text, Skill: owner, Wanted: c.Want != triggers.No, Unlabelled: c.Want == triggers.Unlabelled,
		})
	case owner == "" && c.Want == triggers.No:
		for _, id := range about {
			i.claims = append(i.claims, eval.Claim{Text: c.Text, Skill: id})
		}
	}
	for _, other := range c.Others {
		if id := i.named(other.Skill); id != "" && (id != owner || c.Want == triggers.Unlabelled) {
			i.claims = append(i.claims, eval.Claim{Text: c.Text, Skill: id, Wanted: other.Want == triggers.Yes})
		}
	}
	return len(i.claims) > before
}
