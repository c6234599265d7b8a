package rulefuzz

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// useTools lets tools have been used on what a ruleset may look for: a few different
// ones, or often on one thing.
func (g *maker) useTools(s *scenario.Scenario) {
	workspace := cmp.Or(s.Context.WorkspacePath, s.Session.WorkspacePath, "/work")
	times, tools, paths, all := g.IntN(4), g.words.tools, g.words.paths, g.words.all
	if g.chance(25) {
		times = 3 + g.IntN(10)
		tools, all = []string{pick(g.Rand, tools...)}, []string{pick(g.Rand, all...), pick(g.Rand, all...)}
		if len(paths) > 0 {
			paths = []string{pick(g.Rand, paths...)}
		}
	}
	for range times {
		s.ToolUses = append(s.ToolUses, abi.ToolUse{LoggedAt: "2026-01-02T03:00:00Z", Sequence: int64(50 + len(s.ToolUses))})
		use := &s.ToolUses[len(s.ToolUses)-1]
		use.ToolName = pick(g.Rand, tools...)
		use.ToolInputPreview = g.input(use.ToolName, g.file(workspace, paths, all), pick(g.Rand, all...))
	}
}

// input is what a tool gets, as the client writes it: the path in the field of that
// tool, a text in another.
func (g *maker) input(tool, file, text string) string {
	switch tool {
	case "Edit", "MultiEdit":
		return fields("file_path", file, "old_string", text, "new_string", text)
	case "Write":
		return fields("file_path", file, "content", text)
	case "Read":
		return fields("file_path", file)
	case "NotebookEdit":
		return fields("notebook_path", file, "new_source", text)
	case "Bash":
		return fields("command", pick(g.Rand, text, text+" "+file, "cat "+file+" && "+text), "description", text)
	case "Grep", "Glob":
		return fields("pattern", pick(g.Rand, text, file), "path", path.Dir(file))
	case "WebFetch":
		return fields("url", pick(g.Rand, text, "https://"+strings.TrimPrefix(text, "https://"), "https://example.com"+path.Clean("/"+file)), "prompt", text)
	case "WebSearch":
		return fields("query", text)
	}
	return fields("file_path", file, "path", file, "url", "https://"+text, "command", text, "query", text)
}

// file is a path in the workspace that is made of parts of paths, and of other texts.
func (g *maker) file(workspace string, paths, all []string) string {
	var folders []string
	name := pick(g.Rand, "main", "index")
	ending := pick(g.Rand, ".go", ".ts", ".txt")
	for range 1 + g.IntN(3) {
		part := pick(g.Rand, all...)
		if len(paths) > 0 && g.chance(75) {
			part = pick(g.Rand, paths...)
		}
		last := path.Base(part)
		switch {
		case strings.HasPrefix(part, ".") && !strings.Contains(part, "/"):
			ending = part
		case strings.Contains(last, ".") && !strings.HasSuffix(part, "/"):
			folders, name, ending = append(folders, path.Dir(part)), last, ""
		default:
			folders = append(folders, part)
		}
	}
	inside := path.Join(path.Join(folders...), name+ending)
	switch {
	case g.chance(15) && strings.HasPrefix(inside, "/"):
		return inside
	case g.chance(30):
		return strings.TrimPrefix(inside, "/")
	case g.chance(30):
		return path.Join(workspace, "src", inside)
	}
	return path.Join(workspace, inside)
}

// fields is an object of texts, in this order.
func fields(namesAndTexts ...string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for i, text := range namesAndTexts {
		switch {
		case i == 0:
			out.WriteByte('{')
		case i%2 == 1:
			out.WriteByte(':')
		default:
			out.WriteByte(',')
		}
		if err := encoder.Encode(text); err != nil {
			panic(err) // texts always encode
		}
		out.Truncate(out.Len() - 1) // the end of the line
	}
	return out.String() + "}"
}
