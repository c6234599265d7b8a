package tool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank"
)

// Kind is the kind of tools of MCP servers. A server is one suggestion, with up to three of
// its tools; what a server says of itself is never told.
var Kind = catalog.Kind{
	Name:   abi.KindTool,
	List:   list,
	Load:   Load,
	Recipe: rank.ForTools,
	Used:   used,
	Group:  group,
	Once:   true,
	Budget: catalog.Budget{Items: 1, Together: 3, Beside: .97},
	Lines: map[string]string{
		"tool_lead_soft": "MCP tools that may fit this request:",
		"tool_lead_firm": "MCP tools that fit this request:",
		"tool":           "- {{ids}} (server {{group}})",
		"tool_bare":      "- {{ids}} (server {{group}})",
		"tool_load":      "If they are not loaded, load them by these names: {{list}}",
		"tool_similar":   "",
		"tool_wished":    "",
	},
}

// list returns the tools of each root, which is the folder of one server's list.
func list(_ context.Context, place catalog.Place) (entries []catalog.Entry, rejected []catalog.Rejection) {
	for _, root := range place.Roots {
		found, bad := Find(root)
		entries, rejected = append(entries, found...), append(rejected, bad...)
	}
	return entries, rejected
}

// Find returns the tools of a server's list, by name. A list is written as a whole, so that
// the stat of each tool is that of the folder: looking at each file would cost a prompt more
// than all else that tools cost it.
func Find(root catalog.Root) (entries []catalog.Entry, rejected []catalog.Rejection) {
	if over := root.Budget; over != nil && over.Over != nil && over.Over() {
		return nil, []catalog.Rejection{{Path: root.Dir, Code: "out-of-time", Reason: "it was not looked at: the event's time was over"}}
	}
	folder, err := os.Lstat(root.Dir)
	if err == nil && !folder.IsDir() {
		err = &fs.PathError{Op: "list", Path: root.Dir, Err: errNoFolder}
	}
	var files []fs.DirEntry
	if err == nil {
		files, err = foreign.ReadDir(root.Dir, 2*ToolsMax)
	}
	if err != nil && !errors.Is(err, foreign.ErrTooLarge) {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, []catalog.Rejection{{Path: root.Dir, Code: "unreadable", Reason: foreign.Reason(err)}}
	}
	stat := tree.StatOf(folder)
	for _, file := range files {
		name, isTool := strings.CutSuffix(file.Name(), Suffix)
		if !isTool || strings.HasPrefix(file.Name(), ".") {
			continue
		}
		path, id := filepath.Join(root.Dir, file.Name()), root.Prefix+name
		switch {
		case !IsPlain(id):
			rejected = append(rejected, catalog.Rejection{Path: path, Code: "odd-id", Reason: fmt.Sprintf("the client calls a tool by at most %d letters, digits, _ and -", IDBytesMax)})
		case !file.Type().IsRegular():
			rejected = append(rejected, catalog.Rejection{Path: path, Code: "not-a-file", Reason: "it is no regular file"})
		case len(entries) == ToolsMax:
			return entries, append(rejected, catalog.Rejection{Path: path, Code: "too-many", Reason: fmt.Sprintf("of a server the first %d tools by name count", ToolsMax)})
		default:
			entries = append(entries, catalog.Entry{
				Kind: abi.KindTool, ID: id, Source: root.Source, Plugin: root.Plugin, Path: path, Root: root.Dir, Stat: stat,
			})
		}
	}
	return entries, rejected
}

var errNoFolder = errors.New("it is no folder")

// IsPlain reports whether a tool of this id can be told: the id is one that the client
// calls, and cannot be read as more than a name.
func IsPlain(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !(c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return id != "" && len(id) <= IDBytesMax
}

// Load reads an entry's file; the string is its SHA-256 in hex. The names of a tool's
// arguments are not searched: with them, tools are found less well (docs/selection.md).
func Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	file, hash, rejection, err := Read(entry.Path)
	if rejection != nil || err != nil {
		return catalog.Item{}, hash, rejection, err
	}
	item := catalog.Item{Name: NameOf(entry.ID), Description: catalog.Clean(file.Description), TextHash: hash}
	item.ListedDescription, item.Hidden = item.Description, Hides(item.Description)
	return item, hash, nil, nil
}

// Hides returns why a tool with such a description may not be told, or "": names alone are
// too much alike. By them the first tool was right for 41 of 100 prompts.
func Hides(description string) string {
	if description == "" {
		return "its server says nothing of it"
	}
	return ""
}

// Read reads a tool's file. An error means that it cannot be read now, a rejection that it
// holds no tool.
func Read(path string) (File, string, *catalog.Rejection, error) {
	var file File
	data, err := foreign.Read(path, FileBytesMax)
	switch {
	case errors.Is(err, foreign.ErrTooLarge), errors.Is(err, foreign.ErrNotRegular):
		return file, "", &catalog.Rejection{Path: path, Code: "unreadable", Reason: foreign.Reason(err)}, nil
	case err != nil:
		return file, "", nil, fmt.Errorf("read %s: %w", path, err)
	}
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	if err := json.Unmarshal(data, &file); err != nil {
		return file, hash, &catalog.Rejection{Path: path, Code: "no-json", Reason: "it is no tool: " + err.Error() + "; list the server's tools again"}, nil
	}
	file.Description = cut.Bytes(file.Description, DescriptionBytesMax)
	return file, hash, nil, nil
}

// Server returns the part of a tool's id that names its server: the text between the first
// and the last double underscore, since names of servers that are no ASCII have many. It is
// empty for an id of another form.
func Server(id string) string {
	_, rest, _ := strings.Cut(id, "__")
	at := strings.LastIndex(rest, "__")
	if at < 0 {
		return ""
	}
	return rest[:at]
}

// group is the tool's server, and how the ids of that server's tools begin.
func group(id string) (name, prefix string) {
	if name = Server(id); name == "" {
		return "", ""
	}
	client, _, _ := strings.Cut(id, "__")
	return name, client + "__" + name + "__"
}

// Grouped is Kind.Group where it is known how the ids of the tools of servers begin. It asks
// for that only where an id alone leaves open where its server's name ends, as names of
// servers and of tools may have double underscores.
func Grouped(prefixes func() []string) func(id string) (name, prefix string) {
	return func(id string) (name, prefix string) {
		client, rest, _ := strings.Cut(id, "__")
		if strings.Index(rest, "__") == strings.LastIndex(rest, "__") {
			return group(id)
		}
		for _, known := range prefixes() {
			if len(known) > len(prefix) && strings.HasPrefix(id, known) {
				prefix = known
			}
		}
		name = strings.TrimSuffix(strings.TrimPrefix(prefix, client+"__"), "__")
		if name == "" {
			return group(id)
		}
		return name, prefix
	}
}

// listsMax is how many lists are asked how their ids begin.
const listsMax = 1000

// Prefixes returns how the ids of the tools of each list in a folder begin that is for a
// workspace, as far as its facts tell: a server may have been switched off since. A list that
// cannot be read has none.
func Prefixes(dir, workspace string) []string {
	lists, _ := foreign.ReadDir(dir, listsMax)
	var prefixes []string
	for _, list := range lists {
		var facts struct {
			Prefix    string `json:"prefix"`
			Workspace string `json:"workspace"`
		}
		if strings.HasPrefix(list.Name(), ".") {
			continue // it is being exchanged
		}
		data, err := foreign.Read(filepath.Join(dir, list.Name(), FactsFile), FactsBytesMax)
		if err == nil && json.Unmarshal(data, &facts) == nil && facts.Prefix != "" && (facts.Workspace == "" || tree.Inside(workspace, facts.Workspace)) {
			prefixes = append(prefixes, facts.Prefix)
		}
	}
	return prefixes
}

// used returns the tool that an event is about, if that is one of a server's. What a subagent
// calls says nothing of a suggestion, as none was told to it.
func used(event abi.Event) []string {
	if event.Name != abi.EventToolUsed || event.Agent != "" || Server(event.ToolName) == "" {
		return nil
	}
	return []string{event.ToolName}
}

// NameOf returns the words of a tool's id, as in "github create issue". The server's name
// stands there once, also where the tool's begins with it.
func NameOf(id string) string {
	server := Server(id)
	if server == "" {
		return words(id)
	}
	_, rest, _ := strings.Cut(id, "__"+server+"__")
	if again, ok := strings.CutPrefix(rest, server+"_"); ok && again != "" {
		rest = again
	}
	return words(server) + " " + words(rest)
}

func words(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }), " ")
}
