package shape

import "time"

// CodeIndex is what `code index --json` prints.
type CodeIndex struct {
	Folder     string        `json:"folder"`
	Database   string        `json:"database"`
	ListedBy   string        `json:"listed_by" jsonschema:"enum=git,enum=walk"`
	Files      int           `json:"files"` // that count
	Places     int           `json:"places"`
	Vectors    int           `json:"vectors"` // of these, places that have one of the installed model
	Added      int           `json:"added"`   // files
	Changed    int           `json:"changed"`
	Known      int           `json:"known"` // of the added and changed, whose content was known by another path, branch or working tree
	Removed    int           `json:"removed"`
	Unchanged  int           `json:"unchanged"`
	Windows    int           `json:"windows"` // of the files that were cut, without definitions
	Skipped    []CodeSkipped `json:"skipped"`
	Submodules []string      `json:"submodules"` // not entered; each can be indexed by itself
	Nested     []string      `json:"nested"`     // the same of other repositories in the folder
	Notes      []string      `json:"notes"`
	Rebuilt    string        `json:"rebuilt,omitempty"` // why what was there before was thrown away
	Bytes      int64         `json:"bytes"`             // of the database
	Seconds    float64       `json:"seconds"`
}

// CodeSkipped is what does not count, for one reason.
type CodeSkipped struct {
	Reason   string   `json:"reason"`
	Files    int      `json:"files"` // or folders, with all that is in them
	Examples []string `json:"examples"`
}

// CodeSearch is what `code search --json` prints.
type CodeSearch struct {
	Query  string    `json:"query"`
	Index  CodeAsked `json:"index"`
	Unsure bool      `json:"unsure"` // nothing may fit: the first hit's similarity is below .5
	Hits   []CodeHit `json:"hits"`   // best first
	Notes  []string  `json:"notes"`
}

// CodeAsked is what a question was asked of.
type CodeAsked struct {
	Folder  string `json:"folder"`
	Exists  bool   `json:"exists"` // false: there is none yet, and what could be cut in a short time was searched
	Files   int    `json:"files"`
	Places  int    `json:"places"`
	Vectors int    `json:"vectors"` // of the candidates, those that were compared by meaning
	Stale   int    `json:"stale"`   // hits whose lines may be others now
}

// CodeHit is a place that may answer.
type CodeHit struct {
	Path       string     `json:"path"`  // from the current folder
	Start      int        `json:"start"` // lines from 1, both included
	End        int        `json:"end"`
	Symbol     string     `json:"symbol"`
	Kind       string     `json:"kind"`
	Language   string     `json:"language"`
	Similarity float64    `json:"similarity"` // the chance that it is right
	BM25       float64    `json:"bm25"`
	Cosine     *float64   `json:"cosine,omitempty"` // absent where meaning took no part
	Doc        string     `json:"doc,omitempty"`
	Imports    []string   `json:"imports"` // of the file
	Blob       string     `json:"blob"`    // git's name of the file's content
	Modified   *time.Time `json:"modified,omitempty"`
	Indexed    *time.Time `json:"indexed,omitempty"` // when the content was first seen at its path
	Line       int        `json:"line"`              // that names the symbol, or the first one that says something
	Shown      int        `json:"shown"`             // the line with which the snippet begins
	Snippet    string     `json:"snippet"`
	Stale      bool       `json:"stale,omitempty"` // the file was changed since: the lines may be others
	Gone       bool       `json:"gone,omitempty"`  // the file is not there: it was restored
	Parts      []CodePart `json:"parts,omitempty"` // with --explain: what the score is the sum of
}

// CodePart is one summand of a score.
type CodePart struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// CodeStatus is what `code status --json` prints.
type CodeStatus struct {
	Folder   string     `json:"folder"`              // that is indexed; "" where this one has no index
	Database string     `json:"database"`            // of this folder, also where it is not there yet
	Files    int        `json:"files"`               // of the folder
	Places   int        `json:"places"`              // of the folder
	Vectors  int        `json:"vectors"`             // of these, places that have one of the installed model
	Gone     int        `json:"gone"`                // files that are gone and can be restored
	Deleted  []string   `json:"deleted"`             // of these, at most 100
	Dead     float64    `json:"dead"`                // share of the database's places that no file has
	Trees    []string   `json:"trees"`               // folders that share the database
	Bytes    int64      `json:"bytes"`               // of the database
	All      int64      `json:"all_bytes"`           // of all databases of code
	LookedAt *time.Time `json:"looked_at,omitempty"` // the last look at all files that found changes
	Problem  string     `json:"problem,omitempty"`   // why the database cannot be used, and what to do
}
