package lessons

import (
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// Check is what was found when a lesson was held against the repository.
type Check struct {
	Verdict  string    `json:"verdict"` // ok, doubtful or none
	Gone     []Gone    `json:"gone,omitempty"`
	All      bool      `json:"all,omitempty"`       // everything that it names is gone
	Open     int       `json:"open,omitempty"`      // how many names of code wait to be looked up in this tree
	At       time.Time `json:"at"`                  // when it was last held against a tree
	Tree     string    `json:"tree"`                // which tree
	Stamp    string    `json:"stamp,omitempty"`     // of git's index then
	ReadAt   time.Time `json:"read_at,omitzero"`    // when all sources were read for it
	ReadTree string    `json:"read_tree,omitempty"` // and of which tree
	Since    time.Time `json:"since,omitzero"`      // it is doubtful without a break
}

// Gone is what a lesson names and the repository no longer has.
type Gone struct {
	Reference string `json:"reference"`
	Kind      string `json:"kind"`
	Near      string `json:"near,omitempty"` // the nearest name that is there
}

// Dismissal is a person's word that a reference of a lesson is no finding, as long as the
// lesson has this text.
type Dismissal struct {
	ID        string    `json:"id"`
	Reference string    `json:"reference"`
	Hash      string    `json:"hash"` // of the text, see check.Lesson
	At        time.Time `json:"at"`
}

const (
	verdictDoubtful = "doubtful"
	dismissedMax    = 1000
)

// Doubtful reports whether something that the lesson names is gone.
func (c *Check) Doubtful() bool { return c != nil && c.Verdict == verdictDoubtful }

// Limits of what is said of a doubtful lesson.
const (
	goneNamedMax = 2
	goneCharsMax = 60
)

// Doubt says what is gone, as in "scripts/deploy.sh, which is gone"; empty where nothing is.
// It is one short line without hidden characters, brackets or quotes.
func (c *Check) Doubt() string {
	if !c.Doubtful() || len(c.Gone) == 0 {
		return ""
	}
	var names []string
	for _, g := range c.Gone[:min(len(c.Gone), goneNamedMax)] {
		name := strings.NewReplacer("<", "", ">", "", "(", "", ")", "", "[", "", "]", "", `"`, "", "`", "", "{", "", "}", "").Replace(visible.Line(g.Reference))
		names = append(names, cut.RunesEllipsis(name, goneCharsMax))
	}
	words := strings.Join(names, " and ")
	switch {
	case len(c.Gone) > goneNamedMax:
		return strings.Join(names, ", ") + " and more, which are gone"
	case len(names) > 1:
		return words + ", which are gone"
	}
	return words + ", which is gone"
}

// stale is why a lesson is withheld of which nothing is left; "": something is.
func (c *Check) stale() string {
	if !c.Doubtful() || !c.All {
		return ""
	}
	return "all that it names is gone: " + strings.TrimSuffix(strings.TrimSuffix(c.Doubt(), ", which is gone"), ", which are gone")
}

// Stale reports whether a file would be told if what it names were there.
func (f File) Stale() bool { return f.State == Active && f.By == "" && f.Check.stale() != "" }

// SetCheck keeps what was found for the file of a path, if the file has the content that was
// looked at.
func (k *Known) SetCheck(path, hash string, c Check) {
	for i := range k.Files {
		if file := &k.Files[i]; file.Path == path && file.Hash == hash {
			file.Check = &c
		}
	}
}

// Dismiss notes that a reference is no finding; not dismissed: it is one again.
func (k *Known) Dismiss(d Dismissal, dismissed bool) (changed bool) {
	before := len(k.Dismissed)
	k.Dismissed = slices.DeleteFunc(k.Dismissed, func(other Dismissal) bool {
		return other.ID == d.ID && other.Reference == d.Reference && (other.Hash == d.Hash || !dismissed)
	})
	if dismissed {
		k.Dismissed = append(k.Dismissed[max(0, len(k.Dismissed)-dismissedMax+1):], d)
		return true
	}
	return len(k.Dismissed) < before
}
