package files

import "slices"

// Reason is why a file, or a folder with all that is in it, does not count; "" is none.
type Reason string

// The reasons of List.
const (
	Ignored    Reason = "ignored"      // by an ignore file of ours, or of git in a walk
	Secret     Reason = "secret"       // its name is that of keys, certificates or credentials
	OddName    Reason = "odd name"     // hidden characters, line ends, impossible bytes: no answer can name it
	NoLanguage Reason = "no language"  // it is no source code that is known
	Dependency Reason = "dependencies" // a folder of other people's code
	Output     Reason = "output"       // a folder of what a build makes
	HiddenName Reason = "hidden"       // a folder whose name begins with a dot, in a walk
	Link       Reason = "link"         // a symbolic link, or below one: its target counts under its own name
	NotRegular Reason = "no file"      // a pipe, a socket, a device
	Unreadable Reason = "unreadable"
	Empty      Reason = "empty"
	Large      Reason = "large"
	TooMany    Reason = "too many"
)

// The reasons of Read, besides Link, NotRegular, Unreadable, Empty and Large.
const (
	Gone      Reason = "gone"
	Changing  Reason = "changing" // it was written while it was read
	Binary    Reason = "binary"
	Minified  Reason = "minified"
	Generated Reason = "generated"
)

// Skipped counts what does not count.
type Skipped struct {
	Count    map[Reason]int
	Examples map[Reason][]string // some paths, by name; folders end in a slash

	examplesMax int
}

// Add counts a path.
func (s *Skipped) Add(reason Reason, path string) {
	if s.Count == nil {
		s.Count, s.Examples = map[Reason]int{}, map[Reason][]string{}
	}
	s.Count[reason]++
	if examples := s.Examples[reason]; len(examples) < s.examplesMax {
		s.Examples[reason] = append(examples, path)
	}
}

func (s *Skipped) sort() {
	for _, examples := range s.Examples {
		slices.Sort(examples)
	}
}
