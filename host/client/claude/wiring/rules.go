package wiring

import (
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/diag"
)

// Severities, worst first.
const (
	Error   = diag.Error   // it does not work, or it stops the user's work
	Warning = diag.Warning // it does not do what was meant, or not always
	Note    = diag.Note    // other clients, style
)

// Rules are those of hooks, by what they are about.
var Rules = diag.Rules{
	{Code: "hooks-not-json", Severity: Error, Summary: "A file of hooks or settings is no JSON object.", Fix: "Mend the JSON at the place named; a missing or trailing comma is the usual cause."},
	{Code: "hooks-too-large", Severity: Warning, Summary: "A file of hooks is larger than 1 MiB.", Fix: "Move what is no wiring out of the file."},
	{Code: "hooks-unreadable", Severity: Error, Summary: "A file of hooks cannot be read.", Fix: "Let your user read it."},
	{Code: "hooks-shape", Severity: Error, Summary: "Events, groups or hooks are not nested as the client wants it.", Fix: "Write {\"hooks\": {\"EVENT\": [{\"matcher\": \"…\", \"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}]}}."},
	{Code: "hooks-file-missing", Severity: Error, Summary: "A manifest names a file of hooks that is not there.", Fix: "Mend the path, or take it out of the manifest."},
	{Code: "hooks-named-in-manifest", Severity: Warning, Summary: "A manifest names hooks/hooks.json, which is loaded by itself.", Fix: "Take \"hooks\" out of plugin.json."},
	{Code: "hooks-disabled", Severity: Warning, Summary: "disableAllHooks is on.", Fix: "Take disableAllHooks out of the settings, if hooks shall run."},
	{Code: "hooks-managed-only", Severity: Warning, Summary: "The administrator allows no hooks but those of managed settings.", Fix: "Ask whoever administers this machine to switch the plugin on in enabledPlugins of the managed settings."},
	{Code: "event-unknown", Severity: Error, Summary: "No client knows the event.", Fix: "Use an event that there is; `impressionism hooks simulate --help` lists them."},
	{Code: "event-recent", Severity: Note, Summary: "Only recent clients know the event.", Fix: "Use an event that 2.0.0 knows, or say which client the plugin needs."},
	{Code: "wrong-type", Severity: Error, Summary: "A value is of a wrong type.", Fix: "Write the value as the type that is named."},
	{Code: "type-unknown", Severity: Error, Summary: "The hook's type is missing or unknown.", Fix: "Write \"type\": \"command\"."},
	{Code: "type-not-here", Severity: Warning, Summary: "The hook's type does nothing on this event.", Fix: "Use a command."},
	{Code: "command-empty", Severity: Error, Summary: "A command hook has no command.", Fix: "Write the command, or take the hook out."},
	{Code: "command-missing", Severity: Error, Summary: "What the hook runs is not there.", Fix: "Install it, or mend the path."},
	{Code: "command-not-executable", Severity: Error, Summary: "What the hook runs may not be executed.", Fix: "Make it executable: chmod +x."},
	{Code: "command-relative", Severity: Warning, Summary: "The path of a command is relative.", Fix: "Begin it with \"${CLAUDE_PLUGIN_ROOT}\"/ in a plugin, with \"$CLAUDE_PROJECT_DIR\"/ in a project's settings."},
	{Code: "root-unquoted", Severity: Warning, Summary: "CLAUDE_PLUGIN_ROOT is not quoted.", Fix: "Write \"\\\"${CLAUDE_PLUGIN_ROOT}/…\\\"\", in double quotes."},
	{Code: "root-literal", Severity: Error, Summary: "CLAUDE_PLUGIN_ROOT stands in single quotes.", Fix: "Use double quotes."},
	{Code: "root-in-settings", Severity: Error, Summary: "CLAUDE_PLUGIN_ROOT is used outside of a plugin.", Fix: "Write the path itself."},
	{Code: "args-ignored", Severity: Note, Summary: "Old clients ignore args.", Fix: "Leave it so if clients after 2.0.0 are all that matters; the program must not end with 2 when it gets no arguments."},
	{Code: "variable-literal", Severity: Warning, Summary: "A variable stands in args, where no shell replaces it.", Fix: "Use the shell form, or read the variable in the program."},
	{Code: "user-config", Severity: Warning, Summary: "user_config is used where it fails.", Fix: "Read CLAUDE_PLUGIN_OPTION_<KEY> in the program, with a default of its own."},
	{Code: "session-variable", Severity: Warning, Summary: "CLAUDE_SESSION_ID does not exist.", Fix: "Read session_id from the JSON on stdin."},
	{Code: "timeout-type", Severity: Error, Summary: "timeout is no positive number.", Fix: "Write a number of seconds, such as 5."},
	{Code: "timeout-milliseconds", Severity: Warning, Summary: "timeout is over 600 seconds.", Fix: "Write seconds: 5000 milliseconds are 5."},
	{Code: "session-end-timeout", Severity: Note, Summary: "A plugin's timeout has no effect on SessionEnd.", Fix: "Be done in a second; store as you go."},
	{Code: "matcher-ignored", Severity: Note, Summary: "A matcher on UserPromptSubmit has no effect.", Fix: "Take it out, and look at the prompt in the program."},
	{Code: "matcher-broken", Severity: Warning, Summary: "A matcher is no regular expression.", Fix: "Mend it; Edit|Write matches two tools, * all."},
	{Code: "if-never-runs", Severity: Error, Summary: "if keeps the hook from ever running.", Fix: "Take if out, or wire the hook to an event about tools."},
	{Code: "once-ignored", Severity: Note, Summary: "once has no effect in a plugin.", Fix: "Take it out; let the program remember."},
	{Code: "key-misspelt", Severity: Warning, Summary: "A key is not read.", Fix: "Write the key that was meant."},
	{Code: "failure-blocks", Severity: Warning, Summary: "A failure of the hook stops the user.", Fix: "Take onFailure out."},
	{Code: contract.CodeExit2, Severity: Warning, Summary: "The hook may end with 2, which blocks the user.", Fix: "End with 0, or with 1 at most: cmd || exit 0."},
	{Code: contract.CodeEventName, Severity: Error, Summary: "hookEventName is missing, or that of another event.", Fix: "Print the hook_event_name that came on stdin."},
	{Code: contract.CodeContextTop, Severity: Error, Summary: "additionalContext stands where the client does not look.", Fix: "Print {\"hookSpecificOutput\": {\"hookEventName\": \"EVENT\", \"additionalContext\": \"…\"}}."},
	{Code: contract.CodeNotTaken, Severity: Warning, Summary: "The event takes no text for the model.", Fix: "Print nothing on this event."},
	{Code: contract.CodeAsync, Severity: Warning, Summary: "An async hook wants to tell the model something.", Fix: "Take async out, or print nothing."},
	{Code: contract.CodeMixed, Severity: Warning, Summary: "Text and JSON are printed together.", Fix: "Print one JSON object and nothing else; send words to stderr: >&2."},
	{Code: contract.CodeFeedsBack, Severity: Warning, Summary: "A Stop hook makes the model go on.", Fix: "Print nothing on Stop; if it must be, then only when stop_hook_active is false."},
	{Code: "stop-loop", Severity: Error, Summary: "A Stop hook keeps itself going.", Fix: "End with 0 and print nothing when stop_hook_active is true."},
	{Code: "input-field", Severity: Error, Summary: "The hook reads a field that the client does not send.", Fix: "Read the field that is named; `impressionism hooks simulate` shows what comes on stdin."},
	{Code: "command-twice", Severity: Note, Summary: "The same command is wired twice.", Fix: "Take one of them out."},
	{Code: "commands-race", Severity: Warning, Summary: "Steps of one program run at once.", Fix: "Make one command of them that does all steps in order."},
	{Code: "ours-twice", Severity: Error, Summary: "impressionism is wired twice.", Fix: "Keep the plugin and take the hook out of the settings, or the other way round."},
	{Code: "ours-other-binary", Severity: Warning, Summary: "A hook runs another binary of impressionism.", Fix: "Wire the binary that you use, or install the plugin and take this hook out."},
}
