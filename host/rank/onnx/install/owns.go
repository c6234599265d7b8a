package install

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Files that an installation has in its places before they are recorded.
const (
	libraryFile  = `^` + onnx.LibraryDirPrefix + `[0-9.]+/(lib)?onnxruntime[0-9.]*\.(so|dylib|dll)[0-9.]*$`
	emptyFolder  = `^(\.partial/(pip-[0-9]+/)?|` + onnx.LibraryDirPrefix + `[0-9.]+/)$`
	partialFiles = `^\.partial/([0-9a-f]{64}(\.part)?|[0-9a-f]{16}\.part|pip-[0-9]+/.+|[^/]+\.(onnx|ort|tmp))$`
)

const recordBytesMax = 1 << 20

// Owns returns a check of the files below a models' directory, by their paths below it:
// whether an installation placed them. Those are what its records list, a record itself,
// and what has the name of a file of ours where an installation was interrupted. A user's
// own manifest is not among them. The name of an empty folder ends in a slash.
func Owns(dir string) func(name string) bool {
	owned := map[string]bool{".lock": true}
	entries, _ := os.ReadDir(dir) // what cannot be listed is nobody's
	for _, entry := range entries {
		id := entry.Name()
		data, err := foreign.Read(filepath.Join(dir, id, onnx.InstalledFile), recordBytesMax)
		var record onnx.Record
		if err != nil || json.Unmarshal(data, &record) != nil || !strings.HasPrefix(record.Identity, id+"@") {
			continue
		}
		owned[path.Join(id, onnx.InstalledFile)] = true
		for _, listed := range record.Files {
			folder := path.Dir(path.Clean(listed.Path))
			owned[path.Clean(listed.Path)] = folder == id || strings.HasPrefix(folder, onnx.LibraryDirPrefix)
		}
	}
	isLibrary, isPartial, isFolder := regexp.MustCompile(libraryFile).MatchString, regexp.MustCompile(partialFiles).MatchString, regexp.MustCompile(emptyFolder).MatchString
	return func(name string) bool {
		id, file := path.Split(name)
		interrupted := slices.Contains(onnx.ModelIDs, strings.TrimSuffix(id, "/")) &&
			(file == "" || file == onnx.InstalledFile || file == onnx.VocabularyFile || file == onnx.PiecesFile || file == onnx.FastFile || strings.HasSuffix(file, ".tmp"))
		return owned[name] || interrupted || isLibrary(name) || isPartial(name) || isFolder(name)
	}
}
