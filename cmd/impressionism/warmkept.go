package main

import (
	"errors"
	"os"
	"runtime/debug"
	"sync"

	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// turnsMax is how many events are answered at a time; further hooks work alone.
const turnsMax = 4

// kept is what a server has ready for the next event. Nothing in it is an answer:
// files, settings and rulesets are read anew for every event.
type kept struct {
	stateDB, indexDB string
	model            *keptModel

	mutex    sync.Mutex
	compiled *lua.Compiled // keyed by the code itself
	free     []*keptTurn
	lent     int // given up ones do not count
	due      map[*keptTurn]*dueTurn
	damaged  os.FileInfo // a state.db that a hook of its own has to mend
}

func newKept(a *app) *kept {
	return &kept{stateDB: a.paths.StateDB, indexDB: a.paths.IndexDB, model: &keptModel{}, compiled: lua.NewCompiled(), due: map[*keptTurn]*dueTurn{}}
}

var (
	errTurnsTaken = errors.New("as many events as there are turns are being answered")
	errLate       = errors.New("an event of this workspace has outlived its time; its hooks work alone until it ends")
	errDamaged    = errors.New("state.db is damaged; a hook that works alone mends it")
)

// take gives a turn with an open state.db.
func (k *kept) take() (*keptTurn, error) {
	turn, err := k.takeFree()
	if err != nil {
		return nil, err
	}
	if turn != nil && turn.isCurrent() {
		return turn, nil
	}
	if turn != nil {
		_ = turn.close() // its files are no longer those that count
	}
	turn = &keptTurn{kept: k}
	if err := turn.open(); err != nil {
		k.giveUp()
		return nil, err
	}
	return turn, nil
}

func (k *kept) takeFree() (*keptTurn, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.lent == turnsMax {
		return nil, errTurnsTaken
	}
	if info, err := os.Stat(k.stateDB); err == nil && k.damaged != nil && os.SameFile(info, k.damaged) {
		return nil, errDamaged
	}
	k.damaged = nil
	k.lent++
	if len(k.free) == 0 {
		return nil, nil
	}
	turn := k.free[len(k.free)-1]
	k.free = k.free[:len(k.free)-1]
	return turn, nil
}

// put takes a turn back. After an error its files are opened anew.
func (k *kept) put(turn *keptTurn, failed error) error {
	var err error
	if failed != nil || turn.once {
		err = turn.close()
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if due := k.due[turn]; due == nil || !due.givenUp {
		k.lent--
	}
	delete(k.due, turn)
	if sqlite.IsCorrupt(failed) {
		k.damaged, _ = os.Stat(k.stateDB) // where it is gone, there is nothing to mend
	}
	if turn.sessions != nil {
		k.free = append(k.free, turn)
	}
	return err
}

// underWay counts the events that are being answered; at least 1.
func (k *kept) underWay() int {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return max(1, k.lent)
}

// giveUp ends a turn that could not begin.
func (k *kept) giveUp() {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.lent--
}

func (k *kept) luaCompiled() *lua.Compiled {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.compiled
}

// letGo closes all that no event uses, and gives the memory back.
func (k *kept) letGo() error {
	k.mutex.Lock()
	free := k.free
	k.free, k.compiled = nil, lua.NewCompiled()
	k.mutex.Unlock()
	err := k.model.Close()
	for _, turn := range free {
		err = errors.Join(err, turn.close())
	}
	debug.FreeOSMemory()
	return err
}
