// Package tools keeps the lists of tools that MCP servers offered when a person had them
// asked: a folder for each server, written whole or not at all, and what the person agreed
// to have run. It starts no server and knows no protocol.
package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Folder is where lists are kept.
type Folder struct{ dir string }

// Ways in which a list came.
const (
	WaySync   = "sync"   // the server was asked
	WayImport = "import" // a file had the answer
)

// Facts are those of one list, as they lie beside its tools.
type Facts struct {
	Server    string     `json:"server"` // by its name in the client's files
	Scope     string     `json:"scope"`
	Plugin    string     `json:"plugin,omitempty"`
	Prefix    string     `json:"prefix"`    // of the ids of the tools
	Hash      string     `json:"hash"`      // client.Server.Hash of what answered
	Said      string     `json:"said"`      // command or address as written, secrets replaced
	File      string     `json:"file"`      // of the client, that names the server
	Workspace string     `json:"workspace"` // that it is for, as client.Server has it
	Way       string     `json:"way"`
	ListedAt  time.Time  `json:"listed_at"`
	Tools     int        `json:"tools"`
	Bytes     int64      `json:"bytes"` // of the definitions that the client would send to the model
	Rejected  []Rejected `json:"rejected,omitempty"`
	More      int        `json:"more_rejected,omitempty"` // that are not named
}

// Rejected is a tool that is not kept.
type Rejected struct {
	Name   string `json:"name"` // as the server calls it, shortened
	Reason string `json:"reason"`
}

// Tool is one tool with the name of its file.
type Tool struct {
	Name string // the part of its id after the server's; of letters, digits, "_" and "-"
	tool.File
}

// List is one list as it is kept.
type List struct {
	Facts
	Folder string // its name
	Fault  error  // why the folder holds no list; nil: it does
}

// Limits of what is read.
const (
	listsMax        = 1000
	RejectedMax     = 50 // that are named with their reasons
	entriesMax      = tool.ToolsMax + 100
	temporaryPrefix = ".new-"
	formerPrefix    = ".former-"
)

// In returns the folder at a path, which need not exist.
func In(dir string) Folder { return Folder{dir} }

// Path is the folder of a list, if there is one.
func (f Folder) Path(name string) string { return filepath.Join(f.dir, name) }

// Lists returns all lists by the names of their folders; those with a Fault are none. The
// error says why the folder itself cannot be read.
func (f Folder) Lists() ([]List, error) {
	entries, err := foreign.ReadDir(f.dir, listsMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil && !errors.Is(err, foreign.ErrTooLarge) {
		return nil, fmt.Errorf("read the lists of tools: %w", err)
	}
	var lists []List
	for _, entry := range entries {
		if !entry.IsDir() || !tool.IsPlain(entry.Name()) {
			continue
		}
		list, err := f.List(entry.Name())
		if errors.Is(err, fs.ErrNotExist) {
			list.Fault = errors.New("it has no " + tool.FactsFile)
		} else if err != nil {
			list.Fault = err
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// List returns the facts of one list. fs.ErrNotExist: there is none; any other error says
// why the folder holds none.
func (f Folder) List(name string) (List, error) {
	list := List{Folder: name}
	if !tool.IsPlain(name) {
		return list, fmt.Errorf("%.100q is no name of a list of tools: %w", name, fs.ErrNotExist)
	}
	data, err := foreign.Read(filepath.Join(f.dir, name, tool.FactsFile), tool.FactsBytesMax)
	if err != nil {
		return list, err
	}
	if err := json.Unmarshal(data, &list.Facts); err != nil {
		return list, fmt.Errorf("%s is not what the program writes: %w", tool.FactsFile, err)
	}
	if list.Hash == "" || list.Server == "" {
		return list, fmt.Errorf("%s names no server", tool.FactsFile)
	}
	return list, nil
}

// FaultyTool is a file that is no tool.
type FaultyTool struct{ Path, Reason string }

// Tools returns the tools of a list by the names of their files, and the files that are
// none.
func (f Folder) Tools(name string) (all []Tool, faulty []FaultyTool, err error) {
	if !tool.IsPlain(name) {
		return nil, nil, fmt.Errorf("%.100q is no name of a list of tools: %w", name, fs.ErrNotExist)
	}
	entries, err := foreign.ReadDir(f.Path(name), entriesMax)
	if err != nil && !errors.Is(err, foreign.ErrTooLarge) {
		return nil, nil, fmt.Errorf("read the tools of %s: %w", name, err)
	}
	for _, entry := range entries {
		base, isTool := strings.CutSuffix(entry.Name(), tool.Suffix)
		if !isTool || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		path := filepath.Join(f.Path(name), entry.Name())
		one := Tool{Name: base}
		data, err := foreign.Read(path, tool.FileBytesMax)
		if err == nil {
			err = json.Unmarshal(data, &one.File)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			faulty = append(faulty, FaultyTool{path, foreign.Reason(err)})
		case !tool.IsPlain(base) || one.File.Name == "":
			faulty = append(faulty, FaultyTool{path, "it names no tool"})
		default:
			all = append(all, one)
		}
	}
	return all, faulty, nil
}
