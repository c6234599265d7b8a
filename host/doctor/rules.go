package doctor

import (
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Areas in the order in which they are told.
var Areas = []string{
	inspect.AreaProgram, inspect.AreaPlugin, inspect.AreaHooks, inspect.AreaClient, inspect.AreaTimes, areaModel, areaIndex, areaTools, areaCode, areaLessons, areaState,
	areaWatching, areaPermissions, areaConfig, areaRulesets, areaDisk, areaLog,
}

const (
	areaModel       = "model"
	areaIndex       = "index"
	areaTools       = "tools"
	areaCode        = "code"
	areaLessons     = "lessons"
	areaState       = "state"
	areaWatching    = "watching"
	areaPermissions = "permissions"
	areaConfig      = "config"
	areaRulesets    = "rulesets"
	areaDisk        = "disk"
	areaLog         = "log"
)

// Rule is a kind of finding.
type Rule struct {
	Code     string
	Area     string
	Severity string // the usual one
	Summary  string
	Do       string // an order; in rules {folders} and {user's folder} stand for folders of skills
	Fixable  bool   // by --fix
}

// Rules returns all rules by area, those of the client's checkup included. Folders are
// those of Patient.
func Rules(client inspect.Checkup, folders []string) []Rule {
	words := folderWords(folders)
	var all []Rule
	for _, area := range Areas {
		for _, rule := range rules {
			if rule.Area == area {
				rule.Do = words.Replace(rule.Do)
				all = append(all, rule)
			}
		}
		for _, r := range client.Rules {
			if r.Area == area {
				all = append(all, Rule{Code: r.Code, Area: area, Severity: r.Severity, Summary: r.Summary, Do: r.Fix})
			}
		}
	}
	return all
}

// folderWords replaces the names of folders in orders.
func folderWords(folders []string) *strings.Replacer {
	if len(folders) == 0 {
		folders = []string{"a folder of indexing.directories"}
	}
	return strings.NewReplacer("{folders}", strings.Join(folders, " or "), "{user's folder}", folders[0])
}

var rules = []Rule{
	{"binary-several", inspect.AreaProgram, Note, "Several binaries of impressionism are on the path.", "Remove those that you do not use; the first on the path is the one that you call.", false},

	{"model-missing", areaModel, Note, "No model is installed: prompts are matched by words alone.", "impressionism model install", false},
	{"model-damaged", areaModel, Error, "The installed model is damaged.", "impressionism model install", false},
	{"model-unknown", areaModel, Error, "The configured model is not known.", "Set parameters.embedding_model to a name of impressionism model list.", false},
	{"model-library", areaModel, Error, "The model's library does not load.", "impressionism model remove, then impressionism model install; report it if that does not help.", false},

	{"index-damaged", areaIndex, Warning, "index.db is damaged.", "impressionism doctor --fix makes it anew.", true},
	{"index-schema", areaIndex, Note, "index.db was written by another version.", "Nothing: the next event makes it anew, or impressionism doctor --fix.", true},
	{"items-unread", areaIndex, Warning, "A folder of skills, commands or lessons cannot be read to its end, and the rest is not suggested.", "Mend the link, or let your user read the folder: chmod u+rX; of one that is too large, do what the finding says.", false},
	{"index-empty", areaIndex, Warning, "Nothing is found or indexed here, so nothing can be suggested.", "Put skills into {folders}, then run impressionism index, which says what it leaves out.", false},
	{"index-rejected", areaIndex, Note, "Some files are no skills.", "impressionism skills lint tells why.", false},
	{"index-left-out", areaIndex, Note, "A project has more skills and commands than are looked at.", "Move those that are wanted in every project to {user's folder}, or remove some.", false},
	{"index-aside", areaIndex, Note, "A file of another program was moved aside, and stays until you move it.", "Move it back to the program that made it, in another folder, or delete it if nothing needs it.", false},
	{"index-vectors", areaIndex, Note, "Not every passage is embedded yet.", "impressionism index embeds those of the current folder; in another one its next session does.", false},
	{"card-faulty", areaIndex, Warning, "A file in the folder of cards is no card and does not count.", "Mend what the finding says, or delete the file.", false},
	{"card-unread", areaIndex, Warning, "The folder of cards cannot be read, so none counts.", "Let your user own it: chown, or chmod u+rwX.", false},
	{"tools-not-listed", areaTools, Note, "The client runs an MCP server whose tools nobody had listed, so they are not found for prompts.", "In a terminal of yours: impressionism tools sync SERVER.", false},
	{"tools-changed", areaTools, Warning, "An MCP server runs another command than the one that was listed, so none of its tools counts.", "In a terminal of yours: impressionism tools sync SERVER.", false},
	{"tools-used", areaTools, Note, "Tools of an MCP server were used and are in no list: what is known by name only is not found for prompts.", "In a terminal of yours: impressionism tools sync SERVER.", false},
	{"tools-faulty", areaTools, Warning, "Something in the folder of lists of tools is no list or no tool, and does not count.", "impressionism tools sync SERVER writes the list anew; or delete what the finding names.", false},
	{"tools-unread", areaTools, Warning, "The folder of lists of tools cannot be read, so no tool counts.", "Let your user own it: chown, or chmod u+rwX.", false},
	{"tools-ignored", areaTools, Note, "Something in the client's files about MCP servers was ignored.", "Mend what the finding says, if the server is wanted.", false},

	{"code-damaged", areaCode, Warning, "The index of a project's code cannot be read, so none of its code is found.", "In that project's folder: impressionism code index, which makes it again.", false},
	{"code-schema", areaCode, Note, "Another version wrote the index of a project's code, so none of its code is found.", "In that project's folder: impressionism code index, which makes it again.", false},
	{"code-stray", areaCode, Note, "The folder of an index of code is gone, or has become a repository or none since.", "Nothing: the plugin's server deletes it after 30 days; or at once: impressionism code drop --stray.", false},
	{"code-aside", areaCode, Note, "A file of another program was moved aside, and stays until you move it.", "Move it back to the program that made it, in another folder, or delete it if nothing needs it.", false},
	{"code-unread", areaCode, Warning, "The folder of indexes of code cannot be read, so no code is found.", "Let your user own it: chown, or chmod u+rwX.", false},

	{"lessons-wait", areaLessons, Note, "Lessons wait for your yes or no.", "impressionism lessons review.", false},
	{"lessons-faulty", areaLessons, Warning, "A file in a folder of lessons is no lesson, or has the id of another, and is not told.", "Mend what the finding says, or delete the file.", false},
	{"lessons-doubtful", areaLessons, Note, "More than a fifth of the project's lessons name what its repository no longer has.", "impressionism lessons list --doubtful, then edit or delete them, or dismiss findings that are none.", false},
	{"lessons-stale", areaLessons, Note, "A lesson has named for 30 days what the repository no longer has.", "Edit or delete it: impressionism lessons show ID.", false},
	{"lessons-orphans", areaLessons, Note, "A file cites a lesson that is not there.", "Take the id out of the file, or bring the lesson back.", false},
	{"lessons-header", areaLessons, Note, "A part of a lesson's header counts for nothing, such as a path that matches every file.", "Mend what the finding says: impressionism lessons edit.", false},
	{"lessons-unread", areaLessons, Warning, "What is known of lessons cannot be read, so none is told.", "Do what the finding says.", false},
	{"lessons-wait-long", areaLessons, Warning, "Lessons wait for your yes or no for two weeks.", "impressionism lessons review.", false},
	{"lessons-ignored", areaLessons, Warning, "git ignores the folder of the project's lessons.", "Take the folder out of .gitignore, or move the lessons to your own: impressionism lessons promote ID --to user.", false},
	{"lessons-off", areaLessons, Note, "The project has lessons, and your settings tell none of them.", "Nothing, if that is meant; else set lessons.project to committed or approved.", false},
	{"lessons-never-told", areaLessons, Note, "Lessons were never told in 90 days.", "Say in when: at what work they count, or delete them: impressionism lessons edit ID.", false},
	{"lessons-uncited", areaLessons, Note, "Lessons are told and never cited.", "impressionism lessons stats shows which; delete those that do not help.", false},
	{"lessons-repeated", areaLessons, Note, "A lesson says what a file of instructions says already.", "Delete the lesson, or take it out of that file.", false},

	{"state-damaged", areaState, Error, "state.db is damaged.", "impressionism doctor --fix keeps what can be read.", true},
	{"state-later", areaState, Error, "state.db was written by a later version.", "Upgrade impressionism.", false},
	{"state-large", areaState, Warning, "state.db is larger than retention.megabytes.", "The oldest rows go when the next session ends; kept versions of rulesets and imported handoffs stay. impressionism forget --all empties it.", false},
	{"state-salvaged", areaState, Note, "Damaged files that were moved aside are still there.", "Delete them once nothing is missing.", false},
	{"state-aside", areaState, Note, "A file of another program was moved aside, and stays until you move it.", "Move it back to the program that made it, in another folder, or delete it if nothing needs it.", false},
	{"log-unemptied", areaState, Note, "A database's write-ahead log is large.", "Close other sessions; the next one that closes the file empties it.", false},

	{"watch-polled", areaWatching, Note, "The system does not notify of changes in a folder, so what somebody watches comes up to 250 ms later.", "Nothing, if that does not matter; else do what the finding says, or keep the folder on a disk of this machine.", false},

	{"mode-open", areaPermissions, Warning, "Others can read what is remembered.", "impressionism doctor --fix, or chmod 700 for folders and 600 for files.", true},
	{"not-writable", areaPermissions, Error, "A folder or file of impressionism cannot be written.", "Let your user own it: chown, or chmod u+rwX.", false},
	{"owner-other", areaPermissions, Warning, "A folder or file belongs to another user.", "Let your user own it (sudo chown); it was made by a run as another user.", false},
	{"place-not-file", areaPermissions, Error, "Something else lies where a file of impressionism belongs.", "Move it elsewhere.", false},
	{"place-not-folder", areaPermissions, Error, "A file lies where a folder belongs.", "Move it away.", false},

	{"config-refused", areaConfig, Warning, "A setting is left out for what is wrong with it.", "Mend the value, or the file, where the finding says.", false},
	{"config-ignored", areaConfig, Warning, "A setting has no effect.", "Mend its name, or take it out.", false},
	{"skills-dir", areaConfig, Note, "A variable replaces all folders of skills by one.", "Unset IMPRESSIONISM_SKILLS_DIR, unless you try something with it.", false},
	{"hooks-asking", areaConfig, Error, "A variable has all hooks do nothing, whatever its value.", "Unset the variable; only a client that answers a question of impressionism or of lessons is to have it.", false},
	{"deadline-late", areaConfig, Warning, "An own deadline lies after the client's.", "Lower hook.prompt_ms or hook.session_end_ms, or raise the timeout in the hooks file.", false},
	{"ruleset-broken", areaRulesets, Error, "The active ruleset cannot be loaded; another one answers.", "Mend it (impressionism rules validate), or choose another one: impressionism rules use builtin/default.", false},
	{"ruleset-other-broken", areaRulesets, Note, "A ruleset that is not active cannot be loaded.", "Mend it, or remove it: impressionism rules remove ID.", false},
	{"ruleset-paused", areaRulesets, Warning, "The active ruleset is paused after failures.", "impressionism trace list shows what failed; then impressionism rules resume ID.", false},
	{"ruleset-unvetted", areaRulesets, Error, "The active ruleset is a module that nobody has allowed to run.", "Read what it is (impressionism rules inspect ID), then impressionism rules trust ID.", false},
	{"ruleset-untrusted", areaRulesets, Warning, "This project asks for a ruleset that you have not allowed.", "Read it, then impressionism rules trust.", false},
	{"ruleset-changed", areaRulesets, Note, "A ruleset was changed since it was added.", "impressionism rules verify tells what; fine if it was you.", false},

	{"disk-full", areaDisk, Error, "There is next to no room on the disk.", "Make room; impressionism remembers nothing until then.", false},
	{"disk-low", areaDisk, Warning, "There is little room on the disk.", "Make room.", false},
	{"machine-busy", areaLog, Warning, "The machine was too busy to answer in time.", "Raise hook.prompt_ms and hook.stretch_ms, or keep the plugin's server on (warm.enabled, /mcp in the client), which needs half the time. Now and then, beside a build, it is nothing to mend.", false},
	{"model-late", areaLog, Note, "The model was not ready in time for some prompts; words answered.", "Nothing, if it is rare. Else keep the plugin's server on, which has the model loaded, or raise hook.model_ms.", false},
	{"log-errors", areaLog, Warning, "Events went without an answer in the last days.", "Read the last lines of the log; with log.level debug it has a line for every event.", false},
	{"log-problems", areaLog, Note, "Something went wrong in the last days, and was got over.", "Read the last lines of the log, if it goes on.", false},
	{"log-unread", areaLog, Warning, "The log cannot be read.", "Move it away; a fresh one is begun.", false},
	{"install-leftovers", areaDisk, Note, "An installation that was interrupted left files.", "impressionism doctor --fix removes them.", true},
}
