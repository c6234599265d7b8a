// Package check compares what a lesson names with what the repository has: paths, commands,
// flags, settings, environment variables and names in code. It reads only files that it is
// handed, writes nothing, and knows neither where lessons are kept nor how git is asked.
package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
)

// Kind is the sort of thing that a reference names.
type Kind string

// The kinds of references.
const (
	KindPath     Kind = "path"     // a file or folder, with a slash
	KindFile     Kind = "file"     // a file by its base name alone
	KindCommand  Kind = "command"  // a target, recipe or script of a runner
	KindFlag     Kind = "flag"     // a flag of a program or script of the repository
	KindSetting  Kind = "setting"  // a key of a settings file
	KindVariable Kind = "variable" // an environment variable or constant in capitals
	KindName     Kind = "name"     // a name in code
)

// Verdict sums up a lesson.
type Verdict string

// The verdicts.
const (
	OK       Verdict = "ok"       // everything that was looked up is there
	Doubtful Verdict = "doubtful" // something is gone
	None     Verdict = "none"     // the lesson names nothing that could be looked up
)

// Lesson is a lesson's id and text.
type Lesson struct{ ID, Text string }

// Hash returns the hash of the text by which a dismissal knows it.
func (l Lesson) Hash() string {
	sum := sha256.Sum256([]byte(l.Text))
	return hex.EncodeToString(sum[:])
}

// Dismissal is a person's word that a reference of a lesson is no finding, for as long as
// the lesson's text has this hash.
type Dismissal struct{ ID, Reference, Hash string }

// Gone is a reference whose thing the repository does not have. Near is the nearest name
// that is there, or "".
type Gone struct {
	Reference string `json:"reference"`
	Kind      Kind   `json:"kind"`
	Near      string `json:"near"`
}

// Result is what a check found. Checked counts the references that were looked up, gone
// ones included: if all are gone, Checked equals len(Gone), and Open is empty. Open has the
// references that only files that were not read could answer. Unread reports that a limit,
// the context or Options.Shallow ended the reading of files, or that files lie elsewhere, so that names missing from the
// files read are not counted as gone; if the context ended before the lesson was read at
// all, the verdict is None.
type Result struct {
	Verdict Verdict  `json:"verdict"`
	Gone    []Gone   `json:"gone"`
	Checked int      `json:"checked"`
	Open    []string `json:"open"`
	Unread  bool     `json:"unread"`
}

// Limits bounds what is read of a repository; zero fields have the defaults.
type Limits struct {
	FileBytes  int64 // of a file that is read
	TotalBytes int64 // of all files that are read for the table of words
}

const (
	fileBytesMax  = 2 << 20   // larger ones are data or bundles
	totalBytesMax = 256 << 20 // some seconds of reading
	// textBytesMax of a lesson are looked at: lessons have 600 characters, 64 KiB is a file
	// that somebody put in the wrong folder.
	textBytesMax = 64 << 10
	// referencesMax of a lesson are looked up, nearMax times a near name is searched for,
	// which compares the name with every word of the repository.
	referencesMax = 500
	nearMax       = 20
)

// Options says what a repository's check must know besides the files.
type Options struct {
	Limits  Limits
	Exclude []string // folders whose files are no evidence, such as that of the lessons
	// Absent are tracked files that git did not check out, and Submodules tracked folders whose
	// files are another repository's; both sorted. What is nowhere else may be there.
	Absent, Submodules []string
	// Shallow answers what the list of files, build files and settings answer, and reads no
	// source for names: for those the answer stays open. Near are only files of the same
	// base name.
	Shallow bool
}

// Repository answers what a repository has. Files are read when a lesson asks for them, and
// the table of words is made once for all lessons. It is not safe for concurrent use.
type Repository struct {
	files   fs.FS
	options Options
	paths   paths
	table   table
	runners runners
	spent   int64
	texts   map[string]string // settings and build files that were read
	ignored []string          // lines of .gitignore files; nil: not read yet
	over    bool              // a limit ended the reading
	partial bool              // some files are not here

	// Of the check under way:
	ended    func() bool // nobody waits any more
	cut      bool        // a file was not read for that
	unfilled bool        // a look-up asked for the table of words, which is not complete
}

// New returns the repository of the tracked files, by their slash-separated paths. It reads
// none of them.
func New(files fs.FS, tracked []string, options Options) *Repository {
	if options.Limits.FileBytes <= 0 {
		options.Limits.FileBytes = fileBytesMax
	}
	if options.Limits.TotalBytes <= 0 {
		options.Limits.TotalBytes = totalBytesMax
	}
	r := &Repository{files: files, options: options, paths: newPaths(tracked), texts: map[string]string{}}
	r.paths.hurried = options.Shallow
	r.partial = len(options.Submodules) > 0
	return r
}

// Check looks up what a lesson names. When the context ends, the names that need files not
// read until then count as present, and the next check goes on reading.
func (r *Repository) Check(ctx context.Context, lesson Lesson, dismissed []Dismissal) Result {
	hash, ignored := lesson.Hash(), map[string]bool{}
	for _, d := range dismissed {
		if d.ID == lesson.ID && d.Hash == hash {
			ignored[d.Reference] = true
		}
	}
	result := Result{Verdict: None, Gone: []Gone{}, Open: []string{}}
	r.ended, r.cut = func() bool { return ctx.Err() != nil }, false
	defer func() { r.ended = nil }()
	seen := map[string]bool{}
	nears := 0
	for _, ref := range references(ctx, r, lesson.Text) {
		if ref.exempt || ignored[ref.text] || seen[ref.text] {
			continue
		}
		if len(seen) == referencesMax {
			break
		}
		seen[ref.text], r.unfilled = true, false
		switch ref.lookUp(ctx) {
		case present:
			result.Checked++
		case unknown:
			if r.unfilled {
				result.Open = append(result.Open, ref.text)
			}
		case gone:
			result.Checked++
			g := Gone{Reference: ref.text, Kind: ref.kind}
			if nears < nearMax && ref.near != nil && ctx.Err() == nil {
				nears++
				g.Near = ref.near()
			}
			result.Gone = append(result.Gone, g)
		}
	}
	if r.cut {
		return Result{Verdict: None, Gone: []Gone{}, Open: []string{}, Unread: true}
	}
	result.Unread = r.table.started && !r.table.complete
	switch {
	case len(result.Gone) > 0:
		result.Verdict = Doubtful
	case result.Checked > 0:
		result.Verdict = OK
	}
	return result
}

// presence is what a look-up found.
type presence int

const (
	unknown presence = iota // nobody can tell; no finding
	present
	gone
)

func presentIf(there bool) presence {
	if there {
		return present
	}
	return gone
}

// reference is something that a lesson names.
type reference struct {
	text   string // as the lesson writes it
	kind   Kind
	exempt bool // the lesson says itself that the thing is gone or not to be used
	lookUp func(context.Context) presence
	near   func() string
}
