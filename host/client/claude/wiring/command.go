package wiring

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const rootVariable = "CLAUDE_PLUGIN_ROOT"

// command looks at a command: its words, its program, its script.
func (r *reader) command(hook Hook, entry node) {
	at := entry.at
	if value, ok := entry.get("command"); ok {
		at = value.at
	}
	if strings.Contains(hook.Command, "CLAUDE_SESSION_ID") && !strings.Contains(hook.Command, "CLAUDE_CODE_SESSION_ID") {
		r.finding("session-variable", at, hook.Event, "CLAUDE_SESSION_ID does not exist: the command gets an empty text.")
	}
	if hook.Form == FormShell && strings.Contains(hook.Command, "${user_config.") {
		r.finding("user-config", at, hook.Event, "${user_config.…} is refused in a command for the shell.")
	}
	unquoted, literal := rootQuotes(hook.Command)
	if hook.Form == FormShell && literal {
		r.finding("root-literal", at, hook.Event, "$"+rootVariable+" stands in single quotes, where the shell does not replace it, nor does the client.")
	}
	if hook.Form == FormShell && r.source.Root != "" && unquoted {
		reason := "$" + rootVariable + " is not quoted: where the plugin's path has a blank, the command breaks into two."
		if strings.ContainsAny(r.source.Root, " \t'()&;") {
			reason += " This one has: " + r.source.Root
		}
		r.finding("root-unquoted", at, hook.Event, "%s", reason)
	}
	if strings.Contains(hook.Command, rootVariable) && r.source.Root == "" {
		r.finding("root-in-settings", at, hook.Event, "%s is empty in a hook of settings: there is no plugin around it.", rootVariable)
	}
	program := programOf(hook)
	r.exists(hook, program, at)
	r.script(hook, program, at)
}

// program is what a command starts.
type program struct {
	words []string // of the first simple command, the plugin's root put in
	path  string   // of what is run or interpreted, absolute; empty: unknown
	by    string   // the interpreter, or empty
}

// interpreters run a file that is their first argument; they end with 2 where
// it is missing, as was tried, or with another code.
var interpreters = map[string]bool{
	"sh": true, "dash": true, "python": true, "python3": true,
	"bash": false, "zsh": false, "node": false, "bun": false, "deno": false, "ruby": false, "perl": true, "tsx": false, "npx": false,
}

// programOf finds out what is run, as far as that can be seen.
func programOf(h Hook) program {
	words := h.Args
	if h.Form == FormExec {
		words = append([]string{h.Command}, words...)
	} else {
		words = split(h.Command)
	}
	for i, word := range words {
		words[i] = expand(h, word)
	}
	for len(words) > 0 && isAssignment(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return program{}
	}
	p := program{words: words, path: words[0]}
	if name := filepath.Base(words[0]); len(words) > 1 {
		if _, interprets := interpreters[strings.TrimSuffix(name, ".exe")]; interprets {
			p.by = name
			p.path = ""
			if !strings.HasPrefix(words[1], "-") && name != "npx" && name != "deno" {
				p.path = words[1]
			}
		}
	}
	return p
}

// Words are a command of the exec form and its arguments, as they are run.
func Words(h Hook) []string {
	words := []string{expand(h, h.Command)}
	for _, arg := range h.Args {
		words = append(words, expand(h, arg))
	}
	return words
}

// expand puts in the plugin's root; what has other variables is left.
func expand(h Hook, word string) string {
	if h.Source.Root == "" {
		return word
	}
	return strings.NewReplacer("${"+rootVariable+"}", h.Source.Root, "$"+rootVariable, h.Source.Root).Replace(word)
}

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/.$ ")
}

// exists looks whether what is run is there and may be run.
func (r *reader) exists(hook Hook, p program, at int) {
	if p.by != "" && lookPath(r.place.Path, p.words[0]) == "" && !filepath.IsAbs(p.words[0]) {
		r.finding("command-missing", at, hook.Event, "There is no program %q on the path.", p.words[0])
		return
	}
	if p.path == "" || strings.ContainsAny(p.path, "$`*?<>|&;(") || hook.Form == FormShell && strings.HasPrefix(p.path, "~") {
		return // the shell knows when it runs
	}
	found := p.path
	if !strings.ContainsRune(p.path, '/') && p.by == "" {
		if isBuiltin(p.path) {
			return
		}
		found = lookPath(r.place.Path, p.path)
		if found == "" {
			own := ""
			if _, err := os.Stat(filepath.Join(r.source.Root, "bin", p.path)); r.source.Root != "" && err == nil {
				own = " The plugin's bin/ has it, but is not on the path of hooks."
			}
			r.finding("command-missing", at, hook.Event, "There is no program %q on the path.%s", p.path, own)
			return
		}
	}
	if !filepath.IsAbs(found) {
		if p.by != "" || strings.Contains(found, "/") {
			r.finding("command-relative", at, hook.Event, "%s is looked for in the folder of the session, not in that of the hook.", p.path)
		}
		return
	}
	info, err := os.Stat(found)
	switch {
	case err != nil && p.by != "" && interpreters[p.by]:
		blocks := ""
		if blocked, bad := blocksUser[hook.Event]; bad {
			blocks = " With 2, " + blocked + "."
		}
		r.finding("command-missing", at, hook.Event, "%s is not there; %s then ends with 2.%s", found, p.by, blocks)
	case err != nil:
		r.finding("command-missing", at, hook.Event, "%s is not there.", found)
	case info.IsDir():
		r.finding("command-missing", at, hook.Event, "%s is a folder.", found)
	case p.by == "" && runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		r.finding("command-not-executable", at, hook.Event, "%s may not be executed (%v).", found, info.Mode().Perm())
	}
}

// blocksUser says what exit code 2 does to the user.
var blocksUser = map[string]string{
	"UserPromptSubmit": "every prompt is blocked",
	"PreToolUse":       "every tool call is denied",
	"PreCompact":       "no compaction takes place",
	"Stop":             "the model is made to go on",
	"SubagentStop":     "the subagent is made to go on",
}

// builtins of a shell that people write first.
var builtins = []string{"echo", "printf", "test", "[", "cd", "true", "false", ":", "exit", "if", "for", "while", "case", "{", "(", "!", "exec", "export", "set", "source", ".", "command", "eval", "read", "umask", "trap", "wait", "unset", "[[", "type", "hash", "until", "ulimit", "return"}

func isBuiltin(name string) bool { return slices.Contains(builtins, name) }

func lookPath(folders []string, name string) string {
	names := []string{name}
	if runtime.GOOS == "windows" {
		names = append(names, name+".exe", name+".cmd", name+".bat")
	}
	for _, folder := range folders {
		for _, one := range names {
			path := filepath.Join(folder, one)
			if info, err := os.Stat(path); err == nil && !info.IsDir() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0) {
				return path
			}
		}
	}
	return ""
}
