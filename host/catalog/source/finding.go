package source

import (
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/look"
)

const defaultPattern = "**/SKILL.md"

// finding collects entries in order of precedence.
type finding struct {
	config    Config
	settings  client.Settings
	installed []client.Plugin // all plugins
	plugins   []client.Plugin // enabled ones
	servers   client.Servers  // of the workspace; empty unless one's tools are listed
	notSkill  map[string]bool // folders in the user's skills folder that are plugins
	folders   []string        // whose skills and commands belong to the workspace, the nearest first
	home      string          // the user's home directory without links
	patterns  []string
	ignore    []string
	entries   []catalog.Entry
	rejected  []catalog.Rejection
	over      func() bool // nobody waits for the listing any more
	looks     *look.Looks
	project   catalog.RootBudget // of all folders of the project: too many files cost its own items
	known     map[string]bool    // places of the first entries: a workspace may be the home
	noted     int                // how many these are
	ofProject map[string]int     // items of all its folders that were found, by pool
}

// others is the budget of one root that is not the project's.
func (f *finding) others() *catalog.RootBudget { return &catalog.RootBudget{Over: f.over} }

// add takes over what was found of a kind; of a project, as much of its pool as counts.
func (f *finding) add(kind string, entries []catalog.Entry, rejected []catalog.Rejection) {
	f.rejected = append(f.rejected, rejected...)
	f.entries = slices.Grow(f.entries, len(entries))
	pool := f.config.Kinds.Pool(kind)
	for _, entry := range entries {
		if entry.Kind = kind; entry.Source == catalog.SourceProject && !f.isKnown(entry) {
			if f.ofProject[pool]++; f.ofProject[pool] > catalog.ProjectItemsMax {
				continue
			}
		}
		f.entries = append(f.entries, entry)
	}
}

// isKnown reports whether an entry's place is that of one before it. Places are noted once a
// project has any: where it has none nobody asks.
func (f *finding) isKnown(entry catalog.Entry) bool {
	for _, other := range f.entries[f.noted:] {
		f.known[other.Where()] = true
	}
	f.noted = len(f.entries)
	return f.known[entry.Where()]
}

// leftOut tells of how many items of the project do not count.
func (f *finding) leftOut() (left []catalog.LeftOut) {
	for _, items := range f.ofProject {
		left = moreLeftOut(left, f.config.Workspace, items-catalog.ProjectItemsMax)
	}
	return left
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
	patterns, badPatterns := catalog.ValidPatterns(f.config.Patterns)
	ignore, badIgnore := catalog.ValidPatterns(f.config.Ignore)
	if len(f.config.Patterns) == 0 {
		patterns = []string{defaultPattern}
	}
	f.patterns, f.ignore = append([]string{}, patterns...), ignore // not nil: none may be valid
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
	all, _ := f.settings.Plugins(f.looks)
	f.installed = append([]client.Plugin{}, all...) // not nil: there may be none
	for _, plugin := range f.installed {
		if plugin.InSkills {
			f.notSkill[filepath.Base(plugin.Path)] = true
		}
		if plugin.Enabled {
			f.plugins = append(f.plugins, plugin)
		}
	}
}

// clientRoots are the folders in which the client keeps its kinds of items, in order of
// precedence.
var clientRoots = map[string]func(*finding) []catalog.Root{
	abi.KindSkill:   (*finding).skillRoots,
	abi.KindCommand: (*finding).commandRoots,
	abi.KindTool:    (*finding).toolRoots,
	abi.KindLesson:  (*finding).lessonRoots,
}

// filters leave out entries of a kind that are not to be told.
var filters = map[string]func(*finding, []catalog.Entry) []catalog.Entry{
	abi.KindTool:   (*finding).tools,
	abi.KindLesson: (*finding).lessons,
}

func (f *finding) skillRoots() (roots []catalog.Root) {
	if f.config.SkillsDir != "" {
		return f.searchedRoots(f.config.SkillsDir)
	}
	roots = append(roots, f.userRoot(f.config.userSkills()))
	roots = append(roots, f.projectRoots(f.config.skillsOf)...)
	for _, dir := range f.added() {
		roots = append(roots, f.projectRoot(f.config.skillsOf(dir), dir))
	}
	for _, dir := range f.config.Directories {
		if dir := f.resolve(dir); dir != "" && !f.isDefault(dir) {
			roots = append(roots, f.searchedRoots(dir)...)
		}
	}
	for _, plugin := range f.plugins {
		for _, dir := range plugin.Skills {
			roots = append(roots, f.pluginRoot(plugin, dir))
		}
	}
	return roots
}

func (f *finding) commandRoots() (roots []catalog.Root) {
	roots = append(roots, f.userRoot(filepath.Join(f.config.Home, f.config.Client.Commands)))
	roots = append(roots, f.projectRoots(f.config.commandsOf)...)
	for _, plugin := range f.plugins {
		for _, path := range plugin.Commands {
			roots = append(roots, f.pluginRoot(plugin, path))
		}
	}
	return roots
}

// projectRoots are the project's folders of a kind. The home directory as a workspace is named as
// the user's own folders are, so that an item which is found twice has one path.
func (f *finding) projectRoots(of func(project string) string) (roots []catalog.Root) {
	for _, folder := range f.folders {
		named := folder
		if folder == f.home {
			named = f.config.UserDir
		}
		if dir := of(named); f.trusts(dir, folder) {
			roots = append(roots, f.projectRoot(dir, named))
		}
	}
	return roots
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

// searchedRoots is a folder that the user named, in which the patterns are looked for.
func (f *finding) searchedRoots(dir string) []catalog.Root {
	dir = f.resolve(dir)
	if dir == "" {
		return nil
	}
	root := catalog.Root{Dir: dir, Boundary: dir, Source: catalog.SourceUser, Budget: f.others(), Patterns: f.patterns, Ignore: f.ignore}
	if f.config.Workspace != "" && tree.Inside(dir, f.config.Workspace) {
		root.Source = catalog.SourceProject
	}
	return []catalog.Root{root}
}

// userRoot lets links lead anywhere in the user's home directory: installers
// keep skills in a shared folder there. See RATIONALE.md, "Why may links leave
// the skills folder?".
func (f *finding) userRoot(dir string) catalog.Root {
	root := catalog.Root{Dir: dir, Boundary: f.config.Home, Source: catalog.SourceUser, Skip: f.notSkill, Budget: f.others()}
	if f.config.UserDir != "" && tree.Inside(f.config.Home, f.config.UserDir) {
		root.Boundary = f.config.UserDir
	}
	return root
}

func (f *finding) projectRoot(dir, project string) catalog.Root {
	return catalog.Root{Dir: dir, Boundary: project, Source: catalog.SourceProject, Budget: &f.project}
}

func (f *finding) pluginRoot(plugin client.Plugin, dir string) catalog.Root {
	return catalog.Root{
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
