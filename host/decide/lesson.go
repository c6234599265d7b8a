package decide

import (
	"cmp"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// touchedMax is how many touched files a ruleset is told.
const touchedMax = 20

// Touched are files of the workspace that tools read or changed, relative to it and
// slash-separated, the oldest first.
type Touched struct {
	SincePrompt []string // since the prompt before this event, or the one that this event is about
	Lately      []string // by the last tool uses
}

// touched reads which files were touched; what cannot be read is not known.
func (m memory) touched() Touched {
	if m.session.Touched == nil {
		return Touched{}
	}
	touched, err := m.session.Touched()
	m.problems.Add(ProblemState, err)
	touched.SincePrompt = touched.SincePrompt[max(0, len(touched.SincePrompt)-touchedMax):]
	return touched
}

// see says of an item what its kind says of it to rulesets.
func (c *calls) see(key int64, item *abi.Item) error {
	kind, _ := c.kinds.Find(item.Ref.Kind)
	if kind.See == nil {
		return nil
	}
	facts, err := c.view.Facts(key)
	if err != nil {
		return err
	}
	paths := kind.See(item, facts.FrontMatter, c.event.Time)
	l := item.Lesson
	if l == nil {
		return nil
	}
	l.Scope, l.Check = facts.Source, cmp.Or(c.view.Checked(key), abi.CheckNone)
	if usage, err := c.known.usage(); err == nil {
		l.Told, l.Cited = usage[item.Ref].Suggested, usage[item.Ref].Used
	}
	l.Trust = math.Round(1000*float64(l.Cited+1)/float64(l.Told+2)) / 1000
	l.Touched = len(paths) > 0 && c.touches(facts.Source, facts.Root, paths)
	return nil
}

// touches reports whether patterns name a file that was touched.
func (c *calls) touches(source, root string, paths []string) bool {
	if c.touched == nil {
		if c.touched = c.event.Touched; c.touched == nil {
			touched := c.known.touched()
			c.touched = append([]string{}, slices.Concat(touched.Lately, touched.SincePrompt)...)
		}
	}
	project := ""
	if source == catalog.SourceProject {
		project = root
	}
	return slices.ContainsFunc(c.touched, func(file string) bool { return catalog.NamesFile(paths, project, c.event.Workspace, file) })
}
