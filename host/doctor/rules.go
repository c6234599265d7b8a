package doctor

import "github.com/ed-irl/impressionism/host/client/claude/wiring"

// Areas in the order in which they are told.
var Areas = []string{
	areaProgram, areaPlugin, areaHooks, areaClient, areaTimes, areaModel, areaIndex, areaState,
	areaPermissions, areaConfig, areaRulesets, areaDisk, areaLog,
}

const (
	areaProgram     = "program"
	areaPlugin      = "plugin"
	areaHooks       = "hooks"
	areaClient      = "client"
	areaTimes       = "times"
	areaModel       = "model"
	areaIndex       = "index"
	areaState       = "state"
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
	Do       string // an order
	Fixable  bool   // by --fix
}

// Explain returns a rule, one of the wiring's, too.
func Explain(code string) (Rule, bool) {
	for _, rule := range rules {
		if rule.Code == code {
			return rule, true
		}
	}
	w, ok := wiring.Rules.Find(code)
	return Rule{w.Code, areaHooks, w.Severity, w.Summary, w.Fix, false}, ok
}

// Rules returns all rules, by area.
func Rules() []Rule {
	var all []Rule
	for _, area := range Areas {
		for _, rule := range rules {
			if rule.Area == area {
				all = append(all, rule)
			}
		}
		if area == areaHooks {
			for _, w := range wiring.Rules {
				all = append(all, Rule{w.Code, areaHooks, w.Severity, w.Summary, w.Fix, false})
			}
		}
	}
	return all
}

var rules = []Rule{
	{"binary-several", areaProgram, Note, "Several binaries of impressionism are on the path.", "Remove those that you do not use; the first on the path is the one that you call.", false},
	{"binary-version", areaProgram, Warning, "The plugin runs another version than this one.", "Upgrade the older one; both use the same files.", false},
	{"plugin-missing", areaPlugin, Error, "Nothing calls impressionism: no plugin is installed, no hook is set.", "Install the plugin: claude plugin marketplace add DIR, then claude plugin install impressionism@MARKET.", false},
	{"plugin-off", areaPlugin, Error, "The plugin is installed, but switched off here.", "claude plugin enable impressionism, or change enabledPlugins where the finding says.", false},
	{"plugin-broken", areaPlugin, Error, "The plugin's files are not all there.", "Install the plugin anew: claude plugin uninstall impressionism, then install.", false},
	{"plugin-events", areaPlugin, Warning, "An event that impressionism needs is not wired.", "Install the plugin anew; what is missing is told in the finding.", false},
	{"plugin-binary", areaPlugin, Error, "The plugin's binary does not run.", "Run /impressionism:setup in the client, or put the platform's binary into the plugin's bin folder.", false},
	{"registry-unread", areaPlugin, Warning, "A file of the client about plugins cannot be read.", "Mend the JSON, or let the client write it anew by installing a plugin.", false},

	{"client-old", areaClient, Error, "The client is too old for the plugin's hooks.", "Upgrade the client to 2.0.0 or later.", false},
	{"client-ageing", areaClient, Note, "The client is older than those that impressionism was tested with.", "Upgrade the client where you can.", false},
	{"hook-slow", areaTimes, Warning, "A hook is slow where the user waits for it.", "Speed it up, narrow its matcher, or switch its plugin off.", false},
	{"hook-cut-off", areaTimes, Warning, "A hook was ended because its time was up: its work was lost.", "Speed it up, or raise its timeout.", false},
	{"hook-failing", areaTimes, Warning, "A hook fails again and again.", "Run it by impressionism hooks simulate and see what it says.", false},
	{"hook-rejected", areaTimes, Warning, "The client does not take what a hook prints.", "Run it by impressionism hooks simulate; it tells what is wrong with the answer.", false},
	{"hook-blocked", areaTimes, Note, "A hook has blocked prompts, or made the model go on.", "Nothing, if that is what it is for; else have it end with 0.", false},
	{"hook-text", areaTimes, Warning, "A hook prints JSON and text together; the model reads all of it as text.", "Print one JSON object and nothing else; send words to stderr.", false},

	{"model-missing", areaModel, Note, "No model is installed: prompts are matched by words alone.", "impressionism model install", false},
	{"model-damaged", areaModel, Error, "The installed model is damaged.", "impressionism model install", false},
	{"model-unknown", areaModel, Error, "The configured model is not known.", "Set parameters.embedding_model to a name of impressionism model list.", false},
	{"model-library", areaModel, Error, "The model's library does not load.", "impressionism model remove, then impressionism model install; report it if that does not help.", false},

	{"index-damaged", areaIndex, Warning, "index.db is damaged.", "impressionism doctor --fix makes it anew.", true},
	{"index-schema", areaIndex, Note, "index.db was written by another version.", "Nothing: the next event makes it anew, or impressionism doctor --fix.", true},
	{"index-empty", areaIndex, Warning, "Nothing is indexed, so nothing can be suggested.", "Put skills into ~/.claude/skills or .claude/skills, then run impressionism index.", false},
	{"index-rejected", areaIndex, Note, "Some files are no skills.", "impressionism skills lint tells why.", false},
	{"index-left-out", areaIndex, Note, "A project has more skills and commands than are looked at.", "Move those that are wanted in every project to ~/.claude/skills, or remove some.", false},
	{"index-aside", areaIndex, Note, "A file of another program was moved aside, and stays until you move it.", "Move it back to the program that made it, in another folder, or delete it if nothing needs it.", false},
	{"index-vectors", areaIndex, Note, "Not every passage is embedded yet.", "impressionism index embeds the rest.", false},
	{"state-damaged", areaState, Error, "state.db is damaged.", "impressionism doctor --fix keeps what can be read.", true},
	{"state-later", areaState, Error, "state.db was written by a later version.", "Upgrade impressionism.", false},
	{"state-large", areaState, Warning, "state.db is larger than retention.megabytes.", "It shrinks at the next session's end; impressionism forget --all empties it.", false},
	{"state-salvaged", areaState, Note, "Damaged files that were moved aside are still there.", "Delete them once nothing is missing.", false},
	{"state-aside", areaState, Note, "A file of another program was moved aside, and stays until you move it.", "Move it back to the program that made it, in another folder, or delete it if nothing needs it.", false},
	{"log-unemptied", areaState, Note, "A database's write-ahead log is large.", "Close other sessions; the next one that closes the file empties it.", false},

	{"mode-open", areaPermissions, Warning, "Others can read what is remembered.", "impressionism doctor --fix, or chmod 700 for folders and 600 for files.", true},
	{"not-writable", areaPermissions, Error, "A folder or file of impressionism cannot be written.", "Let your user own it: chown, or chmod u+rwX.", false},
	{"owner-other", areaPermissions, Warning, "A folder or file belongs to another user.", "Let your user own it (sudo chown); it was made by a run as another user.", false},
	{"place-not-folder", areaPermissions, Error, "A file lies where a folder belongs.", "Move it away.", false},

	{"config-refused", areaConfig, Warning, "A setting is left out for what is wrong with it.", "Mend the value where the finding says.", false},
	{"config-ignored", areaConfig, Warning, "A setting has no effect.", "Mend its name, or take it out.", false},
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
