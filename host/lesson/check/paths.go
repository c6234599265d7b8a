package check

import (
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// paths answers which files and folders are tracked.
type paths struct {
	files  []string
	exact  map[string]bool
	dirs   map[string]bool
	byBase map[string][]int32 // files by base name
	byStem map[string][]int32 // files by base name up to the first dot
	byDir  map[string][]string
	// endings of three and more tracked files, with their dot
	endings map[string]bool
}

func newPaths(tracked []string) paths {
	p := paths{
		files: tracked, exact: make(map[string]bool, len(tracked)), dirs: map[string]bool{},
		byBase: map[string][]int32{}, byStem: map[string][]int32{}, byDir: map[string][]string{},
		endings: map[string]bool{},
	}
	endings := map[string]int{}
	for i, name := range tracked {
		p.exact[name] = true
		base := path.Base(name)
		p.byBase[base] = append(p.byBase[base], int32(i))
		if ending := path.Ext(base); len(ending) > 2 && ending != base {
			endings[ending]++
			p.endings[ending] = endings[ending] > 2
		}
		stem := stemOf(base)
		p.byStem[stem] = append(p.byStem[stem], int32(i))
		for dir := path.Dir(name); dir != "." && dir != "/" && !p.dirs[dir]; dir = path.Dir(dir) {
			p.dirs[dir] = true
			p.byDir[path.Base(dir)] = append(p.byDir[path.Base(dir)], dir)
		}
	}
	return p
}

// stemOf returns a base name without its endings; of ".env.local", ".env".
func stemOf(base string) string {
	if i := strings.IndexByte(base[min(1, len(base)):], '.'); i >= 0 {
		return base[:i+1]
	}
	return base
}

// has reports whether a path as people write it names a tracked file or folder: from the
// root, from any folder below it, or without the file's ending.
func (p *paths) has(name string) bool {
	for name = path.Clean(name); strings.HasPrefix(name, "../"); {
		name = name[3:]
	}
	if name == "." || p.exact[name] || p.dirs[name] {
		return true
	}
	base := path.Base(name)
	for _, i := range p.byBase[base] {
		if endsWith(p.files[i], name) {
			return true
		}
	}
	for _, dir := range p.byDir[base] {
		if endsWith(dir, name) {
			return true
		}
	}
	if known := extensions()[strings.ToLower(path.Ext(base))]; known {
		return false
	}
	for _, i := range p.byStem[stemOf(base)] { // an import names no ending
		file := p.files[i]
		if rest, ok := strings.CutPrefix(path.Base(file), base); ok && strings.HasPrefix(rest, ".") && endsWith(path.Join(path.Dir(file), base), name) {
			return true
		}
	}
	return false
}

// endsWith reports whether a path ends in the segments of another one.
func endsWith(name, end string) bool {
	return name == end || strings.HasSuffix(name, end) && name[len(name)-len(end)-1] == '/'
}

// hasDir reports whether some tracked folder has this base name.
func (p *paths) hasDir(base string) bool { return len(p.byDir[base]) > 0 }

// hasBase reports whether some tracked file has this base name.
func (p *paths) hasBase(base string) bool { return len(p.byBase[base]) > 0 }

// nearbyMax is how many tracked paths a missing one is compared with.
const nearbyMax = 2000

// near returns the tracked path that a missing one was probably meant to be.
func (p *paths) near(name string) string {
	name = path.Clean(name)
	base := path.Base(name)
	if found := p.byBase[base]; len(found) > 0 {
		return p.files[found[0]]
	}
	if found := p.byDir[base]; len(found) > 0 {
		return found[0]
	}
	var bases []string
	at := map[string]string{}
	for _, file := range p.files {
		if b := path.Base(file); len(bases) < nearbyMax && (path.Ext(b) == path.Ext(base) || path.Dir(file) == path.Dir(name)) && at[b] == "" {
			at[b] = file
			bases = append(bases, b)
		}
	}
	if found := at[nearest(base, bases)]; found != "" {
		return found
	}
	if dirs := p.byDir[path.Base(path.Dir(name))]; len(dirs) > 0 && path.Ext(base) == "" {
		for dir := range p.dirs {
			if path.Dir(dir) == dirs[0] && levenshtein.Nearest(base, []string{path.Base(dir)}) != "" {
				return dir
			}
		}
	}
	return ""
}

// nearest is levenshtein.Nearest; else the name that has the most parts of the missing one,
// and at least half of the parts of both.
func nearest(name string, known []string) string {
	if len(name) > wordBytesMax {
		return ""
	}
	if found := levenshtein.Nearest(name, known); found != "" {
		return found
	}
	parts := partsOf(name)
	best, most := "", 0.0
	for _, other := range known {
		others := partsOf(other)
		same := 0
		for _, part := range parts {
			if slices.Contains(others, part) {
				same++
			}
		}
		if share := float64(2*same) / float64(len(parts)+len(others)); share >= 0.5 && (share > most || share == most && other < best) {
			best, most = other, share
		}
	}
	return best
}

// partsOf splits a name at its humps and separators, in lower case.
func partsOf(name string) []string {
	var parts []string
	start := 0
	cut := func(end int) {
		if end > start {
			parts = append(parts, strings.ToLower(name[start:end]))
		}
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case !isWordByte(c) || c == '_':
			cut(i)
			start = i + 1
		case isUpper(c) && i > start && (isLower(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			cut(i)
			start = i
		}
	}
	cut(len(name))
	return parts
}

func isUpper(c byte) bool    { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool    { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isLetter(c byte) bool   { return isUpper(c) || isLower(c) || c == '_' || c >= 0x80 }
func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }

// fold removes what differs between the ways of writing one name: dry-run, dry_run, DryRun.
func fold(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("-", "", "_", "")
