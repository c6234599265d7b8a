package shape

import "github.com/ed-irl/impressionism/abi"

// Assembled is what select --budget prints: the texts of the items that fit a prompt, as many
// as fit under a budget.
type Assembled struct {
	Budget  int             `json:"budget_tokens"`
	Tokens  int             `json:"tokens"` // of text, as the client counts
	Text    string          `json:"text"`
	Items   []AssembledItem `json:"items"`    // in text, in order
	LeftOut []AssembledItem `json:"left_out"` // that fit the prompt and not the budget, or cannot be read
}

// AssembledItem is one item.
type AssembledItem struct {
	Ref    abi.Ref  `json:"ref"`
	Tokens int      `json:"tokens"`           // of all that it has
	Files  []string `json:"files"`            // whose text is in it, absolute
	Short  int      `json:"short,omitempty"`  // rule files of it that did not fit
	Reason string   `json:"reason,omitempty"` // why it is left out
}
