// Package source lists the items of a workspace under the ids and the precedence of
// the client: it knows where the client keeps which kind, and asks the kinds what is
// there. It reads no item's file, and it does not know how items are searched.
package source

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/look"
)

// Config lists the places to search for items. All paths are plain values; empty fields
// are left out.
type Config struct {
	Kinds       catalog.Kinds
	Client      client.Places // of the client whose items these are
	Home        string        // the client's directory, absolute
	UserDir     string        // the user's home directory, for "~"
	Workspace   string        // absolute; empty: user level only
	Directories []string      // more skill folders, searched at any depth; "~" and paths relative to the workspace
	Patterns    []string      // doublestar globs of files below Directories; "**/SKILL.md" where empty
	Ignore      []string      // doublestar globs of what to leave out below Directories
	Tools       Tools         // of MCP servers
	Lessons     Lessons
	Memory      *look.Memory // of a process that lists the same folders again; nil: there is none
	SkillsDir   string       // replaces every skill folder; may itself be one skill's folder
}

// settings are those of the client for the workspace.
func (c Config) settings() client.Settings {
	if c.Client.Settings == nil {
		return client.Settings{}
	}
	return c.Client.Settings(c.Home, c.Workspace)
}

// folders are those whose items belong to the workspace, the nearest first. home is the user's home
// directory without links.
func (c Config) folders(home string) []string {
	if c.Client.Folders == nil {
		return nil
	}
	return c.Client.Folders(c.Workspace, home)
}

// skillsOf and commandsOf are the folders of a project's items.
func (c Config) skillsOf(project string) string {
	return filepath.Join(project, c.Client.Project, c.Client.Skills)
}

func (c Config) commandsOf(project string) string {
	return filepath.Join(project, c.Client.Project, c.Client.Commands)
}

// userSkills is the folder of the user's skills.
func (c Config) userSkills() string { return filepath.Join(c.Home, c.Client.Skills) }

// List finds the items of one workspace without reading their files, sorted by
// kind and id. Precedence, first wins: the kinds in their order, and of each the items of
// the user, of the project, of the folders above it, of added directories, of
// Directories, of plugins.
//
// What of the client's settings is not read, and what is not looked at when the context
// ends, is among Rejected.
func List(ctx context.Context, config Config) catalog.Listing {
	settings, home := config.settings(), realPath(config.UserDir)
	found := finding{
		config: config, settings: settings, home: home, folders: config.folders(home),
		over: func() bool { return ctx.Err() != nil }, looks: config.Memory.Begin(), known: map[string]bool{}, ofProject: map[string]int{},
	}
	found.project.Over = found.over
	found.rejectSettings()
	found.checkPatterns()
	found.addPlugins()
	for _, kind := range config.Kinds {
		place := catalog.Place{Workspace: config.Workspace}
		if roots := clientRoots[kind.Name]; roots != nil {
			place.Roots = roots(&found)
			for i := range place.Roots {
				place.Roots[i].Looks = found.looks
			}
		}
		entries, rejected := kind.List(ctx, place)
		if filter := filters[kind.Name]; filter != nil {
			entries = filter(&found, entries)
		}
		found.add(kind.Name, entries, rejected)
	}

	entries, shadowed := config.Kinds.Merge(found.entries)
	listing := catalog.Listing{Workspace: config.Workspace, Home: config.Home, Rejected: append(found.rejected, shadowed...), LeftOut: found.leftOut()}
	for _, entry := range entries {
		if why := switchedOff(entry, settings); why != "" {
			listing.Rejected = append(listing.Rejected, catalog.Rejection{Path: entry.Path, Code: "override-off", Reason: why})
			continue
		}
		listing.Entries = append(listing.Entries, entry)
	}
	slices.SortStableFunc(listing.Rejected, func(a, b catalog.Rejection) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code))
	})
	listing.Rejected = slices.Compact(listing.Rejected) // a workspace may be the home
	return listing
}

// realPath is a folder as a workspace is written: without links.
func realPath(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil && dir != "" {
		return resolved
	}
	return dir
}

// switchedOff returns why the client would refuse to let the model call an entry.
// Overrides do not reach plugins, nor kinds that the client does not keep.
func switchedOff(entry catalog.Entry, settings client.Settings) string {
	if entry.Source == catalog.SourcePlugin || clientRoots[entry.Kind] == nil {
		return ""
	}
	return settings.Off[entry.ID]
}
