package source

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/client"
)

const defaultPattern = "**/SKILL.md"

// finding collects entries in order of precedence.
type finding struct {
	config    Config
	settings  client.Settings
	plugins   []client.Plugin // enabled ones
	notSkill  map[string]bool // folders in the user's skills folder that are plugins
	folders   []string        // whose skills and commands belong to the workspace, the nearest first
	patterns  []string
	ignore    []string
	entries   []catalog.Entry
	rejected  []catalog.Rejection
	over      func() bool     // nobody waits for the listing any more
	project   tree.Budget     // of all folders of the project: too many files cost its own items
	paths     map[string]bool // of the entries: a workspace may be the home
	ofProject int             // items of all its folders that were found
}

// others is the budget of one root that is not the project's.
func (f *finding) others() *tree.Budget { return &tree.Budget{Over: f.over} }

// add takes over what was found; of a project, as much as counts.
func (f *finding) add(entries []catalog.Entry, rejected []catalog.Rejection) {
	f.rejected = append(f.rejected, rejected...)
	for _, entry := range entries {
		if entry.Source == catalog.SourceProject && !f.paths[entry.Path] {
			if f.ofProject++; f.ofProject > catalog.ProjectItemsMax {
				continue
			}
		}
		f.paths[entry.Path] = true
		f.entries = append(f.entries, entry)
	}
}

// leftOut tells of how many items of the project do not count.
func (f *finding) leftOut() []catalog.LeftOut {
	return moreLeftOut(nil, f.config.Workspace, f.ofProject-catalog.ProjectItemsMax)
}

func moreLeftOut(left []catalog.LeftOut, workspace string, more int) []catalog.LeftOut {
	if more <= 0 {
		return left
	}
	for _, l := range left {
		more += l.Items
	}
	return []catalog.LeftOut{{Root: workspace, Items: more}}
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

// rejectSettings tells what of the client's settings is not read.
func (f *finding) rejectSettings() {
	for _, warning := range f.settings.Warnings {
		f.rejected = append(f.rejected, catalog.Rejection{Path: warning.Path, Code: "settings", Reason: warning.Text})
	}
}

func (f *finding) addPlugins() {
	f.notSkill = map[string]bool{}
	if f.settings.Plugins == nil {
		return
	}
	all, _ := f.settings.Plugins()
	for _, plugin := range all {
		if plugin.InSkills {
			f.notSkill[filepath.Base(plugin.Path)] = true
		}
		if plugin.Enabled {
			f.plugins = append(f.plugins, plugin)
		}
	}
}

func (f *finding) addSkills() {
	f.add(skill.Find(f.userRoot(f.config.userSkills())))
	for _, folder := range f.folders {
		if dir := f.config.skillsOf(folder); f.trusts(dir, folder) {
			f.add(skill.Find(f.projectRoot(dir, folder)))
		}
	}
	for _, dir := range f.added() {
		f.add(skill.Find(f.projectRoot(f.config.skillsOf(dir), dir)))
	}
	for _, dir := range f.config.Directories {
		if dir := f.resolve(dir); dir != "" && !f.isDefault(dir) {
			f.addSearched(dir)
		}
	}
	for _, plugin := range f.plugins {
		for _, dir := range plugin.Skills {
			root := f.pluginRoot(plugin, dir)
			if entry, ok := skill.FindOne(root); ok && filepath.Base(dir) != "skills" {
				f.add([]catalog.Entry{entry}, nil)
				continue
			}
			f.add(skill.Find(root))
		}
	}
}

// trusts reports whether a folder's items count; those of another user above the
// workspace do not, which is rejected. The workspace itself the user has chosen.
func (f *finding) trusts(dir, folder string) bool {
	if folder == f.config.Workspace {
		return true
	}
	why := strange(dir, f.config.Workspace)
	if why != "" {
		f.rejected = append(f.rejected, catalog.Rejection{Path: dir, Code: "another-owner", Reason: why})
	}
	return why == ""
}

// added are the directories that the client's settings add, each once: many names
// may lead to one.
func (f *finding) added() []string {
	seen := map[string]bool{}
	for _, folder := range f.folders {
		seen[realPath(folder)] = true
	}
	var dirs []string
	for _, added := range f.settings.Added {
		dir := f.resolve(added)
		if real := realPath(dir); dir != "" && !seen[real] {
			seen[real] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// addSearched adds what the patterns find below a folder that the user named.
func (f *finding) addSearched(dir string) {
	dir = f.resolve(dir)
	if dir == "" {
		return
	}
	root := tree.Root{Dir: dir, Boundary: dir, Source: catalog.SourceUser, Budget: f.others()}
	if f.config.Workspace != "" && tree.Inside(dir, f.config.Workspace) {
		root.Source = catalog.SourceProject
	}
	f.add(skill.Search(root, f.patterns, f.ignore))
}

func (f *finding) addCommands() {
	f.add(command.Find(f.userRoot(filepath.Join(f.config.Home, f.config.Client.Commands))))
	for _, folder := range f.folders {
		if dir := f.config.commandsOf(folder); f.trusts(dir, folder) {
			f.add(command.Find(f.projectRoot(dir, folder)))
		}
	}
	for _, plugin := range f.plugins {
		for _, path := range plugin.Commands {
			if !strings.HasSuffix(path, ".md") {
				f.add(command.Find(f.pluginRoot(plugin, path)))
				continue
			}
			entry, rejected := command.FindOne(f.pluginRoot(plugin, path))
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
	root := tree.Root{Dir: dir, Boundary: f.config.Home, Source: catalog.SourceUser, Skip: f.notSkill, Budget: f.others()}
	if f.config.UserDir != "" && tree.Inside(f.config.Home, f.config.UserDir) {
		root.Boundary = f.config.UserDir
	}
	return root
}

func (f *finding) projectRoot(dir, project string) tree.Root {
	return tree.Root{Dir: dir, Boundary: project, Source: catalog.SourceProject, Budget: &f.project}
}

func (f *finding) pluginRoot(plugin client.Plugin, dir string) tree.Root {
	return tree.Root{
		Dir: dir, Boundary: plugin.Path, Source: catalog.SourcePlugin, Budget: f.others(),
		Plugin: plugin.Key(), Prefix: plugin.Name + ":",
	}
}

func (f *finding) resolve(path string) string {
	return client.Resolve(path, f.config.UserDir, f.config.Workspace)
}

// isDefault reports whether a folder is one that the client reads by itself.
func (f *finding) isDefault(dir string) bool {
	return dir == f.config.userSkills() ||
		slices.ContainsFunc(f.folders, func(folder string) bool { return dir == f.config.skillsOf(folder) })
}
