package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/places"
)

// Limits of a question and of what is done for it before it is answered.
const (
	QueryBytesMax = 4 << 10
	HitsMax       = 1000

	candidates   = 200
	embedsFirst  = 20 // of the best by words, those without a vector get one
	mendFilesMax = 20 // whose lines were changed
	mendTime     = 50 * time.Millisecond
	mendsMax     = 2 // searches after the first
)

// SureFrom is the similarity below which the first hit is said to be unsure.
const SureFrom = .5

// Question is what is looked for.
type Question struct {
	Text     string
	Language code.Language
	Path     string // a glob of files or folders below the tree, see Glob; "": everywhere
	Symbol   string // the symbol or its last names: "Use" for Mux.Use
	Kind     code.Kind
	Imports  string // a part of what the file imports, as written there
	Details  bool   // hits have their file's, too
	Limit    int    // 1 to HitsMax
}

// Model turns texts into vectors.
type Model struct {
	Identity string // vectors of one identity may be compared
	Query    func(text string) ([]float32, error)
	Passage  func(text string) ([]float32, error) // nil: no place gets a vector for a question
}

// Hit is a place that may answer, with its lines as they are now.
type Hit struct {
	place.Ranked
	Language code.Language
	Lines    []string    // of the file, without their ends
	Name     int         // the index in Lines of the one that names the symbol
	Stale    bool        // the file was changed since it was cut, and there was no time or right to cut it anew
	Gone     bool        // the file is not there: it was restored, and has the lines that it had
	Imports  []string    // of the file, as written; with Question.Details, as the next three
	Blob     string      // git's name of the content
	Modified time.Time   // the file
	Indexed  time.Time   // when its content was first seen at its path
	lost     bool        // the file is not there
	file     places.File // as it was cut
}

// Answer is what a search found, best first.
type Answer struct {
	Hits    []Hit
	Places  int // of the folder's files
	Files   int
	Vectors int   // candidates that were compared by meaning
	Stale   int   // hits whose lines may be others now
	Unsure  bool  // nothing may fit
	Note    error // why meaning did not take part; nil where it did, or no model was given
}

// Search answers a question. Before it does, it looks at the files of its hits: one that was
// changed is cut anew, one that is gone is left out.
//
// An index that proves damaged is thrown away: the error is an UnusableError.
func (p *Project) Search(ctx context.Context, question Question, model *Model) (Answer, error) {
	answer, err := p.search(ctx, question, model)
	if places.IsDamaged(err) {
		return Answer{}, p.discard(err)
	}
	return answer, err
}

func (p *Project) search(ctx context.Context, question Question, model *Model) (Answer, error) {
	if err := question.check(); err != nil {
		return Answer{}, err
	}
	query := place.ParseQuery(question.Text)
	shut := p.glance(ctx) != nil
	mending := time.Duration(0)
	for mends := 0; ; mends++ {
		answer, err := p.searchOnce(ctx, question, query, model)
		if err != nil {
			return answer, err
		}
		changed, err := p.hold(answer.Hits)
		if err != nil || len(changed) == 0 {
			return p.finish(answer), err
		}
		if shut || mends == mendsMax || len(changed) > mendFilesMax || mending > mendTime || ctx.Err() != nil {
			return p.finish(answer), nil // what was changed is said to be stale
		}
		began := p.options.Now()
		if p.mend(ctx, changed) != nil {
			return p.finish(answer), nil // the same
		}
		mending += p.options.Now().Sub(began)
	}
}

// check returns what is wrong with a question.
func (q Question) check() error {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return errors.New("the question is blank: say what the code does, or name a symbol")
	case len(q.Text) > QueryBytesMax:
		return fmt.Errorf("the question has %d bytes, at most %d are searched: say it in a sentence", len(q.Text), QueryBytesMax)
	case q.Limit < 1 || q.Limit > HitsMax:
		return fmt.Errorf("the limit is %d; it must be 1 to %d", q.Limit, HitsMax)
	case !doublestar.ValidatePattern(q.Path):
		return fmt.Errorf("the path %.80q is no glob", q.Path)
	}
	return nil
}

// below returns what takes the paths that a question asks for; nil: all.
func (q Question) below() func(path string) bool {
	if q.Path == "" {
		return nil
	}
	return func(path string) bool {
		return doublestar.MatchUnvalidated(q.Path, path) || doublestar.MatchUnvalidated(q.Path+"/**", path)
	}
}

func (p *Project) searchOnce(ctx context.Context, question Question, query place.Query, model *Model) (Answer, error) {
	recipe := place.Default()
	search := places.Search{
		Root: p.Tree, Query: query, Recipe: recipe, N: max(candidates, question.Limit),
		Filter: places.Filter{Language: question.Language, Path: question.below(), Kind: question.Kind, Symbol: question.Symbol, Imports: question.Imports},
	}
	var note error
	if model != nil {
		if search.Vector, note = model.Query(question.Text); note == nil {
			search.Model = model.Identity
		}
	}
	found, err := p.store.Search(search)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Places: found.Places, Files: found.Files, Note: note}
	hits := make(map[placed]int, len(found.Hits))
	all := make([]place.Candidate, len(found.Hits))
	for i := range found.Hits {
		hit := &found.Hits[i]
		all[i], hits[placed{hit.Path, hit.Start, hit.End}] = hit.Candidate, i
	}
	if search.Vector != nil && model.Passage != nil {
		answer.Note = p.embedFirst(ctx, found.Hits, all, search, model)
	}
	ranked := recipe.Rank(query, found.Stats, all)
	order := make([]*place.Ranked, len(ranked))
	for i := range ranked {
		order[i] = &ranked[i]
	}
	slices.SortStableFunc(order, func(a, b *place.Ranked) int { // equals are in no order that lasts
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
	for _, r := range order {
		if !math.IsNaN(r.Cosine) {
			answer.Vectors++
		}
		if len(answer.Hits) < question.Limit {
			of := &found.Hits[hits[placed{r.Path, r.Start, r.End}]]
			hit := Hit{Ranked: *r, Language: of.Language, file: of.File}
			if question.Details {
				if err := p.detail(&hit); err != nil {
					return answer, err
				}
			}
			answer.Hits = append(answer.Hits, hit)
		}
	}
	return answer, nil
}

// detail adds what is known of a hit's file.
func (p *Project) detail(hit *Hit) error {
	var err error
	if hit.Imports, hit.Blob, err = p.store.Origin(hit.file.Key()); err != nil {
		return err
	}
	hit.Indexed = hit.file.Changed
	if hit.file.ModTime > 0 {
		hit.Modified = time.Unix(0, hit.file.ModTime)
	}
	return nil
}

// placed tells the places of one tree apart.
type placed struct {
	path       string
	start, end int
}

// hold holds the hits against their files, and reads their lines. It returns the files that
// are not as they were when they were cut.
func (p *Project) hold(hits []Hit) (changed []files.File, err error) {
	folder, err := files.Open(p.Tree)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	type state struct {
		lines            lines
		same, gone, lost bool
	}
	seen := map[string]state{}
	for i := range hits {
		hit := &hits[i]
		s, known := seen[hit.Path]
		if !known {
			content, now, reason := folder.Read(files.File{Path: hit.Path}, files.SizeMax)
			s = state{lines: linesOf(content), same: reason == "" && (statOf(now) == hit.file.Stat || places.HashOf(content) == hit.file.Hash)}
			s.gone = reason == files.Gone && hit.file.ModTime == places.Restored
			s.lost = reason == files.Gone && !s.gone
			if seen[hit.Path] = s; !s.same && !s.gone {
				changed = append(changed, now)
			}
		}
		hit.Stale, hit.Gone, hit.lost = !s.same, s.gone, s.lost
		hit.show(s.lines)
	}
	return changed, nil
}

// show takes a hit's lines from its file.
func (h *Hit) show(l lines) {
	h.Lines, h.Name = nil, 0
	text := strings.TrimSuffix(strings.ReplaceAll(string(l.of(h.Start, h.End)), "\r\n", "\n"), "\n")
	if text == "" {
		return
	}
	h.Lines = strings.Split(text, "\n")
	if name := lastName(h.Symbol); name != "" {
		for i, line := range h.Lines {
			if strings.Contains(line, name) && !isComment(line) {
				h.Name = i
				return
			}
		}
	}
	for i, line := range h.Lines {
		if strings.TrimSpace(line) != "" && !isComment(line) {
			h.Name = i
			return
		}
	}
}

func lastName(symbol string) string { return symbol[strings.LastIndexByte(symbol, '.')+1:] }

// isComment reports a line that begins as comments do in most languages, or as what stands
// before a definition does.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"//", "/*", "*", "#", "--", "\"\"\"", "'''", "@", "<!--"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// mend brings the index up to date with files that were changed, or are gone.
func (p *Project) mend(ctx context.Context, changed []files.File) error {
	var report Report
	return p.put(ctx, looked{changed: changed, report: &report})
}

// finish leaves out what is gone and counts what is stale.
func (p *Project) finish(answer Answer) Answer {
	kept := answer.Hits[:0]
	for _, hit := range answer.Hits {
		if hit.lost {
			continue
		}
		if hit.Stale {
			answer.Stale++
		}
		kept = append(kept, hit)
	}
	answer.Hits = kept
	answer.Unsure = len(kept) == 0 || kept[0].Similarity < SureFrom
	return answer
}

// Snippet returns lines of a hit, at most n, and the number of the first: of one line the one
// that names the symbol, of more those from the first or, where that is too far, from that one.
func (h Hit) Snippet(n int) (text string, line int) {
	from := min(h.Name, len(h.Lines))
	if n > from {
		from = 0
	}
	return strings.Join(h.Lines[from:min(from+n, len(h.Lines))], "\n"), h.Start + from
}
