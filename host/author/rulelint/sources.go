package rulelint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Limits of the sources beside a module.
const (
	sourceFilesMax = 2000
	sourcesMax     = 32 << 20 // bytes
)

// sourceEndings are those of files that a module is compiled from.
var sourceEndings = []string{".rs", ".go", ".c", ".h", ".cc", ".cpp", ".hpp", ".ts", ".zig", ".wat"}

// isSource reports whether a module may depend on a file. Tests and what tools
// write while they build are none.
func isSource(name string) bool {
	base := path.Base(name)
	return base == "Cargo.toml" || base == "go.mod" || slices.Contains(sourceEndings, path.Ext(base)) && !strings.HasSuffix(base, "_test.go")
}

// Sources is a hash over the sources in a ruleset's folder, "" where there are
// none. It goes by what is in them, since a checkout sets all times anew, and not by
// how lines end, which differs between checkouts.
func Sources(files fs.FS, root string) (string, error) {
	sum, count := sha256.New(), 0
	err := eachSource(files, root, func(name string, data []byte) {
		text := strings.ReplaceAll(string(data), "\r\n", "\n")
		inside := strings.TrimPrefix(name, root+"/")
		fmt.Fprintf(sum, "%d:%s%d:%s", len(inside), inside, len(text), text)
		count++
	})
	if err != nil || count == 0 {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// quoted are texts as all of the languages write them out.
var quoted = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"|` + "`([^`\n]*)`" + `|'((?:[^'\\\n]|\\.){2,}?)'`)

// Written returns the texts that are written out in the sources in a ruleset's folder.
func Written(files fs.FS, root string) ([]string, error) {
	var texts []string
	err := eachSource(files, root, func(_ string, data []byte) {
		for _, found := range quoted.FindAllSubmatch(data, -1) {
			texts = append(texts, string(slices.Concat(found[1:]...)))
		}
	})
	return texts, err
}

// eachSource reads the sources in a ruleset's folder.
func eachSource(files fs.FS, root string, do func(name string, data []byte)) error {
	count, bytes := 0, int64(0)
	return fs.WalkDir(files, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := name != root && strings.HasPrefix(entry.Name(), ".")
		if entry.IsDir() {
			if name != root && engine.PassedOver(entry.Name()) || strings.Count(name, "/") > depthMax+strings.Count(root, "/") {
				return fs.SkipDir
			}
			return nil
		}
		if hidden || !entry.Type().IsRegular() || !isSource(name) {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if count, bytes = count+1, bytes+info.Size(); count > sourceFilesMax || bytes > sourcesMax {
			return fmt.Errorf("there are more than %d files or %d bytes of sources", sourceFilesMax, sourcesMax)
		}
		data, err := fs.ReadFile(files, name)
		if err == nil {
			do(name, data)
		}
		return err
	})
}

// Stale says that a module was built from other sources than these, or "": it was
// not, or does not say from which.
func Stale(name string, module []byte, sources string) string {
	recorded, found, err := binary.Custom(module, abi.SourcesSection)
	if err != nil || !found || sources == "" || string(recorded) == sources {
		return ""
	}
	return name + " was built from other sources than those beside it"
}
