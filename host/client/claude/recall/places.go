package recall

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

// LessonsName is how a file of lessons is named.
const LessonsName = "LESSONS.md"

// stateVariables name the folder of the tool's own files, the one that counts first. Those
// behind the first two are from its beginnings.
var stateVariables = []string{"CLAUDE_RECALL_STATE", "CLAUDE_RECALL_BASE", "RECALL_BASE", "LESSONS_BASE"}

// Format is the tool's file of lessons.
func Format() inspect.LessonFormat {
	return inspect.LessonFormat{
		Name: "recall", What: "Claude Recall's " + LessonsName,
		Files: lessonFiles, Read: ReadLessons, Update: UpdateLessons, Lock: Lock,
	}
}

func lessonFiles(place inspect.LessonPlace) []inspect.LessonFile {
	var files []inspect.LessonFile
	project := place.Lookup("PROJECT_DIR")
	if project == "" || !filepath.IsAbs(project) {
		project = place.Workspace
	}
	if project != "" {
		files = append(files, inspect.LessonFile{Path: filepath.Join(project, ".claude-recall", LessonsName)})
	}
	for _, name := range stateVariables {
		if folder := place.Lookup(name); filepath.IsAbs(folder) {
			return append(files, inspect.LessonFile{Path: filepath.Join(folder, LessonsName), User: true})
		}
	}
	for _, folder := range []string{".local/state/claude-recall", ".config/claude-recall"} {
		files = append(files, inspect.LessonFile{Path: filepath.Join(place.UserDir, filepath.FromSlash(folder), LessonsName), User: true})
	}
	return files
}
