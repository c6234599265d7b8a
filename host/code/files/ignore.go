package files

import (
	"errors"
	"fmt"
	"strings"
)

// IgnoreFile is the name of our ignore files, which may lie in any folder and have the syntax
// of gitignore. A pattern with ! also brings back what is left out by default, such as a
// folder named build, but nothing that git ignores, and no secret.
const IgnoreFile = ".impressionismignore"

// IgnoreFiles are the names of files in any folder that say what else there does not count.
var IgnoreFiles = [...]string{IgnoreFile, ".gitignore"}

// Limits of an ignore file. One beyond them leaves its folder out: who wrote it wanted
// something not to be read.
const (
	ignoreBytesMax  = 1 << 20 // GitHub's longest template has 10 KiB
	patternBytesMax = 1 << 10 // of one with wildcards: it is matched in so many steps a byte
)

// stepsMax of matching in one listing, about half a second. With none left nothing more counts.
// 20 patterns with wildcards take about a million for 11,000 files.
const stepsMax = 100_000_000

var errPatternTooLong = fmt.Errorf("a pattern with wildcards has more than %d bytes", patternBytesMax)

// verdict is what ignore files say about a path.
type verdict byte

const (
	silent verdict = iota
	ignored
	kept // by a pattern with !
)

// patterns are those of one ignore file. Literal ones are looked up, since a file may have
// hundreds of thousands; the value is their number, counted from one.
type patterns struct {
	names    map[string]last // a file name
	suffixes map[string]last // of a file name, as in "*.log"
	paths    map[string]last // a path from the ignore file's folder
	globs    []pattern       // the others
	kept     map[int32]bool  // those with !
}

// last has the last patterns of one text: for files and folders, and for folders alone.
type last struct{ any, folder int32 }

type pattern struct {
	number int32
	folder bool // it matches folders alone
	path   bool // it matches the path, not the name
	prefix string
	glob   glob
}

// parseIgnore reads an ignore file as git does.
func parseIgnore(data []byte) (*patterns, error) {
	p := &patterns{names: map[string]last{}, suffixes: map[string]last{}, paths: map[string]last{}, kept: map[int32]bool{}}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	number := int32(0)
	for line := range strings.Lines(text) {
		number++
		line, ended := strings.CutSuffix(line, "\n")
		if ended || !strings.HasSuffix(text, "\n") {
			line = strings.TrimSuffix(line, "\r")
		}
		line, _, _ = strings.Cut(line, "\x00")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.add(number, trimSpaces(line)); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// trimSpaces drops blanks at the end, but those after a backslash.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = i + 1
	}
	return line[:min(end, len(line))]
}

const wildcards = `*?[\`

func (p *patterns) add(number int32, line string) error {
	line, negated := strings.CutPrefix(line, "!")
	line, folder := strings.CutSuffix(line, "/")
	if line == "" {
		return nil
	}
	if negated {
		p.kept[number] = true
	}
	isPath := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	wild := strings.IndexAny(line, wildcards)
	switch {
	case wild < 0 && isPath:
		note(p.paths, line, number, folder)
	case wild < 0:
		note(p.names, line, number, folder)
	case len(line) > patternBytesMax:
		return errPatternTooLong
	case !isPath && line[0] == '*' && !strings.ContainsAny(line[1:], wildcards):
		note(p.suffixes, line[1:], number, folder)
	default:
		if g, ok := compileGlob(line[wild:], isPath); ok {
			p.globs = append(p.globs, pattern{number, folder, isPath, line[:wild], g})
		}
	}
	return nil
}

func note(to map[string]last, text string, number int32, folder bool) {
	l := to[text]
	if folder {
		l.folder = number
	} else {
		l.any = number
	}
	to[text] = l
}

// match says what the last pattern that matches says. The path is from the ignore file's
// folder.
func (p *patterns) match(path string, isFolder bool, s *scratch) verdict {
	base := path[strings.LastIndexByte(path, '/')+1:]
	best := int32(0)
	look := func(in map[string]last, text string) {
		if len(in) > 0 {
			l := in[text]
			if best = max(best, l.any); isFolder {
				best = max(best, l.folder)
			}
		}
	}
	look(p.names, base)
	look(p.paths, path)
	if len(p.suffixes) > 0 {
		s.steps -= len(base)
		for i := range len(base) + 1 {
			look(p.suffixes, base[i:])
		}
	}
	for i := len(p.globs) - 1; i >= 0 && p.globs[i].number > best; i-- {
		g := &p.globs[i]
		s.steps--
		if g.folder && !isFolder {
			continue
		}
		text := base
		if g.path {
			text = path
		}
		if rest, ok := strings.CutPrefix(text, g.prefix); ok && g.glob.match(rest, g.path, s) {
			best = g.number
		}
	}
	switch {
	case best == 0:
		return silent
	case p.kept[best]:
		return kept
	}
	return ignored
}

// level is the ignore files of one folder, and those of the folders above.
type level struct {
	up       *level
	base     string // with a slash at its end, but "" for the uppermost
	patterns *patterns
}

// match asks the nearest folder first.
func (l *level) match(path string, isFolder bool, s *scratch) verdict {
	for ; l != nil; l = l.up {
		if v := l.patterns.match(path[len(l.base):], isFolder, s); v != silent {
			return v
		}
	}
	return silent
}

var errStepsSpent = errors.New("the ignore files take too long to match")
