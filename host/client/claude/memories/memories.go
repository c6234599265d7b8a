// Package memories reads what the client remembers by itself of a project: Markdown files in a
// folder of the client's own. They are only read. The client does not document the files, so
// they are read leniently: a file with a header is one memory, in any other each item of a list
// is one.
package memories

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of a folder and of a file.
const (
	filesMax = 500
	BytesMax = 1 << 20
	itemsMax = 1000
	textMax  = 600 // characters of a memory that are read: a lesson has no more
)

// Files returns the files of a workspace's folder of memories; that of a folder above it where
// it has none, as a repository has one for all of its folders.
func Files(place inspect.LessonPlace) []inspect.LessonFile {
	if place.Workspace == "" {
		return nil
	}
	user := place.UserDir
	if real, err := filepath.EvalSymlinks(user); err == nil { // as a workspace is written
		user = real
	}
	for dir := filepath.Clean(place.Workspace); ; dir = filepath.Dir(dir) {
		folder := filepath.Join(transcript.ProjectOf(place.Home, dir), "memory")
		entries, err := foreign.ReadDir(folder, filesMax)
		if err == nil {
			var files []inspect.LessonFile
			for _, entry := range entries {
				if entry.Type().IsRegular() && strings.EqualFold(filepath.Ext(entry.Name()), ".md") {
					files = append(files, inspect.LessonFile{Path: filepath.Join(folder, entry.Name())})
				}
			}
			return files
		}
		if dir == filepath.Dir(dir) || dir == user {
			return nil
		}
	}
}

// categories are those of lessons by the type that a memory says.
var categories = map[string]string{"feedback": "correction", "user": "preference"}

// Read returns the memories of a file.
func Read(data []byte) ([]inspect.ForeignLesson, error) {
	if len(data) > BytesMax {
		return nil, fmt.Errorf("the file has more than %d bytes", BytesMax)
	}
	if strings.IndexByte(string(data), 0) >= 0 {
		return nil, fmt.Errorf("it is no text: it holds a zero byte")
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r\n", "\n")
	head, body, is := header(text)
	if !is {
		return items(text), nil
	}
	if one, says := whole(head, body); says {
		return []inspect.ForeignLesson{one}, nil
	}
	return nil, nil
}

// header cuts a file at its header, whose values are read as the client writes them: on one
// line, or on the indented ones behind it.
func header(text string) (values map[string]string, body string, is bool) {
	rest, is := strings.CutPrefix(text, "---\n")
	if !is {
		return nil, "", false
	}
	head, body, is := strings.Cut("\n"+rest, "\n---\n")
	values = map[string]string{}
	key := ""
	for line := range strings.SplitSeq(head, "\n") {
		name, value, isKey := strings.Cut(strings.TrimSpace(line), ":")
		indented := line != strings.TrimLeft(line, " \t")
		switch {
		case isKey && (!indented || name == "type"):
			key = strings.ToLower(name)
			if value = strings.Trim(strings.TrimSpace(value), `"'`); value != "" && strings.Trim(value, ">|+-") != "" {
				values[key] = value
			}
		case indented && key != "":
			values[key] = strings.TrimSpace(values[key] + " " + strings.TrimSpace(line))
		}
	}
	return values, body, is && (values["name"] != "" || values["description"] != "")
}

// whole returns the memory of a file that has a header.
func whole(head map[string]string, body string) (inspect.ForeignLesson, bool) {
	text := visible.Line(cut.RunesEllipsis(unmarked(body), textMax))
	title := visible.Line(head["description"])
	if title == "" {
		title = visible.Line(strings.NewReplacer("-", " ", "_", " ").Replace(head["name"]))
	}
	if text == "" {
		text = visible.Line(cut.RunesEllipsis(title, textMax))
	}
	return inspect.ForeignLesson{Title: title, Text: text, Category: categories[strings.ToLower(head["type"])], ByModel: true, Line: 1}, text != ""
}

// pointer is an item that only names another file.
var pointer = lazyregexp.New(`^\[[^\]]*\]\([^)]*\.md\)`)

// items returns the items of lists, with the lines that go on an item. What a fence holds is
// none.
func items(body string) []inspect.ForeignLesson {
	var all []inspect.ForeignLesson
	var open []string
	began, fenced := 0, false
	end := func() {
		if text := visible.Line(strings.Join(open, " ")); !pointer().MatchString(text) && len(all) < itemsMax {
			if l := item(text, began); l.Text != "" {
				all = append(all, l)
			}
		}
		open = nil
	}
	for number, line := range strings.Split(body, "\n") {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			fenced = !fenced
			end()
			continue
		}
		rest, is := strings.CutPrefix(text, "- ")
		if !is {
			rest, is = strings.CutPrefix(text, "* ")
		}
		switch {
		case fenced:
		case is:
			end()
			open, began = []string{rest}, number+1
		case text == "" || strings.HasPrefix(text, "#") || line == strings.TrimLeft(line, " \t"):
			end()
		case len(open) > 0:
			open = append(open, text)
		}
	}
	end()
	return all
}

// item is an item of a list; what is printed bold at its beginning is its title.
func item(text string, line int) inspect.ForeignLesson {
	l := inspect.ForeignLesson{Text: visible.Line(cut.RunesEllipsis(unmarked(text), textMax)), ByModel: true, Line: line}
	if bold, rest, ok := strings.Cut(strings.TrimPrefix(text, "**"), "**"); ok && strings.HasPrefix(text, "**") {
		l.Title = visible.Line(strings.Trim(bold, ":. "))
		if rest = unmarked(strings.TrimLeft(rest, " :—–-")); rest != "" {
			l.Text = visible.Line(cut.RunesEllipsis(rest, textMax))
		}
	}
	return l
}

// unmarked takes the marks of bold print and of headings out of a text.
func unmarked(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, strings.TrimLeft(line, "# "))
	}
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(lines, "\n"), "**", ""))
}

// Format is the client's own memory, which is only read.
func Format() inspect.LessonFormat {
	return inspect.LessonFormat{Name: "auto-memory", What: "what the client remembers by itself of this project", Files: Files, Read: Read}
}
