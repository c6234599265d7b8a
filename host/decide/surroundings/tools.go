package surroundings

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Use is one use of a tool, as it was recorded.
type Use struct {
	Tool  string
	Input string // JSON, possibly cut
}

// How fast what was done before loses weight, by uses since then, and where it
// ends.
const (
	recentDecay = .9
	recentUses  = 20
)

// Files returns the words of the files that recent tool uses touched, oldest use first.
// Folders above the workspace are ignored.
func Files(uses []Use, workspace string) Words {
	above := slashed(workspace)
	return recent(uses, func(c *collection, use Use, weight float64) {
		for _, key := range []string{"file_path", "notebook_path", "path"} {
			if name := slashed(field(use.Input, key)); name != "" {
				addFile(c, strings.TrimPrefix(strings.TrimPrefix(name, above), "/"), weight)
			}
		}
	})
}

// Touched are the files of a workspace that tools read or wrote, relative to it and with
// slashes, each once. What searches folders touches none. real, which may be nil, returns a path
// without links: it is asked for files that lie elsewhere by their names, as a workspace has no
// links.
func Touched(uses []Use, workspace string, real func(path string) string) []string {
	var files []string
	for _, use := range uses {
		for _, key := range []string{"file_path", "notebook_path"} {
			name := field(use.Input, key)
			if filepath.IsAbs(name) {
				rel, err := filepath.Rel(workspace, name)
				if err == nil && real != nil && !filepath.IsLocal(rel) {
					rel, _ = filepath.Rel(workspace, real(name)) // empty where it lies elsewhere
				}
				name = rel
			}
			if name = filepath.Clean(name); filepath.IsLocal(name) && name != "." && !slices.Contains(files, filepath.ToSlash(name)) {
				files = append(files, filepath.ToSlash(name))
			}
		}
	}
	return files
}

// Commands returns the words of the commands that were run and of the servers that were
// called, oldest use first.
func Commands(uses []Use) Words { return recent(uses, addCommands) }

// slashed returns a path in lower case and with slashes.
func slashed(name string) string { return strings.ToLower(strings.ReplaceAll(name, `\`, "/")) }

func recent(uses []Use, add func(*collection, Use, float64)) Words {
	var c collection
	weight := 1.0
	for i := len(uses) - 1; i >= max(0, len(uses)-recentUses); i-- {
		add(&c, uses[i], weight)
		weight *= recentDecay
	}
	return c.heaviest()
}

// Weights of the parts of a path, beside its kind of file.
const (
	nameWeight   = .6
	folderWeight = .4
)

// foldersUp is how many folders above a file still say something of it.
const foldersUp = 3

// addFile adds what a file's name, kind and folders say. Only the last folders
// count: the first ones are where somebody keeps all work.
func addFile(c *collection, name string, weight float64) {
	base := path.Base(name)
	if words := spoken(ofFile, base); words != "" {
		c.add(words, weight)
	} else if words := spoken(ofExtension, extension(base)); words != "" {
		c.add(words, weight)
	}
	addParts(c, strings.TrimSuffix(base, path.Ext(base)), weight*nameWeight)
	folders := strings.Split(path.Dir(name), "/")
	for _, folder := range folders[max(0, len(folders)-foldersUp):] {
		if words := spoken(ofFolder, folder); words != "" {
			c.add(words, weight*nameWeight)
		} else {
			addParts(c, folder, weight*folderWeight)
		}
	}
}

func addParts(c *collection, name string, weight float64) {
	for _, part := range parts(name) {
		if !generic(part) {
			c.add(part, weight)
		}
	}
}

func addCommands(c *collection, use Use, weight float64) {
	if words := server(use.Tool); len(words) > 0 {
		for _, word := range words {
			c.add(word, weight)
		}
		return
	}
	for _, name := range commands(field(use.Input, "command")) {
		if words := cmp.Or(spoken(ofCommand, name), spoken(ofFile, name)); words != "" {
			c.add(words, weight)
		}
	}
}

// server returns the words in the name of a server's tool: server and tool are
// joined by two underscores there.
func server(tool string) []string {
	sections := strings.Split(strings.ToLower(tool), "__")
	if len(sections) < 3 {
		return nil
	}
	var words []string
	for _, section := range sections[1:] {
		for _, part := range parts(section) {
			if !generic(part) {
				words = append(words, part)
			}
		}
	}
	return words
}

// field returns a text of a JSON object whose end may be missing: the first one
// under a key, as far as it goes, or "".
func field(object, key string) string {
	_, after, found := strings.Cut(object, `"`+key+`":`)
	after = strings.TrimLeft(after, " ")
	if !found || !strings.HasPrefix(after, `"`) {
		return ""
	}
	var text strings.Builder
	for at := 1; at < len(after) && after[at] != '"'; at++ {
		c := after[at]
		if c == '\\' && at+1 < len(after) {
			at++
			switch c = after[at]; c {
			case 'n', 't', 'r':
				c = '\n'
			case 'u':
				c = ' '
			}
		}
		text.WriteByte(c)
	}
	return text.String()
}
