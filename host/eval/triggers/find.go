package triggers

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SkillFile is the file that makes a folder a skill.
const SkillFile = "SKILL.md"

// Limits of a search: the largest collections hold 20,000 skills.
const (
	visitsMax = 200_000
	depthDown = 12 // folders below the one given
	depthUp   = 3  // from a file of queries to its skill: evals/cases/x.json
)

// Found is what lies below the paths given.
type Found struct {
	Skills []string // folders with a SKILL.md
	Files  []File
}

// File may hold queries.
type File struct {
	Path  string
	Skill string // folder of the skill that it belongs to by its place, or empty
	Named bool   // it was asked for by its path
}

// Find looks for skills and for files that may hold their queries: those beside
// a SKILL.md, and those whose path speaks of evals, triggers or tests. A path to
// a file stands for itself.
func Find(paths []string) (Found, error) {
	s := search{skills: map[string]bool{}, files: map[string]File{}}
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return Found{}, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return Found{}, err
		}
		if !info.IsDir() {
			s.file(File{Path: path, Named: true})
			continue
		}
		if err := s.walk(path); err != nil {
			return Found{}, err
		}
	}
	found := Found{}
	for folder := range s.skills {
		found.Skills = append(found.Skills, folder)
	}
	slices.Sort(found.Skills)
	for _, file := range s.files {
		found.Files = append(found.Files, file)
	}
	slices.SortFunc(found.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return found, nil
}

type search struct {
	visits int
	skills map[string]bool
	files  map[string]File
}

func (s *search) file(file File) {
	if file.Skill = skillAbove(file.Path); file.Skill != "" {
		s.skills[file.Skill] = true
	}
	s.files[file.Path] = file
}

// walk does not follow links: what they lead to has its own place.
func (s *search) walk(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == root {
				return err
			}
			return nil // a folder of somebody else: the others count
		}
		if s.visits++; s.visits > visitsMax {
			return fmt.Errorf("%s holds more than %d files; give a part of it", root, visitsMax)
		}
		below, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && (skipped(entry.Name()) || strings.Count(below, string(filepath.Separator)) >= depthDown) {
				return fs.SkipDir
			}
			return nil
		}
		switch {
		case entry.Name() == SkillFile:
			s.skills[filepath.Dir(path)] = true
		case entry.Type().IsRegular() && Reads(path) && speaks(path, below):
			s.file(File{Path: path})
		}
		return nil
	})
}

// skipped are folders that hold no queries: results of runs, and what other
// programs keep.
func skipped(name string) bool {
	return slices.Contains([]string{".git", "node_modules", "results", "outputs", ".venv", "venv", "__pycache__"}, name)
}

// speaks reports whether a file's place makes it one to look into.
func speaks(path, below string) bool {
	if strings.Contains(filepath.Base(path), ".schema.") {
		return false
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(path), SkillFile)); err == nil {
		return true
	}
	below = strings.ToLower(below)
	return strings.Contains(below, "eval") || strings.Contains(below, "trigger") || strings.Contains(below, "test")
}

// skillAbove returns the nearest folder with a SKILL.md, from a file's own up.
func skillAbove(path string) string {
	folder := filepath.Dir(path)
	for range depthUp {
		if _, err := os.Lstat(filepath.Join(folder, SkillFile)); err == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	return ""
}
