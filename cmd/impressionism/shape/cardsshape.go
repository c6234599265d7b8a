package shape

import "github.com/ed-irl/impressionism/abi"

// Cards is what `cards --json` prints.
type Cards struct {
	Items       int         `json:"items"`        // that the model may be told of
	Own         int         `json:"own"`          // with a card of the user's
	Author      int         `json:"author"`       // with their author's alone
	Left        int         `json:"left"`         // without a card for their text
	TokensRead  int         `json:"tokens_read"`  // about how many the rest takes to read
	TokensWrite int         `json:"tokens_write"` // and to write their cards
	Elsewhere   int         `json:"elsewhere"`    // cards of texts that no item has here
	Cards       []ItemCard  `json:"cards"`        // a row for each item
	Faulty      []FaultCard `json:"faulty"`       // files in the folder that are no card
	Folder      string      `json:"folder"`
}

// ItemCard is what one item has.
type ItemCard struct {
	Ref  abi.Ref `json:"ref"`
	Path string  `json:"path"`
	Hash string  `json:"hash"` // of its text
	Card string  `json:"card" jsonschema:"enum=own,enum=begun,enum=author,enum=earlier,enum=none"`
	Asks int     `json:"asks"`
	Not  int     `json:"not"`
}

// FaultCard is a file that is no card.
type FaultCard struct {
	Hash   string `json:"hash"` // the file's name
	Reason string `json:"reason"`
}

// CardItem is an item as a model reads it to write its card.
type CardItem struct {
	ID          string  `json:"id"`
	Ref         abi.Ref `json:"ref"`
	Hash        string  `json:"hash"` // the beginning of that of its text
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Text        string  `json:"text"` // the beginning of its body
}

// CardsNext is what `cards next --json` prints.
type CardsNext struct {
	Left        int        `json:"left"` // items without a card, those that follow included
	TokensRead  int        `json:"tokens_read"`
	TokensWrite int        `json:"tokens_write"`
	Languages   []string   `json:"languages"` // of the asks; English first
	Items       []CardItem `json:"items"`
	Wanted      string     `json:"wanted"` // what to write, in words
}

// CardsPut is what `cards put --json` prints.
type CardsPut struct {
	Kept  int       `json:"kept"`
	Mend  int       `json:"mend"`
	Left  int       `json:"left"` // items without a card
	Cards []PutCard `json:"cards"`
	Notes []string  `json:"notes"`
}

// PutCard is what became of one card that was handed in.
type PutCard struct {
	ID     string      `json:"id"`
	Line   int         `json:"line"`
	Status string      `json:"status" jsonschema:"enum=kept,enum=mend,enum=replaced,enum=stays"`
	Why    string      `json:"why"` // of what is not kept; empty: its faults say it
	Asks   int         `json:"asks"`
	Not    int         `json:"not"`
	Faults []CardFault `json:"faults"`
}

// CardFault is one thing to mend, or to do better.
type CardFault struct {
	Code   string `json:"code"`
	Harms  bool   `json:"harms"` // the card is not kept with it
	Line   string `json:"line"`  // the ask or not that it is about, or empty
	Reason string `json:"reason"`
}

// CardsMake is what `cards make --json` prints.
type CardsMake struct {
	Provider    string        `json:"provider"`
	Model       string        `json:"model"`
	DryRun      bool          `json:"dry_run"`
	Items       int           `json:"items"`        // to be read
	TokensRead  int           `json:"tokens_read"`  // about, beforehand
	TokensWrite int           `json:"tokens_write"` // the same
	Kept        int           `json:"kept"`
	Skipped     []SkippedCard `json:"skipped"`
	TokensIn    int           `json:"tokens_in"` // as the provider counts them
	TokensOut   int           `json:"tokens_out"`
	Left        int           `json:"left"` // items without a card
	Notes       []string      `json:"notes"`
}

// SkippedCard is an item whose card could not be kept.
type SkippedCard struct {
	Ref    abi.Ref `json:"ref"`
	Reason string  `json:"reason"`
}

// CardShow is what `cards show --json` prints.
type CardShow struct {
	Ref   abi.Ref  `json:"ref"`
	Hash  string   `json:"hash"`
	Card  string   `json:"card" jsonschema:"enum=own,enum=begun,enum=author,enum=earlier,enum=none"`
	Path  string   `json:"path"` // of the file, or empty
	Asks  []string `json:"asks"`
	Not   []string `json:"not"`
	Fault string   `json:"fault"` // why the file is no card, or empty
}
