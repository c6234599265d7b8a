package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/look"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Kept is what a server has ready for the next event. Nothing in it is an answer: settings
// and rulesets are read anew for every event, and folders are looked at unless the system
// vouches that nothing has happened in them.
type Kept struct {
	stateDB, indexDB string
	Model            *keptModel
	CodeModel        *keptModel // that the settings name for code alone; prompts use it for nothing

	slots    chan struct{} // taken by the events that are being answered; others wait
	Mutex    sync.Mutex
	compiled *lua.Compiled // keyed by the code itself
	Looks    *look.Memory
	Free     []*Turn
	Lent     int // given up ones do not count
	due      map[*Turn]*dueTurn
	rests    map[string]time.Time // workspaces of which a hook waited in vain, until when theirs work alone
	damaged  os.FileInfo          // a state.db that a hook of its own has to mend
}

// NewKept returns what a server keeps, with nothing open yet.
func NewKept(e *env.Env) *Kept {
	return &Kept{stateDB: e.Paths.StateDB, indexDB: e.Paths.IndexDB, Model: newKeptModel(wire.ColdQueries.Cold), CodeModel: newKeptModel(wire.Documents.Cold), compiled: lua.NewCompiled(), Looks: look.NewMemory(), due: map[*Turn]*dueTurn{}, rests: map[string]time.Time{}, slots: make(chan struct{}, slotsOf(runtime.NumCPU()))}
}

var (
	ErrTurnsTaken = errors.New("as many events as there are turns are being answered")
	ErrLate       = errors.New("an event of this workspace has outlived its time; its hooks work alone until it ends")
	errDamaged    = errors.New("state.db is damaged; a hook that works alone mends it")
)

// Take returns a turn for one event, with nothing open yet. Until Ready it costs nothing.
func (k *Kept) Take(now time.Time) (*Turn, error) {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	if k.Lent == TurnsMax || k.lateOnes(now) >= cap(k.slots) {
		return nil, ErrTurnsTaken
	}
	if info, err := os.Stat(k.stateDB); err == nil && k.damaged != nil && os.SameFile(info, k.damaged) {
		return nil, errDamaged
	}
	k.damaged = nil
	k.Lent++
	return &Turn{Kept: k}, nil
}

// lateOnes counts events that hold a slot and have outlived their time: who waits for them
// may wait in vain. The mutex is held.
func (k *Kept) lateOnes(now time.Time) (late int) {
	for turn, due := range k.due {
		if turn.slotted && now.After(due.at.Add(lateGrace)) {
			late++
		}
	}
	return late
}

// Ready waits until it is the turn's time, and gets it an open state.db. The error says
// that nobody waits any more, or why there is none.
func (t *Turn) Ready(ctx context.Context) error {
	select {
	case t.slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	t.Mutex.Lock()
	t.slotted = true
	var last *Turn
	if n := len(t.Free); n > 0 {
		last, t.Free = t.Free[n-1], t.Free[:n-1]
	}
	t.Mutex.Unlock()
	if last == nil {
		return t.open()
	}
	if !last.isCurrent() {
		_ = last.close() // its files are no longer those that count
		return t.open()
	}
	t.files = last.files
	return nil
}

// Put takes a turn back. After an error its files are opened anew.
func (k *Kept) Put(turn *Turn, failed error) error {
	var err error
	if failed != nil || turn.once {
		err = turn.close()
	}
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	if due := k.due[turn]; due == nil || !due.givenUp {
		k.Lent--
	}
	k.freeSlot(turn)
	delete(k.due, turn)
	if sqlite.IsCorrupt(failed) {
		k.damaged, _ = os.Stat(k.stateDB) // where it is gone, there is nothing to mend
	}
	if turn.Sessions != nil {
		k.Free = append(k.Free, turn)
	}
	return err
}

// freeSlot lets another event have the slot that a turn has, if it has one. The mutex is held.
func (k *Kept) freeSlot(turn *Turn) {
	if turn.slotted {
		turn.slotted = false
		<-k.slots
	}
}

// UnderWay counts the events that are being answered, without those that wait; at least 1.
func (k *Kept) UnderWay() int { return max(1, len(k.slots)) }

func (k *Kept) luaCompiled() *lua.Compiled {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	return k.compiled
}

// LetGo closes all that no event uses, and frees the memory.
func (k *Kept) LetGo() error {
	k.Mutex.Lock()
	free := k.Free
	k.Free, k.compiled = nil, lua.NewCompiled()
	k.Mutex.Unlock()
	k.Looks.Forget()
	err := errors.Join(k.Model.Close(), k.CodeModel.Close())
	for _, turn := range free {
		err = errors.Join(err, turn.close())
	}
	debug.FreeOSMemory()
	return err
}

// keptModel is a model, open from one event to the next. That of prompts is opened
// as a hook opens it: prepared for many texts it would answer in a third of the
// time, and its last digits would be others. See RATIONALE.md, "Why does the server
// not prepare its model?".
type keptModel struct {
	mutex    sync.RWMutex
	threads  chan struct{} // taken by who embeds: each text takes one processor
	cold     bool          // opened unprepared
	identity string
	Embedder *onnx.Embedder
	abroad   wire.Abroad // opened by the first prompt that needs it
}

func newKeptModel(cold bool) *keptModel {
	return &keptModel{threads: make(chan struct{}, runtime.NumCPU()), cold: cold}
}

// Model is the configured model for one event, like wire.Model.
func (k *keptModel) Model(e *env.Env) *embedding.Model {
	return wire.ModelBy(e, func(dir string, manifest onnx.Manifest) (func(string) ([]float32, error), error) {
		return k.abroad.Reads(e, k.embeds(manifest, wire.ColdQueries)), k.Open(dir, manifest)
	})
}

// Alone is the same model by itself, whatever a text's language is, for wire.QueriesAlone or
// wire.Documents.
func (k *keptModel) Alone(e *env.Env, use wire.ModelUse) *embedding.Model {
	return wire.ModelBy(e, func(dir string, manifest onnx.Manifest) (func(string) ([]float32, error), error) {
		return k.embeds(manifest, use), k.Open(dir, manifest)
	})
}

// Open opens the model, unless it is open already.
func (k *keptModel) Open(dir string, manifest onnx.Manifest) error {
	k.mutex.RLock()
	isOpen := k.isOpen(manifest.Identity())
	k.mutex.RUnlock()
	if isOpen {
		return nil // while somebody embeds, too
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.isOpen(manifest.Identity()) {
		return nil
	}
	if err := k.close(); err != nil {
		return err
	}
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID, Cold: k.cold})
	if err != nil {
		return err
	}
	k.Embedder, k.identity = embedder, manifest.Identity()
	return nil
}

func (k *keptModel) isOpen(identity string) bool { return k.Embedder != nil && k.identity == identity }

// errModelChanged can only be met by an event that takes longer than any hook waits.
var errModelChanged = errors.New("the model was closed meanwhile")

func (k *keptModel) embeds(manifest onnx.Manifest, use wire.ModelUse) func(text string) ([]float32, error) {
	identity := manifest.Identity()
	return func(text string) ([]float32, error) {
		k.threads <- struct{}{}
		defer func() { <-k.threads }()
		k.mutex.RLock()
		defer k.mutex.RUnlock()
		if !k.isOpen(identity) {
			return nil, errModelChanged
		}
		return use.Embed(k.Embedder)(text)
	}
}

// Close frees the memory once nobody embeds.
func (k *keptModel) Close() error {
	err := k.abroad.Close() // not with the mutex: who reads with it waits for k.embed
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return errors.Join(err, k.close())
}

func (k *keptModel) close() error {
	if k.Embedder == nil {
		return nil
	}
	embedder := k.Embedder
	k.Embedder = nil
	return embedder.Close()
}

// Turn is what one event at a time has for itself: open databases, once it is ready.
type Turn struct {
	*Kept
	slotted bool // it has one of the slots
	files
}

// files are open from one turn to the next.
type files struct {
	Sessions  *session.Store
	stateMark sqlite.Mark
	index     *index.Index // opened when first needed
	indexMark sqlite.Mark
	once      bool // a file came while it was opened: it may be another one's by now
}

func (t *Turn) open() error {
	before, _ := os.Stat(t.stateDB) // an absent file is made
	sessions, err := session.Open(t.stateDB, session.Options{Kept: true})
	if err != nil {
		return err
	}
	if t.stateMark, err = sessions.Mark(); err != nil {
		return errors.Join(err, sessions.Close())
	}
	t.Sessions, t.once = sessions, !t.stateMark.IsOf(before)
	return nil
}

// isCurrent reports whether the open files are those that lie at their paths, with
// the schema that this program knows.
func (t *Turn) isCurrent() bool {
	mark, err := t.Sessions.Mark()
	if err != nil || !mark.Same(t.stateMark) {
		return false
	}
	if t.index == nil {
		return true
	}
	mark, err = t.index.Mark()
	return err == nil && mark.Same(t.indexMark)
}

// lend has events answered with what this turn keeps.
func (t *Turn) lend(h *respond.Responder, e *env.Env) {
	h.OpenIndex = t.openIndex
	h.Model = t.Model.Model(e)
	h.Passages = nil // embedded when nobody waits
}

func (t *Turn) openIndex() (*index.Index, error) {
	if t.index != nil {
		return t.index, nil
	}
	before, _ := os.Stat(t.indexDB)
	x, err := index.OpenKept(t.indexDB)
	if err != nil {
		return nil, err
	}
	if t.indexMark, err = x.Mark(); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	t.index = x
	t.once = t.once || !t.indexMark.IsOf(before)
	return x, nil
}

func (t *Turn) close() error {
	var err error
	if t.Sessions != nil {
		err = t.Sessions.Close()
	}
	if t.index != nil {
		err = errors.Join(err, t.index.Close())
	}
	t.Sessions, t.index = nil, nil
	return err
}

// TurnsMax is how many events are taken at a time; further hooks work alone. Of these
// slotsOf(processors) are answered, each with databases of its own open, and the others wait:
// all at once, each would be late.
const TurnsMax = 16

func slotsOf(processors int) int { return min(TurnsMax, 2*processors) }

// Limits of what an event may cost a process that lives on.
const (
	lateRest     = 2 * time.Second        // after a hook waited in vain: a server that was only slow has caught up
	lateGrace    = 500 * time.Millisecond // after its time: nobody waits, and it ends itself
	giveUpAfter  = 5 * time.Second        // after its time: it is not waited for
	GivenUpMax   = 4                      // events that never ended, until the server ends
	GivenUpBytes = 512 << 20              // of live objects, while there is such an event
	LateTick     = time.Second            // between looks
)

// dueTurn is an event that is being answered.
type dueTurn struct {
	workspace string
	at        time.Time // when its answer was to be there
	givenUp   bool
	leave     func() // what can wait goes on
}

// Lent is what a hook's work is given where a server does it.
type Lent struct {
	*Turn
	Told  serve.Told
	Noted []decide.Problem // for the log
	told  bool             // Told.Done was called

	Opinion func(e *env.Env) *respond.Opinion // how a language model is asked; nil: it is not
}

// tellDone has the hook print the answer of an event and end. What is found wrong later
// is only logged, and so are mistakes in settings, which each event comes upon.
func (h *Invocation) tellDone(event abi.Event, response respond.Response) {
	if h.told || h.Told.Done == nil {
		return
	}
	h.told = true
	result := serve.Result{Answer: Encode(h.Env, event, response)}
	for _, problem := range slices.Concat(h.Noted, response.Problems) {
		if problem.Code != decide.ProblemWarning {
			result.Note = noteOf(problem)
			break
		}
	}
	h.Told.Done(result)
}

// LogAll writes what was noted while a server answered, and that it did.
func (h *Invocation) LogAll(event abi.Event, response respond.Response) {
	for _, problem := range slices.Concat(h.Noted, response.Problems) {
		h.log(problem)
	}
	h.NoteEvent(event, response)
	if h.Loaded.Log.Level != logfile.LevelDebug {
		return
	}
	text := fmt.Sprintf("%s of session %s was answered by the warm server after %v", event.Name, event.SessionID, h.Now().Sub(h.Started).Round(time.Millisecond))
	_ = logfile.Append(h.Paths.Log, wire.LogLimits(h.Env), logfile.LevelDebug, decide.ProblemWarm, text, h.Now()) // the answer is what counts
}

// Wait is how long a hook waits for the answer to an event: until its end on the slowest
// machine, less the time that another program takes to start and to say that it is over.
func (h *Invocation) Wait(event string) time.Duration {
	return Latest(h.Env, event).Sub(h.Now()) - sayWait
}

// sayWait is kept of an event's time to say that there is no answer.
const sayWait = 15 * time.Millisecond

// SetDue notes until when an event is to be answered. It refuses one that was given up: its turn
// is another one's by now, and is not counted again.
func (k *Kept) SetDue(turn *Turn, workspace string, at time.Time, leave func()) error {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	if due := k.due[turn]; due != nil && due.givenUp {
		return ErrLate
	}
	k.due[turn] = &dueTurn{workspace: workspace, at: at, leave: leave}
	return nil
}

// SetLate notes that a hook of a workspace has waited in vain: for a moment those after it
// work alone.
func (k *Kept) SetLate(now time.Time, workspace string) {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	k.rests[workspace] = now.Add(lateRest)
}

// IsLate reports whether a hook of a workspace has just waited in vain, or an event of it
// has outlived its time: what holds it up would hold up the next one, and lies in the
// workspace or passes.
func (k *Kept) IsLate(now time.Time, workspace string) bool {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	if until, rests := k.rests[workspace]; rests && now.Before(until) {
		return true
	}
	delete(k.rests, workspace)
	for _, due := range k.due {
		if due.workspace == workspace && now.After(due.at.Add(lateGrace)) {
			return true
		}
	}
	return false
}

// GiveUpLate takes their turns from events that are late by seconds, so that others are
// answered, and returns how many never ended.
func (k *Kept) GiveUpLate(now time.Time) (givenUp int) {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	for turn, due := range k.due {
		if !due.givenUp && now.After(due.at.Add(giveUpAfter)) {
			due.givenUp = true
			k.Lent--
			k.freeSlot(turn)
			due.leave()
		}
		if due.givenUp {
			givenUp++
		}
	}
	return givenUp
}
