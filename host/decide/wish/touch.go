package wish

import (
	"encoding/json"
	"strings"
)

// Touch is a file that a tool had to do with.
type Touch struct {
	Path string // as the tool got it; a relative one is the workspace's
	How  string // "edited", "written", "read", "touched"
}

// Touched reads a recorded use of a tool: the beginning of its input, as JSON that
// may be cut. Tools of the client name a file by file_path or notebook_path, those of
// servers mostly by path; what searches folders touches no file.
func Touched(tool, input string) (Touch, bool) {
	touch := Touch{How: "touched"}
	switch tool {
	case "Edit", "MultiEdit", "NotebookEdit":
		touch.How = "edited"
	case "Write":
		touch.How = "written"
	case "Read", "NotebookRead":
		touch.How = "read"
	}
	decoder := json.NewDecoder(strings.NewReader(input))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return touch, false
	}
	for {
		key, err := decoder.Token()
		if err != nil {
			return touch, false
		}
		name, _ := key.(string)
		if name == "file_path" || name == "notebook_path" || name == "path" && strings.HasPrefix(tool, "mcp__") {
			err = decoder.Decode(&touch.Path)
			return touch, err == nil && touch.Path != ""
		}
		var skipped json.RawMessage
		if decoder.Decode(&skipped) != nil {
			return touch, false
		}
	}
}
