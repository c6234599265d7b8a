package settings

import (
	"fmt"
	"os"
	"slices"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/doctor"
)

// WishProblems names the ids in suggest.never, always and words that no item of the
// workspace has.
func WishProblems(e *env.Env, workspace string) []doctor.Problem {
	user, project := wish.Wishes(e.Loaded.Wishes()), wish.Wishes(e.Loaded.ProjectWishes)
	if len(user.Never)+len(user.Always)+len(user.Words)+len(project.Always)+len(project.Words) == 0 {
		return nil // listing the catalog costs
	}
	var ids wish.IDs
	for _, entry := range wire.List(e, workspace).Entries {
		ids.All = append(ids.All, entry.ID)
		if entry.Plugin != "" {
			ids.Plugins = append(ids.Plugins, entry.ID)
		}
	}
	var problems []doctor.Problem
	for _, problem := range user.Unknown(ids) {
		problems = append(problems, doctor.Problem{Where: e.Paths.Config, What: problem})
	}
	for _, problem := range project.Unknown(ids) {
		where := e.ProjectConfig(workspace)
		problems = append(problems, doctor.Problem{Where: where, What: "the project's " + problem})
	}
	return problems
}

// UnknownWishes is WishProblems for a list of sentences.
func UnknownWishes(e *env.Env, workspace string) []string {
	var texts []string
	for _, problem := range WishProblems(e, workspace) {
		texts = append(texts, problem.What)
	}
	return texts
}

// DirectoryProblems names the user's folders in indexing.directories that are not there. Those of
// the client, which the defaults name, need not be; nor need relative ones, which few projects have.
func DirectoryProblems(e *env.Env) []doctor.Problem {
	var problems []doctor.Problem
	for _, dir := range e.Loaded.Indexing.Directories {
		path := client.Resolve(dir, e.UserDir(), "")
		if path == "" || slices.Contains(e.Folders().Skills, dir) {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			continue
		}
		problems = append(problems, doctor.Problem{Where: whereSet(e, "indexing.directories"), What: fmt.Sprintf("indexing.directories names %s, which is no folder", dir)})
	}
	return problems
}

// whereSet returns the file, with the line, the variable or the flag that sets a key.
func whereSet(e *env.Env, key string) string {
	for _, origin := range e.Loaded.Origins() {
		if origin.Key != key {
			continue
		}
		if origin.Line > 0 {
			return fmt.Sprintf("%s:%d", origin.File, origin.Line)
		}
		return origin.File
	}
	return e.Paths.Config
}
