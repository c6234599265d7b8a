package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/serve/mcp"
	"github.com/ed-irl/impressionism/host/visible"
)

// offersCode reports whether the model has a tool for the code of the folder that the session
// began in.
func (s *server) offersCode() bool {
	switch s.Loaded.Code.Offer {
	case "always":
		return true
	case "never":
		return false
	}
	_, err := codeindex.Find(s.Env, s.Dir)
	return err == nil
}

// codeLineRunes is how much the model is shown of one line of source.
const codeLineRunes = 160

// searchCode finds places for the model. What it is shown of a source has secrets replaced
// and nothing hidden.
func (s *server) searchCode(ctx context.Context, input mcp.CodeInput) (mcp.CodeAnswer, error) {
	defer s.gate.Serve()()
	e := s.forEvent(0)
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return mcp.CodeAnswer{}, err
	}
	p, done, err := s.code.take(e)
	if err != nil {
		return mcp.CodeAnswer{}, err
	}
	defer done()
	path, err := p.Glob(e.Dir, input.Path)
	if err != nil {
		return mcp.CodeAnswer{}, err
	}
	language, err := code.LanguageNamed(input.Language)
	if err != nil {
		return mcp.CodeAnswer{}, err
	}
	answer, err := p.Search(ctx, project.Question{
		Text: input.Query, Language: language, Path: path, Limit: input.Limit,
	}, s.codeModel(e))
	if err != nil {
		return mcp.CodeAnswer{}, err
	}
	result := mcp.CodeAnswer{}
	for _, hit := range answer.Hits {
		at := fmt.Sprintf("%s:%d-%d", project.Relative(p.Tree, e.Dir, hit.Path), hit.Start, hit.End)
		result.Hits = append(result.Hits, mcp.CodeHit{
			At: textline.Plain(at), Symbol: textline.Plain(hit.Symbol), Text: shown(hit, input.Lines), Stale: hit.Stale,
			Similarity: math.Round(hit.Similarity*100) / 100,
		})
	}
	switch {
	case len(result.Hits) == 0:
		result.Note = "nothing found"
	case answer.Unsure:
		result.Note = "unsure: perhaps none of these"
	}
	return result, nil
}

// shown is a part of a hit's source as the model is shown it. Secrets are replaced in all of the
// place, before lines are left out or shortened: the beginning or the middle of one would not be
// known as such. Indentation stays: in some languages it says what belongs together.
func shown(hit project.Hit, n int) string {
	_, from := hit.Snippet(n)
	shown := strings.Split(redact.Text(strings.Join(hit.Lines, "\n")), "\n")
	if len(shown) == len(hit.Lines) { // else several lines became one, and it begins with the first
		shown = shown[from-hit.Start:]
	}
	shown = shown[:min(n, len(shown))]
	for i, line := range shown {
		shown[i] = cut.RunesEllipsis(visible.Text(line), codeLineRunes)
	}
	return strings.Join(shown, "\n")
}

// codeModel is the model for questions and places, as it is kept for prompts, and used as
// codeindex.Model uses it; nil: none is installed, or it cannot be used.
func (s *server) codeModel(e *env.Env) *project.Model {
	model := s.kept.Model
	if e.Loaded.Code.Model != "" {
		e, model = codeindex.ForModel(e), s.kept.CodeModel
	}
	queries, documents := model.Alone(e, wire.QueriesAlone), model.Alone(e, wire.Documents)
	if queries == nil {
		return nil
	}
	return &project.Model{
		Identity: queries.Identity(),
		Query:    func(text string) ([]float32, error) { return wire.EmbedNow(e, queries, text) },
		Passage:  func(text string) ([]float32, error) { return wire.EmbedNow(e, documents, text) },
	}
}

// keptCode is the index of the code of this server's folder, open from one search to the
// next.
type keptCode struct {
	mutex   sync.Mutex
	home    project.Home
	of      config.Code // the settings that it was opened with
	project *project.Project
	users   int
}

// take returns the index of the folder of an environment, which is free again when done is
// called.
func (k *keptCode) take(e *env.Env) (p *project.Project, done func(), err error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	home, err := project.FindFrom(k.project, e.Paths.Code, e.Dir)
	if err != nil {
		return nil, nil, err
	}
	if k.project != nil && (k.home != home || k.of != e.Loaded.Code || !k.project.Current()) {
		if k.users > 0 { // it is being searched: this one goes by itself
			p, err := project.OpenFound(home, codeindex.Options(e))
			return p, func() { _ = p.Close() }, err
		}
		_ = k.project.Close() // another took its place
		k.project = nil
	}
	if k.project == nil {
		if k.project, err = project.OpenFound(home, codeindex.Options(e)); err != nil {
			return nil, nil, err
		}
		k.home, k.of = home, e.Loaded.Code
	}
	k.users++
	return k.project, func() {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		k.users--
	}, nil
}

// letGo closes the index, unless it is being searched.
func (k *keptCode) letGo() error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.project == nil || k.users > 0 {
		return nil
	}
	p := k.project
	k.project = nil
	return p.Close()
}

// lookAtCode brings the index of a workspace's code up to date, where it has one, and embeds
// what has no vector, while no hook is served, on a thread that gives way to every other.
func (s *server) lookAtCode(ctx context.Context, workspace string) {
	done := make(chan error, 1)
	go func() {
		defer func() { // hooks are still to be answered
			if reason := recover(); reason != nil {
				done <- fmt.Errorf("look at the code: %v\n%.2000s", reason, debug.Stack())
			}
		}()
		giveWay()
		done <- s.lookAtCodeOf(ctx, workspace)
	}()
	if err := <-done; err != nil && ctx.Err() == nil {
		s.noted(decide.ProblemCode, err)
	}
}

func (s *server) lookAtCodeOf(ctx context.Context, workspace string) error {
	e := s.forEvent(0)
	if err := e.Configure(workspace); err != nil || !e.Loaded.Warm.Enabled {
		return err
	}
	home, err := codeindex.Find(e, workspace)
	if errors.Is(err, project.ErrNone) {
		return nil // also one that a later version made, which that one keeps
	}
	if err != nil {
		return err
	}
	options := codeindex.PatientOptions(e)
	options.Workers = 1
	p, err := project.Open(home, options)
	if err != nil {
		return err
	}
	defer p.Close()
	pause := func() { s.gate.Wait(ctx.Done()) }
	if _, err := p.Refresh(ctx, func(int, int) { pause() }); err != nil {
		return err
	}
	err = errors.Join(s.embedCode(ctx, e, p, workspace, pause), p.Compact(ctx))
	_, strayErr := project.DropStray(e.Paths.Code, e.Now().Add(-project.StrayAge))
	return errors.Join(err, strayErr)
}

// embedCode embeds for one turn of a workspace; where that is not enough, it asks for another. After
// an error it rests, as completing the index does.
func (s *server) embedCode(ctx context.Context, e *env.Env, p *project.Project, workspace string, pause func()) (err error) {
	e = codeindex.ForModel(e)
	manifest, _, failed := wire.Installed(e)
	model := modelMark(e)
	if failed != nil || e.Loaded.Code.VectorsMax == 0 || s.codeRest.rests(s.Now(), model) {
		return nil // words alone
	}
	passages := &quietModel{env: e, wait: pause}
	defer func() { err = cmp.Or(err, passages.Close()) }()
	turn, end := context.WithCancel(ctx)
	defer end()
	begin := sync.OnceFunc(func() { time.AfterFunc(turnOfWorkspace, end) })
	embed := func(text string) ([]float32, error) {
		vector, err := passages.embed(text)
		begin() // after the first, for which the model was opened
		return vector, err
	}
	err = p.Embed(turn, &project.Model{Identity: manifest.Identity(), Passage: embed}, e.Loaded.Code.VectorsMax, nil)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, context.Canceled):
		s.ended.add(listed{workspace: workspace}, nil)
		return nil
	}
	s.codeRest.begin(s.Now(), model)
	return err
}
