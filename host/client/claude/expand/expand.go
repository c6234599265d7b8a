// Package expand repeats what Claude Code makes of a slash command's file and of what is typed
// behind its name. It runs no command, reads no file and no environment. The rules were
// measured with the clients of Measured; testdata/cases.json has what they sent.
package expand

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// Measured returns the versions of the client whose expansion is repeated, the newest first.
func Measured() []string { return []string{"2.1.329", "2.1.197"} }

const (
	// ArgumentsBytesMax bounds what is typed behind a command's name.
	ArgumentsBytesMax = 64 << 10
	// TextBytesMax bounds the expansion: a file of a megabyte may name its arguments in every
	// word.
	TextBytesMax = 4 << 20
)

// dialect is what differs between versions of the client.
type dialect struct {
	skipsMark bool   // a byte order mark may stand before the front matter
	keeps     bool   // a number without an argument stays as it is
	passes    []form // placeholders are replaced in so many passes, so that arguments of one may bring those of the next
}

var (
	newest = dialect{skipsMark: true, keeps: true, passes: []form{named | indexed | numbered | whole}}
	oldest = dialect{passes: []form{named, indexed, numbered, whole}}
)

// Expand returns what the client sends for a command's file. An error says that the arguments
// have more than ArgumentsBytesMax bytes, or the expansion more than TextBytesMax.
func Expand(file inspect.CommandFile, arguments string) (inspect.Expansion, error) {
	if len(arguments) > ArgumentsBytesMax {
		return inspect.Expansion{}, fmt.Errorf("the arguments have %d bytes, more than %d; give shorter ones", len(arguments), ArgumentsBytesMax)
	}
	typed := given{all: strings.TrimSpace(arguments)}
	var odd []string
	typed.words, odd = split(typed.all)
	fields := fieldsOf(file)
	text, err := newest.expand(file, fields, typed)
	if err != nil {
		return inspect.Expansion{}, err
	}
	older, err := oldest.expand(file, fields, typed)
	if err != nil {
		return inspect.Expansion{}, err
	}
	result := inspect.Expansion{Text: text, Runs: runs(text), Reads: reads(text), Open: open(text)}
	if older != text {
		result.Older = older
	}
	var body string
	if body, typed.names = take(string(file.Data), fields); typed.usesWords(body) {
		result.Odd = odd
	}
	return result, nil
}

// expand returns the text that a version sends.
func (d dialect) expand(file inspect.CommandFile, fields map[string]any, typed given) (string, error) {
	data := string(file.Data)
	if d.skipsMark {
		data = strings.TrimPrefix(data, mark)
	}
	body, names := take(data, fields)
	typed.names = names
	text, replaced, err := d.fill(body, typed)
	if err != nil {
		return "", err
	}
	if !replaced && typed.all != "" {
		text += "\n\nARGUMENTS: " + harmless(typed.all)
	}
	if text = place(text, file); len(text) > TextBytesMax {
		return "", errTooLong
	}
	return text, nil
}

var errTooLong = fmt.Errorf("the command with its arguments has more than %d bytes; give shorter ones", TextBytesMax)

// Placeholders of the session and of the command's place.
const (
	pluginRoot = "${CLAUDE_PLUGIN_ROOT}"
	pluginData = "${CLAUDE_PLUGIN_DATA}"
	projectDir = "${CLAUDE_PROJECT_DIR}"
	sessionID  = "${CLAUDE_SESSION_ID}"
	effort     = "${CLAUDE_EFFORT}"
)

// place replaces the placeholders of the command's place, in arguments, too. A backslash
// before them changes nothing.
func place(text string, file inspect.CommandFile) string {
	var pairs []string
	for _, known := range [][2]string{{pluginRoot, file.PluginRoot}, {pluginData, dataOf(file)}, {projectDir, file.Workspace}} {
		if known[1] != "" {
			pairs = append(pairs, known[0], known[1])
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// dataOf returns the folder in which the client lets a plugin keep its own data, or "". Only
// keys of these characters were measured.
func dataOf(file inspect.CommandFile) string {
	name, market, found := strings.Cut(file.Plugin, "@")
	if !found || !plainKey().MatchString(name+market) {
		return ""
	}
	return filepath.Join(file.Home, "plugins", "data", name+"-"+market)
}

var plainKey = lazyregexp.New(`\A[A-Za-z0-9_-]+\z`)

// open returns the placeholders that only a session fills.
func open(text string) []string {
	var found []string
	for _, placeholder := range []string{sessionID, effort} {
		if strings.Contains(text, placeholder) {
			found = append(found, placeholder)
		}
	}
	return found
}
