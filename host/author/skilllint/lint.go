// Package skilllint reports to authors of skills what keeps a skill from being read,
// listed or chosen, and which parts of its text try to give orders. It judges files as
// the client and the search read them; it changes nothing, decides nothing, and does
// not know where skills lie.
package skilllint

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/rank"
)

// Severities, worst first.
const (
	Error   = diag.Error   // the client does not do what the author wrote
	Warning = diag.Warning // it will be chosen less well than it could be, or it harms others
	Note    = diag.Note    // other clients, other people
)

// Skill is a SKILL.md as it was found, with the author's card beside it.
type Skill struct {
	Entry  catalog.Entry
	Data   []byte // of the file, at most markdown.FileBytesMax
	Card   skill.Found
	Beside skill.FoundMetadata // metadata.json
}

// Linter looks at skills.
type Linter struct {
	Recipe *rank.Recipe // knows how rare a word is among skills
	// DescriptionCharsMax is where the client cuts a description with its
	// when_to_use, in UTF-16 units; 0: what was measured of it.
	DescriptionCharsMax int
	MissingCards        bool // skills without a card are told, each
}

// descriptionCharsMax was measured: the client cuts each description there.
const descriptionCharsMax = 1536

// File returns the findings of one skill alone, in the order of files and lines.
func (l Linter) File(skill Skill) []diag.Finding {
	l.DescriptionCharsMax = cmp.Or(l.DescriptionCharsMax, descriptionCharsMax)
	s, rejection := open(skill)
	if rejection != nil {
		rejection.Path = skill.Entry.Path
		return Rejected([]catalog.Rejection{*rejection})
	}
	s.frontMatter()
	s.keys()
	s.name()
	s.description(l)
	s.body()
	s.orders()
	s.hidden()
	s.cardFile(l)
	s.metadata()
	Sort(s.findings)
	return s.findings
}

// Sort puts findings in the order of files and lines, the worst of a line first.
func Sort(findings []diag.Finding) {
	slices.SortStableFunc(findings, func(a, b diag.Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(weight(a.Severity), weight(b.Severity)), cmp.Compare(a.Code, b.Code))
	})
}

func weight(severity string) int { return slices.Index([]string{Error, Warning, Note}, severity) }

// rarity is how much a stem tells among skills: 0 for one that all have, about
// 9 for one that none has. It is the idf of BM25 over the background alone.
func (l Linter) rarity(stem string) float64 {
	return l.Recipe.Lexicon(rank.Query{Terms: []string{stem}, Counts: []int{1}}, 0, nil).Mass()
}
