// Package client is the seam to the programs whose hooks call this one: all differences
// between them are in one value. It knows no client and no decisions. See RATIONALE.md,
// "Why is a client one value?".
package client

import (
	"encoding/json"
	"io"
	"path"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/look"
)

// Client is one client. ID, Name, Read, Encode, Invoked and of Places Home, Project, Folders
// and Settings are needed; any other nil function or empty text means that the client has
// no such thing.
type Client struct {
	ID   string // names the client in flags
	Name string // names the client to people

	// Read reads one hook input, which names its event itself where event is empty; event
	// may be a name of package abi or one of the client's own. Errors are *payload.Error.
	Read func(r io.Reader, event string) (Input, error)
	// Encode returns what the hook prints, nil for nothing.
	Encode func(Answer) []byte
	// Invoked returns the id of the skill that the use of a tool loaded, or "".
	Invoked func(tool string, input json.RawMessage) string
	// Steps returns what an event says of a session's work; nil: the client's tools are not known.
	Steps func(abi.Event) []work.Step
	// Heard returns, in words for people, where the use of a tool got a text from if that was not
	// the workspace, or ""; input may be cut. nil: the client's tools are not known.
	Heard func(tool, input, workspace string) string

	Example string // a payload of a prompt, for help

	Program     Program
	Headless    Headless
	Variables   Variables
	Phrases     Phrases
	Places      Places
	Transcripts Transcripts
}

// Input is what a client wrote to a hook, before its texts are redacted: what is left
// to do hangs on the length of single fields only.
type Input interface {
	// Name returns the event's name in the host's words, see package abi. An event of the
	// client that the host does not know keeps the client's name.
	Name() string
	// Workspace returns a clean absolute path, or "".
	Workspace() string
	// Event returns the event, its secrets redacted. Errors are *payload.Error.
	Event(now time.Time) (abi.Event, error)
}

// Answer is the answer to a client about an event.
type Answer struct {
	Event         string // that is answered, by its name in package abi
	Context       string // for the model
	SystemMessage string // one line for the user
	Reply         string // shown to the user in place of the model's answer; the model gets nothing then
	Explicit      bool   // encode it also where there is nothing to say: people and tests ask for that
}

// Program holds the commands by which people start the client and load plugins. An
// empty command means that the client has no such command.
type Program struct {
	Command string // the program's name, as in "codex"
	// Install, Try, Enable and Uninstall are command lines.
	Install   func(market, plugin string) string // for all sessions, from the folder of a market
	Try       func(plugin string) string         // for one session, from the plugin's folder
	Enable    func(key string) string
	Uninstall func(key string) string
}

// Headless is how the client answers one question on its command line and ends, with no
// tool, hook or plugin. Where Args is nil it cannot.
type Headless struct {
	Args    func(model, system, schema string) []string // the question comes on stdin
	Model   string                                      // that usually writes well enough, by the client's name for it
	Environ func(environ []string) []string             // without what belongs to a session
	Read    func(output []byte) HeadlessReply
}

// HeadlessReply is what the client printed.
type HeadlessReply struct {
	Choice              json.RawMessage // of the schema; nil: there is none
	TokensIn, TokensOut int
	Failed              bool // the client says itself that it failed
}

// Variables are names of environment variables that the client sets or reads.
type Variables struct {
	Home       string // read by the client: its own folder
	PluginRoot string // set for hooks of a plugin: the plugin's folder
	ProjectDir string // set for servers: the workspace
	Session    string // set for commands that the model runs: the session's id
	Running    string // set for whatever the client starts
	Tool       string // set for what a tool of the model runs, and for no hook
	// Read are those besides Home that the client reads and that change what is suggested. It hands
	// them on to hooks and servers as they are.
	Read []string
}

// Phrases are words for the model that differ between clients.
type Phrases struct {
	Loader string // what loads a skill or command, as in "the skill_view tool"
	// Hint is the key of a tool's _meta, in the Model Context Protocol, whose words the client's
	// own search for tools finds besides the description's; "" if there is none.
	Hint      string
	Templates map[string]string // replace lines of suggestions by name, see suggest.Templates
}

// Places are the folders and files of a client that concern the host.
type Places struct {
	// Home returns the client's own folder, absolute.
	Home func(lookup func(name string) string, userDir string) string
	// Project is the folder of a project for the client's files, relative to the project.
	Project string
	// Skills and Commands are folders relative to Home and to a project's own folder.
	Skills, Commands string
	// Rules is a folder relative to Home and to a project's own folder, of texts that the client
	// puts before the model by itself.
	Rules string
	// Instructions returns the files whose text the client gives the model in every session of
	// a workspace. Never nil.
	Instructions func(home, workspace string) []string
	// Folders returns those whose skills and commands belong to a workspace, the nearest
	// first: the workspace, and folders above it. The user's home directory is none.
	Folders func(workspace, userDir string) []string
	// Settings reads the client's settings for a workspace, which may be empty.
	Settings func(home, workspace string) Settings
	// Servers reads which MCP servers the client runs in a workspace, without starting any.
	// lookup reads a variable of the environment, as os.LookupEnv does; installed are the plugins of Settings where
	// somebody read them already, else nil. nil: the client runs none.
	Servers func(home, workspace string, lookup func(name string) (value string, set bool), installed []Plugin) Servers
	// Launch reads again how one of them is started; the error names what is missing.
	Launch func(home, workspace string, server Server, lookup func(name string) (value string, set bool)) (Launch, error)
	// ToolID returns the id by which the client calls a tool of a server with this prefix,
	// or "" where it calls none of such a name.
	ToolID func(prefix, tool string) string
	// Manifest is a plugin's file that makes it one, with slashes and relative to its folder.
	Manifest string
	// Plugin reports whether a folder is a plugin's, Market whether plugins are installed
	// from a folder.
	Plugin, Market func(folder string) bool
	// Version returns the version of the plugin in a folder, or "".
	Version func(folder string) string
}

// SkillFolders returns the folders of skills as people write them: that of the user, where
// no variable moves it, and that of a project. It returns nil for a client without skills.
func (p Places) SkillFolders() []string {
	if p.Skills == "" {
		return nil
	}
	home := p.Home(func(string) string { return "" }, "~")
	return []string{path.Join(filepath.ToSlash(home), p.Skills), path.Join(p.Project, p.Skills)}
}

// Transcripts are the client's records of past sessions. Where Find is nil there are none.
type Transcripts struct {
	Folder  func(home string) string
	Find    func(path string) (transcript.Found, error) // in a folder, or a single one
	Open    func(path string, from transcript.Position, seen *transcript.Seen) (*transcript.Reader, error)
	Began   func(transcript.File) time.Time
	Session func(path string) string // the id of the session whose transcript a file is
	// Of returns the transcript of a session that may have run in a workspace, or "".
	Of func(home, workspace, session string) string
	// Work reads what a session did from the last bytes of its transcript, at most bytesMax.
	Work func(path string, bytesMax int64) (work.Record, error)
	// Layout says what in a folder is a transcript, and of what lines, for who watches them.
	Layout transcript.Layout
	// Tokens adds the tokens of a transcript to a sum, as the client counted them.
	Tokens func(path string, sum *transcript.Tokens) error
	// Voices reads who wrote what in the last bytes of a transcript, at most bytesMax.
	Voices func(path string, bytesMax int64, calls work.Calls) (work.Voices, error)
}

// Settings are those of a client's settings that decide what its sessions list.
type Settings struct {
	Added    []string          // more folders that have skills as projects do; "~" and relative paths
	Off      map[string]string // by id: why the model may not call an item that is no plugin's
	Warnings []Warning
	// DescriptionChars is how many characters of an item's description are listed; 0: not set.
	DescriptionChars int
	// Plugins returns every plugin that is installed or switched on, by key, and in words
	// what was ignored; nil: the client has no plugins. It looks at files by looks, which may be nil.
	Plugins func(looks *look.Looks) ([]Plugin, []string)
}

// Warning is a file of settings, or a part of one, that was ignored.
type Warning struct {
	Path string
	Text string
}

// String names the file.
func (w Warning) String() string { return w.Path + ": " + w.Text }

// Plugin is one plugin and whether the client runs it in a workspace.
type Plugin struct {
	Name     string   `json:"name"`
	Market   string   `json:"market"`            // where it was installed from
	Version  string   `json:"version,omitempty"` // of its manifest, else as installed
	Path     string   `json:"path,omitempty"`    // absolute, links resolved; empty where there is none to use
	Enabled  bool     `json:"enabled"`
	Why      string   `json:"why"` // "enabled in project settings", "installed for another project", …
	Skills   []string `json:"-"`   // folders of skills, or of one skill; absolute
	Commands []string `json:"-"`   // folders of commands, or single .md files; absolute
	InSkills bool     `json:"-"`   // it lies in the user's folder of skills, and is no skill
}

// Key is the plugin's name in settings: "name@market".
func (p Plugin) Key() string { return p.Name + "@" + p.Market }
