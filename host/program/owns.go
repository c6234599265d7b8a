package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// IsLeftover reports whether a name that begins with Dir and goes on with rest is of an
// interrupted replacement.
func IsLeftover(rest string) bool {
	return rest == previous || strings.HasPrefix(rest, partial) || isArchive(rest)
}

// isArchive knows the name of a release's archive behind that of Dir.
func isArchive(rest string) bool {
	return strings.HasPrefix(rest, ".impressionism_") && (strings.HasSuffix(rest, ".tar.gz") || strings.HasSuffix(rest, ".zip"))
}

// archived are the names that a release's archive has below its top folder.
const archived = `^(bin/setup|(commands|hooks|skills|config|rules|licenses|models)/.+|\.mcp\.json|LICENSE|NOTICE|README\.md|CHANGELOG\.md|sbom\.spdx\.json)$`

// programs are the names of the whole program and of the small one that answers events.
var programs = []string{"bin/impressionism", "bin/impressionism.exe", "bin/impressionism-hook", "bin/impressionism-hook.exe"}

// Owns returns a check of the files below a folder of the program, or of what an
// interrupted replacement left, by their paths below it: what an archive of ours has in
// such a place. Where no plugin's manifest says that one was unpacked there, that is
// the programs alone. All is ours where the lock of a Scratch lies. Manifests are the paths of a plugin's manifest, by client, with
// slashes and relative to the plugin.
func Owns(folder string, manifests []string) func(name string) bool {
	isPartial := strings.HasPrefix(filepath.Base(folder), Dir+partial)
	if info, err := os.Lstat(filepath.Join(folder, lockFile)); err == nil && isPartial && info.Mode().IsRegular() {
		return func(string) bool { return true }
	}
	tops := []string{"."}
	for _, in := range []string{folder, filepath.Join(folder, "unpacked")} {
		for _, top := range foreign.Matches(in, "*") {
			if below, err := filepath.Rel(folder, top); err == nil && isPartial {
				tops = append(tops, filepath.ToSlash(below))
			}
		}
	}
	matches := regexp.MustCompile(archived).MatchString
	isArchived := func(name string) bool { return matches(name) || slices.Contains(manifests, name) }
	return func(name string) bool {
		if name == "." {
			return isArchive(strings.TrimPrefix(filepath.Base(folder), Dir))
		}
		if isPartial && isArchive("."+name) {
			return true
		}
		for _, top := range tops {
			inner, ok := strings.CutPrefix(name, top+"/")
			if top == "." {
				inner, ok = name, true
			}
			if ok && (slices.Contains(programs, inner) || isArchived(inner) && isPlugin(filepath.Join(folder, top), manifests)) {
				return true
			}
		}
		return false
	}
}

const manifestBytesMax = 1 << 20

// isPlugin reports whether a manifest of our plugin lies in a folder.
func isPlugin(folder string, manifests []string) bool {
	return slices.ContainsFunc(manifests, func(name string) bool {
		data, err := foreign.Read(filepath.Join(folder, filepath.FromSlash(name)), manifestBytesMax)
		var manifest struct {
			Name string `json:"name"`
		}
		return err == nil && json.Unmarshal(data, &manifest) == nil && manifest.Name == "impressionism"
	})
}
