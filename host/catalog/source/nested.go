package source

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/client"
)

// nestedFoldersMax is how many folders below a workspace are looked into for an event.
const nestedFoldersMax = 512

// Beneath adds to a workspace's listing the skills of folders below it that the client
// lists once a file beneath them was touched, and notes the files, for which other items
// wait. As measured on 2.1.197 and 2.1.329: a skill keeps its id where no other listed one
// has it; else it is the folder, a colon and the id. Commands there are never listed.
func Beneath(ctx context.Context, config Config, listing catalog.Listing, touched []string) catalog.Listing {
	listing.Touched = touched
	listing = nested(ctx, config, listing, foldersOf(touched))
	slices.SortStableFunc(listing.Entries, func(a, b catalog.Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return listing
}

// foldersOf are the folders above files, below the workspace, the last touched first.
func foldersOf(files []string) []string {
	var folders []string
	seen := map[string]bool{}
	for _, file := range slices.Backward(files) {
		for folder := path.Dir(file); folder != "." && !seen[folder] && len(folders) < nestedFoldersMax; folder = path.Dir(folder) {
			seen[folder] = true
			if !slices.ContainsFunc(strings.Split(folder, "/"), passedOver) {
				folders = append(folders, folder)
			}
		}
	}
	slices.Sort(folders)
	return folders
}

// passedOver are folders of others' code: version control mostly ignores them, and then
// the client does.
func passedOver(name string) bool { return name == "node_modules" || name == ".git" }

// nested adds the skills of folders below the workspace, under the ids that they have
// where all of them are listed, as far as the project's limit leaves room.
func nested(ctx context.Context, config Config, listing catalog.Listing, folders []string) catalog.Listing {
	kind, known := config.Kinds.Find(abi.KindSkill)
	if !known || config.Workspace == "" || config.SkillsDir != "" || len(folders) == 0 {
		return listing
	}
	rivals := config.Kinds.Pool(kind.Name)
	taken, listed, room := map[string]int{}, map[string]bool{}, catalog.ProjectItemsMax
	for _, entry := range listing.Entries {
		listed[entry.Path] = true
		if config.Kinds.Pool(entry.Kind) != rivals {
			continue
		}
		if entry.Source == catalog.SourceProject {
			room--
		}
		taken[entry.ID]++
	}
	var found []catalog.Entry
	var rejected []catalog.Rejection
	budget := catalog.RootBudget{Over: func() bool { return ctx.Err() != nil }}
	for _, folder := range folders {
		dir := filepath.Join(config.Workspace, filepath.FromSlash(folder))
		entries, bad := kind.List(ctx, catalog.Place{Workspace: config.Workspace, Roots: []catalog.Root{
			{Dir: config.skillsOf(dir), Boundary: config.Workspace, Source: catalog.SourceProject, Budget: &budget},
		}})
		rejected = append(rejected, bad...)
		for _, entry := range entries {
			if listed[entry.Path] {
				continue
			}
			if room--; room >= 0 {
				entry.Nested = folder
				taken[entry.ID]++
				found = append(found, entry)
			}
		}
	}
	found, rejected = named(found, taken, rejected, config.settings())
	listing.Entries = slices.Concat(listing.Entries, found)
	listing.Rejected = slices.Concat(listing.Rejected, rejected)
	listing.LeftOut = moreLeftOut(listing.LeftOut, config.Workspace, -room)
	return listing
}

// named sets the ids that tell entries apart and leaves out entries that are switched off.
func named(found []catalog.Entry, taken map[string]int, rejected []catalog.Rejection, settings client.Settings) ([]catalog.Entry, []catalog.Rejection) {
	var kept []catalog.Entry
	reject := func(entry catalog.Entry, code, why string) {
		rejected = append(rejected, catalog.Rejection{Path: entry.Path, Code: code, Reason: why})
	}
	for _, entry := range found {
		off := switchedOff(entry, settings)
		if taken[entry.ID] > 1 {
			entry.ID = entry.Nested + ":" + entry.ID
			if taken[entry.ID]++; taken[entry.ID] > 1 {
				reject(entry, "shadowed", "another item has its id "+entry.ID+" and comes first")
				continue
			}
			off = cmp.Or(off, switchedOff(entry, settings))
		}
		if why := tree.BadID(entry.ID); why != "" {
			reject(entry, "bad-name", why+"; rename it to have it suggested")
		} else if off != "" {
			reject(entry, "override-off", off)
		} else {
			kept = append(kept, entry)
		}
	}
	return kept, rejected
}

// Below adds the skills in all folders below a workspace, for who has the time, as if a
// file beneath each had been touched; of those that are none nothing is told.
func Below(ctx context.Context, config Config, listing catalog.Listing) catalog.Listing {
	area, ok := tree.Open(catalog.Root{Dir: config.Workspace, Boundary: config.Workspace, Budget: &catalog.RootBudget{Over: func() bool { return ctx.Err() != nil }}})
	if !ok || config.Workspace == "" {
		return listing
	}
	own := path.Join(config.Client.Project, config.Client.Skills)
	var folders []string
	area.Walk(tree.Walk{
		Skip: func(rel string) bool { return passedOver(path.Base(rel)) },
		Visit: func(_, rel string) {
			folder, ok := strings.CutSuffix(path.Dir(path.Dir(rel)), "/"+own) // of <folder>/<own>/<id>/SKILL.md
			if ok && path.Base(rel) == "SKILL.md" && !slices.Contains(folders, folder) && len(folders) < nestedFoldersMax {
				folders = append(folders, folder)
			}
		},
	})
	slices.Sort(folders)
	whole := nested(ctx, config, listing, folders)
	whole.Rejected = listing.Rejected
	return whole
}
