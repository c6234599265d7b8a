package redact

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Fields of an object that is a name and a value, in lower case.
var (
	nameFields  = []string{"name", "key", "id", "header", "variable", "parameterkey"}
	valueFields = []string{"value", "val", "parametervalue"}
)

func isField(fields []string, key string) bool {
	return slices.Contains(fields, strings.ToLower(key))
}

// laterBytesMax is how far behind a value its name is looked for.
const laterBytesMax = 2 << 10

// laterName returns the text that names the value that comes next, where the name follows
// it: {"value":"abc","key":"password"}.
func (w *previewer) laterName() string {
	from := int(w.decoder.InputOffset())
	rest := bytes.TrimLeft(w.raw[from:min(len(w.raw), from+laterBytesMax)], " \t\r\n:")
	decoder := json.NewDecoder(bytes.NewReader(append([]byte("["), rest...)))
	var value json.RawMessage
	if _, err := decoder.Token(); err != nil || decoder.Decode(&value) != nil {
		return ""
	}
	rest = bytes.TrimLeft(rest[max(0, int(decoder.InputOffset())-1):], " \t\r\n,")
	decoder = json.NewDecoder(bytes.NewReader(append([]byte("{"), rest...)))
	if _, err := decoder.Token(); err != nil {
		return ""
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil || decoder.Decode(&value) != nil {
			return ""
		}
		var name string
		if key, ok := key.(string); ok && isField(nameFields, key) && json.Unmarshal(value, &name) == nil {
			return name
		}
	}
	return ""
}

// argument redacts a text of an array that is a whole argument: --token=abc,
// DB_PASSWORD=a&b, or joe:abc behind -u.
func argument(text, before string) string {
	if strings.ContainsAny(text, "\n") {
		return text
	}
	if user, password, ok := strings.Cut(text, ":"); ok && isUserFlag(before) && user != "" && !strings.ContainsAny(text, " /") && isMade(password) {
		return user + ":" + Mark
	}
	name, value, ok := strings.Cut(text, "=")
	flag := strings.TrimLeft(name, "-")
	if !ok || flag == "" || strings.Trim(strings.Map(nameRune, flag), "x") != "" || flag == name && strings.Contains(value, " ") {
		return text
	}
	switch strength := nameStrength(flag, 0, len(flag)); {
	case placeholder(value) || looksLikeCode(value, traitsOf(value)) || strings.Contains(value, Mark):
	case strength == strongName && len(value) >= 3 && (flag != name || strings.IndexByte(value, '&') < 0 || isUpper(flag)), strength != plainName && isMade(value):
		return name + "=" + Mark
	}
	return text
}

// nameRune maps what an option's or a variable's name consists of to x.
func nameRune(r rune) rune {
	if r < 0x80 && (classes[r]&(wordByte|dashByte) != 0 || r == '.') {
		return 'x'
	}
	return r
}

// isUserFlag reports whether the last of some texts is an option that a user and a
// password follow.
func isUserFlag(before string) bool {
	words := strings.Fields(before)
	return len(words) > 0 && slices.Contains([]string{"-u", "-U", "--user", "--proxy-user", "-a", "--auth"}, words[len(words)-1])
}

func isMade(word string) bool {
	return !strings.ContainsAny(word, " \t") && (looksMade(word) || looksChosen(word))
}

// secretKey judges a text by its key where that names none as strictly as a password.
func secretKey(key, text string) bool {
	folded := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
	switch {
	case key == "" || strings.ContainsAny(text, "\n") || placeholder(text):
		return false
	case nameStrength(folded, 0, len(folded)) == codeName:
		return traitsOf(text).digits >= codeDigitsMin && !strings.Contains(text, " ") && len(text) <= 16
	case strings.HasSuffix(folded, "connectionstring"), strings.HasSuffix(folded, "connstring"):
		return isMade(text) || Text(text) != text
	}
	return isWeak(nameStrength(key, 0, len(key))) && isMade(text) && !looksLikeCode(text, traitsOf(text))
}

// depthMax bounds the texts of JSON within each other that are looked at by their keys.
const depthMax = 4

// inner returns the beginning of the JSON that a text is, redacted by its keys, where these
// tell more than its words.
func (w *previewer) inner(text string) (string, bool) {
	if w.depth == depthMax || len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return "", false
	}
	nested := newPreviewer(json.RawMessage(text), w.bytesMax)
	nested.depth = w.depth + 1
	nested.left = w.left
	byKeys := nested.write()
	w.left = nested.left - min(len(text), w.bytesMax+aroundBytes)
	if nested.broken {
		return "", false
	}
	return byKeys, strings.Count(Text(byKeys), Mark) > strings.Count(Prefix(text, w.bytesMax), Mark)
}
