package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/store/session"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// folder is a rules folder with its lock file, the user's or the project's.
type folder struct {
	path    string
	root    string // what the folder moves along with
	project bool
	lock    lock.File
	set     engine.Set // every ruleset that one in this folder may require
	own     engine.Set // this folder's alone
}

// projectFlag is --project, of commands that change or look at a rules folder.
func projectFlag(command *cobra.Command, project *bool) {
	command.Flags().BoolVar(project, "project", false, "the project's rules folder instead of yours")
}

// openFolder finds the folder that a command is about. A lock file that cannot
// be read ends the command, before anything is changed.
func openFolder(e *env.Env, project bool) (*folder, error) {
	if err := e.Ready(); err != nil {
		return nil, err
	}
	places := engine.Places{Builtin: builtin.FS, User: e.Paths.Rules, Product: env.Version}
	f := &folder{path: e.Paths.Rules, root: filepath.Dir(e.Paths.Rules), project: project}
	if project {
		f.root = projectRoot(e)
		f.path = e.ProjectRules(f.root)
		places.Project = f.path
	}
	f.set, f.own = engine.Find(places), engine.Find(engine.Places{User: f.path})
	var err error
	f.lock, err = lock.Read(f.path)
	return f, err
}

// projectRoot is the folder of the project that one works in: the nearest that has settings or
// a rules folder, of this one and those above it in the repository; else this one.
func projectRoot(e *env.Env) string {
	here := e.WorkspaceOf("")
	folders := e.Client().Places.Folders(here, env.Resolved(e.UserDir()))
	if !env.Exists(filepath.Join(folders[len(folders)-1], ".git")) {
		return here // what lies above is no project's
	}
	for _, folder := range folders {
		for _, name := range []string{e.ProjectConfig(folder), e.ProjectRules(folder)} {
			if _, err := os.Lstat(name); err == nil {
				return folder
			}
		}
	}
	return here
}

// folderToChange is openFolder for who writes into it: a project's may be no link,
// nor lie below one, which a repository may have put there to lead elsewhere.
func folderToChange(e *env.Env, project bool) (*folder, error) {
	f, err := openFolder(e, project)
	if err != nil || !project {
		return f, err
	}
	for name := f.path; name != f.root; name = filepath.Dir(name) {
		if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, env.Failed(fmt.Errorf("%s is a link: make it a folder", name))
		}
	}
	return f, nil
}

// source is how the lock file names where a ruleset was found; empty where that
// is its place in the rules folder itself.
func source(e *env.Env, f *folder, name string) string {
	path := env.Resolved(filepath.Join(e.Dir, name))
	if filepath.IsAbs(name) {
		path = env.Resolved(name)
	}
	folder := env.Resolved(f.path)
	if inside, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inside) {
		return ""
	}
	return lock.Source(folder, env.Resolved(f.root), path)
}

// keep writes an entry into the lock file.
func (f *folder) keep(entry lock.Entry) error {
	if err := f.readAgain(); err != nil {
		return err
	}
	f.lock = f.lock.With(entry)
	return f.write()
}

// installedKey is where state.db keeps what was last installed here under an id.
func (f *folder) installedKey(id string) string {
	sum := sha256.Sum256([]byte(env.Resolved(f.path) + "\x00" + id))
	return "installed:" + hex.EncodeToString(sum[:16])
}

// noteInstalled keeps what was installed from elsewhere. Where it cannot, a later lock file's
// files take the place of these only with --overwrite.
func (f *folder) noteInstalled(e *env.Env, installed ...lock.Entry) {
	installed = slices.DeleteFunc(slices.Clone(installed), func(entry lock.Entry) bool {
		return entry.Source == "" || // it lay there already, and perhaps nowhere else
			f.asInstalled(e, entry.ID, entry.SHA256)
	})
	if len(installed) == 0 {
		return // nothing to write
	}
	store, _, err := wire.OpenSessions(e, env.CommandBusyWait, false)
	if err != nil {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", err)
		return
	}
	defer store.Close()
	for _, entry := range installed {
		if err := store.SetMeta(f.installedKey(entry.ID), entry.SHA256); err != nil {
			fmt.Fprintln(e.ErrOut, "impressionism: warning:", err)
			return
		}
	}
}

// asInstalled reports whether files are those that were last installed here under an id,
// whatever the lock file says by now.
func (f *folder) asInstalled(e *env.Env, id, hash string) bool {
	if !env.Exists(e.Paths.StateDB) {
		return false
	}
	store, err := session.Open(e.Paths.StateDB, session.Options{Busy: env.CommandBusyWait, ReadOnly: true})
	if err != nil {
		return false
	}
	defer store.Close()
	kept, err := store.Meta(f.installedKey(id))
	return err == nil && kept == hash
}

// drop takes an entry out of the lock file; where there is none, that is fine.
func (f *folder) drop(id string) error {
	if err := f.readAgain(); err != nil {
		return err
	}
	if _, locked := f.lock.Find(id); !locked {
		return nil
	}
	f.lock = f.lock.Without(id)
	return f.write()
}

// readAgain takes in what another command wrote into the lock file meanwhile: vetting
// and asking take their time.
func (f *folder) readAgain() (err error) {
	f.lock, err = lock.Read(f.path)
	return err
}

func (f *folder) write() error {
	data, err := lock.EncodeChecked(f.lock)
	if err != nil {
		return err
	}
	if err := env.ReplaceFile(filepath.Join(f.path, lock.Name), data); err != nil {
		return fmt.Errorf("write the lock file: %w", err)
	}
	return nil
}

// chosen are the entries of the ids, or all.
func (f *folder) chosen(ids []string) ([]lock.Entry, error) {
	if len(ids) == 0 {
		return f.lock.Rulesets, nil
	}
	var entries []lock.Entry
	for _, id := range ids {
		entry, locked := f.lock.Find(id)
		if !locked {
			return nil, errNotLocked(f, id)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func errNotLocked(f *folder, id string) error {
	return errors.New(textline.Plain(id) + " is not in the lock file " + filepath.Join(f.path, lock.Name) + ": impressionism rules add FILE|DIR puts it there")
}

func verifyCommand(e *env.Env) *cobra.Command {
	var project bool
	command := cli.JSONFlag(e, &cobra.Command{
		Use:   "verify [ID…]",
		Short: "Hold what lies in your rules folder to its lock file",
		Long: `Hold what lies in your rules folder to its lock file, ` + lock.Name + `. Each
ruleset is ok, changed, missing or not locked. Which files are changed is told as
long as the source is what it was when the ruleset was added.

Ends with 0 where all are ok, 1 where one is not, 2 where the lock file cannot be
read or an id is unknown.`,
		Example: "  impressionism rules verify\n  impressionism rules verify acme/careful --json\n  impressionism rules verify --project",
		RunE:    func(_ *cobra.Command, ids []string) error { return verify(e, ids, project) },
	})
	projectFlag(command, &project)
	return command
}

func verify(e *env.Env, ids []string, project bool) error {
	folder, err := openFolder(e, project)
	if err != nil {
		return err
	}
	checked := lock.Verify(folder.path, folder.lock)
	for _, id := range ids {
		if !slices.ContainsFunc(checked, func(c lock.Checked) bool { return c.ID == id }) {
			return fmt.Errorf("%s is neither in %s nor in its lock file", textline.Plain(id), folder.path)
		}
	}
	result := shape.RulesVerify{Lock: filepath.Join(folder.path, lock.Name), Rulesets: []shape.VerifiedRuleset{}}
	for _, c := range checked {
		if len(ids) > 0 && !slices.Contains(ids, c.ID) {
			continue
		}
		if c.State != lock.OK {
			result.Findings++
		}
		verified := shape.VerifiedRuleset{
			ID: c.ID, State: c.State, Version: c.Entry.Version, Locked: c.Entry.SHA256, Hash: c.Hash, Problem: c.Problem,
		}
		for _, f := range c.Files {
			verified.Files = append(verified.Files, shape.FileDiff(f))
		}
		result.Rulesets = append(result.Rulesets, verified)
	}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printVerified(e, result)
	}
	if err == nil && result.Findings > 0 {
		err = &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

func printVerified(e *env.Env, result shape.RulesVerify) {
	if len(result.Rulesets) == 0 {
		fmt.Fprintln(e.Out, "There is no ruleset in", filepath.Dir(result.Lock))
		return
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		rows = append(rows, []string{r.ID, r.Version, r.State, verifiedWords(r)})
	}
	cli.Table(e, []string{"ruleset", "version", "state", ""}, rows)
}

// verifiedWords say what is wrong, and what to do about it.
func verifiedWords(r shape.VerifiedRuleset) string {
	switch {
	case r.State == lock.OK:
		return ""
	case r.State == lock.Missing:
		return "bring it back: rules add --frozen"
	case r.State == lock.Unlocked && r.Problem == "":
		return "lock it as it is: rules add with its path"
	case r.Problem != "":
		return textline.Shorten(r.Problem, 100)
	}
	words := fmt.Sprintf("%.8s, was added as %.8s", r.Hash, r.Locked)
	var files []string
	for _, f := range r.Files {
		files = append(files, f.Name+" "+f.How)
	}
	if len(files) > 0 {
		words += ": " + strings.Join(files[:min(len(files), 5)], ", ")
	}
	if len(files) > 5 {
		words += fmt.Sprintf(" and %d more", len(files)-5)
	}
	return words
}
