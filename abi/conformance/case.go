package conformance

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

//go:embed testdata/*.json
var files embed.FS

// Case is one scenario: an event, what the guest asks and is answered, and what
// comes of it. A file of testdata holds a list of them.
type Case struct {
	Name         string          `json:"name"`
	Why          string          `json:"why"`          // what a user loses where it fails
	Context      json.RawMessage `json:"context"`      // fields beside those of every case
	Budgets      json.RawMessage `json:"budgets"`      // fields beside those of every case
	Activation   []string        `json:"activation"`   // lines of the program; absent: a call line for each of Calls
	Deactivation []string        `json:"deactivation"` // lines without "then "
	Calls        []Exchange      `json:"calls"`        // in the order in which they have to come
	Unlinked     bool            `json:"unlinked"`     // none of the calls is linked
	Want         *Want           `json:"want"`         // absent: the replies to Calls
	Fault        *Fault          `json:"fault"`
}

// Exchange is one host call and its reply: OK or Error.
type Exchange struct {
	Call    string          `json:"call"`
	Request json.RawMessage `json:"request"`
	Loosely bool            `json:"loosely"` // the request has to be valid, nothing more
	OK      json.RawMessage `json:"ok"`
	Error   *abi.Fault      `json:"error"`
	Times   int             `json:"times"` // the only entry of the list in OK stands there so many times
	Repeat  int             `json:"repeat"`
}

// Want is what the functions answer.
type Want struct {
	Activation   []Entry `json:"activation"`
	Deactivation []Entry `json:"deactivation"`
}

// Entry is an entry of an answer. With a Reply, its reason is that JSON.
type Entry struct {
	abi.Entry
	Reply   json.RawMessage `json:"reply"`
	Refused string          `json:"refused"` // the reply is an error with this code and any message
	Random  bool            `json:"random"`  // any reason will do
	Length  int             `json:"length"`  // bytes of the reason, whatever they are
}

// Fault is the error that ends a function.
type Fault struct {
	Function string   `json:"function"` // absent: evaluate_activation
	Code     string   `json:"code"`
	Starts   string   `json:"starts"`
	Holds    []string `json:"holds"` // on the first line
	Place    bool     `json:"place"` // the author's file and line are on the first line
}

// Cases gives every case, in the order of file names.
func Cases() ([]Case, error) {
	names, err := fs.Glob(files, "testdata/*.json")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		cases, err := decode(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, cases...)
	}
	return all, nil
}

func decode(data []byte) ([]Case, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var cases []Case
	if err := decoder.Decode(&cases); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	for i := range cases {
		if err := cases[i].complete(); err != nil {
			return nil, fmt.Errorf("%s: %w", cases[i].Name, err)
		}
	}
	return cases, nil
}

// complete fills in what follows from the exchanges.
func (c *Case) complete() error {
	for i := range c.Calls {
		var line bytes.Buffer
		if err := json.Compact(&line, c.Calls[i].Request); err != nil {
			return err
		}
		c.Calls[i].Request = line.Bytes()
		if err := c.Calls[i].repeatEntry(); err != nil {
			return err
		}
	}
	if c.Want != nil || c.Fault != nil {
		return nil
	}
	c.Want = &Want{}
	for _, exchange := range c.Calls {
		if exchange.Repeat > 0 {
			return fmt.Errorf("%s: with repeat a case says its lines itself", exchange.Call)
		}
		c.Activation = append(c.Activation, "call "+exchange.Call+" "+string(exchange.Request))
		c.Want.Activation = append(c.Want.Activation, Entry{
			Entry: abi.Entry{Ref: abi.Skill(probeID)}, Reply: exchange.reply(nil),
		})
	}
	return nil
}

func (e *Exchange) repeatEntry() error {
	if e.Times == 0 {
		return nil
	}
	text := string(e.OK)
	open, end := strings.Index(text, "["), strings.LastIndex(text, "]")
	if open < 0 || end < open {
		return fmt.Errorf("%s: times without a list in ok", e.Call)
	}
	entry := text[open+1 : end]
	e.OK = json.RawMessage(text[:open+1] + strings.Repeat(entry+",", e.Times-1) + entry + text[end:])
	return nil
}

// context encodes the event of the case for one function.
func (c *Case) context(function string, activated []abi.Entry) ([]byte, error) {
	context := abi.Context{
		ABI: abi.Version, SessionID: "session-1", WorkspacePath: "/work/space", HookEvent: abi.EventPrompt,
		Now: "2026-01-02T03:04:05Z", Sequence: 7,
	}
	lines := append([]string{}, c.Activation...)
	for _, line := range c.Deactivation {
		lines = append(lines, "then "+line)
	}
	context.UserPrompt = strings.Join(lines, "\n")
	if c.Context != nil {
		if err := json.Unmarshal(c.Context, &context); err != nil {
			return nil, fmt.Errorf("context: %w", err)
		}
	}
	if function == abi.Deactivation {
		context.Activated = activated
	}
	return json.Marshal(context)
}
