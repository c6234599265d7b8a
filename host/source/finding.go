package source

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/claude/plugins"
	"github.com/ed-irl/impressionism/host/source/command"
	"github.com/ed-irl/impressionism/host/source/skill"
	"github.com/ed-irl/impressionism/host/source/tree"
)

const defaultPattern = "**/SKILL.md"

// finding collects entries in order of precedence.
type finding struct {
	config   Config
	settings plugins.Settings
	plugins  []plugins.Plugin // enabled ones
	notSkill map[string]bool  // folders in the user's skills folder that are plugins
	folders  []string         // whose skills and commands belong to the workspace, the nearest first
	patterns []string
	ignore   []string
	entries  []catalog.Entry
	rejected []catalog.Rejection
	paths    map[string]bool // of the entries: a workspace may be the home
	ofRoot   map[string]int  // items of each project that were found
}

// add takes over what was found; of a project, as much as counts.
func (f *finding) add(entries []catalog.Entry, rejected []catalog.Rejection) {
	f.rejected = append(f.rejected, rejected...)
	for _, entry := range entries {
		if entry.Source == catalog.SourceProject && !f.paths[entry.Path] {
			if f.ofRoot[entry.Root]++; f.ofRoot[entry.Root] > catalog.ProjectItemsMax {
				continue
			}
		}
		f.paths[entry.Path] = true
		f.entries = append(f.entries, entry)
	}
}

// leftOut tells of which projects not all items count.
func (f *finding) leftOut() (left []catalog.LeftOut) {
	for _, root := range slices.Sorted(maps.Keys(f.ofRoot)) {
		if beyond := f.ofRoot[root] - catalog.ProjectItemsMax; beyond > 0 {
			left = append(left, catalog.LeftOut{Root: root, Items: beyond})
		}
	}
	return left
}

// checkPatterns takes over the configured globs that are valid.
func (f *finding) checkPatterns() {
	patterns, badPatterns := skill.ValidPatterns(f.config.Patterns)
	ignore, badIgnore := skill.ValidPatterns(f.config.Ignore)
	if len(f.config.Patterns) == 0 {
		patterns = []string{defaultPattern}
	}
	f.patterns, f.ignore = patterns, ignore
	f.rejected = append(append(f.rejected, badPatterns...), badIgnore...)
}

func (f *finding) addPlugins() {
	all, _ := plugins.Installed(plugins.Home(f.config.Home), f.config.Workspace, f.settings)
	f.notSkill = map[string]bool{}
	for _, plugin := range all {
		if plugin.Market == plugins.SkillsDirMarket {
			f.notSkill[filepath.Base(plugin.Path)] = true
		}
		if plugin.Enabled {
			f.plugins = append(f.plugins, plugin)
		}
	}
}

func (f *finding) addSkills() {
	f.add(skill.Find(f.userRoot(plugins.Home(f.config.Home).Skills())))
	for _, folder := range f.folders {
		f.add(skill.Find(f.projectRoot(plugins.ProjectSkills(folder), folder)))
	}
	for _, added := range f.settings.AdditionalDirectories {
		if dir := f.resolve(added); dir != "" {
			f.add(skill.Find(f.projectRoot(plugins.ProjectSkills(dir), dir)))
		}
	}
	for _, dir := range f.config.Directories {
		if dir := f.resolve(dir); dir != "" && !f.isDefault(dir) {
			f.addSearched(dir)
		}
	}
	for _, plugin := range f.plugins {
		for _, dir := range plugin.Skills {
			root := pluginRoot(plugin, dir)
			if entry, ok := skill.FindOne(root); ok && filepath.Base(dir) != "skills" {
				f.add([]catalog.Entry{entry}, nil)
				continue
			}
			f.add(skill.Find(root))
		}
	}
}

// addSearched adds what the patterns find below a folder that the user named.
func (f *finding) addSearched(dir string) {
	dir = f.resolve(dir)
	if dir == "" {
		return
	}
	root := tree.Root{Dir: dir, Boundary: dir, Source: catalog.SourceUser}
	if f.config.Workspace != "" && tree.Inside(dir, f.config.Workspace) {
		root.Source = catalog.SourceProject
	}
	f.add(skill.Search(root, f.patterns, f.ignore))
}

func (f *finding) addCommands() {
	f.add(command.Find(f.userRoot(plugins.Home(f.config.Home).Commands())))
	for _, folder := range f.folders {
		f.add(command.Find(f.projectRoot(plugins.ProjectCommands(folder), folder)))
	}
	for _, plugin := range f.plugins {
		for _, path := range plugin.Commands {
			if !strings.HasSuffix(path, ".md") {
				f.add(command.Find(pluginRoot(plugin, path)))
				continue
			}
			entry, rejected := command.FindOne(pluginRoot(plugin, path))
			if entry.ID != "" {
				f.add([]catalog.Entry{entry}, nil)
			}
			f.add(nil, rejected)
		}
	}
}

// userRoot lets links lead anywhere in the user's home directory: installers
// keep skills in a shared folder there. See RATIONALE.md, "Why may links leave
// the skills folder?".
func (f *finding) userRoot(dir string) tree.Root {
	root := tree.Root{Dir: dir, Boundary: f.config.Home, Source: catalog.SourceUser, Skip: f.notSkill}
	if f.config.UserDir != "" && tree.Inside(f.config.Home, f.config.UserDir) {
		root.Boundary = f.config.UserDir
	}
	return root
}

func (f *finding) projectRoot(dir, project string) tree.Root {
	return tree.Root{Dir: dir, Boundary: project, Source: catalog.SourceProject}
}

func pluginRoot(plugin plugins.Plugin, dir string) tree.Root {
	return tree.Root{
		Dir: dir, Boundary: plugin.Path, Source: catalog.SourcePlugin,
		Plugin: plugin.Key(), Prefix: plugin.Name + ":",
	}
}

func (f *finding) resolve(path string) string {
	return plugins.Resolve(path, f.config.UserDir, f.config.Workspace)
}

// isDefault reports whether a folder is one that the client reads by itself.
func (f *finding) isDefault(dir string) bool {
	return dir == plugins.Home(f.config.Home).Skills() ||
		slices.ContainsFunc(f.folders, func(folder string) bool { return dir == plugins.ProjectSkills(folder) })
}
