// Package transcript reads clients' records of past sessions, line by line and never a
// whole file at once. It knows no client's field names: a Decoder makes events of the
// lines. It does not know how the events are used.
package transcript

import (
	"time"
)

// Limits of what is taken from a transcript.
const (
	LineBytesMax = 8 << 20 // a longer line is left out: images and whole files are in it, no prompt
	TextBytesMax = 64 << 10
	BlocksMax    = 200  // of one message
	ListedMax    = 5000 // names of one listing
	FilesMax     = 100_000
	FileBytesMax = 1 << 30 // of one file; larger ones are left out
)

// Kinds of events.
const (
	KindPrompt     = "prompt"      // Text
	KindCommand    = "command"     // Name, and Text with what followed it
	KindToolUse    = "tool-use"    // ID, Name, Input, Skill; it may fail yet
	KindToolResult = "tool-result" // ID, Failed
	KindAnswer     = "answer"      // Text, of the model
	KindCompaction = "compaction"
	KindListing    = "listing"   // Listing
	KindUsage      = "usage"     // Request, Usage; where it is asked for
	KindRestarted  = "restarted" // Text, why; of a Follower alone: what follows is read from the file's beginning
)

// Event is one event of a line. Texts are redacted as in the hook.
type Event struct {
	Kind      string
	Session   string
	Workspace string    // absolute, or empty
	Time      time.Time // UTC; that of the line before where a line has none
	Text      string
	Images    int    // of a prompt
	Name      string // of a tool or command
	ID        string // of a tool use
	Input     string // of a tool, as a preview
	Skill     string // id of the skill that a tool use loads, or empty
	Failed    bool   // the tool did, or was refused
	Request   string // id of the model's message; several lines may have one
	Listing   *Listing
	Agent     string // id of the subagent, or empty
	Usage     *Usage
}

// Listing is the list of skills that the client sent to the model.
type Listing struct {
	Names []string
	Bare  []string // of them, those without a description
}

// Why something was left out.
const (
	SkipTooLong     = "too-long"      // a line of more than LineBytesMax
	SkipTorn        = "torn"          // the last line has no end yet
	SkipNotJSON     = "not-json"      // no JSON object
	SkipUnknown     = "unknown"       // a type of line that is not read
	SkipMeta        = "meta"          // put in by the client, as bodies of skills
	SkipSidechain   = "sidechain"     // of a subagent
	SkipInterrupted = "interrupted"   // the note that the user stopped a turn
	SkipLocal       = "local-command" // what a command of the client itself printed
	SkipNotice      = "notice"        // a reminder or message of the client in the user's name
	SkipSummary     = "summary"       // what a compaction left
	SkipRepeated    = "repeated"      // a line that another place has too, as after a fork
	SkipHook        = "hook-output"
	SkipEmpty       = "empty" // no text, as a prompt of images alone
	SkipError       = "api-error"
	SkipBlock       = "block" // a part of a message that is not read
)

// File is a transcript as it lies there.
type File struct {
	Path    string
	Size    int64
	ModTime time.Time
}

// Found are the transcripts of a folder.
type Found struct {
	Files     []File // last written first
	Subagents int    // files of subagents, which are left out
	Others    int    // files that are none, as links, and larger ones than FileBytesMax
}

// Skipped counts what was left out, by reason.
type Skipped map[string]int

// Add sums up.
func (s Skipped) Add(other Skipped) {
	for reason, count := range other {
		s[reason] += count
	}
}
