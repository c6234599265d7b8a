// Package tool is the kind of items that are tools of MCP servers. Each is a file that
// tells what a server offered when a person had its tools listed; the package starts no
// server and does not know which servers there are.
package tool

import (
	"encoding/json"
	"time"
)

// File is one tool as it lies in <tools>/<server>-<hash>/<name>.json, where name is that
// part of the tool's id which follows the server's.
type File struct {
	Server      string          `json:"server"`          // by its name in the client's files
	Name        string          `json:"name"`            // as the server calls it
	Description string          `json:"description"`     // a stranger's text, at most DescriptionBytesMax
	Input       json.RawMessage `json:"input,omitempty"` // JSON Schema of its arguments; shown, and not searched
	Scope       string          `json:"scope"`           // of the server where it was listed
	Hash        string          `json:"hash"`            // client.Server.Hash of what answered
	ListedAt    time.Time       `json:"listed_at"`
}

// Limits of one file.
const (
	DescriptionBytesMax = 4 << 10  // what is longer is cut
	InputBytesMax       = 32 << 10 // what is longer is left out
	FileBytesMax        = 64 << 10
	ToolsMax            = 1000 // of one server
	IDBytesMax          = 128  // and of letters, digits, "_" and "-" only
)

// Suffix ends the name of a tool's file.
const Suffix = ".json"

// FactsFile lies beside the tools of a list and holds what is said of all of them.
const (
	FactsFile     = ".server.json"
	FactsBytesMax = 256 << 10
)
