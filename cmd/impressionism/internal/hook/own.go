package hook

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/store/session"
)

// ownCommand is one of the plugin's commands that the hook answers.
type ownCommand struct {
	args  []string // the program's command that does the work; what the user types behind a name follows
	shows bool     // it changes nothing, so that who wants more of its answer may run it again
}

// ownCommands are by name. The client shows the answer and asks no model. `setup` is not
// among them: it may take minutes. See RATIONALE.md, "Why does the hook answer the plugin's
// commands?".
var ownCommands = map[string]ownCommand{
	"why":     {args: []string{"why", "--limit=3"}, shows: true},
	"why-not": {args: []string{"why-not"}, shows: true},
	"status":  {args: []string{"status"}, shows: true},
	"doctor":  {args: []string{"doctor"}, shows: true},
	"digest":  {args: []string{"digest"}, shows: true},
	"good":    {args: []string{"good"}},
	"bad":     {args: []string{"bad"}},
	"off":     {args: []string{"off"}},
	"on":      {args: []string{"on"}},
	"learn":   {args: []string{"learn"}},
	"lessons": {args: []string{"lessons", "list"}, shows: true},
	"review":  {args: []string{"lessons", "review"}, shows: true},
	"keep":    {args: []string{"lessons", "keep"}},
	"drop":    {args: []string{"lessons", "drop"}},
	"handoff": {args: []string{"handoff", "show"}, shows: true},
}

// How long one of our own commands may take, and when the hook gives up on it: the
// client kills a hook of the plugin after 5 seconds. Then the command's page tells the
// model to run the program.
const (
	ownEvent    = "own command" // to the watchdog
	ownTime     = 4500 * time.Millisecond
	ownTimeLeft = 300 * time.Millisecond
)

// ownUnitsMax bounds what is shown of one answer, in UTF-16 code units: a client may replace a
// longer text by a file.
const ownUnitsMax = 9_500

// answerOwn answers a prompt that calls one of our own commands; false: it calls none.
func (h *Invocation) answerOwn(event abi.Event) (answer []byte, own bool) {
	name, ours := strings.CutPrefix(event.Command, env.PluginName+":")
	command, known := ownCommands[name]
	if !ours || !known || event.Name != abi.EventPrompt || h.Lent != nil {
		return nil, false
	}
	h.announce(ownEvent)
	typed := strings.TrimPrefix(strings.TrimSpace(event.Prompt), "/"+event.Command)
	args := append(slices.Clone(command.args), typedArgs(name, typed)...)
	shown := make(chan string, 1)
	go func() { // a goroutine, so that the time is kept whatever holds the command up
		defer func() {
			if recover() != nil {
				shown <- ""
			}
		}()
		shown <- fitting(h.runOwn(event, slices.Clone(args)), command.again(args))
	}()
	select {
	case text := <-shown:
		return h.Client().Encode(client.Answer{Event: event.Name, Reply: text}), true
	case <-time.After(ownTime - ownTimeLeft - h.Now().Sub(h.Started)):
		return nil, true
	}
}

// typedArgs are the arguments that a user typed behind a command. A lesson is read as it stands.
func typedArgs(name, typed string) []string {
	if words := strings.Fields(typed); name == "learn" && len(words) > 0 {
		return []string{"--", strings.Join(words, " ")}
	}
	return capture.Words(typed)
}

// projectOf returns the folder of the project of an event's session: its lessons and the work that
// was left lie there, and its settings count, whichever folder of it the client is in.
func (h *Invocation) projectOf(event abi.Event) string {
	sessions, err := session.Open(h.Paths.StateDB, session.Options{ReadOnly: true})
	if err != nil {
		return event.Workspace // the command says what is the matter
	}
	defer sessions.Close() //nolint:errcheck // only read
	known, err := sessions.Look(event)
	if err != nil {
		return event.Workspace
	}
	return wire.Project(h.Env, known.Workspace, event.Workspace)
}

// runOwn runs one of our own commands as the client's shell would, and returns what it
// prints.
func (h *Invocation) runOwn(event abi.Event, args []string) string {
	var said bytes.Buffer
	environ := h.Environ
	if name := h.Client().Variables.Session; name != "" {
		environ = append([]string{name + "=" + event.SessionID}, environ...)
	}
	if h.Lookup("COLUMNS") == "" {
		environ = append(environ, "COLUMNS=78") // the client indents
	}
	project := h.projectOf(event)
	dir := event.Workspace // what the client lists there is what the others are about
	switch args[0] {
	case "learn", "lessons", "handoff":
		dir = project
	}
	own := &env.Env{
		Kinds: h.Kinds, Environ: environ, In: strings.NewReader(""), Out: &said, ErrOut: &said,
		Started: h.Started, Now: h.Now, Dir: dir, Project: project, Executable: h.Executable,
		Served: h.Served, Typed: !h.RunByTool(),
	}
	own.Modules = modules.New(&own.Paths)
	if h.ConfigDir != "" {
		args = append(args[:1:1], append([]string{"--config-dir=" + h.ConfigDir}, args[1:]...)...)
	}
	h.others.Execute(own, args)
	return strings.TrimSpace(said.String())
}

// again returns the whole command that shows an answer once more; "": none does, or it is too long
// to be typed.
func (c ownCommand) again(args []string) string {
	if !c.shows {
		return ""
	}
	command := "impressionism"
	for _, arg := range args {
		command += " " + textline.ShellQuoted(arg)
	}
	if utf8.RuneCountInString(command) > againCharsMax {
		return ""
	}
	return command
}

// againCharsMax bounds the command that prints the rest of an answer.
const againCharsMax = 200

// fitting returns as many lines of an answer as are shown, and the command that prints the rest or,
// without one, how many lines more there are. Of a first line that is too long, its beginning is shown.
func fitting(text, again string) string {
	if cut.Units(text) <= ownUnitsMax {
		return text
	}
	lines := slices.Collect(strings.Lines(text))
	left, shown := ownUnitsMax-cut.Units(restOf(len(lines), again)), 0
	for shown < len(lines) && cut.Units(lines[shown]) <= left {
		left -= cut.Units(lines[shown])
		shown++
	}
	kept := strings.Join(lines[:shown], "")
	if shown == 0 {
		kept, shown = cut.RunesEllipsis(strings.TrimSuffix(lines[0], "\n"), left/2)+"\n", 1 // a character has at most two units
	}
	return strings.TrimSpace(kept + restOf(len(lines)-shown, again))
}

// restOf says where the lines are that are not shown; "": there are none.
func restOf(lines int, again string) string {
	switch {
	case again != "":
		return "The rest: " + again
	case lines == 0:
		return ""
	}
	return "And " + textline.Count(lines, "more line", "more lines") + "."
}
