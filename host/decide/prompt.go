package decide

import (
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank"
)

// Prompt is a user's prompt, cut, cleaned and parsed once for all steps.
type Prompt struct {
	Text    string     // as rulesets get it: at most 64 KiB
	Cleaned string     // Text without pasted material
	Query   rank.Query // what is searched
}

// ParsePrompt parses a prompt of any length.
func ParsePrompt(text string) Prompt {
	p := Prompt{Text: cutPrompt(text)}
	p.Cleaned = rank.Clean(p.Text)
	p.Query = query(p.Cleaned)
	return p
}

// promptBytesMax bounds the prompt in the context; of a longer one its end is
// kept, too: people ask below what they paste. See RATIONALE.md, "Why only the ends of
// a long prompt?".
const (
	promptBytesMax  = 64 << 10
	promptTailBytes = 16 << 10
)

// cutPrompt leaves out the middle of a prompt that is too long.
func cutPrompt(prompt string) string {
	if len(prompt) <= promptBytesMax {
		return prompt
	}
	return cut.Bytes(prompt, promptBytesMax-promptTailBytes-1) + "\n" + cut.Tail(prompt, promptTailBytes)
}

// Query returns the query of any text, of a long one that of its ends.
func Query(text string) rank.Query { return query(rank.Clean(text)) }

// query parses a cleaned text. What is left of a long one may be pasted material again:
// a fence whose end was cut away opens nothing any more.
func query(cleaned string) rank.Query {
	if ends := searched(cleaned); ends != cleaned {
		return rank.Prompt(ends)
	}
	return rank.CleanedPrompt(cleaned)
}

// What is searched of a long text: people ask at the beginning or at the end,
// and paste in between. Each different word costs a look into the index. See
// RATIONALE.md, "Why only the ends of a long prompt?".
const (
	searchedHeadBytes = 2 << 10
	searchedTailBytes = 1 << 10
)

// searched leaves out the middle of a long text.
func searched(text string) string {
	if len(text) <= searchedHeadBytes+searchedTailBytes {
		return text
	}
	return cut.Bytes(text, searchedHeadBytes) + " " + cut.Tail(text, searchedTailBytes)
}
