package lessonfiles

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/lesson/category"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// Errors of Add, Folder and Offer.
var (
	ErrNoProject = errors.New("this folder is the home directory, and no project; to write a lesson of your own: --user")
	ErrGone      = errors.New("this folder is not there any more; to write a lesson of your own: --user")
	ErrRefused   = errors.New("nothing was kept")
)

// Add writes a new lesson that a person wants told, to the project's folder or the user's, and
// returns the file's path. A proposal that it is made of, as its file has it, waits again once
// that is taken back; nil: there was none.
func Add(e *env.Env, workspace string, l lesson.Lesson, user bool, proposed []byte) (string, error) {
	return add(e, lessons.Written{ID: l.ID, Workspace: workspace, Proposed: proposed}, l, user)
}

// AddAs is Add, without a proposal, as one change of a group, all of which are taken back at once.
func AddAs(e *env.Env, workspace string, l lesson.Lesson, user bool, group string) (string, error) {
	return add(e, lessons.Written{ID: l.ID, Workspace: workspace, Group: group}, l, user)
}

func add(e *env.Env, change lessons.Written, l lesson.Lesson, user bool) (string, error) {
	folder, err := Folder(e, change.Workspace, user)
	if err != nil {
		return "", err
	}
	content, err := lesson.Encode(l)
	if err != nil {
		return "", err
	}
	if err := Keep(e, content); err != nil {
		return "", err
	}
	change.Path, change.After, change.At = filepath.Join(folder, l.FileName()), content, e.Now().UTC()
	return change.Path, lessons.In(e.Paths.Reviews).Write(change)
}

// Folder returns the folder of the user's lessons, or of a project's.
func Folder(e *env.Env, workspace string, user bool) (string, error) {
	if user {
		return e.Paths.Lessons, nil
	}
	if isNoProject(e, workspace) {
		return "", ErrNoProject
	}
	if info, err := os.Stat(workspace); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s: %w", workspace, ErrGone)
	}
	folder := filepath.Join(workspace, e.Client().Places.Project, filepath.FromSlash(config.ProjectLessons))
	if !env.IsBelow(env.Resolved(workspace), env.Resolved(folder)) {
		return "", fmt.Errorf("%s leads out of the project by a link; nothing is written there", folder)
	}
	return folder, nil
}

// isNoProject reports whether a workspace, which is written without links, is none or the home
// directory.
func isNoProject(e *env.Env, workspace string) bool {
	return workspace == "" || workspace == env.Resolved(e.UserDir())
}

// Keep notes that a person wants the content of a file told.
func Keep(e *env.Env, content []byte) error {
	return lessons.In(e.Paths.Reviews).Change(func(known *lessons.Known) error {
		known.Say(Hash(content), true, e.Now().UTC())
		return nil
	})
}

// Hash is how the content of a file is known.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// New makes a lesson of a draft that passed the gate.
func New(e *env.Env, d capture.Draft) (lesson.Lesson, error) {
	id, err := lesson.NewID(rand.Reader)
	by := "user"
	if d.ByModel {
		by = "model"
	}
	return lesson.Lesson{
		ID: id, Title: d.Title, Text: d.Text, Category: d.Category, When: d.When, Paths: d.Paths, Supersedes: d.Supersedes,
		Added: e.Now().Format("2006-01-02"), By: by,
	}, err
}

// Refusal returns why a draft is not kept, in words; "": it may be. What it takes the place of it
// may say again.
func Refusal(judge capture.Judge, d capture.Draft) string {
	for _, text := range []string{d.Title, d.Text, d.When} {
		if strings.Contains(text, redact.Mark) { // it came through a hook, which took a secret out
			return "it holds a secret; nothing of it was kept. Say where the secret is kept instead"
		}
	}
	if length := len([]rune(d.Text)); length > lesson.TextMax {
		return fmt.Sprintf("a lesson has at most %d characters, and this has %d; say one fact", lesson.TextMax, length)
	}
	if d.Category != "" && category.Of(d.Category) == "" {
		return fmt.Sprintf("there is no category %.40q; there are %s", d.Category, strings.Join(category.All, ", "))
	}
	judge.Known = slices.DeleteFunc(slices.Clone(judge.Known), func(known capture.Known) bool {
		return known.Yields(d)
	})
	if reason := judge.Gate(d); reason != "" {
		return reason
	}
	return strings.Join(lint.Findings(d.Title+"\n"+d.Text+"\n"+d.When), "; ")
}

// instructionBytesMax bounds what is read of a file of instructions.
const instructionBytesMax = 256 << 10

// Judge knows what is heeded in a workspace already: the client's files of instructions and
// the lessons that may be told.
func Judge(e *env.Env, workspace string, view View) capture.Judge {
	judge := capture.Judge{Recipe: wire.Recipe(e)}
	for _, path := range e.Client().Places.Instructions(e.ClientHome(), workspace) {
		if data, err := foreign.Read(path, instructionBytesMax); err == nil {
			judge.Known = append(judge.Known, capture.Known{Place: path, Text: string(data), Fixed: true})
		}
	}
	for _, found := range view.Lessons {
		if found.Told() {
			judge.Known = append(judge.Known, capture.Known{Place: found.Lesson.ID, Text: found.Title + ". " + found.Text, User: found.Entry.Source == catalog.SourceUser})
		}
	}
	return judge
}
