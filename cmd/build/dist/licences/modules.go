// Package licences finds under which licences the parts of an archive stand, and
// their texts. It asks the module cache and no network.
package licences

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// Part is something by others that is in an archive.
type Part struct {
	Name    string
	Version string
	Licence string // an SPDX expression
	Texts   []Text
	Package string // its package URL, where it has one
	File    string // in the archive, where it is one file of its own
	SHA256  string // of that file
}

// Text is a licence or a notice.
type Text struct {
	Name string
	Data []byte
}

// module is what `go list` tells of one.
type module struct {
	Path, Version, Dir string
	Main               bool
	Replace            *module
}

type listed struct {
	Dir      string
	Standard bool
	Module   *module
}

// copied are modules whose C sources are in the tree, so that no package of theirs is linked.
var copied = []string{"github.com/asg017/sqlite-vec-go-bindings"}

// Modules returns every Go module that a program links for a platform or that the tree has
// copies of, by name, and the standard library.
func Modules(ctx context.Context, root, program, goos, goarch string) ([]Part, error) {
	said, err := tool.Call{
		Dir: root, Env: []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=1"},
		Args: []string{"go", "list", "-deps", "-json=Dir,Standard,Module", program},
	}.Output(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what %s links: %w", program, err)
	}
	folders, err := foldersOf(said)
	if err != nil {
		return nil, err
	}
	for _, path := range copied {
		m, err := moduleOf(ctx, root, path)
		if err != nil {
			return nil, err
		}
		folders[m] = nil
	}
	standard, err := standardLibrary(ctx, root)
	if err != nil {
		return nil, err
	}
	parts, problems := []Part{standard}, []error(nil)
	for m, linked := range folders {
		part, err := ofModule(m, linked)
		parts, problems = append(parts, part), append(problems, err)
	}
	slices.SortFunc(parts, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	return parts, errors.Join(problems...)
}

// foldersOf returns the folders of linked packages by module; ours is left out.
func foldersOf(said string) (map[module][]string, error) {
	folders := map[module][]string{}
	decoder := json.NewDecoder(strings.NewReader(said))
	for {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return folders, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list said: %w", err)
		}
		if one.Module == nil || one.Module.Main {
			continue
		}
		m := *one.Module
		if m.Replace != nil {
			m = *m.Replace
		}
		m.Replace = nil
		folders[m] = append(folders[m], one.Dir)
	}
}

// moduleOf returns a module at the version that go.mod names.
func moduleOf(ctx context.Context, root, path string) (m module, err error) {
	said, err := tool.Call{Dir: root, Args: []string{"go", "mod", "download", "-json", path}}.Output(ctx)
	if err == nil {
		err = json.Unmarshal([]byte(said), &m)
	}
	if err != nil {
		return m, fmt.Errorf("look for module %s: %w", path, err)
	}
	return m, nil
}

func ofModule(m module, linked []string) (Part, error) {
	part := Part{Name: m.Path, Version: m.Version, Package: "pkg:golang/" + m.Path + "@" + m.Version}
	texts, err := textsOf(m.Dir, linked)
	if err != nil {
		return part, fmt.Errorf("look for the licence of %s: %w", m.Path, err)
	}
	if supplied, ok := suppliedFor[m.Path]; ok && len(texts) == 0 {
		part.Licence, part.Texts = supplied.licence, supplied.read()
		return part, nil
	}
	part.Texts = texts
	part.Licence, err = identify(texts)
	if err != nil {
		return part, fmt.Errorf("tell the licence of %s %s: %w", m.Path, m.Version, err)
	}
	return part, nil
}

// standardLibrary is linked into everything, with the runtime.
func standardLibrary(ctx context.Context, root string) (Part, error) {
	said, err := tool.Call{Dir: root, Args: []string{"go", "env", "GOROOT", "GOVERSION"}}.Output(ctx)
	if err != nil {
		return Part{}, err
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(said), "\n")
	version = strings.TrimPrefix(version, "go")
	part := Part{Name: "Go", Version: version, Package: "pkg:golang/std@" + version}
	for _, folder := range []string{goroot, filepath.Dir(goroot)} { // Debian's Go has it one level up
		if part.Texts, err = textsOf(folder, nil); err != nil {
			return Part{}, err
		}
		if len(part.Texts) > 0 {
			break
		}
	}
	if part.Licence, err = identify(part.Texts); err != nil {
		return Part{}, fmt.Errorf("tell the licence of Go: %w", err)
	}
	return part, nil
}

// textsOf returns the licences and notices in a module's folder and in those of the
// packages that are linked.
func textsOf(dir string, linked []string) ([]Text, error) {
	folders := map[string]bool{dir: true}
	for _, folder := range linked {
		for inside(dir, folder) {
			folders[folder] = true
			folder = filepath.Dir(folder)
		}
	}
	var texts []Text
	for folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if !entry.Type().IsRegular() || !isLegal(entry.Name()) {
				continue
			}
			name := filepath.Join(folder, entry.Name())
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			relative, err := filepath.Rel(dir, name)
			if err != nil {
				return nil, err
			}
			texts = append(texts, Text{Name: filepath.ToSlash(relative), Data: bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))})
		}
	}
	slices.SortFunc(texts, func(a, b Text) int { return cmp.Compare(a.Name, b.Name) })
	return texts, nil
}

func inside(dir, folder string) bool {
	return strings.HasPrefix(folder, dir+string(filepath.Separator))
}
