package skilllint

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// nameCharsMax and formatName are the published format's rules for names.
const nameCharsMax = 64

var formatName = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// name compares the front matter's name with the directory's, by which the
// client calls the skill, and both with the format's rules.
func (s *subject) name() {
	directory := lastPart(s.Entry.ID)
	if why := badName(directory); why != "" {
		s.add("name-characters", 1, fmt.Sprintf("The directory's name %s %s; the published format refuses that.", quote(directory), why), "Rename the directory to "+kebab(directory)+".")
	}
	if s.doc.State != markdown.Sound {
		return
	}
	front := s.doc.Text("name")
	if front == "" || front == directory {
		return
	}
	reason := fmt.Sprintf("The directory's name is the id, so the client lists “%s (%s)”; settings and suggestions know the first alone.", directory, front)
	if kebab(front) == kebab(directory) {
		s.addAs(Note, "name-directory", s.line("name"), reason, "Write name: "+directory+".")
		return
	}
	s.add("name-directory", s.line("name"), reason, "Give both the same name.")
}

func badName(name string) string {
	switch {
	case len(name) > nameCharsMax:
		return fmt.Sprintf("is longer than %d characters", nameCharsMax)
	case strings.ToLower(name) != name:
		return "has capital letters"
	case !formatName().MatchString(name):
		return "is not only lower-case letters and digits with single hyphens between"
	}
	return ""
}

var betweenWords = lazyregexp.New(`[^a-z0-9]+`)

// kebab returns a name as the format wants it, as far as it is ASCII.
func kebab(name string) string {
	plain := strings.Trim(betweenWords().ReplaceAllString(strings.ToLower(name), "-"), "-")
	return strings.Trim(plain[:min(len(plain), nameCharsMax)], "-")
}
