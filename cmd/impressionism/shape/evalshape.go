package shape

import "github.com/ed-irl/impressionism/host/stats"

// EvalScore is what `eval score --json` prints. A number is left out where there
// was nothing to measure.
type EvalScore struct {
	Set        string       `json:"set"`
	Prompts    int          `json:"prompts"`
	Positives  int          `json:"positives"` // prompts that something fits
	Negatives  int          `json:"negatives"`
	Sessions   int          `json:"sessions"` // 0: the prompts stand alone
	Unanswered int          `json:"unanswered"`
	Unknown    int          `json:"unknown"` // answers to prompts that the set does not have
	Told       *EvalTold    `json:"told,omitempty"`
	Metrics    []EvalMetric `json:"metrics"`
	Groups     []EvalGroup  `json:"groups"` // by the field asked for
}

// EvalGroup is a part of a set.
type EvalGroup struct {
	Name      string       `json:"name"`
	Prompts   int          `json:"prompts"`
	Positives int          `json:"positives"`
	Negatives int          `json:"negatives"`
	Told      *EvalTold    `json:"told,omitempty"`
	Metrics   []EvalMetric `json:"metrics"`
}

// EvalTold is how much the model is told; left out where the answers say nothing of texts.
type EvalTold struct {
	Prompts int `json:"prompts"` // at which it is told anything
	Median  int `json:"median"`  // characters, over all prompts
	Usual   int `json:"usual"`   // characters, the median of those prompts
	Most    int `json:"most"`    // characters at one prompt
}

// EvalMetric is a number with its 95 % interval.
type EvalMetric struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value,omitempty"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

// EvalComparison is what `eval compare --json` prints.
type EvalComparison struct {
	Set         string           `json:"set"`
	Prompts     int              `json:"prompts"`
	Sessions    int              `json:"sessions"`
	Differences []EvalDifference `json:"differences"`
	Changes     []EvalChange     `json:"changes"`
}

// EvalDifference is B − A of a metric with its 95 % interval.
type EvalDifference struct {
	Name    string   `json:"name"`
	A       *float64 `json:"a,omitempty"`
	B       *float64 `json:"b,omitempty"`
	Value   *float64 `json:"value,omitempty"`
	Low     *float64 `json:"low,omitempty"`
	High    *float64 `json:"high,omitempty"`
	Verdict string   `json:"verdict" jsonschema:"enum=better,enum=worse,enum=chance"` // of B
}

// EvalChange is a prompt that B answers differently.
type EvalChange struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Verdict string `json:"verdict" jsonschema:"enum=better,enum=worse,enum=even"`
}

// EvalReach is what `eval reach --json` prints.
type EvalReach struct {
	Corpus string      `json:"corpus"`
	Items  int         `json:"items"` // of the corpus
	Asked  int         `json:"asked"` // of them those that were searched for
	Tier   string      `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Within int         `json:"within"`
	First  stats.Rate  `json:"first"`  // the item came first
	Found  stats.Rate  `json:"found"`  // it was within
	Same   int         `json:"same"`   // nothing is left of them that is not left of another
	Missed []ReachMiss `json:"missed"` // in the order of the corpus
}

// ReachMiss is an item that was not within.
type ReachMiss struct {
	ID    string `json:"id"`
	Place int    `json:"place"` // 0: not among the first 50
}
