package files

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
)

// stat is what is asked of a file.
type stat struct {
	mode    fs.FileMode // the type alone
	size    int64
	modTime int64
	inode   uint64
	runs    bool // somebody may run it as a program
}

// isGone knows the errors of a path that is not there.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// stat looks at the names that count by their folders, and lists those that are files.
func (l *lister) stat(ctx context.Context, names []name) error {
	candidates := names[:0]
	for i, name := range names {
		if i%contextEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch reason := l.folders.file(name.path, name.language, name.tracked); {
		case reason == Gone: // with its folder
		case reason != "":
			l.Skipped.Add(reason, name.path)
		case name.submodule:
			l.Submodules = append(l.Submodules, name.path)
		default:
			candidates = append(candidates, name)
		}
	}
	files := make([]File, len(candidates))
	reasons := make([]Reason, len(candidates))
	if err := l.look(ctx, candidates, files, reasons); err != nil {
		return err
	}
	for i, reason := range reasons {
		switch reason {
		case "":
			l.Files = append(l.Files, files[i])
		case Gone: // such as a tracked file that was removed
		default:
			l.Skipped.Add(reason, files[i].Path)
			if (reason == Empty || reason == Large) && files[i].Language != "" {
				l.Unfit = append(l.Unfit, files[i])
			}
		}
	}
	return nil
}

// contextEvery names, the context is asked whether somebody still waits.
const contextEvery = 256

// lookersMax look at files at the same time: the system answers some in parallel.
const lookersMax = 4

// look asks for the stat of each name. Its goroutines end before it does.
func (l *lister) look(ctx context.Context, names []name, files []File, reasons []Reason) error {
	lookers := min(lookersMax, runtime.GOMAXPROCS(0))
	share := (len(names) + lookers - 1) / lookers
	var done sync.WaitGroup
	for from := 0; from < len(names); from += share {
		part := names[from:min(from+share, len(names))]
		done.Go(func() {
			for i, name := range part {
				if i%contextEvery == 0 && ctx.Err() != nil {
					return
				}
				files[from+i], reasons[from+i] = lookAt(l.Root, name)
			}
		})
	}
	done.Wait()
	return ctx.Err()
}

func lookAt(root string, name name) (File, Reason) {
	s, err := lstat(root + string(filepath.Separator) + filepath.FromSlash(name.path))
	if err != nil {
		return File{Path: name.path}, reasonOf(err)
	}
	file, reason := fileOf(name.path, s, SizeMax)
	if name.language == "" && !s.runs && reason == "" {
		reason = NoLanguage
	}
	file.Language = name.language
	return file, reason
}
