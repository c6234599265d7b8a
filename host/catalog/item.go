// Package catalog defines items and kinds of items, and decides which of several items
// with one id counts. It knows no file format, no client and no store. It is not
// called item, as that is the name of a variable in almost every function here.
package catalog

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

// Where items come from.
const (
	SourceUser    = "user"
	SourceProject = "project"
	SourcePlugin  = "plugin"
)

// Entry is one item of a workspace, as its kind lists the item without reading its
// text. Entries of a Listing are unique by kind and id: precedence and the client's
// switches are already applied.
type Entry struct {
	Kind    string // Kind.Name
	ID      string // exactly the name the client lists, where the client lists the kind
	Source  string // SourceUser, SourceProject, SourcePlugin
	Plugin  string // "name@market" for SourcePlugin
	Path    string // absolute path of the file; empty: the item is no file, or one of several in a file, which is Root then
	Root    string // directory that the file may not lead out of; of an item that is no file, what names its origin, which lists all that it has
	Stat    Stat
	Checked string // the verdict on an item that was held against its project, abi.CheckOK, …; empty: it was not
	Doubt   string // what the item names and its project no longer has, in words for the model, as in "deploy.sh, which is gone"; empty: nothing is known to be gone
	Nested  string // the folder of the workspace, slash-separated, with whose files it goes; empty: the workspace itself
}

// Ref names the item that the entry is.
func (e Entry) Ref() abi.Ref { return abi.Ref{Kind: e.Kind, ID: e.ID} }

// Where names the entry for people: its path, else its ref.
func (e Entry) Where() string { return cmp.Or(e.Path, e.Ref().String()) }

// Stat shows cheaply whether a file may have changed. For an item that is no file, Stat
// holds any numbers that change with the item's text.
type Stat struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Inode   uint64
}

// With returns a stat that also changes when a file beside the item's appears, changes or
// goes. The stat of a file that is not there is zero; files keep their places. Without any
// file beside, the stat is unchanged.
func (s Stat) With(beside ...Stat) Stat {
	if !slices.ContainsFunc(beside, func(b Stat) bool { return b != Stat{} }) {
		return s
	}
	sum := fnv.New64a()
	var number [8]byte
	for _, b := range append(beside, s) {
		for _, part := range []uint64{uint64(b.Size), uint64(b.ModTime), b.Inode} {
			binary.LittleEndian.PutUint64(number[:], part)
			_, _ = sum.Write(number[:]) // a hash never fails
		}
	}
	s.Inode = sum.Sum64()
	return s
}

// Item is the parsed text of an item.
type Item struct {
	Name              string // front matter name, else the id's last part
	Description       string // for search: rescued from broken front matter where possible
	ListedDescription string // what the client shows, when_to_use included
	WhenToUse         string
	Keywords          []string
	Sticky            bool
	FrontMatter       json.RawMessage // the whole front matter as JSON; nil where it could not be read
	Body              string          // at most BodyBytesMax
	TextHash          string          // SHA-256 of the item's own text, by which the user's cards are kept; empty: the content's name is that
	Card              *card.Card      // of the item's author; nil: there is none
	Hidden            string          // why the model may not be told of it ("disable-model-invocation"), or empty
	Warnings          []string        // what was wrong with the file, in words
	Unread            bool            // a file beside the item's, which may add to it, could not be read now
}

// BodyBytesMax bounds how much of a body is kept.
const BodyBytesMax = 16 << 10

// HiddenByHand is why an item is hidden that the client lists, and whose author wants people to
// call it.
const HiddenByHand = "metadata.json: context.inject is manual"

// IsListed reports whether the client lists an item for the model, told of or not.
func (i Item) IsListed() bool { return i.Hidden == "" || i.Hidden == HiddenByHand }

// Rejection is a file that is no item, and why.
type Rejection struct {
	Path   string `json:"path"`
	Code   string `json:"code"` // short and countable: "too-large", "unreadable", "outside-root", …
	Reason string `json:"reason"`
	Root   bool   `json:"-"` // of a whole folder of items
}

// Listing is the catalog of one workspace.
type Listing struct {
	Workspace string // absolute path; empty: user level only
	Home      string // the client's directory: one user may have several
	Entries   []Entry
	Rejected  []Rejection
	LeftOut   []LeftOut
	Touched   []string // files of the workspace that the session touched, relative and slash-separated
}

// ProjectItemsMax is how many items of one pool of one workspace's project count: of its
// folders, those above and below and those that its settings add together. A project comes
// from others, and each prompt in it reads all that it has: with ten times as many none is
// answered in time.
const ProjectItemsMax = 2000

// LeftOut is a workspace with more items of its project than are looked at.
type LeftOut struct {
	Root  string `json:"root"`
	Items int    `json:"items"` // beyond the limit
}

// Waiting is an item that the client lists once a file was touched.
type Waiting struct {
	Kind string `json:"kind"`
	ID   string `json:"id"` // as it is listed where every other that waits is, too
	Path string `json:"path"`
	For  string `json:"for"` // what a tool has to read or write in the session, in words
}

// WaitsFor returns what an entry waits for, hidden for a reason or not; empty where it
// does not or one of the files was it.
func (e Entry) WaitsFor(hidden string, touched []string) string {
	switch {
	case e.Nested != "":
		if slices.ContainsFunc(touched, func(file string) bool { return strings.HasPrefix(file, e.Nested+"/") }) {
			return ""
		}
		return "a file beneath " + e.Nested
	case Waits(hidden) && !Opens(hidden, touched):
		return "a file that matches " + strings.TrimPrefix(hidden, hiddenByPaths)
	}
	return ""
}
