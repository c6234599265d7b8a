package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// Which places have a vector when questions are asked.
const (
	vectorsAll   = "all"
	vectorsFirst = "first" // those that searches came upon
	vectorsNone  = "none"
)

// codeHits is how many hits are answered: more than any measure looks at.
const codeHits = 50

func codeCommand(e *env.Env) *cobra.Command {
	corpora, vectors := "", vectorsAll
	command := &cobra.Command{
		Use:   "code SET --corpora DIR",
		Short: "Answer labelled questions about sources, through the same index and search as code search",
		Long: `Answer the questions of a set about the sources of published packages, which its fetch.py
puts into DIR. Each package is indexed by itself. Prints a line for each question, best
hit first, and the scores with their 95 % intervals on stderr:

  {"id": "k001", "hits": [{"path": "a.go", "start": 10, "end": 42}], "similarity": 0.4, "ms": 1.2}

--vectors says which places have a vector: all, which takes minutes once and is kept in
the cache folder; first, those that the questions before came upon; none, words alone.`,
		Example: `  impressionism eval code ../shared/eval/dev/code --corpora /tmp/code \
    | python3 ../shared/eval/dev/code/score.py ../shared/eval/dev/code`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains([]string{vectorsAll, vectorsFirst, vectorsNone}, vectors) {
				return fmt.Errorf("--vectors is %q; it must be all, first or none", vectors)
			}
			return env.Failed(evalCode(e, args[0], corpora, vectors))
		},
	}
	command.Flags().StringVar(&corpora, "corpora", "", "the folder with a folder of sources for each package")
	command.Flags().StringVar(&vectors, "vectors", vectors, "which places have a vector: all, first, none")
	_ = command.MarkFlagRequired("corpora") // it exists
	return command
}

func evalCode(e *env.Env, dir, corpora, vectors string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	set, err := codeset.Open(dir)
	if err != nil {
		return err
	}
	folder := codeindex.Folder(e, corpora)
	asked := codeAsker{env: e, set: set, corpora: folder, vectors: vectors, projects: map[string]*project.Project{}}
	defer asked.close()
	if vectors != vectorsNone {
		asked.model = codeindex.Model(e)
		if asked.model == nil {
			fmt.Fprintln(e.ErrOut, "impressionism: note: no model is installed: words alone")
		} else if vectors == vectorsAll {
			asked.embed = asked.model.Passage
			asked.model.Passage = nil
		}
	}
	scores := map[string]codeset.Score{}
	var firsts []firstHit
	bar := cli.NewProgress(e, false)
	encoder := json.NewEncoder(cli.Exact(e))
	encoder.SetEscapeHTML(false)
	questions := slices.Concat(set.Questions, set.None)
	for i, question := range questions {
		answer, err := asked.ask(question, bar)
		if err != nil {
			bar.End()
			return fmt.Errorf("question %s: %w", question.ID, err)
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
		if len(question.Gold) > 0 {
			scores[question.ID] = codeset.Judge(answer.Hits, question.Gold)
		}
		firsts = append(firsts, firstOf(answer, question))
		bar.Step("ask", i+1, len(questions))
	}
	bar.End()
	printGroups(e.ErrOut, set.Groups(scores))
	printFirsts(e.ErrOut, firsts)
	return nil
}

// firstHit is the first hit of an answer.
type firstHit struct {
	similarity  float64
	hasAnswer   bool // the sources do
	file, place bool // it lies in a labelled file; it is right
}

func firstOf(answer codeAnswer, question codeset.Question) firstHit {
	f := firstHit{similarity: answer.Similarity, hasAnswer: len(question.Gold) > 0}
	if f.hasAnswer && len(answer.Hits) > 0 {
		f.file = codeset.RightFile(answer.Hits[0], question.Gold)
		f.place = codeset.Judge(answer.Hits[:1], question.Gold).First > 0
	}
	return f
}

// printFirsts says what similarity is worth: of the surest answers how many are right, and how
// many of those that cannot be right are told as sure.
func printFirsts(to io.Writer, firsts []firstHit) {
	slices.SortStableFunc(firsts, func(a, b firstHit) int { return cmp.Compare(b.similarity, a.similarity) })
	var answered, without []firstHit
	for _, f := range firsts {
		if f.hasAnswer {
			answered = append(answered, f)
		} else {
			without = append(without, f)
		}
	}
	for _, part := range []struct {
		name string
		n    int
	}{{"surest tenth", (len(answered) + 5) / 10}, {"surest third", (len(answered) + 1) / 3}} {
		files, places := 0, 0
		for _, f := range answered[:part.n] {
			files += b2i(f.file)
			places += b2i(f.place)
		}
		fmt.Fprintf(to, "%-14s n=%3d  file right %d  place right %d\n", part.name, part.n, files, places)
	}
	if len(without) > 0 {
		sure := 0
		for _, f := range without {
			sure += b2i(f.similarity >= project.SureFrom)
		}
		fmt.Fprintf(to, "%-14s n=%3d  told as sure %d\n", "no answer", len(without), sure)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// codeAnswer is an answer as the set's scorer reads it.
type codeAnswer struct {
	ID         string        `json:"id"`
	Hits       []codeset.Hit `json:"hits"`
	Similarity float64       `json:"similarity"` // of the first hit
	Millis     float64       `json:"ms"`
}

// codeAsker asks questions of an index for each folder of sources.
type codeAsker struct {
	env              *env.Env
	set              codeset.Set
	corpora, vectors string
	model            *project.Model
	embed            func(text string) ([]float32, error) // for all places, ahead of the questions
	projects         map[string]*project.Project
}

func (a *codeAsker) close() {
	for _, p := range a.projects {
		_ = p.Close() // it is read
	}
}

func (a *codeAsker) ask(question codeset.Question, bar *cli.Progress) (codeAnswer, error) {
	p, err := a.project(question.Folder, bar)
	if err != nil {
		return codeAnswer{}, err
	}
	began := time.Now()
	found, err := p.Search(context.Background(), project.Question{Text: question.Text, Limit: 4 * codeHits}, a.model)
	if err != nil {
		return codeAnswer{}, err
	}
	answer := codeAnswer{ID: question.ID, Hits: []codeset.Hit{}, Millis: float64(time.Since(began).Microseconds()) / 1000}
	for _, hit := range found.Hits {
		if len(answer.Hits) < codeHits && a.set.Counts(question.Corpus, hit.Path) {
			if len(answer.Hits) == 0 {
				answer.Similarity = hit.Similarity
			}
			answer.Hits = append(answer.Hits, codeset.Hit{Path: hit.Path, Start: hit.Start, End: hit.End})
		}
	}
	return answer, nil
}

// project returns the index of a folder of sources, up to date.
func (a *codeAsker) project(name string, bar *cli.Progress) (*project.Project, error) {
	if p := a.projects[name]; p != nil {
		return p, nil
	}
	folder := filepath.Join(a.corpora, name)
	options := codeindex.Options(a.env)
	options.Listing.Force = true
	home, err := project.HomeOf(filepath.Join(a.env.Paths.Cache, "eval"), folder)
	if err != nil {
		return nil, err
	}
	var p *project.Project
	if a.vectors == vectorsAll {
		p, err = project.Open(home, options)
	} else {
		p, err = project.OpenMemory(home.Tree, options)
	}
	if err != nil {
		return nil, err
	}
	a.projects[name] = p
	if _, err := p.Refresh(context.Background(), nil); err != nil {
		return nil, err
	}
	if a.embed != nil {
		model := *a.model
		model.Passage = a.embed
		return p, p.Embed(context.Background(), &model, 1<<30, func(done, all int) { bar.Step("embed "+name, done, all) })
	}
	return p, nil
}

func printGroups(to io.Writer, groups []codeset.Group) {
	for _, g := range groups {
		mean := func(m codeset.Mean) string { return fmt.Sprintf("%.3f (%.3f-%.3f)", m.Value, m.Low, m.High) }
		fmt.Fprintf(to, "%-14s n=%3d  nDCG@10 %s  hit@1 %s  file@5 %s  R@10 %s\n", strings.ToValidUTF8(g.Name, "?"), g.Questions, mean(g.NDCG), mean(g.First), mean(g.File), mean(g.Recall))
	}
}
