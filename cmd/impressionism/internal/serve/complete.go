package serve

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/store/index"
)

// embedAfter is when a server that no hook has called looks at the index: the
// client and the hooks of its start go first.
const embedAfter = 3 * time.Second

// complete brings the index up to date whenever it is woken. It returns when the
// context ends.
func (s *server) complete(ctx context.Context) {
	first := time.NewTimer(embedAfter)
	defer first.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case of := <-s.work.waiting:
			s.completeOnce(ctx, of, s.work.taken(of))
		case workspace := <-s.started:
			s.checkLessons(ctx, workspace)
		case of := <-s.ended.waiting:
			s.ended.taken(of)
			s.lookAtCode(ctx, of.workspace)
		case <-first.C:
			s.completeOnce(ctx, listed{workspace: s.WorkspaceOf("")}, nil)
			s.checkLessons(ctx, s.WorkspaceOf(""))
		}
	}
}

// rememberToLetGo lets go of everything after a time without events and searches, in
// servers that answer no hooks, too. It returns when the context ends.
func (s *server) rememberToLetGo(ctx context.Context) {
	quiet := time.NewTimer(s.idle)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-quiet.C:
			left := s.idle - s.Now().Sub(s.gate.LastServed())
			if left <= 0 {
				s.noted(decide.ProblemState, s.kept.LetGo())
				s.noted(decide.ProblemCode, s.code.letGo())
				left = s.idle
			}
			quiet.Reset(left)
		}
	}
}

// completeOnce refreshes the index of a listing, as a hook of its session has it, and embeds
// what it lacks, one text at a time, while no hook is served. It opens no state.db: hooks have
// that open, and mend it.
func (s *server) completeOnce(ctx context.Context, of listed, touched []string) {
	defer func() { // hooks are still to be answered
		if reason := recover(); reason != nil {
			s.noted(decide.ProblemPanic, fmt.Errorf("complete the index: %v\n%.2000s", reason, debug.Stack()))
		}
	}()
	e := s.forEvent(0)
	e.AcceptModel = install.Accept
	if err := e.Configure(of.workspace); err != nil {
		s.noted(decide.ProblemConfig, err)
		return
	}
	if !e.Loaded.Warm.Enabled || index.IsNewer(e.Paths.IndexDB) {
		return // switched off since it began, or the later version's to complete
	}
	model := modelMark(e)
	if s.rest.rests(s.Now(), model) {
		return
	}
	if err := s.completeWith(ctx, e, of, touched); err != nil && ctx.Err() == nil {
		s.rest.begin(s.Now(), model)
		s.noted(decide.ProblemIndex, err)
	}
}

func (s *server) completeWith(ctx context.Context, e *env.Env, of listed, touched []string) (err error) {
	var failed error // the words can be had without the model
	x, err := index.Open(e.Paths.IndexDB)
	if err != nil {
		return err
	}
	defer x.Close()
	wired := wire.Host(e, of.workspace, nil)
	sources := wired.Sources()
	sources.Workers = 1
	pause := func() { s.gate.Wait(ctx.Done()) }
	passages := &quietModel{env: e, wait: pause}
	defer func() { err = cmp.Or(err, passages.Close()) }()
	if manifest, dir, err := wire.Installed(e); err == nil {
		if failed = s.kept.Model.Open(dir, manifest); failed == nil { // ahead of the first prompt that needs it
			sources.Model, sources.Embed = manifest.Identity(), passages.embed
		}
	}
	listing := wired.List(ctx, of.workspace)
	if len(touched) > 0 {
		listing = wired.Beneath(ctx, listing, touched)
	}
	return cmp.Or(s.refreshInTurn(ctx, x, of, listing, sources, pause), failed)
}

// turnOfWorkspace is how long one listing's index is completed while another waits.
const turnOfWorkspace = 5 * time.Second

// refreshInTurn stops where another listing has waited for long enough, and goes on
// after it.
func (s *server) refreshInTurn(ctx context.Context, x *index.Index, of listed, listing catalog.Listing, sources index.Sources, pause func()) error {
	turn, end := context.WithCancel(ctx)
	defer end()
	began := s.Now()
	_, err := x.Refresh(turn, listing, sources, index.Options{Progress: func(string, int, int) {
		pause()
		if len(s.work.waiting) > 0 && s.Now().Sub(began) >= turnOfWorkspace {
			end()
		}
	}})
	if turn.Err() != nil && ctx.Err() == nil {
		s.work.again(of, listing.Touched)
		return nil
	}
	return err
}

// quietModel embeds passages on one thread that gives way to every other. It is
// opened by the first text, and prepared: there are thousands.
type quietModel struct {
	env   *env.Env
	wait  func() // until there is time
	once  sync.Once
	texts chan string
	done  chan embedded
}

type embedded struct {
	vector []float32
	err    error
}

func (q *quietModel) embed(text string) ([]float32, error) {
	q.once.Do(q.start)
	q.wait()
	q.texts <- text
	got := <-q.done
	return got.vector, got.err
}

func (q *quietModel) start() {
	q.texts, q.done = make(chan string), make(chan embedded)
	go func() {
		giveWay()
		var embedder *onnx.Embedder
		err := unpanicked(func() (err error) {
			embedder, err = q.open()
			return err
		})
		for text := range q.texts {
			got := embedded{err: err}
			if err == nil {
				got.err = unpanicked(func() (err error) {
					got.vector, err = embedder.Embed(text)
					return err
				})
			}
			q.done <- got
		}
		if err == nil {
			err = unpanicked(embedder.Close)
		}
		q.done <- embedded{err: err}
	}()
}

// unpanicked makes a panic an error: it would end the process, which has hooks to
// answer.
func unpanicked(do func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the model panicked: %v", reason)
		}
	}()
	return do()
}

func (q *quietModel) open() (*onnx.Embedder, error) {
	manifest, dir, err := wire.Installed(q.env)
	if err != nil {
		return nil, err
	}
	return onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID})
}

// Close ends the thread and frees its memory.
func (q *quietModel) Close() error {
	if q.texts == nil {
		return nil
	}
	close(q.texts)
	return (<-q.done).err
}

// embedRestWait is how long the index is left to hooks after an error: a model that
// cannot be opened would be opened and noted again with every prompt.
const embedRestWait = 10 * time.Minute

// embedRest is a rest after an error; another model ends it.
type embedRest struct {
	mutex sync.Mutex
	until time.Time
	model string
}

func (r *embedRest) begin(now time.Time, model string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.until, r.model = now.Add(embedRestWait), model
}

func (r *embedRest) rests(now time.Time, model string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return now.Before(r.until) && model == r.model
}

// modelMark changes when another model is installed or this one anew; it is empty
// where none is.
func modelMark(e *env.Env) string {
	manifest, dir, err := wire.Installed(e)
	if err != nil {
		return ""
	}
	mark := manifest.Identity() + " " + dir
	if info, err := os.Stat(filepath.Join(dir, manifest.ID)); err == nil {
		mark += info.ModTime().String()
	}
	return mark
}
