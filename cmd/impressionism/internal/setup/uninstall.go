package setup

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/program"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// belonging is a file or folder that has the name of one of ours. What is in it is ours
// where a record of ours lists it or where it has our form; the rest is somebody else's.
// A name is not enough: IMPRESSIONISM_HOME may lead to a project with models/ of its own.
type belonging struct {
	root string
	what string
	lost bool // nothing can make it again
	file bool // no folder
	// owns reports about a file by its path below root, with slashes; "." is root itself.
	owns func(name string) bool
}

// belongings are in the order in which they are removed: the marks of our folders last.
func (u *uninstall) belongings() []belonging {
	data := filepath.Dir(u.Paths.StateDB)
	all := []belonging{
		{u.Paths.Models, "models and the library that runs them", false, false, install.Owns(u.Paths.Models)},
		{filepath.Join(u.Paths.Cache, "compiled"), "caches", false, false, matching(`wazero-[^/]+/([0-9a-f]{64}|building-\d+)/.+`)},
		{filepath.Join(u.Paths.Cache, "eval"), "caches", false, false, matching(`(queries|tune)-.+\.vectors|[0-9a-f]{16}\.db(-wal|-shm)?`)},
		{filepath.Join(u.Paths.Cache, "run"), "caches", false, false, matching(`[0-9a-z]+\.(sock|lock|terms)`)},
		{u.Paths.Code, "indexes of your projects' sources", false, false, matching(`[0-9a-f]{16}\.(lock|db(-journal|-wal|-shm|\.salvage(-wal|-shm)?)?)`)},
		{u.Handovers(), "what is remembered: events that wait to be stored", true, false, matching(`\.?\d{20}-\d+\.json(\.\d+\.tmp)?`)},
		{u.Paths.Vetted, "modules that you allowed to run", true, false, matching(`[0-9a-f]{64}-\d+\.wasm|\.[0-9a-f]{64}-\d+\.wasm\.\d+\.tmp`)},
		{u.Paths.Cards, "cards that were written for your skills", true, false, matching(`[0-9a-f]{16,128}\.json|\.[0-9a-f]{16,128}\.json\.\d+\.tmp`)},
		{u.Paths.Tools, "lists of the tools of your MCP servers", true, false, matching(`\.lock|agreed\.json|\.agreed\.json\.\d+\.tmp|[\w-]+-[0-9a-f]{8}/([\w-]+\.json|\.server\.json)|\.(new|former)-[^/]+(/.*)?`)},
		{u.Paths.Reviews, "which lessons may be told, and proposed ones", true, false, lessons.Owns},
		{u.Paths.Lessons, "your lessons", true, false, matching(`[^/]+\.md|\.[^/]+\.md\.\d+\.tmp`)},
		{u.Paths.Rules, "your rulesets", true, false, ownedRules(u.Paths.Rules)},
		{u.Paths.Config, "your settings", true, true, func(string) bool { return config.IsConfig(u.Paths.Config) }},
	}
	for _, name := range beside(u.Paths.Log, matching(`\.\d\d?`)) {
		all = append(all, belonging{name, "the log", false, true, func(string) bool { return logfile.IsLog(name) }})
	}
	for _, folder := range beside(filepath.Join(data, program.Dir), program.IsLeftover) {
		all = append(all, belonging{folder, "the program", false, false, program.Owns(folder, env.Manifests())})
	}
	for _, name := range beside(u.Paths.IndexDB, matching(besideDatabase+`|\`+index.SoundSuffix)) {
		all = append(all, belonging{name, "the index", false, true, databaseFile(u.Paths.IndexDB, name)})
	}
	for _, name := range beside(u.Paths.StateDB, matching(besideDatabase)) {
		all = append(all, belonging{name, "what is remembered: sessions, decisions, ratings", true, true, databaseFile(u.Paths.StateDB, name)})
	}
	return all
}

// matching is a check of a whole text.
func matching(pattern string) func(string) bool {
	return regexp.MustCompile(`^(` + pattern + `)$`).MatchString
}

// beside lists the paths that begin with a name and go on as the check wants, the name by
// itself last.
func beside(name string, goesOn func(rest string) bool) []string {
	var found []string
	entries, _ := os.ReadDir(filepath.Dir(name)) // what cannot be listed is not removed
	for _, entry := range entries {
		if rest, ok := strings.CutPrefix(entry.Name(), filepath.Base(name)); ok && rest != "" && goesOn(rest) {
			found = append(found, filepath.Join(filepath.Dir(name), entry.Name()))
		}
	}
	return append(found, name)
}

// besideDatabase is how the names go on of what SQLite and mending leave beside a database.
const besideDatabase = `-wal|-shm|\.(salvage|fresh|patched|corrupt-[0-9A-Za-z.-]+)(-wal|-shm)?`

func databaseFile(database, name string) func(string) bool {
	return func(string) bool { return name != database || isMark(database) }
}

// marks are what a database of ours has in it, by its name: the name of a table.
var marks = map[string]string{"state.db": session.Mark, "index.db": index.Mark}

// isMark reports whether a database is ours: one that has its name and our table, in the
// file or in its log.
func isMark(database string) bool {
	return env.SizeOf(database)+env.SizeOf(database+"-wal") > 0 && sqlite.IsMarked(database, marks[filepath.Base(database)])
}

// ownedRules knows the files of rulesets, the lock file, and what an interrupted `rules
// add` left.
func ownedRules(folder string) func(string) bool {
	owned := map[string]bool{engine.OwnerCustom + "/": true}
	if _, err := lock.Read(folder); err == nil {
		owned[lock.Name] = true
	}
	set := engine.Find(engine.Places{User: folder})
	for _, found := range set.List() {
		ruleset, err := set.Load(found.ID)
		if err != nil || !bytes.Contains(ruleset.Program.Code, []byte("evaluate_")) {
			continue // it may be anything
		}
		below, err := filepath.Rel(folder, found.Path)
		if err != nil {
			continue
		}
		for name := range ruleset.Files() {
			if info, err := os.Lstat(found.Path); err == nil && info.Mode().IsRegular() {
				name = "."
			}
			owned[path.Join(filepath.ToSlash(below), name)] = true
		}
	}
	return func(name string) bool { return owned[name] || strings.HasPrefix(name, ".adding-") }
}

// sift divides what is there into files to remove and what to leave: a folder in which
// nothing is ours is left as one. A link is nobody's of ours, wherever it leads.
func (b belonging) sift() (remove, left []string) { return b.siftBelow(b.root, ".") }

func (b belonging) siftBelow(at, name string) (remove, left []string) {
	info, err := os.Lstat(at)
	switch {
	case err != nil:
		return nil, nil
	case info.Mode()&os.ModeSymlink != 0:
		return nil, []string{at}
	case !info.IsDir() && b.owns(name):
		return []string{at}, nil
	case !info.IsDir() || b.file:
		return nil, []string{at}
	}
	entries, err := os.ReadDir(at)
	if err == nil && len(entries) == 0 && (name == "." || b.owns(name+"/")) {
		return []string{at}, nil
	}
	for _, entry := range entries {
		ours, others := b.siftBelow(filepath.Join(at, entry.Name()), path.Join(name, entry.Name()))
		remove, left = append(remove, ours...), append(left, others...)
	}
	if len(remove) == 0 {
		return nil, []string{at}
	}
	return remove, left
}

// removeAll deletes files and the folders that are empty then, up to the root. Self is the
// program that runs.
func (b belonging) removeAll(files []string, self string) []error {
	var failures []error
	folders := map[string]bool{}
	for _, file := range files {
		if err := removeFile(file, self); err != nil {
			failures = append(failures, err)
		}
		for folder := filepath.Dir(file); env.IsBelow(b.root, folder) && !folders[folder]; folder = filepath.Dir(folder) {
			folders[folder] = true
		}
	}
	deepest := make([]string, 0, len(folders))
	for folder := range folders {
		deepest = append(deepest, folder)
	}
	slices.SortFunc(deepest, func(x, y string) int { return len(y) - len(x) })
	for _, folder := range deepest {
		removeEmpty(folder)
	}
	return failures
}

// errRuns is about the program that runs, which Windows does not delete.
var errRuns = errors.New("delete by hand once this has ended")

// removeFile deletes a file. What runs and cannot be deleted is moved out of our folders, and
// errRuns says where it is.
func removeFile(file, self string) error {
	err := os.Remove(file)
	if err == nil || env.Resolved(file) != self {
		return err
	}
	left := filepath.Join(os.TempDir(), fmt.Sprintf("%d-%s", os.Getpid(), filepath.Base(file)))
	if os.Rename(file, left) != nil {
		if runtime.GOOS != "windows" {
			return err
		}
		left = file // the other folder is on another disk
	}
	return fmt.Errorf("%w: %s", errRuns, left)
}

// removeEmpty removes a folder that has nothing in it, and no link to one.
func removeEmpty(folder string) {
	if info, err := os.Lstat(folder); err == nil && info.IsDir() {
		_ = os.Remove(folder) // stays where something is in it
	}
}

// UninstallCommand returns the command uninstall.
func UninstallCommand(e *env.Env) *cobra.Command {
	u := &uninstall{Env: e}
	command := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove what setup placed; with --purge also settings, rulesets and memory",
		Long: `Remove what setup placed and what can be made again: the program in the data
folder, models, index, caches, log. Settings, rulesets and what is remembered stay,
for whoever comes back; --purge removes them, too, and nothing brings them back.

Only files of impressionism's own are removed, and folders that are empty then: what a
record lists, or what has a form that nothing else has. The rest is named and stays, also
another program's file that lay in the place of a database and was moved aside, and
so does everything where no database of impressionism's lies in the folder. The
plugin is the client's: remove it there first, or its next hook begins anew. What a
project has in ` + filepath.Dir(e.ProjectConfig("")) + ` is the project's and stays.`,
		Example: "  impressionism uninstall --dry-run\n  impressionism uninstall --purge",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return u.run() },
	}
	command.Flags().BoolVar(&u.purge, "purge", false, "also remove config.yaml, rulesets and everything that is remembered")
	command.Flags().BoolVar(&u.dry, "dry-run", false, "say what would be removed and change nothing")
	command.Flags().BoolVar(&u.yes, "yes", false, "do not ask before --purge")
	return command
}

// uninstall is one run of the command.
type uninstall struct {
	*env.Env
	purge, dry, yes bool
}

func (u *uninstall) run() error {
	if err := u.Ready(); err != nil {
		return err
	}
	if folder := u.sharedFolder(); folder != "" {
		return env.Failed(fmt.Errorf("%s is not impressionism's alone, and what has the name of a file of ours may be another's. Remove by hand what is: program, models, index.db, state.db, vetted, cards, tools, log, cache, config.yaml, rules", folder))
	}
	found := u.find()
	if len(found) > 0 && !isMark(u.Paths.StateDB) && !isMark(u.Paths.IndexDB) {
		return env.Failed(u.notMarked(found))
	}
	remove := slices.DeleteFunc(slices.Clone(found), func(f foundFiles) bool { return f.lost && !u.purge })
	u.print(found)
	if len(remove) == 0 {
		fmt.Fprintln(u.Out, "There is nothing to remove.")
	}
	u.sayPlugin()
	if u.dry {
		fmt.Fprintln(u.Out, "Nothing was changed.")
		return nil
	}
	if slices.ContainsFunc(remove, func(f foundFiles) bool { return f.lost }) {
		fmt.Fprintln(u.Out, "Settings, rulesets and what is remembered can not be brought back; `impressionism export` writes the latter to a file.")
		if err := u.agree(); err != nil {
			return env.Failed(err)
		}
	}
	if err := u.remove(remove); err != nil {
		return env.Failed(fmt.Errorf("uninstall: %w; the rest is gone, run it again to remove this, too", err))
	}
	if len(remove) > 0 {
		fmt.Fprintln(u.Out, "Removed.")
	}
	return nil
}

// foundFiles are the files of a belonging that are ours.
type foundFiles struct {
	belonging
	files []string
}

// find looks at every belonging and says which files in their places are not ours.
func (u *uninstall) find() []foundFiles {
	var all []foundFiles
	var others []string
	for _, b := range u.belongings() {
		files, left := b.sift()
		if len(files) > 0 {
			all = append(all, foundFiles{b, files})
		}
		others = append(others, left...)
	}
	for _, name := range others[:min(len(others), othersShown)] {
		fmt.Fprintf(u.Out, "leave                %s  (nothing says that it is impressionism's)\n", textline.Plain(name))
	}
	if more := len(others) - othersShown; more > 0 {
		fmt.Fprintf(u.Out, "leave                … and %d more\n", more)
	}
	for _, database := range []string{u.Paths.IndexDB, u.Paths.StateDB} {
		for _, name := range sqlite.Aside(database) {
			fmt.Fprintf(u.Out, "leave                %s  (another program's: it was in the place of %s and was moved aside)\n", textline.Plain(name), filepath.Base(database))
		}
	}
	return all
}

// othersShown bounds how many files of others are named.
const othersShown = 20

func (u *uninstall) print(found []foundFiles) {
	for _, f := range found {
		bytes := int64(0)
		for _, file := range f.files {
			bytes += env.SizeOf(file)
		}
		fmt.Fprintf(u.Out, "%-7s %8.1f MB  %s  (%s)\n", keepWord(u.purge || !f.lost), textline.Megabytes(bytes), textline.Plain(f.root), f.what)
	}
}

// notMarked refuses a folder that may be somebody else's.
func (u *uninstall) notMarked(found []foundFiles) error {
	var names []string
	for _, f := range found {
		names = append(names, f.root)
	}
	return fmt.Errorf("no state.db and no index.db of impressionism's lies in %s, so the folder may be another's, and nothing was removed. Remove by hand what is impressionism's: %s",
		filepath.Dir(u.Paths.StateDB), strings.Join(names, ", "))
}

// sharedFolder is one of our folders that was put where the user or the client has
// files of the same names; empty where there is none.
func (u *uninstall) sharedFolder() string {
	for _, file := range []string{u.Paths.StateDB, u.Paths.Config} {
		folder := filepath.Dir(file)
		ours, err := os.Stat(folder)
		if err != nil {
			continue // there is nothing to remove in it
		}
		for _, other := range []string{u.UserDir(), u.ClientHome()} {
			if info, err := os.Stat(other); err == nil && os.SameFile(ours, info) {
				return folder
			}
		}
	}
	return ""
}

func (u *uninstall) agree() error {
	if u.yes {
		return nil
	}
	return cli.Confirm(u.Env, "Remove all of it?")
}

func keepWord(gone bool) string {
	if gone {
		return "remove"
	}
	return "keep"
}

// remove deletes files, as far as it can, and then our folders where they are empty.
func (u *uninstall) remove(found []foundFiles) error {
	var failures []error
	for _, f := range found {
		for _, err := range f.removeAll(f.files, env.Self()) {
			if errors.Is(err, errRuns) {
				fmt.Fprintln(u.Out, textline.Plain(err.Error()))
				continue
			}
			failures = append(failures, err)
		}
	}
	for _, folder := range []string{u.Paths.Cache, filepath.Dir(u.Paths.StateDB), filepath.Dir(u.Paths.Config)} {
		removeEmpty(folder)
	}
	return errors.Join(failures...)
}

// sayPlugin says how the client gets rid of the plugin.
func (u *uninstall) sayPlugin() {
	if ours, found := installedPlugin(u.Env); found {
		fmt.Fprintf(u.Out, "The client still has the plugin; before all else run: %s\n", u.Client().Program.Uninstall(ours.Key()))
	}
}
