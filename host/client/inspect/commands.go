package inspect

import "encoding/json"

// Commands is how a client makes a prompt of the file of a slash command.
type Commands struct {
	Measured []string // the versions of the client whose expansion Expand repeats, the newest first
	// Head returns what a command's file says of calling it.
	Head func(file CommandFile) CommandHead
	// Expand returns what the client sends for a command and what is typed behind its name. It
	// runs and reads nothing. An error says that the arguments or the text are too long.
	Expand func(file CommandFile, arguments string) (Expansion, error)
}

// CommandHead is what a command's file says of calling it.
type CommandHead struct {
	Hint      string   // what may be typed behind the name, for people
	Arguments []string // names of the arguments, in their order
	Tools     []string // that the command may use without asking
	ByUser    bool     // people may call it
	ByModel   bool
}

// CommandFile is a slash command's file and what the client knows of its place.
type CommandFile struct {
	Data        []byte
	FrontMatter json.RawMessage // catalog.Item.FrontMatter
	Home        string          // the client's own folder
	Workspace   string          // absolute
	Plugin      string          // "name@market" of the plugin whose command it is, or ""
	PluginRoot  string          // the plugin's folder, or ""
}

// Expansion is what a client sends for a command.
type Expansion struct {
	Text  string
	Older string   // what the oldest version of Commands.Measured sends, where that differs
	Runs  []string // shell commands that the client runs, and whose output it puts in their place; they stand in Text
	Reads []string // files that Text mentions so that the client adds what is in them, if they are there
	Open  []string // placeholders that only a running session fills; they stand in Text
	Odd   []string // what the client does with the arguments that a reader may not expect, in sentences
}
