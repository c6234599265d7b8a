package transcript

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Ending is that of a transcript's file.
const Ending = ".jsonl"

// Projects is where the client keeps its transcripts.
func Projects(clientHome string) string { return filepath.Join(clientHome, "projects") }

// Find lists the transcripts of a folder of projects, of one project, or a single
// one, at most transcript.FilesMax. Links are not followed.
func Find(path string) (transcript.Found, error) {
	var found folders
	info, err := os.Stat(path)
	if err != nil {
		return found.Found, fmt.Errorf("find transcripts: %w", err)
	}
	if !info.IsDir() {
		if !info.Mode().IsRegular() || filepath.Ext(path) != Ending {
			return found.Found, fmt.Errorf("find transcripts: %s is no folder and no %s file", path, Ending)
		}
		if info.Size() > transcript.FileBytesMax {
			return found.Found, fmt.Errorf("find transcripts: %s has %d bytes, at most %d are read", path, info.Size(), transcript.FileBytesMax)
		}
		found.Files = []transcript.File{{Path: path, Size: info.Size(), ModTime: info.ModTime()}}
		return found.Found, nil
	}
	if err := found.folder(path, true); err != nil {
		return found.Found, fmt.Errorf("find transcripts: %w", err)
	}
	slices.SortFunc(found.Files, func(a, b transcript.File) int {
		if order := b.ModTime.Compare(a.ModTime); order != 0 {
			return order
		}
		return strings.Compare(a.Path, b.Path)
	})
	return found.Found, nil
}

// folders collects what is found.
type folders struct{ transcript.Found }

// folder lists a folder; that of projects, those inside it, too.
func (f *folders) folder(path string, deep bool) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	sessions := map[string]bool{}
	for _, entry := range entries {
		sessions[strings.TrimSuffix(entry.Name(), Ending)] = !entry.IsDir() || sessions[entry.Name()]
	}
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		switch {
		case len(f.Files) >= transcript.FilesMax:
			return nil
		case entry.IsDir() && entry.Name() == subagentsFolder:
			f.Subagents += countSubagents(name)
		case entry.IsDir():
			if err := f.inside(name, deep && !sessions[entry.Name()]); err != nil {
				return err
			}
		case filepath.Ext(entry.Name()) != Ending:
		case strings.HasPrefix(entry.Name(), subagentPrefix):
			f.Subagents++
		default:
			if err := f.add(name, entry); err != nil {
				return err
			}
		}
	}
	return nil
}

// Where the client keeps what subagents did: in a folder, or, older ones, beside
// their session.
const (
	subagentsFolder = "subagents"
	subagentPrefix  = "agent-"
)

// inside looks into a project's folder, or into that of a session, which has
// nothing but subagents.
func (f *folders) inside(path string, deep bool) error {
	if !deep {
		f.Subagents += countSubagents(filepath.Join(path, subagentsFolder))
		return nil
	}
	err := f.folder(path, false)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		f.Others++
		return nil
	}
	return err
}

func (f *folders) add(path string, entry fs.DirEntry) error {
	if !entry.Type().IsRegular() {
		f.Others++
		return nil
	}
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it vanished since it was listed
	}
	if err != nil {
		return err
	}
	if info.Size() > transcript.FileBytesMax {
		f.Others++
		return nil
	}
	f.Files = append(f.Files, transcript.File{Path: path, Size: info.Size(), ModTime: info.ModTime()})
	return nil
}

func countSubagents(folder string) int {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0 // there is none
	}
	count := 0
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == Ending {
			count++
		}
	}
	return count
}

// beganLines is how many lines are looked at for the time at which a transcript
// begins.
const beganLines = 20

// Began is the time that a transcript's first lines have, or that of the file.
func Began(file transcript.File) time.Time {
	opened, err := foreign.Open(file.Path)
	if err != nil {
		return file.ModTime
	}
	defer opened.Close()
	r := NewReader(opened, "", nil)
	for range beganLines {
		data, _, err := r.Line()
		if l, bad := parse(data); bad == nil {
			if at, bad := time.Parse(time.RFC3339, l.timestamp); bad == nil {
				return at.UTC()
			}
		}
		if err != nil {
			break
		}
	}
	return file.ModTime
}

// Of returns the transcript of a session, or "" where there is none. The workspace says where
// to look first; a session may have been begun elsewhere.
func Of(clientHome, workspace, session string) string {
	if session == "" || len(session) > nameBytesMax || session != filepath.Base(session) || !filepath.IsLocal(session) {
		return ""
	}
	projects := Projects(clientHome)
	isThere := func(folder string) string {
		path := filepath.Join(projects, folder, session+Ending)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		return ""
	}
	if path := isThere(projectFolder(workspace)); path != "" {
		return path
	}
	entries, err := foreign.ReadDir(projects, projectsMax)
	if err != nil {
		return ""
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if path := isThere(entry.Name()); path != "" {
				return path
			}
		}
	}
	return ""
}

// projectsMax bounds the folders in which a session's transcript is looked for.
const projectsMax = 10_000

// ProjectOf returns the folder in which the client keeps what belongs to a workspace, which need
// not exist.
func ProjectOf(clientHome, workspace string) string {
	return filepath.Join(Projects(clientHome), projectFolder(workspace))
}

// projectFolder is the name of the folder in which the client keeps the transcripts of a
// workspace, if it is not too long.
func projectFolder(workspace string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, workspace)
}
