package promote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// heading is the section of a file of instructions that lessons are added to.
const heading = "## Lessons"

// Said is a lesson as it is written into other files.
type Said struct{ Title, Text, When string }

// line is the lesson as one item of a list.
func (s Said) line() string {
	title, text := visible.Line(s.Title), visible.Line(s.Text)
	switch {
	case text == "" || text == title:
		return "- " + inert(title)
	case strings.HasPrefix(text, strings.TrimSuffix(title, "…")): // the title is the text, cut
		return "- " + inert(text)
	}
	return "- " + inert(strings.TrimRight(title, ".")+": "+text)
}

// inert sets words such as @notes.md as code: in a file of instructions they would have the
// client read that file, too.
func inert(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if strings.HasPrefix(strings.TrimLeft(word, `("'[`), "@") {
			words[i] = "`" + strings.ReplaceAll(word, "`", "") + "`"
		}
	}
	return strings.Join(words, " ")
}

// AddTo returns a file of instructions with a lesson at the end of its section of lessons,
// which is made at the file's end where there is none. All other bytes stay, and the ends of
// lines are as the file has them. A file that has the lesson's line stays as it is.
func AddTo(file string, s Said) string {
	end := "\n"
	if strings.Contains(file, "\r\n") {
		end = "\r\n"
	}
	if file != "" && !strings.HasSuffix(file, "\n") {
		file += end
	}
	lines := strings.SplitAfter(file, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if slices.ContainsFunc(lines, func(line string) bool { return strings.TrimRight(line, "\r\n") == s.line() }) {
		return file
	}
	at := sectionEnd(lines)
	if at < 0 {
		section := heading + end + end + s.line() + end
		if file != "" && strings.TrimSpace(lines[len(lines)-1]) != "" {
			section = end + section
		}
		return file + section
	}
	return strings.Join(lines[:at], "") + s.line() + end + strings.Join(lines[at:], "")
}

// sectionEnd returns the number of the line before which a section of lessons goes on, or −1:
// there is none. What a fence holds is no heading.
func sectionEnd(lines []string) int {
	fence, at := "", -1
	for i, line := range lines {
		text := strings.TrimSpace(line)
		if mark := fenceOf(text); mark != "" && (fence == "" || strings.HasPrefix(text, fence)) {
			if fence == "" {
				fence = mark
			} else {
				fence = ""
			}
		}
		isHeading := fence == "" && (strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## "))
		switch {
		case at >= 0 && isHeading:
			return at
		case at < 0 && isHeading && text == heading:
			at = i + 1
		case at >= 0 && text != "":
			at = i + 1
		}
	}
	return at
}

func fenceOf(text string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(text, mark) {
			return mark
		}
	}
	return ""
}

// descriptionMax is how long the description of a drafted skill is, in characters.
const descriptionMax = 200

// Skill returns the name and the text of a draft of a skill that holds lessons: for a person
// to write well, not to be left as it is.
func Skill(lessons []Said) (name, text string) {
	first := lessons[0]
	for _, word := range strings.FieldsFunc(strings.ToLower(first.Title), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if len(name)+len(word) >= 40 {
			break
		}
		name = strings.TrimPrefix(name+"-"+word, "-")
	}
	if name == "" {
		name = "lessons"
	}
	var whens, titles []string
	for _, l := range lessons {
		titles = append(titles, strings.TrimRight(visible.Line(l.Title), "."))
		if when := strings.TrimRight(visible.Line(l.When), "."); when != "" {
			whens = append(whens, when)
		}
	}
	description := strings.Join(titles, "; ") + "."
	if len(whens) > 0 {
		description = cut.RunesEllipsis(strings.Join(titles, "; "), descriptionMax/2) + ". Use when " + strings.Join(whens, ", or ") + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %s\n---\n# %s\n\n", name, quoted(cut.RunesEllipsis(description, descriptionMax)), titles[0])
	for _, l := range lessons {
		b.WriteString(l.line() + "\n")
	}
	return name, b.String()
}

// quoted writes a text as a scalar of YAML.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
