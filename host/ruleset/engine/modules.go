package engine

import (
	"fmt"
	"path"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// modulesMax bounds what a ruleset requires of others, all levels together.
const modulesMax = 64

// require returns a module: of another ruleset as "builtin.default" or
// "custom.mine.part", or of the own folder as "part" or "lib.part".
func (r Ruleset) require(name string) (string, []byte, error) {
	if module, ok := r.modules[name]; ok {
		return module.Name, module.Source, nil
	}
	file := strings.ReplaceAll(name, ".", "/") + ".lua"
	if source, ok := r.files[file]; ok {
		return r.Manifest.ID + "/" + file, source, nil
	}
	message := fmt.Sprintf("there is no module %.100q: require finds builtin.*, custom.* and Lua files in the ruleset's own folder", name)
	if isForeign(name) {
		message = fmt.Sprintf("there is no module %.100q, or its name is not written out in the source as \"%.100s\"", name, name)
	}
	return "", nil, &abi.Fault{Code: abi.NotFound, Message: message}
}

// modules reads the modules of other rulesets that Lua files name, and those
// that they name. A name that leads nowhere is left to require's error.
func (s Set) modules(files map[string][]byte) (map[string]module, error) {
	modules := map[string]module{}
	var pending []string
	for name, content := range files {
		if strings.HasSuffix(name, ".lua") {
			pending = append(pending, named(string(content))...)
		}
	}
	for len(pending) > 0 {
		name := pending[0]
		pending = pending[1:]
		if _, known := modules[name]; known {
			continue
		}
		found, ok := s.module(name)
		if !ok {
			continue
		}
		if len(modules) == modulesMax {
			return nil, fmt.Errorf("it requires more than %d modules", modulesMax)
		}
		modules[name] = found
		pending = append(pending, named(string(found.Source))...)
	}
	return modules, nil
}

// module reads the code of the ruleset <owner>/<name> for "<owner>.<name>", and
// a file of its folder for a longer name.
func (s Set) module(name string) (module, bool) {
	parts := strings.Split(name, ".")
	p, where, ok := s.find(strings.Join(parts[:2], "/"))
	if !ok {
		return module{}, false
	}
	file := where.path
	switch {
	case where.folder && len(parts) > 2:
		file = path.Join(where.path, path.Join(parts[2:]...)+".lua")
	case where.folder:
		if file, ok = p.entry(where); !ok {
			return module{}, false
		}
	case len(parts) > 2:
		return module{}, false
	}
	source, err := readFile(p.files, file, sourceMax)
	if err != nil || languageOf(file) != "lua" {
		return module{}, false
	}
	return module{Name: where.id + strings.TrimPrefix(file, strings.TrimSuffix(where.path, ".lua")), Source: source}, true
}

// entry returns the code file of a folder, if that is Lua.
func (p place) entry(where spot) (string, bool) {
	files := map[string][]byte{}
	if manifest, err := readFile(p.files, path.Join(where.path, manifestFile), sourceMax); err == nil {
		files[manifestFile] = manifest
	}
	for _, name := range []string{path.Base(where.id) + ".lua", "ruleset.lua", namedCode(files[manifestFile])} {
		if _, err := readFile(p.files, path.Join(where.path, name), sourceMax); err == nil {
			files[name] = nil
		}
	}
	_, code, err := manifestOf(where.id, files)
	return path.Join(where.path, code), err == nil
}

// namedCode is the code file that a manifest names, or "".
func namedCode(manifest []byte) string {
	decoded, err := abi.DecodeManifest(manifest)
	if err != nil || languageOf(decoded.Code) != "lua" {
		return ""
	}
	return decoded.Code
}

// named lists the names of other rulesets' modules that stand between quotes in
// a source; that it looks at no grammar costs at most a file hashed in vain.
func named(source string) []string {
	var names []string
	for i := 0; i < len(source); i++ {
		if c := source[i]; c != '"' && c != '\'' && c != '[' {
			continue
		}
		end := i + 1
		for end < len(source) && end-i <= abi.IDBytesMax && isNameByte(source[end]) {
			end++
		}
		if name := source[i+1 : end]; isForeign(name) && end < len(source) && !isNameByte(source[end]) {
			names = append(names, name)
		}
	}
	return names
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c == '_' || c == '-' || c == '.'
}

func isForeign(name string) bool {
	return strings.HasPrefix(name, "builtin.") || strings.HasPrefix(name, "custom.")
}
