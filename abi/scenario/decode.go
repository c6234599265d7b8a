package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// Decode reads a scenario from YAML. Unknown fields, values of another type and
// refs that are none of the items are errors, with the line where YAML tells it.
func Decode(data []byte) (Scenario, error) { return DecodeIn(data, nil) }

// DecodeIn reads a scenario that may name a catalog file, which read gives by its
// path inside the ruleset's folder.
func DecodeIn(data []byte, read func(name string) ([]byte, error)) (Scenario, error) {
	if len(data) > FileBytesMax {
		return Scenario{}, fmt.Errorf("a scenario has at most %d bytes", FileBytesMax)
	}
	document, err := parse(data)
	if err != nil {
		return Scenario{}, err
	}
	c := converter{}
	if err := c.value(document, reflect.TypeFor[Scenario](), "", 0); err != nil {
		return Scenario{}, err
	}
	var s Scenario
	if err := json.Unmarshal(c.out.Bytes(), &s); err != nil {
		return Scenario{}, errors.New(abi.Misfit(err))
	}
	if err := s.takeCatalog(read); err != nil {
		return Scenario{}, err
	}
	return s, s.check()
}

func parse(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, more yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty")
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one YAML document; write one scenario to a file")
	}
	return document.Content[0], nil
}

// check finds what would make the scenario pass for nothing, or never.
func (s Scenario) check() error {
	if strings.TrimSpace(s.Why) == "" {
		return errors.New("why is missing: say what the scenario shows and why it should be so")
	}
	host, err := recorded.New(s.script())
	if err != nil {
		return err
	}
	known := func(ref abi.Ref) bool {
		return slices.ContainsFunc(s.Items, func(item abi.Item) bool { return item.Ref == ref })
	}
	for i, event := range s.events() {
		if err := event.prepare(host); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		if asked := event.Context.SessionID; asked != "" && asked != s.sessionID() {
			return fmt.Errorf("event %d: its session is %q and the scenario's is %q; a scenario has one", i+1, asked, s.sessionID())
		}
		if asked := event.Context.HookEvent; asked != "" && !slices.Contains(abi.AskedEvents, asked) {
			return fmt.Errorf("event %d: context: hook_event is %.40q; a ruleset is asked about %s", i+1, asked, strings.Join(abi.AskedEvents, ", "))
		}
		if count := event.Expect.Count; count != nil && *count < 0 {
			return fmt.Errorf("event %d: expect: count is %d; so few can never be activated", i+1, *count)
		}
		if code := event.Expect.Code; code != "" && !slices.Contains(abi.Codes, code) {
			return fmt.Errorf("event %d: expect: code is %.40q; codes are %s", i+1, code, strings.Join(abi.Codes, ", "))
		}
		for _, ref := range event.Expect.named() {
			if !known(ref) {
				return fmt.Errorf("event %d: expect names %q, which is none of the items", i+1, ref)
			}
		}
	}
	return nil
}

func (e Expectation) named() []abi.Ref {
	named := slices.Concat(e.Active, e.Excludes)
	for _, entry := range slices.Concat(e.Activate, e.Includes, e.Deactivate) {
		named = append(named, entry.Ref)
	}
	return named
}
