package surroundings

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Limits of what is read of a workspace.
const (
	levelsMax        = 2         // of folders below the workspace
	foldersMax       = 100       // looked into
	entriesMax       = 1000      // of one folder
	manifestsMax     = 40        // read, those nearest to the top
	alikeMax         = 8         // of them with the same extension
	manifestBytesMax = 256 << 10 // of one; the rest is not looked at
)

// Manifests are the files at the top of a workspace that show which technologies it
// uses, as found without opening any.
type Manifests struct {
	files      []manifestFile
	extensions map[string]int // how many files have them
}

type manifestFile struct {
	path    string
	size    int64
	modTime int64
}

// Find looks through the two top levels of a workspace. What cannot be read
// says nothing; links are not followed.
func Find(workspace fs.FS) Manifests {
	m := Manifests{extensions: map[string]int{}}
	for folders, visited := []string{"."}, 0; len(folders) > 0 && visited < foldersMax; visited++ {
		folder := folders[0]
		folders = append(folders[1:], m.look(workspace, folder)...)
	}
	slices.SortFunc(m.files, func(a, b manifestFile) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), cmp.Compare(a.path, b.path))
	})
	m.limit()
	return m
}

// limit keeps the first manifests of each kind: fifty modules of one build say
// what eight of them do.
func (m *Manifests) limit() {
	alike := map[string]int{}
	m.files = slices.DeleteFunc(m.files, func(file manifestFile) bool {
		alike[extension(file.path)]++
		return alike[extension(file.path)] > alikeMax
	})
	m.files = m.files[:min(len(m.files), manifestsMax)]
}

// look notes the files of a folder and returns the folders to look into next.
func (m *Manifests) look(workspace fs.FS, folder string) (below []string) {
	for _, entry := range entries(workspace, folder) {
		name := path.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			if depth(name) <= levelsMax && !skipped(entry.Name()) {
				below = append(below, name)
			}
		case !entry.Type().IsRegular():
			// A pipe or device would not end; a link may lead anywhere.
		case manifestOf(name) != nil:
			if info, err := entry.Info(); err == nil {
				m.files = append(m.files, manifestFile{name, info.Size(), info.ModTime().UnixNano()})
			}
		default:
			m.extensions[extension(name)]++
		}
	}
	return below
}

// entries returns the first entries of a folder in the order of their names.
func entries(workspace fs.FS, folder string) []fs.DirEntry {
	file, err := workspace.Open(folder)
	if err != nil {
		return nil
	}
	defer file.Close() //nolint:errcheck // only read
	dir, ok := file.(fs.ReadDirFile)
	if !ok {
		return nil
	}
	list, _ := dir.ReadDir(entriesMax) // what came before an error counts
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list
}

func depth(name string) int { return strings.Count(name, "/") + 1 }

// skipped reports folders of others' code, of results, and hidden ones.
func skipped(name string) bool {
	switch name {
	case "node_modules", "vendor", "dist", "build", "target", "out", "venv", "__pycache__", "bin", "obj", "third_party":
		return true
	case ".github", ".circleci":
		return false
	}
	return strings.HasPrefix(name, ".")
}

// Stamp changes whenever a manifest comes, goes or is written, or a kind of file
// appears or vanishes.
func (m Manifests) Stamp() string {
	sum := fnv.New64a()
	for _, file := range m.files {
		fmt.Fprintln(sum, file.path, file.size, file.modTime) //nolint:errcheck // a hash never fails
	}
	for _, extension := range m.frequent() {
		fmt.Fprintln(sum, extension) //nolint:errcheck // a hash never fails
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}

// extensionFilesMin is how many files make a language of the workspace.
const extensionFilesMin = 3

// frequent returns the extensions that several files have, most frequent first.
func (m Manifests) frequent() []string {
	var list []string
	for extension, files := range m.extensions {
		if files >= extensionFilesMin && spoken(ofExtension, extension) != "" {
			list = append(list, extension)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(m.extensions[b], m.extensions[a]), cmp.Compare(a, b))
	})
	return list
}

// Weights of what a workspace says.
const (
	manifestWeight  = 1.0 // that there is a manifest of this kind
	languageWeight  = .8  // that several files are in this language
	packageWeight   = .7
	buildToolWeight = .4 // what only building and testing needs
)

// Words reads the manifests and returns their words, heaviest first.
func (m Manifests) Words(workspace fs.FS) Words {
	var c collection
	for _, file := range m.files {
		c.add(manifestWords(file.path), manifestWeight)
		if text := head(workspace, file.path); text != "" {
			manifestOf(file.path)(text, &c)
		}
	}
	for _, extension := range m.frequent() {
		c.add(spoken(ofExtension, extension), languageWeight)
	}
	return c.heaviest()
}

// head reads the beginning of a file.
func head(workspace fs.FS, name string) string {
	file, err := workspace.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close() //nolint:errcheck // only read
	text, _ := io.ReadAll(io.LimitReader(file, manifestBytesMax))
	return string(text)
}
