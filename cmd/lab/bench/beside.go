package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// besideSkills is how many skills the project has beside which others lie.
const besideSkills = 41

// addBeside makes homes of one project, whose skills are its own: alone, and with so
// many items of other workspaces in the index.
func addBeside(o options, folder string, skills []skill, homes map[string]home) error {
	user, work := filepath.Join(folder, "user-beside"), filepath.Join(folder, "work-beside")
	own := skills[:min(besideSkills, len(skills))]
	if err := writeSkills(filepath.Join(work, ".claude", "skills"), own); err != nil {
		return fmt.Errorf("write skills: %w", err)
	}
	for _, others := range append([]int{0}, o.beside...) {
		name := besideName(others)
		h := home{user: user, data: filepath.Join(folder, name), work: work, skills: len(own), others: others}
		if err := h.make("", false); err != nil {
			return fmt.Errorf("make a home: %w", err)
		}
		h.environ = append(h.variables(), o.settings...)
		homes[name] = h
	}
	return nil
}

func besideName(others int) string { return "beside-" + strconv.Itoa(others) }

// beside are the prompts of the project.
func (p *plan) beside() []prepared {
	if !p.has(besideName(0)) {
		return nil
	}
	skills := p.homes[besideName(0)].skills
	ask := func(name string, others int) prepared {
		return p.prompt(asked{name, 0, p.programs.alone(), besideName(others), candidates.Words, "", false})
	}
	list := []prepared{ask(fmt.Sprintf("cold: words, %d skills in a project", skills), 0)}
	for _, others := range p.others {
		list = append(list, ask(fmt.Sprintf("the same beside %d of others", others), others))
	}
	return list
}

// fillBeside indexes items of other workspaces, as many in each as one may have.
func fillBeside(ctx context.Context, h home, skills []skill) error {
	x, err := index.Open(filepath.Join(h.data, "index.db"))
	if err != nil {
		return err
	}
	defer x.Close()
	sources := index.Sources{Pools: catalog.Pools{Default: rank.Default()}, Now: time.Now, Load: func(e catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		number, err := strconv.Atoi(e.ID[strings.LastIndexByte(e.ID, '-')+1:])
		item := skills[number%len(skills)].item
		item.Name, item.Body = e.ID, "" // what a prompt matches is there
		return item, e.ID, nil, err
	}}
	for made := 0; made < h.others; {
		root := filepath.Join(h.work, "..", fmt.Sprintf("other-%d", made))
		listing := catalog.Listing{Workspace: root}
		for range min(catalog.ProjectItemsMax, h.others-made) {
			id := fmt.Sprintf("other-%d", made)
			listing.Entries = append(listing.Entries, catalog.Entry{Kind: abi.KindSkill, ID: id, Source: catalog.SourceProject, Root: root, Path: filepath.Join(root, id)})
			made++
		}
		if err := x.Reread(ctx, listing, sources); err != nil { // without a calibration of each
			return fmt.Errorf("index other workspaces: %w", err)
		}
	}
	return nil
}
