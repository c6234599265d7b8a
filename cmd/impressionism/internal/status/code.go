package status

import (
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/code"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// codeStatus says what there is of the index of the workspace's code, if there are indexes of
// any.
func codeStatus(e *env.Env, s *shape.Status) error {
	if !env.Exists(e.Paths.Code) {
		return nil
	}
	status, err := code.Status(e, s.Workspace)
	if err != nil || status.All == 0 {
		return err
	}
	s.Code = &status
	if status.Problem != "" {
		s.Problems = append(s.Problems, status.Problem)
	}
	return nil
}

// printCode says what is indexed of this workspace's code, and what all indexes take.
func printCode(e *env.Env, s shape.Status, line func(string, string, ...any)) {
	c := s.Code
	switch {
	case c == nil:
	case c.Folder == "":
		line("code", "no index of this folder; those of others take %.1f MB", textline.Megabytes(c.All))
	default:
		line("code", "%s: %s, %s, %d with a vector; all indexes %.1f MB", cli.ShortPath(e, c.Folder),
			textline.Count(c.Files, "file", "files"), textline.Count(c.Places, "place", "places"), c.Vectors, textline.Megabytes(c.All))
	}
}
