// Package lessons keeps what is known of files of lessons: which of them may be told, and
// which a person still has to look at. It holds proposed lessons, too. It does not decide
// which may be told, and runs nothing.
package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// States of a file.
const (
	Active     = "active"     // it may be told
	Unreviewed = "unreviewed" // a person has to keep it first
	Withheld   = "withheld"   // it has findings, and a person has to keep it in spite of them
)

// File is what is known of one file, as it was when it was looked at.
type File struct {
	Path     string       `json:"path"`
	ID       string       `json:"id"`
	Stat     catalog.Stat `json:"stat"`
	Hash     string       `json:"hash"` // SHA-256 of the content, in hex
	State    string       `json:"state"`
	Why      string       `json:"why,omitempty"` // it is not active, in words
	Findings []string     `json:"findings,omitempty"`
	By       string       `json:"superseded_by,omitempty"` // the id of a lesson that takes its place
	SeenAt   time.Time    `json:"seen_at"`                 // for the first time with this content
	Check    *Check       `json:"check,omitempty"`         // against the repository; nil: not yet with this content
	Paths    []string     `json:"paths,omitempty"`         // patterns of files that it is about
	Project  string       `json:"project,omitempty"`       // its folder, absolute; empty: it is the user's
}

// Kept is a content that a person said yes or no to.
type Kept struct {
	Hash string    `json:"hash"` // of the file's content or, of a proposal that was dropped, of its words
	At   time.Time `json:"at"`
	No   bool      `json:"no,omitempty"`
}

// Known is all that is known, as it was read.
type Known struct {
	Files []File `json:"files"`
	Kept  []Kept `json:"kept"`

	Dismissed []Dismissal `json:"dismissed,omitempty"`

	// Waiting are the hashes of contents that a person has to keep first, wherever their files
	// lie: one that is moved, copied or comes back by a checkout still waits.
	Waiting []string `json:"waiting,omitempty"`

	NoticedAt time.Time `json:"noticed_at,omitzero"` // when a person was last told that proposals wait
}

// Limits of what is kept: the newest.
const (
	filesMax  = 5000
	keptMax   = 5000
	bytesMax  = 8 << 20
	knownFile = "known.json"
	lockFile  = ".lock"
)

// Folder is where all of this lies.
type Folder struct{ dir string }

// In returns the folder at a path, which need not exist.
func In(dir string) Folder { return Folder{dir} }

// Known reads what is known. Where that cannot be read nothing is, and no lesson is told.
func (f Folder) Known() (Known, error) {
	var known Known
	path := filepath.Join(f.dir, knownFile)
	data, err := foreign.Read(path, bytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &known)
	}
	if errors.Is(err, fs.ErrPermission) {
		return Known{}, fmt.Errorf("read which lessons may be told: %s: %s; let your user read it: chmod u+rw", path, foreign.Reason(err))
	}
	if err != nil {
		return Known{}, fmt.Errorf("read which lessons may be told: %s: %s; remove the file, then keep your lessons again: impressionism lessons review", path, foreign.Reason(err))
	}
	return known, nil
}

// At returns what is known of a file, if it is as it was then.
func (k Known) At(path string, stat catalog.Stat) (File, bool) {
	for i := range k.Files {
		if file := &k.Files[i]; file.Path == path {
			return *file, file.Stat == stat
		}
	}
	return File{}, false
}

// Of returns what a person said to a content: said is false where nobody did.
func (k Known) Of(hash string) (yes, said bool) {
	for _, kept := range slices.Backward(k.Kept) {
		if kept.Hash == hash {
			return !kept.No, true
		}
	}
	return false, false
}

// Change reads what is known, lets change alter it, and writes it whole: all at once or not
// at all, and alone.
func (f Folder) Change(change func(*Known) error) error {
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	known, err := f.Known()
	if err != nil {
		return err
	}
	if err := change(&known); err != nil {
		return err
	}
	known.Files = known.Files[max(0, len(known.Files)-filesMax):]
	known.Kept = known.Kept[max(0, len(known.Kept)-keptMax):]
	data, err := json.MarshalIndent(known, "", "  ")
	for err == nil && len(data) > bytesMax && len(known.Files) > 0 { // the oldest are looked at again
		known.Files = known.Files[(len(known.Files)+1)/2:]
		data, err = json.MarshalIndent(known, "", "  ")
	}
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(f.dir, knownFile), append(data, '\n'), 0o600)
	}
	if err == nil {
		_ = f.writeStandings(known) // the one before counts no more: known.json is read then
		err = f.writeGlobs(known)
	}
	if err != nil {
		return fmt.Errorf("write which lessons may be told: %w", err)
	}
	return nil
}

// lock waits until nobody else changes anything here.
func (f Folder) lock() (unlock func(), err error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of what is known of lessons: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(f.dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock what is known of lessons: %w", err)
	}
	if err := filelock.Lock(lock); err != nil {
		lock.Close()
		return nil, fmt.Errorf("lock what is known of lessons: %w", err)
	}
	return func() { lock.Close() }, nil
}

// SaidNo is why a file may not be told that a person said no to.
const SaidNo = "you said no to it"

// Standing returns the state of a file, and why it may not be told. asked: a project's lesson
// may be told only with a person's yes. A person's word counts before all that was found out.
func (k Known) Standing(file File, asked bool) (state, why string) {
	yes, said := k.Of(file.Hash)
	switch {
	case said && yes: // also where another process looked at the file meanwhile
		file.State, file.Why = Active, ""
	case said && file.State == Active: // also where all that it names was gone, and comes back
		return Unreviewed, SaidNo
	case file.State == Active && asked:
		return Unreviewed, "the settings ask for your yes to each lesson of a project"
	}
	if file.Stale() {
		return Withheld, file.Check.stale()
	}
	return file.State, file.Why
}

// Waits reports whether a content was seen that a person has to keep first.
func (k Known) Waits(hash string) bool {
	return slices.Contains(k.Waiting, hash) || slices.ContainsFunc(k.Files, func(file File) bool { return file.Hash == hash && file.State == Unreviewed })
}

// remove forgets a file, but not that its content waits.
func (k *Known) remove(path string) {
	k.Files = slices.DeleteFunc(k.Files, func(file File) bool {
		if file.Path == path && file.State == Unreviewed && !slices.Contains(k.Waiting, file.Hash) {
			k.Waiting = append(k.Waiting[max(0, len(k.Waiting)-keptMax+1):], file.Hash)
		}
		return file.Path == path
	})
}

// Put notes a file in the place of what was known of its path.
func (k *Known) Put(file File) {
	k.remove(file.Path)
	k.Files = append(k.Files, file)
}

// Say notes what a person said to a content.
func (k *Known) Say(hash string, yes bool, at time.Time) {
	k.Kept = slices.DeleteFunc(k.Kept, func(other Kept) bool { return other.Hash == hash })
	k.Kept = append(k.Kept, Kept{Hash: hash, At: at, No: !yes})
	if yes {
		k.Waiting = slices.DeleteFunc(k.Waiting, func(other string) bool { return other == hash })
	}
}
