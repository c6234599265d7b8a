package check

import (
	"bytes"
	"context"
	"hash/maphash"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// table holds the words of the repository's files, comments left out.
type table struct {
	started, complete bool
	next              int              // of the tracked files, the first not read yet
	words             map[string]*word // names, and runs with hyphens
	folded            map[string]bool  // the same, as fold writes them; made when first asked for
	foldedOf          int              // how many words it has
	pairs             map[uint64]bool  // owner and member
	types             map[string]*declared
	sections          map[string]bool   // keys of settings that have keys below them, as fold writes them
	options           map[string]string // flags that some program defines, by what fold writes
	relaxed           map[string]bool   // settings that an environment variable sets, as fold writes them
	seed              maphash.Seed
}

// word says in which of the tracked files a word stands.
type word struct {
	files    []int32
	everyone bool // in more than filesMax
}

// declared is a type of the repository's own.
type declared struct{ parents []string }

const (
	// filesMax is in how many files a word is remembered; a word of more is of all.
	filesMax = 400
	// wordsMax, pairsMax and typesMax bound the table's memory, at some 300 MB.
	wordsMax = 1_500_000
	pairsMax = 4_000_000
	typesMax = 200_000
	// wordBytesMax of a word: longer ones are data.
	wordBytesMax = 120
)

// fill reads the files that were not read yet. It returns false if a limit or the context
// ends the reading before the last file, or some are not here.
func (r *Repository) fill(ctx context.Context) bool {
	t := &r.table
	if !t.started {
		t.started, t.seed = true, maphash.MakeSeed()
		t.words, t.pairs = map[string]*word{}, map[uint64]bool{}
		t.types, t.options = map[string]*declared{}, map[string]string{}
		t.sections, t.relaxed = map[string]bool{}, map[string]bool{}
	}
	for ; t.next < len(r.paths.files) && !r.options.Shallow; t.next++ {
		if r.over || ctx.Err() != nil {
			break
		}
		r.add(t.next)
	}
	t.complete = t.next == len(r.paths.files) && !r.over && !r.partial
	r.unfilled = r.unfilled || !t.complete
	return t.complete
}

// add reads one file into the table.
func (r *Repository) add(i int) {
	name := r.paths.files[i]
	s, known := syntaxOf(name)
	script := !known && path.Ext(name) == "" && !plainDocuments()[path.Base(name)]
	if !known && !script || r.excluded(name) {
		return
	}
	data, ok := r.read(name)
	if !ok || isBinary(data) || script && !bytes.HasPrefix(data, []byte("#!")) {
		return
	}
	if script {
		s = shebang(data)
	}
	w := newWords(&r.table, int32(i), s)
	scan(data, s, w.part)
	w.end()
	if s.settings {
		w.settings(name, string(data))
	}
	if len(r.table.words) > wordsMax || len(r.table.pairs) > pairsMax || len(r.table.types) > typesMax {
		r.over = true
	}
}

// plainDocuments are read by people, and have no ending.
var plainDocuments = set("LICENSE LICENCE COPYING NOTICE README CHANGELOG CHANGES AUTHORS CONTRIBUTORS CODEOWNERS OWNERS VERSION TODO NEWS HISTORY SECURITY")

func shebang(data []byte) syntax {
	line := string(data[:lineLength(data)])
	switch {
	case strings.Contains(line, "python"):
		return python
	case strings.Contains(line, "node"), strings.Contains(line, "deno"), strings.Contains(line, "bun"):
		return cLike
	case strings.Contains(line, "ruby"):
		return ruby
	}
	return shell
}

// read returns a file's bytes; false where the file is absent, too large or over the budget.
func (r *Repository) read(name string) ([]byte, bool) {
	if r.ended != nil && r.ended() {
		r.cut = true
		return nil, false
	}
	if r.spent >= r.options.Limits.TotalBytes {
		r.over = true
		return nil, false
	}
	data, err := foreign.ReadIn(r.files, name, r.options.Limits.FileBytes)
	if err != nil {
		_, absent := slices.BinarySearch(r.options.Absent, name)
		r.partial = r.partial || absent
		return nil, false
	}
	r.spent += int64(len(data))
	return data, true
}

// text returns a settings or build file, read once.
func (r *Repository) text(name string) string {
	text, known := r.texts[name]
	if !known && r.paths.exact(name) && !r.excluded(name) {
		if data, ok := r.read(name); ok && !isBinary(data) {
			text = string(data)
		}
		if !r.cut {
			r.texts[name] = text
		}
	}
	return text
}

func (r *Repository) excluded(name string) bool {
	return slices.ContainsFunc(r.options.Exclude, func(folder string) bool {
		return strings.HasPrefix(name, strings.TrimSuffix(folder, "/")+"/")
	})
}

// isBinary reports whether a file is no text: its beginning has a NUL, as UTF-16 has.
func isBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0
}

func (t *table) pair(owner, member string) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	_, _ = h.WriteString(fold(owner))
	_ = h.WriteByte(0)
	_, _ = h.WriteString(member)
	return h.Sum64()
}

// has reports whether a word stands in some file.
func (t *table) has(name string) bool { return t.words[name] != nil }

// hasFolded reports whether a word stands in some file, however its parts are joined.
func (t *table) hasFolded(name string) bool {
	if t.folded == nil || t.foldedOf != len(t.words) {
		t.foldedOf, t.folded = len(t.words), make(map[string]bool, len(t.words))
		for w := range t.words {
			t.folded[fold(w)] = true
		}
	}
	return t.folded[fold(name)]
}

func (t *table) hasPair(owner, member string) bool { return t.pairs[t.pair(owner, member)] }

// inFolder reports whether a word stands in a file whose name or one of whose folders is
// the given one: a package or module of that name.
func (r *Repository) inFolder(owner, name string) bool {
	w := r.table.words[name]
	if w == nil {
		return false
	}
	if w.everyone {
		return true
	}
	owner = fold(owner)
	return slices.ContainsFunc(w.files, func(i int32) bool { return namesFolder(r.paths.files[i], owner) })
}

func namesFolder(file, owner string) bool {
	for segment := range strings.SplitSeq(path.Dir(file), "/") {
		if fold(segment) == owner {
			return true
		}
	}
	return fold(stemOf(path.Base(file))) == owner
}

// hasModule reports whether a folder or source file has the given name.
func (r *Repository) hasModule(name string) bool {
	if r.paths.hasDir(name) || r.paths.hasDir(strings.ReplaceAll(name, "_", "-")) {
		return true
	}
	for _, i := range r.paths.stemmed(name) {
		if _, known := syntaxOf(r.paths.files[i]); known {
			return true
		}
	}
	return false
}
