// Package source lists the items of a workspace under the ids and the
// precedence of the client, and loads one of them. It reads no item's file to
// list it, and it does not know how items are searched.
package source

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/client"
)

// Config says where to look. All paths are plain values; empty fields are left
// out.
type Config struct {
	Client      client.Places // of the client whose items these are
	Home        string        // the client's directory, absolute
	UserDir     string        // the user's home directory, for "~"
	Workspace   string        // absolute; empty: user level only
	Directories []string      // more skill folders, searched at any depth; "~" and paths relative to the workspace
	Patterns    []string      // doublestar globs of files below Directories; "**/SKILL.md" where empty
	Ignore      []string      // doublestar globs of what to leave out below Directories
	SkillsDir   string        // replaces every skill folder; may itself be one skill's folder
}

// settings are those of the client for the workspace.
func (c Config) settings() client.Settings {
	if c.Client.Settings == nil {
		return client.Settings{}
	}
	return c.Client.Settings(c.Home, c.Workspace)
}

// folders are those whose items belong to the workspace, the nearest first.
func (c Config) folders() []string {
	if c.Client.Folders == nil {
		return nil
	}
	return c.Client.Folders(c.Workspace, realPath(c.UserDir))
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
// kind and id. Precedence, first wins: skills of the user, of the project, of the
// folders above it, of added directories, of Directories, of plugins; then commands
// in the same order.
//
// What of the client's settings is not read, and what is not looked at when the context
// ends, is among Rejected.
func List(ctx context.Context, config Config) catalog.Listing {
	settings := config.settings()
	found := finding{
		config: config, settings: settings, folders: config.folders(),
		over: func() bool { return ctx.Err() != nil }, paths: map[string]bool{},
	}
	found.project.Over = found.over
	found.rejectSettings()
	found.checkPatterns()
	found.addPlugins()
	if config.SkillsDir != "" {
		found.addSearched(config.SkillsDir)
	} else {
		found.addSkills()
	}
	found.addCommands()

	entries, shadowed := catalog.Merge(found.entries)
	listing := catalog.Listing{Workspace: config.Workspace, Rejected: append(found.rejected, shadowed...), LeftOut: found.leftOut()}
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

// Load reads and parses one entry's file. The string is the SHA-256 of the
// content in hex. An error means that the file could not be read now
// (fs.ErrNotExist where it has vanished), a rejection that it is no item.
func Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	switch entry.Kind {
	case abi.KindSkill:
		return skill.Load(entry)
	case abi.KindCommand:
		return command.Load(entry)
	}
	return catalog.Item{}, "", nil, fmt.Errorf("load %s: there is no source of kind %q", entry.ID, entry.Kind)
}

// switchedOff tells why the client would refuse to let the model call an entry.
// Overrides do not reach plugins.
func switchedOff(entry catalog.Entry, settings client.Settings) string {
	if entry.Source == catalog.SourcePlugin {
		return ""
	}
	return settings.Off[entry.ID]
}
