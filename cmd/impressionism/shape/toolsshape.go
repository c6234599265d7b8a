package shape

import (
	"encoding/json"
	"time"
)

// Tools is what `tools list --json` prints.
type Tools struct {
	Workspace string       `json:"workspace"`
	Servers   []ToolServer `json:"servers"` // that the client's files name for the workspace
	Tools     []ToolRow    `json:"tools"`
	Elsewhere int          `json:"elsewhere"` // lists of servers that are not among these
	Faulty    []FaultyList `json:"faulty"`    // what in the folder is no list, and no tool
	Ignored   []string     `json:"ignored"`   // of the client's files
	Folder    string       `json:"folder"`
}

// ToolServer is one server with its list.
type ToolServer struct {
	Name        string         `json:"name"`
	Scope       string         `json:"scope"`
	Plugin      string         `json:"plugin,omitempty"`
	State       string         `json:"state" jsonschema:"enum=listed,enum=changed,enum=not-listed,enum=not-approved,enum=refused,enum=off,enum=shadowed,enum=broken"`
	Why         string         `json:"why"` // of a server that does not run
	Transport   string         `json:"transport"`
	Runs        string         `json:"runs"` // command or address as written, secrets replaced
	File        string         `json:"file"` // that names it
	Tools       int            `json:"tools"`
	Counting    int            `json:"counting"` // of these, that are items
	Tokens      int            `json:"tokens"`   // of their definitions: an estimate
	ListedAt    *time.Time     `json:"listed_at,omitempty"`
	Rejected    []RejectedTool `json:"rejected"`
	More        int            `json:"more_rejected"` // that are not named
	Undescribed []string       `json:"undescribed"`   // ids of tools that were used since and are in no list, and that another listing may bring
}

// RejectedTool is a tool that is not kept.
type RejectedTool struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// ToolRow is a tool of a list.
type ToolRow struct {
	ID     string `json:"id"`
	Server string `json:"server"`
	Name   string `json:"name"`
	Counts bool   `json:"counts"` // it is an item here
	Why    string `json:"why"`    // it is none
}

// FaultyList is a folder or file that does not count.
type FaultyList struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// ToolShow is what `tools show --json` prints.
type ToolShow struct {
	ToolRow
	Scope       string          `json:"scope"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input"` // JSON Schema of its arguments, or null
	ListedAt    time.Time       `json:"listed_at"`
	Path        string          `json:"path"`
}

// ToolsSync is what `tools sync --json` and `tools import --json` print.
type ToolsSync struct {
	Servers []SyncedServer `json:"servers"`
	Notes   []string       `json:"notes"`
}

// SyncedServer is what became of one server.
type SyncedServer struct {
	Name     string         `json:"name"`
	Scope    string         `json:"scope"`
	Runs     string         `json:"runs"` // command or address as written, secrets replaced
	Status   string         `json:"status" jsonschema:"enum=listed,enum=failed,enum=not-agreed,enum=left-out"`
	Why      string         `json:"why"` // there is no list
	Tools    int            `json:"tools"`
	Tokens   int            `json:"tokens"`
	Rejected []RejectedTool `json:"rejected"`
	More     int            `json:"more_rejected"` // that are not named
	Notes    []string       `json:"notes"`
}

// ToolsStatus is what status says of lists of tools.
type ToolsStatus struct {
	Tools     int `json:"tools"` // that are items in this workspace
	Listed    int `json:"listed"`
	Changed   int `json:"changed"`
	NotListed int `json:"not_listed"`
}
