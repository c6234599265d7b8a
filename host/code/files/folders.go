package files

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/foreign"
)

// folders knows, of each folder that a name lies in, whether its files may count.
type folders struct {
	*lister
	top     string // of the paths here: the working tree, or the root without one
	known   map[string]*folder
	scratch scratch
	spent   bool
}

// folder is one that may hold files that count.
type folder struct {
	reason Reason // why none of its files counts
	output output // it is one, or below one, of what a build makes
	kept   bool   // an ignore file brings it back, whatever its name
	ours   *level // of IgnoreFile
	gits   *level // of git's ignore files; in a walk alone
}

// output is how far a folder's name, such as build, makes its files those of a build.
type output byte

const (
	sourceFolder output = iota
	maybeOutput         // files of languages that builds write do not count
	surelyOutput        // nothing counts, but what git tracks of other languages
)

func newFolders(l *lister) *folders {
	f := &folders{lister: l, top: l.Root, known: map[string]*folder{}}
	if l.Worktree != "" {
		f.top = l.Worktree
	}
	f.scratch.steps = stepsMax
	return f
}

// below makes a path below the root one below the top.
func (f *folders) below(path string) string {
	switch {
	case f.Prefix == "":
		return path
	case path == "":
		return f.Prefix
	}
	return f.Prefix + "/" + path
}

// of returns what is known of the folder with a path below the root; "" is the root.
func (f *folders) of(path string) *folder { return f.at(f.below(path)) }

func (f *folders) at(path string) *folder {
	if known := f.known[path]; known != nil {
		return known
	}
	made := &folder{}
	f.known[path] = made
	if path != "" {
		above, base := split(path)
		up := f.at(above)
		*made = *up
		made.kept = false
		if made.reason == "" {
			f.judge(made, path, base)
		}
	} else {
		f.readExclude(made)
	}
	if made.reason == "" {
		f.readIgnores(made, path)
	}
	return made
}

// judge decides about a folder of which the one above may hold files that count.
func (f *folders) judge(made *folder, path, base string) {
	asked := f.Prefix == path || strings.HasPrefix(f.Prefix, path+"/") // the root, or above it
	ours, gits := f.matched(made, path, true)
	linked := Reason("")
	if !asked {
		linked = f.linked(path)
	}
	switch {
	case isSecretFolder(base):
		made.reason = Secret
	case linked != "":
		made.reason = linked
	case ours == ignored || gits == ignored:
		made.reason = Ignored
	case ours == kept:
		made.output, made.kept = sourceFolder, true
	case asked:
	case isDependencies(base):
		made.reason = Dependency
	case isCache(base), isOutput(base) && f.isBuilt(path):
		made.output = surelyOutput
	case isOutput(base):
		made.output = max(made.output, maybeOutput)
	}
}

// linked says why the path of a folder, as git tracked it once, leads to none.
func (f *folders) linked(path string) Reason {
	switch s, err := lstat(f.absolute(path)); {
	case err != nil:
		return reasonOf(err)
	case s.mode&fs.ModeSymlink != 0:
		return Link
	case !s.mode.IsDir():
		return Gone
	}
	return ""
}

// isBuilt reports whether a tool that builds has its file beside a folder.
func (f *folders) isBuilt(path string) bool {
	above, _ := split(path)
	return slices.ContainsFunc(builders, func(name string) bool {
		_, err := lstat(filepath.Join(f.absolute(above), name))
		return err == nil
	})
}

func (f *folders) absolute(path string) string { return filepath.Join(f.top, filepath.FromSlash(path)) }

// matched asks the ignore files that hold for a folder about something in it. Once matching
// has taken too long, everything is ignored.
func (f *folders) matched(in *folder, path string, isFolder bool) (ours, gits verdict) {
	if !f.spent {
		ours, gits = in.ours.match(path, isFolder, &f.scratch), in.gits.match(path, isFolder, &f.scratch)
		if f.scratch.steps >= 0 {
			return ours, gits
		}
		f.spent = true
		f.note(errStepsSpent.Error() + ": what they were not asked about does not count")
	}
	return ignored, ignored
}

// readIgnores reads the ignore files of a folder.
func (f *folders) readIgnores(made *folder, path string) {
	f.read(made, &made.ours, path, IgnoreFile)
	if f.By == ByWalk {
		f.read(made, &made.gits, path, ".gitignore")
	}
}

// readExclude reads what a repository ignores without saying so in its tree; git itself does
// so where it lists.
func (f *folders) readExclude(made *folder) {
	if f.By == ByWalk && f.Common != "" {
		f.readFile(made, &made.gits, "", filepath.Join(f.Common, "info", "exclude"))
	}
}

func (f *folders) read(made *folder, to **level, path, name string) {
	f.readFile(made, to, path, filepath.Join(f.absolute(path), name))
}

// readFile adds an ignore file's patterns. One that cannot be read or held leaves the folder
// out.
func (f *folders) readFile(made *folder, to **level, path, file string) {
	info, err := lstat(file)
	switch {
	case isGone(err):
		return
	case err != nil: // the folder is closed
		made.reason = reasonOf(err)
		return
	case !info.mode.IsRegular():
		f.note(f.named(file) + " is not read: it is no regular file")
		return
	}
	var read *patterns
	data, err := foreign.Read(file, ignoreBytesMax)
	if err == nil {
		read, err = parseIgnore(data)
	}
	if err != nil {
		made.reason = Ignored
		f.note("the folder of " + f.named(file) + " is left out, since that file cannot be heeded: " + foreign.Reason(err))
		return
	}
	base := ""
	if path != "" {
		base = path + "/"
	}
	*to = &level{*to, base, read}
}

func (f *folders) named(file string) string {
	if rel, err := filepath.Rel(f.top, file); err == nil {
		return filepath.ToSlash(rel)
	}
	return file
}

// file says why a file does not count, by the folder that it lies in and the ignore files.
func (f *folders) file(path string, language code.Language, tracked bool) Reason {
	dir, _ := split(path)
	in := f.of(dir)
	if in.reason != "" {
		return in.reason
	}
	ours, gits := f.matched(in, f.below(path), false)
	switch {
	case ours == ignored || gits == ignored:
		return Ignored
	case ours == kept:
	case in.output == surelyOutput && !tracked, in.output != sourceFolder && isBuilt(language):
		return Output
	}
	return ""
}

func split(path string) (dir, base string) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}
