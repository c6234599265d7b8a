// Package shape holds what the commands print with --json. Its types are
// public promises: schemas/ is generated from them.
package shape

import (
	"encoding/json"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
)

// Index is what `index --json` prints.
type Index = index.Report

// Status is what `status --json` prints.
type Status struct {
	Version   string       `json:"version"`
	Paths     Paths        `json:"paths"`
	Workspace string       `json:"workspace"`
	Index     IndexPart    `json:"index"`
	Model     Model        `json:"model"`
	Ruleset   Ruleset      `json:"ruleset"`
	Warm      Warm         `json:"warm"`
	Opinion   Opinion      `json:"opinion"`
	Tools     *ToolsStatus `json:"tools,omitempty"` // absent: no server has a list
	Code      *CodeStatus  `json:"code,omitempty"`  // absent: no folder has an index of its code
	Doubtful  []Doubtful   `json:"doubtful"`        // lessons that may be told
	Sessions  Sessions     `json:"sessions"`
	Reasons   []Reason     `json:"reasons"` // why answers were poorer than they could be
	Problems  []string     `json:"problems"`
}

// Doubtful is a lesson that names what the repository no longer has.
type Doubtful struct {
	ID   string `json:"id"`
	Gone string `json:"gone"` // in words, as in "deploy.sh, which is gone"
}

// Paths are where things lie.
type Paths struct {
	Config string `json:"config"`
	Rules  string `json:"rules"`
	State  string `json:"state"`
	Index  string `json:"index"`
	Models string `json:"models"`
	Log    string `json:"log"`
}

// Warm is the server that answers for hooks.
type Warm struct {
	State  string `json:"state"`            // "answering", "refusing", "none", or "off"
	Socket string `json:"socket,omitempty"` // where it is, or would be
}

// Opinion is whether a language model is asked about open prompts, and what came of it in
// the last days.
type Opinion struct {
	State     string        `json:"state" jsonschema:"enum=off,enum=on,enum=unable,enum=paused,enum=used up"`
	Provider  string        `json:"provider,omitempty"`
	Model     string        `json:"model,omitempty"`
	Detail    string        `json:"detail,omitempty"` // why nobody is asked now, though the settings want it
	Days      int           `json:"days"`             // that the numbers are of
	Open      int           `json:"open"`             // prompts that the local decision left open
	Asked     int           `json:"asked"`            // requests that were sent
	Answered  int           `json:"answered"`
	Agreed    int           `json:"agreed"` // answers by which the same was suggested as without them
	Causes    []OpinionLack `json:"causes"`
	MedianMS  int64         `json:"median_ms,omitempty"` // of answers
	TokensIn  int64         `json:"tokens_in"`
	TokensOut int64         `json:"tokens_out"`
	Cost      *float64      `json:"cost,omitempty"` // by the prices of the settings; absent: they have none
}

// OpinionLack is why there was no opinion, and how often.
type OpinionLack struct {
	Cause string `json:"cause"`
	Count int    `json:"count"`
}

// IndexPart is the state of the index.
type IndexPart struct {
	index.Status
	IndexedAt *time.Time `json:"indexed_at,omitempty"`
	Bytes     int64      `json:"bytes"`
}

// Model is the tier that answers reach.
type Model struct {
	Tier   string `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Name   string `json:"name"`
	State  string `json:"state"`
	Detail string `json:"detail,omitempty"`

	Languages bool `json:"languages,omitempty"` // it knows more of them than English
}

// Ruleset is the active ruleset's state.
type Ruleset struct {
	ID       string `json:"id"`
	Layer    string `json:"layer"` // of active_ruleset
	Problem  string `json:"problem,omitempty"`
	Failures int    `json:"failures"` // in a row
	Paused   bool   `json:"paused"`
	Last     string `json:"last_error,omitempty"`

	Also []Ruleset `json:"also,omitempty"` // that decide after it, in their order
}

// Sessions sums up state.db.
type Sessions struct {
	Bytes       int64     `json:"bytes"`
	Unread      bool      `json:"unread,omitempty"` // state.db could not be read: the other numbers are not known; Problems says why
	Decisions   int       `json:"decisions"`
	Suggestions int       `json:"suggestions"`
	Used        int       `json:"used"`              // suggested and then invoked within 3 prompts
	Off         string    `json:"off,omitempty"`     // the session that on and off act on, where the user switched suggestions off in it
	Outcomes    []Outcome `json:"outcomes"`          // of the 1,000 items that were suggested most
	Newest      int       `json:"newest,omitempty"`  // how many of the newest prompts Foreign was counted over
	Foreign     int       `json:"foreign,omitempty"` // of these, in another language than English
}

// Outcome is what became of one item's suggestions.
type Outcome struct {
	Ref       abi.Ref `json:"ref"`
	Workspace string  `json:"workspace"`
	Suggested int     `json:"suggested"`
	Invoked   int     `json:"invoked"`
	Ignored   int     `json:"ignored"`
	Good      int     `json:"good"` // verdicts of the user
	Bad       int     `json:"bad"`
}

// Reason counts the lines of the log with one code.
type Reason struct {
	Code  string    `json:"code"`
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
	Text  string    `json:"text,omitempty"` // of the last one
}

// Search is what `search --json` prints.
type Search struct {
	Query string   `json:"query"`
	Tier  string   `json:"tier" jsonschema:"enum=lexical,enum=model"`
	Hits  []Hit    `json:"hits"`
	Notes []string `json:"notes"`

	Thresholds []Threshold `json:"thresholds,omitempty"` // with --explain
}

// Hit is one found item.
type Hit struct {
	Ref         abi.Ref  `json:"ref"`
	Description string   `json:"description"`
	Path        string   `json:"path"`
	Similarity  float64  `json:"similarity"` // calibrated: what a ruleset compares with its threshold
	Cosine      *float64 `json:"cosine,omitempty"`
	BM25        float64  `json:"bm25"`
	Matched     []string `json:"matched"`
	Snippet     string   `json:"snippet,omitempty"`

	Explained *Explained `json:"explained,omitempty"` // with --explain
}

// Why is what `why --json` prints.
type Why struct {
	Prompts   []Prompt   `json:"prompts"`   // newest first, those without a decision too
	Decisions []Decision `json:"decisions"` // newest first
	Active    []Active   `json:"active"`    // all of the session, the newest first
	Off       bool       `json:"off"`       // the user switched suggestions off in this session
	Feedback  []Feedback `json:"feedback"`  // the last first
}

// Active is one time that an item was active in a session.
type Active struct {
	Ref      abi.Ref     `json:"ref"`
	From     time.Time   `json:"from"`
	To       *time.Time  `json:"to,omitempty"` // absent: it is active still
	Reason   string      `json:"reason"`       // why it became active
	Left     string      `json:"left,omitempty"`
	Ruleset  string      `json:"ruleset"`
	Decision int64       `json:"decision"` // that activated it
	Told     []time.Time `json:"told"`     // meanwhile
	Used     []time.Time `json:"used"`     // after it was told meanwhile
}

// Prompt is what became of one prompt.
type Prompt struct {
	At       time.Time `json:"at"`
	Number   int       `json:"number"` // in its session, from 1
	Text     string    `json:"text"`   // its first characters, as stored
	Outcome  string    `json:"outcome,omitempty" jsonschema:"enum=suggested,enum=not told,enum=nothing fitted,enum=too short,enum=command,enum=out of time,enum=ruleset failed,enum=failed"`
	Reason   string    `json:"reason,omitempty"`   // where the outcome alone does not say it
	Late     []string  `json:"late,omitempty"`     // what time ran out for while it was answered
	Decision int64     `json:"decision,omitempty"` // 0: none was stored
	Became   string    `json:"became"`             // the outcome in words
	Lines    []string  `json:"lines"`              // the reasons in words
	Warnings []string  `json:"warnings,omitempty"` // of the ruleset
}

// Decision is one stored decision.
type Decision struct {
	ID        int64              `json:"id"`
	Session   string             `json:"session"`
	Workspace string             `json:"workspace"`
	At        time.Time          `json:"at"`
	Event     string             `json:"event"`
	Ruleset   string             `json:"ruleset"`
	Hash      string             `json:"ruleset_hash"`
	Inputs    string             `json:"inputs_hash"`
	Tier      string             `json:"tier"`
	Neutral   bool               `json:"neutral"`
	Told      []abi.Ref          `json:"told"`
	Answer    json.RawMessage    `json:"answer"` // as schemas/decision has its entries
	Scores    json.RawMessage    `json:"scores,omitempty"`
	Dropped   []Dropped          `json:"dropped"`
	Said      string             `json:"said"`
	Fault     string             `json:"fault,omitempty"`
	StepsMS   map[string]float64 `json:"steps_ms"`
	Opinion   *trace.Opinion     `json:"opinion,omitempty"` // of a language model; absent: none was wanted

	Prompt    int                 `json:"prompt"`               // number of the prompt in its session
	TookMS    float64             `json:"took_ms"`              // all steps together
	Threshold *float64            `json:"threshold,omitempty"`  // similarity from which the ruleset suggests; absent: it has none, or nothing was found
	Tokens    int                 `json:"tokens"`               // of what was said; estimate: a quarter of the characters
	HostCalls *int                `json:"host_calls,omitempty"` // of the rulesets that answered; absent: no trace is kept
	Outcomes  []SuggestionOutcome `json:"outcomes"`             // of what was told, in its order
}

// Dropped is an item that was chosen and not told.
type Dropped struct {
	Ref abi.Ref `json:"ref"`
	Why string  `json:"why"`
}

// Rules is what `rules list --json` prints.
type Rules struct {
	Active   string        `json:"active"`
	Order    []string      `json:"order"` // of all that decide; the first is Active
	Rulesets []RulesetLine `json:"rulesets"`
}

// RulesetLine is one ruleset that could be active.
type RulesetLine struct {
	ID       string `json:"id"`
	Version  string `json:"version,omitempty"`
	Summary  string `json:"summary,omitempty"`
	Language string `json:"language,omitempty"`
	Path     string `json:"path,omitempty"`
	Hash     string `json:"hash,omitempty"`
	Bytes    int    `json:"bytes,omitempty"` // of its code file
	Problem  string `json:"problem,omitempty"`
	Unvetted bool   `json:"unvetted,omitempty"` // a module that may not run until it is vetted
	Paused   bool   `json:"paused,omitempty"`
	Changed  bool   `json:"changed,omitempty"` // since it was added
}

// Config is what `config show --json` prints.
type Config struct {
	Values   []config.Origin `json:"values"`
	Problems []string        `json:"problems"`
}

// Plugins is what `plugins list --json` prints.
type Plugins struct {
	Plugins  []client.Plugin `json:"plugins"`
	Warnings []string        `json:"warnings"`
}

// Models is what `model list --json` prints.
type Models struct {
	Models []install.ModelStatus `json:"models"`
}

// Init is what `init --json` prints.
type Init struct {
	Config  string   `json:"config"`
	Created []string `json:"created"`
}

// Inspected is what `rules inspect --json` prints.
type Inspected struct {
	ID         string           `json:"id"`
	Language   string           `json:"language"`
	Hash       string           `json:"hash"`
	Bytes      int              `json:"bytes"` // of its code file
	Manifest   abi.Manifest     `json:"manifest"`
	Files      []RulesetFile    `json:"files"`
	Module     *wasm.Inspection `json:"module,omitempty"`     // WebAssembly only
	Vetted     bool             `json:"vetted,omitempty"`     // WebAssembly only: it may run
	Undeclared []string         `json:"undeclared,omitempty"` // calls that it imports and its manifest leaves out
}

// RulesetFile is a file of a ruleset, by its path inside the folder.
type RulesetFile struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}
