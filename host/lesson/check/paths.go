package check

import (
	"hash/maphash"
	"math/bits"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// paths answers which files and folders are tracked. It is made anew as a session starts, also
// for 100,000 files, so that it has no map with an entry for each of them.
type paths struct {
	files  []string // sorted
	dirs   map[string]bool
	byBase chains // files by base name
	byStem chains // files by base name up to the first dot
	byDir  map[string][]string
	// endings of three and more tracked files, with their dot
	endings map[string]bool
	hurried bool // only a file or folder of the same base name counts as near
}

func newPaths(tracked []string) paths {
	if !slices.IsSorted(tracked) {
		tracked = slices.Sorted(slices.Values(tracked))
	}
	p := paths{
		files: tracked, dirs: map[string]bool{}, byBase: newChains(len(tracked)), byStem: newChains(len(tracked)),
		byDir: map[string][]string{}, endings: map[string]bool{},
	}
	endings, last := map[string]int{}, ""
	for i, name := range slices.Backward(tracked) { // the first of a name is then the first of its chain
		dir, base := cutBase(name)
		p.byBase.add(base, i)
		p.byStem.add(stemOf(base), i)
		if ending := path.Ext(base); len(ending) > 2 && ending != base {
			endings[ending]++
		}
		if dir != last {
			last = dir
			p.addDir(dir)
		}
	}
	for _, dirs := range p.byDir {
		slices.Sort(dirs)
	}
	for ending, files := range endings {
		p.endings[ending] = files > 2
	}
	return p
}

// addDir adds a folder, and those above it.
func (p *paths) addDir(dir string) {
	for dir != "" && !p.dirs[dir] {
		p.dirs[dir] = true
		above, base := cutBase(dir)
		p.byDir[base] = append(p.byDir[base], dir)
		dir = above
	}
}

// cutBase cuts a tracked path into its folder, "" at the root, and its base name.
func cutBase(name string) (dir, base string) {
	at := strings.LastIndexByte(name, '/')
	return name[:max(0, at)], name[at+1:]
}

// exact reports whether a file of exactly this path is tracked.
func (p *paths) exact(name string) bool {
	_, found := slices.BinarySearch(p.files, name)
	return found
}

// below returns the files of a folder and of those in it.
func (p *paths) below(dir string) []string {
	begin, _ := slices.BinarySearch(p.files, dir+"/")
	end, _ := slices.BinarySearch(p.files, dir+"0") // "0" is the character behind "/"
	return p.files[begin:end]
}

// based returns the places of the files of a base name, in their order.
func (p *paths) based(base string) []int32 {
	return p.byBase.of(base, func(i int32) bool { return baseOf(p.files[i]) == base })
}

// stemmed returns the places of the files of a stem, in their order.
func (p *paths) stemmed(stem string) []int32 {
	return p.byStem.of(stem, func(i int32) bool { return stemOf(baseOf(p.files[i])) == stem })
}

func baseOf(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// chains holds numbers by names, as a hash table whose lists may have others' numbers between.
type chains struct {
	seed  maphash.Seed
	first []int32 // by hash; -1: none
	next  []int32 // by number
}

func newChains(size int) chains {
	c := chains{seed: maphash.MakeSeed(), first: make([]int32, 1<<bits.Len(uint(size))), next: make([]int32, size)}
	for i := range c.first {
		c.first[i] = -1
	}
	return c
}

func (c *chains) slot(name string) *int32 {
	return &c.first[maphash.String(c.seed, name)&uint64(len(c.first)-1)]
}

func (c *chains) add(name string, number int) {
	slot := c.slot(name)
	c.next[number], *slot = *slot, int32(number)
}

// of returns the numbers of a name, the last added first.
func (c *chains) of(name string, is func(int32) bool) []int32 {
	var numbers []int32
	for i := *c.slot(name); i >= 0; i = c.next[i] {
		if is(i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
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
	if name == "." || p.exact(name) || p.dirs[name] {
		return true
	}
	base := path.Base(name)
	for _, i := range p.based(base) {
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
	for _, i := range p.stemmed(stemOf(base)) { // an import names no ending
		file := p.files[i]
		if rest, ok := strings.CutPrefix(path.Base(file), base); ok && strings.HasPrefix(rest, ".") && endsWith(path.Join(path.Dir(file), base), name) {
			return true
		}
	}
	return false
}

// hasUncut reports whether a path with some or all of what stands before it is there: no blank
// says where a name such as 報告2.md begins.
func (p *paths) hasUncut(left, name string) bool {
	for at := range left {
		if p.has(left[at:] + name) {
			return true
		}
	}
	return false
}

// mayBeElsewhere reports whether a path may be that of a submodule's file: it leads into one, or
// begins with no folder of the repository.
func (r *Repository) mayBeElsewhere(name string) bool {
	if len(r.options.Submodules) == 0 {
		return false
	}
	for name = path.Clean(name); strings.HasPrefix(name, "../"); {
		name = name[3:]
	}
	first, _, _ := strings.Cut(name, "/")
	return !r.paths.hasDir(first) || slices.ContainsFunc(r.options.Submodules, func(folder string) bool {
		for at := range len(name) {
			if name[at] == '/' && endsWith(folder, name[:at]) {
				return true
			}
		}
		return false
	})
}

// endsWith reports whether a path ends in the segments of another one.
func endsWith(name, end string) bool {
	return name == end || strings.HasSuffix(name, end) && name[len(name)-len(end)-1] == '/'
}

// hasDir reports whether some tracked folder has this base name.
func (p *paths) hasDir(base string) bool { return len(p.byDir[base]) > 0 }

// hasBase reports whether some tracked file has this base name.
func (p *paths) hasBase(base string) bool { return len(p.based(base)) > 0 }

// nearbyMax is how many tracked paths a missing one is compared with.
const nearbyMax = 2000

// near returns the tracked path that a missing one was probably meant to be.
func (p *paths) near(name string) string {
	name = path.Clean(name)
	base := path.Base(name)
	if found := p.based(base); len(found) > 0 {
		return p.files[found[0]]
	}
	if found := p.byDir[base]; len(found) > 0 {
		return found[0]
	}
	if p.hurried {
		return ""
	}
	var bases []string
	at := map[string]string{}
	folder, _ := cutBase(name)
	ending := path.Ext(base)
	for _, file := range p.files {
		dir, b := cutBase(file)
		if (path.Ext(b) == ending || dir == folder) && at[b] == "" {
			at[b] = file
			if bases = append(bases, b); len(bases) == nearbyMax {
				break
			}
		}
	}
	if found := at[nearest(base, bases)]; found != "" {
		return found
	}
	if dirs := p.byDir[path.Base(path.Dir(name))]; len(dirs) > 0 && path.Ext(base) == "" {
		for dir := range p.dirs {
			if above, _ := cutBase(dir); above == dirs[0] && levenshtein.Nearest(base, []string{path.Base(dir)}) != "" {
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
