package shape

import "github.com/ed-irl/impressionism/host/catalog"

// Commands is what commands list prints with --json.
type Commands struct {
	Workspace string              `json:"workspace"`
	Commands  []Command           `json:"commands"` // by id
	Rejected  []catalog.Rejection `json:"rejected"` // files of commands that are none
}

// Command is one slash command of the client.
type Command struct {
	ID            string   `json:"id"` // as it is typed behind the slash
	Description   string   `json:"description"`
	Hint          string   `json:"argument_hint,omitempty"`
	Arguments     []string `json:"arguments"`     // their names, in order
	Tools         []string `json:"allowed_tools"` // that it may use without asking
	Source        string   `json:"source"`
	Plugin        string   `json:"plugin,omitempty"` // "name@market"
	PluginVersion string   `json:"plugin_version,omitempty"`
	Path          string   `json:"path"`
	ByUser        bool     `json:"by_user"`  // people may call it
	ByModel       bool     `json:"by_model"` // the model may
}

// CommandShown is what commands show prints with --json.
type CommandShown struct {
	Command
	Typed    string   `json:"typed"`                // behind the name
	Text     string   `json:"text"`                 // that the client sends
	Older    string   `json:"older_text,omitempty"` // that the oldest client sends with which this was measured, where it differs
	Measured []string `json:"measured"`             // versions of the client, the newest first
	Runs     []string `json:"runs"`                 // shell commands in the text that the client runs; nothing was run
	Reads    []string `json:"reads"`                // files whose text the client adds if they are there; none was read
	Open     []string `json:"open"`                 // placeholders that only a session fills
	Notes    []string `json:"notes"`
}
