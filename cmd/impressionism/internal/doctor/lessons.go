package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/lessonuse"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/doctor"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// From when on something about a lesson is worth saying.
const (
	waitsLong = 14 * 24 * time.Hour
	neverTold = 90 * 24 * time.Hour
)

// examineLessons looks at the lessons of a workspace, and keeps what it found out as Look does.
func examineLessons(ctx context.Context, e *env.Env, workspace string) doctor.Lessons {
	all := doctor.Lessons{Folder: e.Paths.Lessons}
	sessions, _, err := wire.OpenSessions(e, time.Second, false)
	if err == nil {
		defer sessions.Close()
	}
	view, err := lessonfiles.LookPatiently(ctx, e, sessions, workspace)
	folder := lessons.In(e.Paths.Reviews)
	known, errKnown := folder.Known()
	proposed, errProposed := folder.Proposals(time.Time{})
	all.Unread, all.Waiting = errors.Join(err, errKnown, errProposed), len(proposed)
	if err != nil && errKnown != nil {
		all.Unread = err
	}
	for _, p := range proposed {
		if e.Now().Sub(p.At) >= waitsLong {
			all.Long++
		}
	}
	uses, err := lessonuse.Read(sessions)
	if err != nil {
		uses = nil // the state's own findings say why
	}
	instructions := lessonfiles.Judge(e, workspace, lessonfiles.View{})
	for _, found := range view.Lessons {
		examineCheck(e, &all, found)
		for _, note := range found.Notes {
			all.Noted = append(all.Noted, doctor.Problem{Where: found.Entry.Path, What: note})
		}
		yes, said := known.Of(found.Hash)
		switch {
		case found.Told():
			all.Told++
			examineTold(e, &all, found, uses, instructions)
		case found.State != lessons.Active && !(said && !yes):
			all.Waiting++
			if e.Now().Sub(found.SeenAt) >= waitsLong {
				all.Long++
			}
		}
	}
	for _, r := range view.Rejected {
		all.Faulty = append(all.Faulty, doctor.Problem{Where: r.Path, What: r.Reason})
	}
	examineFolder(e, &all, workspace)
	if all.Checked > 0 {
		all.Orphans = orphans(e, workspace, view)
	}
	return all
}

// examineCheck notes what was found when a lesson was held against the repository.
func examineCheck(e *env.Env, all *doctor.Lessons, found lessonfiles.Found) {
	c := found.File.Check
	if c == nil || !found.Checkable() {
		return
	}
	all.Checked++
	if c.Doubtful() {
		all.Doubtful = append(all.Doubtful, found.Lesson.ID)
	}
	if c.Doubtful() && !c.Since.IsZero() && e.Now().Sub(c.Since) >= doctor.OldDays*24*time.Hour {
		all.Old = append(all.Old, found.Lesson.ID)
	}
}

// orphansTime bounds the reading of a project for ids of lessons.
const orphansTime = 2 * time.Second

// orphans are the places of ids that no lesson has, as far as there is time. A project that
// cannot be read has other findings.
func orphans(e *env.Env, workspace string, view lessonfiles.View) (all []doctor.Problem) {
	ctx, cancel := context.WithTimeout(context.Background(), orphansTime)
	defer cancel()
	cited, err := lessonfiles.Orphans(ctx, e, workspace, view)
	if err != nil {
		return nil
	}
	for _, c := range cited {
		all = append(all, doctor.Problem{Where: fmt.Sprintf("%s:%d", filepath.Join(workspace, filepath.FromSlash(c.File)), c.Line), What: c.ID})
	}
	return all
}

// examineTold looks at a lesson that may be told.
func examineTold(e *env.Env, all *doctor.Lessons, found lessonfiles.Found, uses lessonuse.Uses, instructions capture.Judge) {
	use := uses[found.Lesson.ID]
	all.Tellings, all.Cited = all.Tellings+use.Settled, all.Cited+use.Cited
	if uses != nil && use.Told == 0 && e.Now().Sub(found.SeenAt) >= neverTold {
		all.NotTold = append(all.NotTold, found.Lesson.ID)
	}
	if place := instructions.Said(found.Title + ". " + found.Text); place != "" {
		all.Repeated = append(all.Repeated, doctor.Problem{Where: found.Entry.Path, What: found.Lesson.ID + " says what " + place + " says."})
	}
}

// examineFolder looks at the folder of a project's lessons.
func examineFolder(e *env.Env, all *doctor.Lessons, workspace string) {
	folder, err := lessonfiles.Folder(e, workspace, false)
	if err != nil {
		return
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, file := range files {
		if !file.Type().IsRegular() || !strings.HasSuffix(file.Name(), lesson.Suffix) {
			continue
		}
		if e.Loaded.Lessons.Project == "off" {
			all.Off = folder
		} else if lessonfiles.Ignored(context.Background(), folder, file.Name()) {
			all.Ignored = folder
		}
		return
	}
}
