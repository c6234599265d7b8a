// Package notify reports that something in a folder changed: at once where the system
// notifies, else by a look from time to time. It reads no file and knows no format.
package notify

import (
	"context"
	"time"
)

// How often somebody who waits for changes looks.
const (
	LookEvery = time.Second            // beside notification, which may miss something
	PollEvery = 250 * time.Millisecond // instead of it
)

// FoldersMax bounds the folders that are notified at a time; others are polled. Each takes
// one of the watches that the system has for a user.
const FoldersMax = 64

// Ways in which changes are noticed.
const (
	Notified = "notified" // by the system, at once; and by a look each second
	Polled   = "polled"   // by a look each 250 ms
)

// Mode is how changes of a folder are noticed.
type Mode struct {
	How string `json:"how"`           // Notified or Polled
	Why string `json:"why,omitempty"` // why it is polled, in words
}

// Options change how folders are watched. The zero value is the usual one.
type Options struct {
	Poll string // why nothing is notified; empty: what can be is
}

// Notices are those of one folder.
type Notices struct {
	// C has a value where the folder may have changed, and each second at the latest. Values
	// are not counted: several changes may be one. It is closed when the context ends.
	C <-chan struct{}

	folders *Folders
	path    string
}

// Folder reports changes of a folder, not of those inside it, until the context ends. The folder
// may come later, go and come again.
func Folder(ctx context.Context, path string, options Options) *Notices {
	out := make(chan struct{}, 1)
	n := &Notices{C: out, folders: New(options), path: path}
	n.folders.Set([]string{path})
	go n.run(ctx, out) // it waits for the system; ends with the context
	return n
}

// Mode returns how the folder is watched now.
func (n *Notices) Mode() Mode { return n.folders.Mode(n.path) }

func (n *Notices) run(ctx context.Context, out chan<- struct{}) {
	defer close(out)
	defer n.folders.Close()
	poll := time.NewTicker(PollEvery)
	defer poll.Stop()
	checked := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.folders.Wake():
			n.folders.Changed() // there is but one folder
		case now := <-poll.C:
			due := now.Sub(checked) >= LookEvery
			if !due && n.Mode().How == Notified {
				continue
			}
			if due {
				checked = now
				n.folders.Check()
			}
		}
		select {
		case out <- struct{}{}:
		default: // one waits already
		}
	}
}

// Probe returns how changes of a folder would be noticed; of one that is not there, those of the
// nearest folder above it.
func Probe(path string) Mode {
	f := New(Options{})
	defer f.Close()
	for {
		f.Set([]string{path})
		mode := f.Mode(path)
		above := parent(path)
		if mode.Why != whyNotThere || above == path {
			return mode
		}
		path = above
	}
}
