package main

import (
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/doctor"
)

// wishProblems names the ids in suggest.never, always and words that no item of the
// workspace has.
func (a *app) wishProblems(workspace string) []doctor.Problem {
	user, project := wish.Wishes(a.loaded.Wishes()), wish.Wishes(a.loaded.ProjectWishes)
	if len(user.Never)+len(user.Always)+len(user.Words)+len(project.Always)+len(project.Words) == 0 {
		return nil // listing the catalog costs
	}
	var ids []string
	for _, entry := range a.list(workspace).Entries {
		ids = append(ids, entry.ID)
	}
	var problems []doctor.Problem
	for _, problem := range user.Unknown(ids) {
		problems = append(problems, doctor.Problem{Where: a.paths.Config, What: problem})
	}
	for _, problem := range project.Unknown(ids) {
		where := a.projectConfig(workspace)
		problems = append(problems, doctor.Problem{Where: where, What: "the project's " + problem})
	}
	return problems
}

// unknownWishes is wishProblems for a list of sentences.
func (a *app) unknownWishes(workspace string) []string {
	var texts []string
	for _, problem := range a.wishProblems(workspace) {
		texts = append(texts, problem.What)
	}
	return texts
}
