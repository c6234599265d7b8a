package generate

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// text is a prompt of the material, as it is or as people and programs mangle it.
func (g generator) text() string {
	text := pick(g, append([]string{"ok do it"}, g.material.Prompts...)...)
	switch g.IntN(14) {
	case 0:
		return pick(g, "", " ", " \n\t ", "?", "ü", "🦀")
	case 1:
		return strings.ToUpper(text)
	case 2:
		return strings.Join(strings.Fields(text)[:min(3, len(strings.Fields(text)))], " ")
	case 3:
		return text + pick(g, "\n", "!", " – straße, ÜBER c++ REST", "\u00a0日本語 İstanbul", ` "quoted" <b>&amp;</b> \`, "\x00\x1b[0m")
	case 4:
		return strings.ReplaceAll(text, " ", pick(g, "  ", "\n", "-", "_", "\u2028"))
	case 5: // longer than rulesets look at, cut inside a character
		return text + strings.Repeat(pick(g, " ü", "日", " more words"), 1000+g.IntN(3))
	}
	return text
}

// messages are those before the first event, newest last; a prompt may be logged
// already.
func (g generator) messages(items []abi.Item) []abi.Message {
	var messages []abi.Message
	for i := range pick(g, 0, 1, 3, 10, 45) {
		message := abi.Message{Role: pick(g, "user", "user", "assistant", "tool"), Content: g.text(), Sequence: int64(i)}
		if message.Role == "tool" {
			message.ToolName = pick(g, "Read", "Bash")
		}
		if len(items) > 0 && g.chance(30) {
			message.Embedding = items[g.IntN(len(items))].Embedding
		}
		messages = append(messages, message)
	}
	return messages
}
