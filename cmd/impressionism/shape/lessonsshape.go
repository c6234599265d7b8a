package shape

import (
	"time"

	"github.com/ed-irl/impressionism/host/stats"
)

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
	Waiting []Lesson       `json:"waiting"` // in the order of their numbers
	Advice  []LessonAdvice `json:"advice"`  // what else might be done with lessons
}

// Lesson is one lesson.
type Lesson struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	Category   string         `json:"category"` // "" where none is said
	Scope      string         `json:"scope"`    // "user" or "project"; of a proposal "user" where it is meant for the user's own, else ""
	Text       string         `json:"text"`
	When       string         `json:"when"`
	Paths      []string       `json:"paths"`
	Pinned     bool           `json:"pinned"`
	Added      string         `json:"added"`
	By         string         `json:"by"`
	Source     string         `json:"source"`
	Supersedes []string       `json:"supersedes"`
	Aliases    []string       `json:"aliases"`
	State      string         `json:"state"` // "active", "unreviewed", "withheld", "superseded", "proposed"
	Why        string         `json:"why"`   // it is not told
	Findings   []string       `json:"findings"`
	Notes      []string       `json:"notes"` // what of its header counts for nothing
	File       string         `json:"file"`
	Trust      float64        `json:"trust"` // (cited+1)/(not cited+2), a verdict as three tellings
	Told       int            `json:"told"`
	Cited      int            `json:"cited"`
	LastCited  *time.Time     `json:"last_cited,omitempty"`
	Check      LessonStanding `json:"check"`
	Checked    string         `json:"checked"`   // of a proposal: "checked", its words stand in nothing that a tool returned or that was pasted, or "unchecked"
	Heard      []string       `json:"heard"`     // where the tools of a proposal's turn got texts from, if that was not the workspace
	Workspace  string         `json:"workspace"` // in which a proposal was made; "" where that is not known, and of a lesson
}

// LessonStanding is what was found when a lesson was last held against the repository.
type LessonStanding struct {
	Verdict string          `json:"verdict"` // "ok", "doubtful"; "none": it was not, or nothing it names could be looked up
	Gone    []GoneReference `json:"gone"`
	Open    int             `json:"open"`            // names in code that wait to be looked up
	At      *time.Time      `json:"at,omitempty"`    // absent: it was not yet
	Since   *time.Time      `json:"since,omitempty"` // doubtful since then
}

// LessonsStats is what lessons stats prints with --json.
type LessonsStats struct {
	Workspace string         `json:"workspace"`
	Lessons   []LessonStats  `json:"lessons"`
	All       LessonCounts   `json:"all"`
	Advice    []LessonAdvice `json:"advice"`
}

// LessonStats is how one lesson was used, in whichever workspace.
type LessonStats struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Scope string `json:"scope"`
	State string `json:"state"`
	LessonCounts
	Trust    float64 `json:"trust"`
	Uses     int     `json:"uses"`     // as the seed counts: 1, and one for each citation, less what decayed
	Velocity float64 `json:"velocity"` // of citations, halved each week
	Rank     float64 `json:"rank"`     // .7 of the uses and .3 of the velocity
	Stars    string  `json:"stars"`
}

// LessonCounts are of tellings.
type LessonCounts struct {
	Told      int        `json:"told"`
	Cited     int        `json:"cited"`
	Open      int        `json:"open"`  // it may still be cited
	Share     stats.Rate `json:"share"` // cited, of those that are not open, with its 95 % interval
	Good      int        `json:"good"`  // verdicts of the user
	Bad       int        `json:"bad"`
	LastTold  *time.Time `json:"last_told,omitempty"`
	LastCited *time.Time `json:"last_cited,omitempty"`
}

// LessonAdvice is what is proposed to do with lessons.
type LessonAdvice struct {
	IDs     []string `json:"ids"`
	Do      string   `json:"do" jsonschema:"enum=instructions,enum=user,enum=skill,enum=drop"`
	Why     string   `json:"why"`
	Command string   `json:"command"` // that does it
}

// LessonsImport is what lessons import prints with --json.
type LessonsImport struct {
	Lessons  []ImportedLesson `json:"lessons"` // in the order of the files
	Proposed int              `json:"proposed"`
	Added    int              `json:"added"`
	Refused  int              `json:"refused"`
	Present  int              `json:"present"` // that are here already
}

// ImportedLesson is one lesson of a file, and what became of it.
type ImportedLesson struct {
	ID      string `json:"id"` // here; "" if it was refused
	From    string `json:"from"`
	Line    int    `json:"line"`
	Title   string `json:"title"`
	Outcome string `json:"outcome" jsonschema:"enum=proposed,enum=added,enum=refused,enum=present"`
	Why     string `json:"why"` // it was refused, or which lesson is the same
}

// LessonsPromote is what lessons promote prints with --json.
type LessonsPromote struct {
	IDs     []string `json:"ids"`
	To      string   `json:"to"`
	Files   []string `json:"files"`
	Diff    string   `json:"diff"`
	Written bool     `json:"written"`
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
