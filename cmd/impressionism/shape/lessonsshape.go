package shape

import "time"

// Lessons is what lessons list prints with --json.
type Lessons struct {
	Workspace string         `json:"workspace"`
	Lessons   []Lesson       `json:"lessons"`
	Rejected  []RejectedFile `json:"rejected"` // files that are no lessons
	Proposed  int            `json:"proposed"` // lessons that wait as proposals
	Folder    string         `json:"folder"`   // of the user's own
}

// LessonsReview is what lessons review prints with --json.
type LessonsReview struct {
	Waiting []Lesson `json:"waiting"` // in the order of their numbers
}

// Lesson is one lesson.
type Lesson struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Category   string   `json:"category"` // "" where none is said
	Scope      string   `json:"scope"`    // "user" or "project"; "" of a proposal
	Text       string   `json:"text"`
	When       string   `json:"when"`
	Paths      []string `json:"paths"`
	Pinned     bool     `json:"pinned"`
	Added      string   `json:"added"`
	By         string   `json:"by"`
	Source     string   `json:"source"`
	Supersedes []string `json:"supersedes"`
	Aliases    []string `json:"aliases"`
	State      string   `json:"state"` // "active", "unreviewed", "withheld", "superseded", "proposed"
	Why        string   `json:"why"`   // it is not told
	Findings   []string `json:"findings"`
	Notes      []string `json:"notes"` // what of its header counts for nothing
	File       string   `json:"file"`

	Check LessonStanding `json:"check"`
}

// LessonStanding is what was found when a lesson was last held against the repository.
type LessonStanding struct {
	Verdict string          `json:"verdict"` // "ok", "doubtful"; "none": it was not, or nothing it names could be looked up
	Gone    []GoneReference `json:"gone"`
	Open    int             `json:"open"`  // names in code that wait to be looked up
	At      *time.Time      `json:"at"`    // null: it was not yet
	Since   *time.Time      `json:"since"` // doubtful since then
}

// RejectedFile is a file that is no item, and why.
type RejectedFile struct {
	Path   string `json:"path"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// LessonsCheck is what lessons check prints with --json.
type LessonsCheck struct {
	Workspace string        `json:"workspace"`
	Files     int           `json:"files"` // that git tracks
	Lessons   []LessonCheck `json:"lessons"`
	Cited     []Citation    `json:"cited"` // ids that no lesson here has
}

// Citation is a lesson's id in a file.
type Citation struct {
	ID   string `json:"id"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// LessonCheck is one lesson held against the repository.
type LessonCheck struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Verdict string          `json:"verdict"` // "ok", "doubtful", "none"
	Checked int             `json:"checked"` // references that were looked up
	Unread  bool            `json:"unread"`  // not all files could be read
	Gone    []GoneReference `json:"gone"`
}

// GoneReference is what a lesson names and the repository no longer has.
type GoneReference struct {
	Reference string `json:"reference"`
	Kind      string `json:"kind"`
	Near      string `json:"near"` // the nearest name that is there, or ""
}
