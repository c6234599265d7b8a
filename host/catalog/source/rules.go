package source

import (
	"path/filepath"
	"strconv"

	"github.com/ed-irl/impressionism/host/catalog"
)

// RuleRoots returns the folders in which the client keeps rules of a workspace, in order of
// precedence, and the folders named so in its plugins, whose rules the client does not read.
// Ids begin with where a rule is from: "user:", "project:", "above:" for the folder above the
// workspace, "above2:" for the one above that, "name:" for a plugin. It returns none for a
// client without rules.
func RuleRoots(config Config) (read, unread []catalog.Root, rejected []catalog.Rejection) {
	if config.Client.Rules == "" {
		return nil, nil, nil
	}
	found := finding{config: config, settings: config.settings(), folders: config.folders(realPath(config.UserDir)), over: func() bool { return false }}
	found.addPlugins()
	user := found.userRoot(filepath.Join(config.Home, config.Client.Rules))
	user.Prefix, user.Skip = "user:", nil
	read = append(read, user)
	for i, folder := range found.folders {
		dir := filepath.Join(folder, config.Client.Project, config.Client.Rules)
		if !found.trusts(dir, folder) {
			continue
		}
		root := found.projectRoot(dir, folder)
		switch root.Prefix = "above" + strconv.Itoa(i) + ":"; i {
		case 0:
			root.Prefix = "project:"
		case 1:
			root.Prefix = "above:"
		}
		read = append(read, root)
	}
	for _, plugin := range found.plugins {
		unread = append(unread, found.pluginRoot(plugin, filepath.Join(plugin.Path, config.Client.Rules)))
	}
	return read, unread, found.rejected
}
