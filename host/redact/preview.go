package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// redactBytesMax bounds how much of a tool's input is searched for secrets: where long
// texts shrink to a few bytes, the preview ends before it is full.
const redactBytesMax = 128 << 10

// JSON returns the beginning of a JSON value as compact JSON of at most bytesMax bytes,
// secrets redacted: what is kept of a tool's input. It reads no further than it must:
// inputs can hold whole files.
func JSON(raw json.RawMessage, bytesMax int) string {
	return newPreviewer(raw, bytesMax).write()
}

type previewer struct {
	raw      json.RawMessage
	decoder  *json.Decoder
	bytesMax int
	left     int  // bytes that may still be searched for secrets
	depth    int  // texts that what is read is in; there, keys are labels of forms, too
	broken   bool // what was read is no JSON
	out      strings.Builder
	open     []frame
}

func newPreviewer(raw json.RawMessage, bytesMax int) *previewer {
	w := &previewer{raw: raw, decoder: json.NewDecoder(bytes.NewReader(raw)), bytesMax: bytesMax, left: redactBytesMax}
	w.decoder.UseNumber()
	return w
}

func (w *previewer) write() string {
	for w.out.Len() <= w.bytesMax && w.left > 0 && w.next() {
	}
	return cut(w.out.String(), w.bytesMax)
}

// frame is an object or array that is being written.
type frame struct {
	object bool
	count  int    // of tokens: keys and values
	key    string // of the value that comes next
	before string // in an array, the texts so far; in an object, what its name or key is
}

func (w *previewer) next() bool {
	if w.hidesNext() {
		return w.hide()
	}
	token, err := w.decoder.Token()
	if err != nil {
		w.broken = !errors.Is(err, io.EOF) || len(w.open) > 0
		return false
	}
	if closing, ok := token.(json.Delim); ok && (closing == '}' || closing == ']') {
		w.out.WriteString(closing.String())
		w.open = w.open[:len(w.open)-1]
		return true
	}
	isKey := w.separate(token)
	switch value := token.(type) {
	case json.Delim:
		w.out.WriteString(value.String())
		w.open = append(w.open, frame{object: value == '{'})
	case string:
		w.writeString(value, isKey)
	case json.Number:
		w.writeNumber(value.String())
	default: // true, false, null
		encoded, _ := json.Marshal(value)
		w.out.Write(encoded)
	}
	return true
}

// hidesNext reports whether the value that comes next belongs to a secret's key.
func (w *previewer) hidesNext() bool {
	if len(w.open) == 0 {
		return false
	}
	top := &w.open[len(w.open)-1]
	if top.object && top.count%2 == 1 && top.before == "" && isField(valueFields, top.key) {
		top.before = w.laterName()
	}
	return w.depth == 0 && top.object && top.count%2 == 1 && namesSecret(top.key, false) && w.decoder.More()
}

// hide writes "[redacted]" in place of a value of any type, but for what holds nothing.
func (w *previewer) hide() bool {
	var value json.RawMessage
	if err := w.decoder.Decode(&value); err != nil {
		w.broken = true
		return false
	}
	w.separate(nil)
	switch string(value) {
	case "null", "true", "false", `""`, "{}", "[]":
		w.out.Write(value)
	default:
		w.out.WriteString(`"` + Mark + `"`)
	}
	return true
}

// separate writes what stands before a token and reports whether that is a key.
func (w *previewer) separate(token json.Token) (isKey bool) {
	if len(w.open) == 0 {
		return false
	}
	top := &w.open[len(w.open)-1]
	isKey = top.object && top.count%2 == 0
	switch {
	case top.object && !isKey:
		w.out.WriteByte(':')
	case top.count > 0:
		w.out.WriteByte(',')
	}
	if isKey {
		top.key, _ = token.(string)
	}
	top.count++
	return isKey
}

// writeString writes a key or a text. What stands before it in an array, or what an
// object says its value is, tells whether it is secret: ["--password","abc"],
// {"name":"DB_PASSWORD","value":"abc"}.
func (w *previewer) writeString(text string, isKey bool) {
	if isKey || len(w.open) == 0 {
		w.out.Write(quoted(w.redacted("", text)))
		return
	}
	text, before := w.named(text)
	if inner, ok := w.inner(text); ok {
		text = inner
	}
	w.out.Write(quoted(w.redacted(before, text)))
}

// writeNumber writes a number, but for one that is long enough for a code and whose name
// says that it is secret.
func (w *previewer) writeNumber(number string) {
	if len(w.open) > 0 && len(number) >= codeDigitsMin && traitsOf(number).digits == len(number) {
		if text, _ := w.named(number); text == Mark {
			w.out.Write(quoted(Mark))
			return
		}
	}
	w.out.WriteString(number)
}

// named returns a text, or what stands for it where its name says that it is secret, and
// the texts before it that may still tell.
func (w *previewer) named(text string) (named, before string) {
	top := &w.open[len(w.open)-1]
	switch {
	case text == "":
	case !top.object:
		before = top.before
		top.before = tail(before+text+" ", contextBytesMax)
		if flag := strings.TrimSuffix(before[strings.LastIndexByte(" "+strings.TrimSuffix(before, " "), ' '):], " "); isSecretFlag(flag) && !strings.HasPrefix(text, "-") {
			return Mark, ""
		} else if w.isPair(before, text) {
			return Mark, ""
		}
		return argument(text, before), before
	case w.depth > 0 && namesSecret(top.key, true):
		if strings.ContainsAny(text, " \t") && secretPhrase(text, true) || secretLiteral(text, strongName) {
			return Mark, ""
		}
	case namesSecret(top.key, true), isField(valueFields, top.key) && namesSecret(top.before, true):
		return Mark, ""
	case secretByKey(top.key, text), secretKey(top.key, text):
		return Mark, ""
	case isField(nameFields, top.key):
		top.before = text
	}
	return text, ""
}

// isPair reports whether a text is the second of two in an array of arrays, and the
// first names it: [["password","abc"]].
func (w *previewer) isPair(before, text string) bool {
	name := strings.TrimSuffix(before, " ")
	if w.open[len(w.open)-1].count != 2 || strings.Contains(name, " ") || !namesSecret(name, true) {
		return false
	}
	digits := len(text) >= 6 && traitsOf(text).digits == len(text) && namesSecret(name, false)
	outer := len(w.open) > 1 && !w.open[len(w.open)-2].object
	return digits || isMade(text) || outer && secretLiteral(text, strongName) && nameStrength(text, 0, len(text)) == plainName
}

// contextBytesMax is how much of the texts before one in an array is looked at.
const contextBytesMax = 256

func tail(text string, bytesMax int) string { return text[max(0, len(text)-bytesMax):] }

// isSecretFlag reports whether a text is an option that a secret follows.
func isSecretFlag(flag string) bool {
	name := strings.TrimLeft(flag, "-")
	return name != flag && !strings.ContainsAny(name, " =:") && namesSecret(name, true)
}

// secretByKey judges a text below a key like "token".
func secretByKey(key, text string) bool {
	return key != "" && isWeak(nameStrength(key, 0, len(key))) && looksRandom(text, randomRunMin) && !strings.ContainsAny(text, " \n")
}

// redacted returns the beginning of a text, redacted as it is behind another.
func (w *previewer) redacted(before, text string) string {
	end := runeStart(text, w.bytesMax)
	w.left -= len(before) + min(len(text), end+aroundBytes)
	if before == "" {
		return Prefix(text, w.bytesMax)
	}
	return cut(redactPart(before+cut(text, end+aroundBytes), len(before), len(before)+end), w.bytesMax)
}

func quoted(text string) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}
