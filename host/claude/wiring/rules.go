package wiring

import "github.com/ed-irl/impressionism/host/claude/contract"

// Severities, worst first.
const (
	Error   = "error"   // it does not work, or it stops the user's work
	Warning = "warning" // it does not do what was meant, or not always
	Note    = "note"    // other clients, style
)

// Rule is a kind of finding.
type Rule struct {
	Code     string
	Severity string
	Summary  string
	Fix      string // an order
}

// Explain gives a rule.
func Explain(code string) (Rule, bool) {
	for _, rule := range rules {
		if rule.Code == code {
			return rule, true
		}
	}
	return Rule{}, false
}

// Rules gives all rules.
func Rules() []Rule { return append([]Rule(nil), rules...) }

var rules = []Rule{
	{"hooks-not-json", Error, "A file of hooks or settings is no JSON object.", "Mend the JSON at the place named; a missing or trailing comma is the usual cause."},
	{"hooks-too-large", Warning, "A file of hooks is larger than 1 MiB.", "Move what is no wiring out of the file."},
	{"hooks-unreadable", Error, "A file of hooks cannot be read.", "Let your user read it."},
	{"hooks-shape", Error, "Events, groups or hooks are not nested as the client wants it.", "Write {\"hooks\": {\"EVENT\": [{\"matcher\": \"…\", \"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}]}}."},
	{"hooks-file-missing", Error, "A manifest names a file of hooks that is not there.", "Mend the path, or take it out of the manifest."},
	{"hooks-named-in-manifest", Warning, "A manifest names hooks/hooks.json, which is loaded by itself.", "Take \"hooks\" out of plugin.json."},
	{"hooks-disabled", Warning, "disableAllHooks is on.", "Take disableAllHooks out of the settings, if hooks shall run."},
	{"event-unknown", Error, "No client knows the event.", "Use an event that there is; `impressionism hooks simulate --help` lists them."},
	{"event-recent", Note, "Only recent clients know the event.", "Use an event that 2.0.0 knows, or say which client the plugin needs."},
	{"wrong-type", Error, "A value is of a wrong type.", "Write the value as the type that is named."},
	{"type-unknown", Error, "The hook's type is missing or unknown.", "Write \"type\": \"command\"."},
	{"type-not-here", Warning, "The hook's type does nothing on this event.", "Use a command."},
	{"command-empty", Error, "A command hook has no command.", "Write the command, or take the hook out."},
	{"command-missing", Error, "What the hook runs is not there.", "Install it, or mend the path."},
	{"command-not-executable", Error, "What the hook runs may not be executed.", "Make it executable: chmod +x."},
	{"command-relative", Warning, "The path of a command is relative.", "Begin it with \"${CLAUDE_PLUGIN_ROOT}\"/ in a plugin, with \"$CLAUDE_PROJECT_DIR\"/ in a project's settings."},
	{"root-unquoted", Warning, "CLAUDE_PLUGIN_ROOT is not quoted.", "Write \"\\\"${CLAUDE_PLUGIN_ROOT}/…\\\"\", in double quotes."},
	{"root-literal", Error, "CLAUDE_PLUGIN_ROOT stands in single quotes.", "Use double quotes."},
	{"root-in-settings", Error, "CLAUDE_PLUGIN_ROOT is used outside of a plugin.", "Write the path itself."},
	{"args-ignored", Note, "Old clients ignore args.", "Leave it so if clients after 2.0.0 are all that matters; the program must not end with 2 when it gets no arguments."},
	{"variable-literal", Warning, "A variable stands in args, where no shell replaces it.", "Use the shell form, or read the variable in the program."},
	{"user-config", Warning, "user_config is used where it fails.", "Read CLAUDE_PLUGIN_OPTION_<KEY> in the program, with a default of its own."},
	{"session-variable", Warning, "CLAUDE_SESSION_ID does not exist.", "Read session_id from the JSON on stdin."},
	{"timeout-type", Error, "timeout is no positive number.", "Write a number of seconds, such as 5."},
	{"timeout-milliseconds", Warning, "timeout is over 600 seconds.", "Write seconds: 5000 milliseconds are 5."},
	{"session-end-timeout", Note, "A plugin's timeout has no effect on SessionEnd.", "Be done in a second; store as you go."},
	{"matcher-ignored", Note, "A matcher on UserPromptSubmit has no effect.", "Take it out, and look at the prompt in the program."},
	{"matcher-broken", Warning, "A matcher is no regular expression.", "Mend it; Edit|Write matches two tools, * all."},
	{"if-never-runs", Error, "if keeps the hook from ever running.", "Take if out, or wire the hook to an event about tools."},
	{"once-ignored", Note, "once has no effect in a plugin.", "Take it out; let the program remember."},
	{"key-misspelt", Warning, "A key is not read.", "Write the key that was meant."},
	{"failure-blocks", Warning, "A failure of the hook stops the user.", "Take onFailure out."},
	{contract.CodeExit2, Warning, "The hook may end with 2, which blocks the user.", "End with 0, or with 1 at most: cmd || exit 0."},
	{contract.CodeEventName, Error, "hookEventName is missing, or that of another event.", "Print the hook_event_name that came on stdin."},
	{contract.CodeContextTop, Error, "additionalContext stands where the client does not look.", "Print {\"hookSpecificOutput\": {\"hookEventName\": \"EVENT\", \"additionalContext\": \"…\"}}."},
	{contract.CodeNotTaken, Warning, "The event takes no text for the model.", "Print nothing on this event."},
	{contract.CodeAsync, Warning, "An async hook wants to tell the model something.", "Take async out, or print nothing."},
	{contract.CodeMixed, Warning, "Text and JSON are printed together.", "Print one JSON object and nothing else; send words to stderr: >&2."},
	{contract.CodeFeedsBack, Warning, "A Stop hook makes the model go on.", "Print nothing on Stop; if it must be, then only when stop_hook_active is false."},
	{"stop-loop", Error, "A Stop hook keeps itself going.", "End with 0 and print nothing when stop_hook_active is true."},
	{"input-field", Error, "The hook reads a field that the client does not send.", "Read the field that is named; `impressionism hooks simulate` shows what comes on stdin."},
	{"command-twice", Note, "The same command is wired twice.", "Take one of them out."},
	{"commands-race", Warning, "Steps of one program run at once.", "Make one command of them that does all steps in order."},
	{"ours-twice", Error, "impressionism is wired twice.", "Keep the plugin and take the hook out of the settings, or the other way round."},
	{"ours-other-binary", Warning, "A hook runs another binary of impressionism.", "Wire the binary that you use, or install the plugin and take this hook out."},
}
