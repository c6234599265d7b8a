package plugins

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/look"
)

// choose returns the installation that counts here: one made for this workspace,
// or a folder above it, before one made for the user.
func (r reader) choose(several []installation) (installation, bool) {
	var user installation
	found := false
	for _, one := range several {
		if one.ProjectPath == "" {
			user, found = one, true
			continue
		}
		if r.workspace != "" && inside(r.workspace, real(one.ProjectPath)) {
			return one, true
		}
	}
	return user, found
}

// MarketGone begins the reason why a plugin of a directory market does not run: the client
// calls it a cache-miss. The market's folder follows.
const MarketGone = "its marketplace's folder is gone or has no list of plugins: "

// MarketUnread begins the reason why a plugin of a directory market with a faulty list does not
// run: the client calls this a cache-miss, too. The list's path and its fault follow.
const MarketUnread = "its marketplace's list of plugins cannot be read: "

// locate returns the folder from which the client runs a plugin, or why there is
// none. Plugins of a directory market run from that market, whatever copy the
// registry names, unless the market names a place elsewhere.
func (r reader) locate(plugin Plugin, chosen installation) (path, why string) {
	market := r.markets[plugin.Market].directory()
	if market != "" {
		listed, err := readListed(market, plugin.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", MarketGone + market
		case errors.Is(err, errUnlisted):
			return "", errUnlisted.Error() + ": " + market
		case err != nil:
			return "", MarketUnread + err.Error()
		case listed.source != "":
			return locateListed(market, listed.source)
		}
	}
	if !filepath.IsAbs(chosen.InstallPath) {
		return "", "path outside the plugins folder"
	}
	path = real(chosen.InstallPath)
	if !inside(path, r.plugins) && (market == "" || !inside(path, real(market))) {
		return "", "path outside the plugins folder"
	}
	if !isDir(path) {
		return "", "folder missing"
	}
	return r.versionFolder(path, chosen.Version), ""
}

// locateListed returns the folder of a plugin that a directory market names below itself.
func locateListed(market, source string) (path, why string) {
	path = real(filepath.Join(market, filepath.FromSlash(source)))
	switch {
	case !inside(path, real(market)):
		return "", "path outside the marketplace folder"
	case !isDir(path):
		return "", "folder missing"
	}
	return path, ""
}

// versionFolder descends from a plugin's folder in the cache to the installed
// version, or to the highest one, where the registry leaves the version out.
func (r reader) versionFolder(path, version string) string {
	if hasManifest(path) || isDir(filepath.Join(path, "skills")) || isDir(filepath.Join(path, "commands")) {
		return path
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return path
	}
	var versions []string
	for _, entry := range entries {
		if entry.IsDir() && hasManifest(filepath.Join(path, entry.Name())) {
			versions = append(versions, entry.Name())
		}
	}
	switch {
	case len(versions) == 0:
		return path
	case slices.Contains(versions, version):
		return filepath.Join(path, version)
	}
	return filepath.Join(path, slices.MaxFunc(versions, compareVersions))
}

// compareVersions orders 1.10.0 after 1.9.0.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, errX := strconv.Atoi(x)
		n, errY := strconv.Atoi(y)
		if errX == nil && errY == nil {
			return cmp.Compare(m, n)
		}
		return cmp.Compare(x, y)
	})
}

func hasManifest(plugin string) bool {
	_, err := os.Stat(filepath.Join(plugin, ".claude-plugin", "plugin.json"))
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFolder is isDir, by what was seen before.
func isFolder(looks *look.Looks, path string) bool {
	info, err := looks.Lstat(path)
	return err == nil && (info.Mode.IsDir() || info.Mode&fs.ModeSymlink != 0 && isDir(path))
}

// real resolves links where the path exists.
func real(path string) string {
	if path == "" {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return filepath.Clean(path)
}

// inside reports whether a path is root or below it, both resolved.
func inside(path, root string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}
