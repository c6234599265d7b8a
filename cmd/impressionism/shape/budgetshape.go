package shape

import "github.com/ed-irl/impressionism/host/catalog"

// Where the model of a budget comes from.
const (
	FromFlag     = "flag"
	FromSettings = "settings" // or a variable of the client
	FromDefault  = "default"  // the client's, where nobody has chosen
	FromWindow   = "window"   // there is none: --window
)

// Budget is what `skills budget --json` prints.
type Budget struct {
	Items         int                 `json:"items"`   // of the user, the project and plugins
	Bundled       int                 `json:"bundled"` // that come with the client
	Model         string              `json:"model,omitempty"`
	ModelFrom     string              `json:"model_from" jsonschema:"enum=flag,enum=settings,enum=default,enum=window"`
	Window        int                 `json:"window_tokens"`
	CharsPerToken int                 `json:"chars_per_token"` // as the client counts
	Chars         int                 `json:"chars"`           // that the listing may take
	Used          int                 `json:"used_chars"`
	IDs           int                 `json:"id_chars"`  // of them those that never go: ids, and bundled skills
	ForAll        int                 `json:"all_chars"` // that it would take with every description
	Shown         int                 `json:"shown"`
	Hidden        int                 `json:"hidden"`
	Bare          int                 `json:"without_description"`
	NeverUsed     int                 `json:"never_used"`
	HiddenIDs     []string            `json:"hidden_ids"`
	Lines         []BudgetLine        `json:"lines"` // longest description first
	Plan          *BudgetPlan         `json:"plan,omitempty"`
	Rules         BudgetRules         `json:"rules"`
	Rejected      []catalog.Rejection `json:"rejected"`
}

// BudgetRules is what rules take of the window, beside the listing.
type BudgetRules struct {
	Always       int                 `json:"always"` // files that are in every session
	Chars        int                 `json:"chars"`  // of these
	Tokens       int                 `json:"tokens"`
	Waiting      int                 `json:"waiting"` // files that come once a file is read that their paths name
	WaitingChars int                 `json:"waiting_chars"`
	Lines        []BudgetRule        `json:"lines"` // longest first
	Rejected     []catalog.Rejection `json:"rejected"`
}

// BudgetRule is one rule.
type BudgetRule struct {
	ID     string   `json:"id"`
	Source string   `json:"source" jsonschema:"enum=user,enum=project"`
	Path   string   `json:"path"`
	Chars  int      `json:"chars"` // that the model gets
	Tokens int      `json:"tokens"`
	Paths  []string `json:"paths"` // of files, of which one must be read; none: the rule is in every session
}

// BudgetLine is one item in the listing.
type BudgetLine struct {
	ID          string `json:"id"`
	Source      string `json:"source" jsonschema:"enum=user,enum=project,enum=plugin,enum=bundled"`
	Fate        string `json:"fate" jsonschema:"enum=described,enum=hidden,enum=name-only,enum=undescribed"`
	Chars       int    `json:"chars"`         // that its description takes, or would take
	Written     int    `json:"written_chars"` // of the description before it is cut
	Tokens      int    `json:"tokens"`        // that these characters are about
	Uses        int    `json:"uses"`          // as far as the client or the ledger of suggestions counted
	Description string `json:"description"`   // empty for bundled skills

	Then string `json:"then,omitempty" jsonschema:"enum=described,enum=hidden,enum=name-only,enum=undescribed"` // its fate after the plan; absent without one
}

// BudgetPlan is what `skills budget --plan` proposes.
type BudgetPlan struct {
	Tier      string            `json:"tier" jsonschema:"enum=lexical,enum=model"` // of the search
	Overrides map[string]string `json:"skillOverrides"`                            // to be added to the client's settings
	Choices   []BudgetChoice    `json:"choices"`
	Shown     int               `json:"shown"` // after
	Hidden    int               `json:"hidden"`
	Used      int               `json:"used_chars"`
	Unreached []string          `json:"unreached"`                  // neither described nor found, before
	Lost      []string          `json:"lost"`                       // nor after
	Fraction  float64           `json:"skillListingBudgetFraction"` // that shows everything; 0: none does
	Plugins   []BudgetPlugin    `json:"plugins"`                    // which no override reaches
	Notes     []string          `json:"notes"`
}

// BudgetChoice is one override and its reason.
type BudgetChoice struct {
	ID       string `json:"id"`
	Override string `json:"override" jsonschema:"enum=on,enum=name-only"`
	Found    int    `json:"found"` // place in the search; 0: not among the first five
	Chars    int    `json:"chars"` // that its description takes
	Was      string `json:"was" jsonschema:"enum=described,enum=hidden,enum=name-only"`
	Reason   string `json:"reason"`
}

// BudgetPlugin is what a plugin's items take.
type BudgetPlugin struct {
	Key   string `json:"key"` // name@market
	Items int    `json:"items"`
	Chars int    `json:"chars"` // of descriptions that are shown
	Uses  int    `json:"uses"`
}
