package shape

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/stats"
)

// SkillsLint is what `skills lint --json` prints.
type SkillsLint struct {
	Skills      int           `json:"skills"` // looked at
	Rules       int           `json:"rules"`  // looked at
	WithoutCard int           `json:"without_card"`
	Errors      int           `json:"errors"`
	Warnings    int           `json:"warnings"`
	Notes       int           `json:"notes"`
	Findings    []LintFinding `json:"findings"` // by file and line
}

// SkillsCard is what `skills card --json` prints.
type SkillsCard struct {
	Ref    abi.Ref  `json:"ref"`
	Path   string   `json:"path"`                                                // of the item
	Whose  string   `json:"whose" jsonschema:"enum=own,enum=author,enum=nobody"` // whose card counts
	File   string   `json:"file,omitempty"`                                      // in which the card stands that counts
	Asks   []string `json:"asks"`                                                // what people would type for the item
	Not    []string `json:"not"`                                                 // what only sounds like it
	Beside string   `json:"beside,omitempty"`                                    // an author's file that does not count beside the user's own card
	Faults []string `json:"faults"`                                              // files that should be a card and are none, and why
}

// LintFinding is one thing to mend.
type LintFinding struct {
	Code     string `json:"code"` // see `skills lint --explain`
	Severity string `json:"severity" jsonschema:"enum=error,enum=warning,enum=note"`
	ID       string `json:"id"`
	File     string `json:"file"`
	Line     int    `json:"line"` // from 1
	Reason   string `json:"reason"`
	Fix      string `json:"fix"`
}

// SkillsCollide is what `skills collide --json` prints.
type SkillsCollide struct {
	Items    int             `json:"items"`
	Tier     string          `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Probes   int             `json:"probes"`   // prompts made of the items' own words
	Recorded int             `json:"recorded"` // prompts of the user
	Embedded int             `json:"embedded"` // of all these, those that were compared by meaning too
	Pairs    []CollidingPair `json:"pairs"`    // worst first
	Found    int             `json:"found"`    // pairs, those not shown included
	Repeats  []RuleRepeats   `json:"repeats"`  // rules that say what an item says, the most alike first
	Notes    []string        `json:"notes"`
}

// RuleRepeats is a rule that says what an item says of itself.
type RuleRepeats struct {
	Rule   string   `json:"rule"`
	Path   string   `json:"path"`
	Item   string   `json:"item"`
	Share  float64  `json:"share"`  // of the item's words, by rarity, that the rule has, 0–1
	Common []string `json:"common"` // rare words that both have
}

// CollidingPair is two items that get each other's prompts.
type CollidingPair struct {
	A        string           `json:"a"`
	B        string           `json:"b"`
	Weight   float64          `json:"weight"`   // 1 for each prompt lost, up to ½ for each close one, 1 for the same meaning
	Lost     int              `json:"lost"`     // prompts whose item came behind the other
	Share    stats.Rate       `json:"share"`    // of the prompts made of the words of both, those lost, with its 95 % interval
	Recorded int              `json:"recorded"` // prompts of the user that both want, counted among the close ones
	Close    int              `json:"close"`    // won, or first of two in the user's, by less than the margin
	Nearness float64          `json:"nearness"` // cosine of their descriptions; 0 where they are not embedded
	Alike    float64          `json:"alike"`    // share of words, by rarity, that both descriptions have, 0–1
	Examples []CollidePrompt  `json:"examples"`
	Words    []PartingWord    `json:"words"`
	Common   []string         `json:"common"` // rare words that both have
	Totals   []CollidingTotal `json:"totals"`
}

// CollidingTotal is how one item of a pair fared.
type CollidingTotal struct {
	ID     string `json:"id"`
	Probes int    `json:"probes"` // of its own
	Lost   int    `json:"lost"`   // to the other
	Close  int    `json:"close"`
}

// CollidePrompt is a prompt that two items want.
type CollidePrompt struct {
	Text   string  `json:"text"`
	From   string  `json:"from" jsonschema:"enum=description,enum=when,enum=quoted,enum=body,enum=recorded"`
	Owner  string  `json:"owner,omitempty"` // whose words it is made of; none for the user's
	First  string  `json:"first"`           // of the two
	Behind float64 `json:"behind"`          // how far the other is, in logits

	FirstSimilarity  float64 `json:"first_similarity"`  // 0–1
	SecondSimilarity float64 `json:"second_similarity"` // of the other; 0: the search did not find it
}

// PartingWord is a word that one item of a pair has and the other has not.
type PartingWord struct {
	Word  string  `json:"word"`
	ID    string  `json:"id"`                                            // whose it is
	Where string  `json:"where" jsonschema:"enum=description,enum=body"` // body: only there
	Shift float64 `json:"shift"`                                         // in logits, towards ID, where a prompt has the word
}

// SkillsProbe is what `skills probe --json` prints.
type SkillsProbe struct {
	Ref       abi.Ref       `json:"ref"`
	Path      string        `json:"path"`
	Tier      string        `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Ruleset   string        `json:"ruleset"`
	Threshold float64       `json:"threshold"` // similarity from which the ruleset suggests
	Own       ProbeCounts   `json:"own"`       // prompts made of its own words
	Others    ProbeCounts   `json:"others"`    // of the user, or of the file given
	Source    string        `json:"source" jsonschema:"enum=recorded,enum=file"`
	Prompts   []ProbePrompt `json:"prompts"` // that reach it or nearly do, and its own that do not; best first
	Notes     []string      `json:"notes"`
}

// ProbeCounts counts prompts by what became of them.
type ProbeCounts struct {
	Prompts int `json:"prompts"`
	Reached int `json:"reached"`
	Beaten  int `json:"beaten"`
	Near    int `json:"near"`
	Missed  int `json:"missed"`
}

// ProbePrompt is one prompt and how the item fared with it.
type ProbePrompt struct {
	Text       string     `json:"text"`
	From       string     `json:"from" jsonschema:"enum=description,enum=when,enum=quoted,enum=body,enum=recorded,enum=file"`
	Verdict    string     `json:"verdict" jsonschema:"enum=reached,enum=beaten,enum=near,enum=missed"`
	Similarity float64    `json:"similarity"`
	Rank       int        `json:"rank"`             // from 1; 0: not among the candidates
	Others     []ProbeHit `json:"others"`           // what else was suggested; where nothing was, what came first
	Suggested  bool       `json:"others_suggested"` // whether they were
}

// ProbeHit is another item and its similarity.
type ProbeHit struct {
	Ref        abi.Ref `json:"ref"`
	Similarity float64 `json:"similarity"`
}

// SkillsMap is what `skills map --json` prints.
type SkillsMap struct {
	Items  int        `json:"items"`  // that the client lists
	Dots   []MapDot   `json:"dots"`   // those whose descriptions have vectors
	Groups []MapGroup `json:"groups"` // largest first
	Notes  []string   `json:"notes"`
}

// MapDot is where an item lies.
type MapDot struct {
	ID        string  `json:"id"`
	X         float64 `json:"x"` // 0 to 1, on the axis along which descriptions differ most
	Y         float64 `json:"y"` // 0 to 1, on the next one
	Group     int     `json:"group"`
	Suggested int     `json:"suggested"`         // over all workspaces
	Nearest   string  `json:"nearest,omitempty"` // whose description means most nearly the same
	Nearness  float64 `json:"nearness"`          // cosine; -1: there is no other
}

// MapGroup is a group of items.
type MapGroup struct {
	Items int      `json:"items"`
	Words []string `json:"words"` // that many of its descriptions have and few others'
}
