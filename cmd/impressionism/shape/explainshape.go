package shape

import "github.com/ed-irl/impressionism/abi"

// Explained is how one item's similarity came about. Numbers are logits.
type Explained struct {
	Parts   []Part       `json:"parts"`
	Odds    float64      `json:"odds"`             // the sum of the parts and of behind: what a threshold is compared with
	Behind  float64      `json:"behind,omitempty"` // what is taken away, below 0, as ahead fits clearly better
	Ahead   string       `json:"ahead,omitempty"`
	Nearer  string       `json:"nearer,omitempty"` // what people ask for that the prompt is nearer to than to the item
	Ask     string       `json:"ask,omitempty"`    // what its card has people type for it, nearest to the prompt, where that speaks for it
	Other   string       `json:"other,omitempty"`  // what its card says that only sounds like it, where that speaks against it
	Words   []WordPoints `json:"words"`            // of the prompt that the item has, most points first
	Related []WordPoints `json:"related"`          // words that go with the prompt's, which the item has
	Passage *NearestText `json:"passage,omitempty"`
	Needed  *NeededOdds  `json:"needed,omitempty"`
	Context *Context     `json:"context,omitempty"`
	Bound   bool         `json:"bound,omitempty"` // the similarity was bounded, whatever the odds
}

// Part is one share of a logit.
type Part struct {
	Name   string  `json:"name" jsonschema:"enum=meaning,enum=words,enum=coverage,enum=asked,enum=related,enum=gate,enum=manner,enum=length,enum=size,enum=background,enum=technology,enum=card,enum=start,enum=context"`
	Points float64 `json:"points"`
}

// Context is what is known of an item besides the prompt: stems that it shares
// with the workspace and recent tools, and what became of its suggestions.
type Context struct {
	Points    float64  `json:"points"`
	Counted   bool     `json:"counted"` // false: a search goes without it; a prompt here would get it
	Workspace []string `json:"workspace,omitempty"`
	Files     []string `json:"files,omitempty"`
	Commands  []string `json:"commands,omitempty"`
	Suggested int      `json:"suggested"` // in this workspace
	Used      int      `json:"used"`
	Good      int      `json:"good,omitempty"` // verdicts of the user
	Bad       int      `json:"bad,omitempty"`
	Doubt     string   `json:"doubt,omitempty"` // what a lesson names that is gone, in words
}

// WordPoints is what one word is worth, by its stem.
type WordPoints struct {
	Word   string  `json:"word"`
	Points float64 `json:"points"`
	BM25   float64 `json:"bm25"`
	Asked  bool    `json:"asked"` // false: it stands only in a name
}

// NearestText is the passage of an item that is nearest to the prompt.
type NearestText struct {
	Number int     `json:"number"` // 0: name and description; from 1: of the body
	Text   string  `json:"text"`
	Cosine float64 `json:"cosine"`
}

// NeededOdds is a ruleset's threshold.
type NeededOdds struct {
	Odds       float64 `json:"odds"`
	Similarity float64 `json:"similarity"`
	Profile    string  `json:"profile,omitempty"`
	From       string  `json:"from,omitempty" jsonschema:"enum=floor,enum=nulls,enum=apart"`
}

// Threshold is a profile's, and where it comes from.
type Threshold struct {
	Profile    string   `json:"profile" jsonschema:"enum=aggressive,enum=default,enum=conservative,enum=firm"`
	Kinds      []string `json:"kinds"`      // of the items that it holds for
	Similarity float64  `json:"similarity"` // at which it stands
	Odds       float64  `json:"odds"`
	From       string   `json:"from" jsonschema:"enum=floor,enum=nulls,enum=apart"`
	Floor      float64  `json:"floor"`
	Rank       int      `json:"null_rank,omitempty"` // of the null prompt that the profile allows for, from 1
	Nulls      int      `json:"nulls"`               // null prompts that were tried
	Null       string   `json:"null_prompt,omitempty"`
	NullOdds   float64  `json:"null_odds,omitempty"`
}

// WhyNot is what `why-not --json` prints.
type WhyNot struct {
	Ref         abi.Ref    `json:"ref"`
	Prompt      string     `json:"prompt"`
	Session     string     `json:"session,omitempty"` // whose last prompt it is
	Asked       string     `json:"asked,omitempty"`   // how, where a session could answer otherwise
	Tier        string     `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Ruleset     string     `json:"ruleset"` // of several the one that wants least
	Suggested   bool       `json:"suggested"`
	Why         string     `json:"why,omitempty"` // code
	Reason      string     `json:"reason"`
	Told        []abi.Ref  `json:"told"`  // what is suggested instead
	Place       int        `json:"place"` // among what was found, from 1; 0: not found
	Similarity  float64    `json:"similarity"`
	Threshold   *float64   `json:"threshold,omitempty"`
	Explained   *Explained `json:"explained,omitempty"`
	Has         []string   `json:"has"`                    // words of the prompt that the item has
	Lacks       []string   `json:"lacks"`                  // and those that it lacks
	Nearest     string     `json:"nearest,omitempty"`      // the item's own phrase that is nearest to the prompt
	Changes     []Change   `json:"changes"`                // what a person may change; each was seen to make it suggested
	CardCommand string     `json:"card_command,omitempty"` // that adds the prompt to the item's card, where it fits too little; it was not tried
	Applied     string     `json:"applied,omitempty"`      // the file that the settings were written to
	Evaluations int        `json:"evaluations"`
	Command     string     `json:"command"` // that asks this again
	Notes       []string   `json:"notes"`
}

// Change makes an item be suggested.
type Change struct {
	Kind     string          `json:"kind" jsonschema:"enum=add-to-prompt,enum=take-from-prompt,enum=setting"`
	Words    []string        `json:"words,omitempty"`
	Taken    []string        `json:"taken,omitempty"`  // words of the prompt that are taken away besides
	Prompt   string          `json:"prompt,omitempty"` // as changed
	Settings []SettingChange `json:"settings,omitempty"`
	YAML     string          `json:"yaml,omitempty"`    // the settings as config.yaml may have them: its sections, changed
	Command  string          `json:"command,omitempty"` // that shows it
}

// SettingChange is a setting and the value that makes the difference.
type SettingChange struct {
	Key   string  `json:"key"`
	Value float64 `json:"value"`
}
