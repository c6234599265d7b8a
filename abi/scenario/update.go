package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
)

// Update writes what came of a scenario's events into its file as what is
// expected, for those keys alone that failed. Of an event whose fault is not as
// expected nothing is written, nor ever what the author chose to say in part; such
// failures stay. read is as of DecodeIn.
func Update(data []byte, failures []Failure, came []abi.Decision, read func(name string) ([]byte, error)) ([]byte, error) {
	document, err := parse(data)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, failure := range failures {
		if failure.Event < 1 || failure.Event > len(came) || slices.ContainsFunc(failures, func(f Failure) bool { return f.Event == failure.Event && f.ofFault() }) {
			continue
		}
		key, value := accepted(failure, came[failure.Event-1])
		if value == nil {
			continue
		}
		event := document
		if failure.Event > 1 {
			then := own(document, slot(document, "then"))
			if then == nil || failure.Event-2 >= len(then.Content) {
				return nil, fmt.Errorf("event %d is not in the file", failure.Event)
			}
			event = own(document, &then.Content[failure.Event-2])
		}
		write(document, expectation(document, event), key, value)
		changed = true
	}
	if !changed {
		return data, nil
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(document); err != nil {
		return nil, err
	}
	if _, err := DecodeIn(out.Bytes(), read); err != nil {
		return nil, fmt.Errorf("what would be written is no scenario: %w", err)
	}
	return out.Bytes(), nil
}

// accepted gives the key that a failure is about and what stands there from now on.
func accepted(failure Failure, came abi.Decision) (key string, value *yaml.Node) {
	if strings.HasSuffix(failure.What, ofReason) {
		return "", nil
	}
	key, _, _ = strings.Cut(failure.What, " ")
	switch key {
	case "activate":
		return key, entryNodes(came.Activate)
	case "deactivate":
		return key, entryNodes(came.Deactivate)
	case "count":
		return key, plain("!!int", strconv.Itoa(len(came.Activate)))
	case "active":
		list := flow(yaml.SequenceNode)
		for _, ref := range strings.Split(failure.Got, ", ") {
			if ref != "" {
				list.Content = append(list.Content, plain("!!str", ref))
			}
		}
		return key, list
	}
	return key, nil
}

func entryNodes(entries []abi.Entry) *yaml.Node {
	list := flow(yaml.SequenceNode)
	if len(entries) > 1 {
		list.Style = 0
	}
	for _, entry := range entries {
		node := flow(yaml.MappingNode)
		set(node, "ref", plain("!!str", entry.Ref.String()))
		set(node, "reason", plain("!!str", entry.Reason))
		if entry.Score != nil {
			number, err := json.Marshal(*entry.Score)
			if err != nil {
				panic(err) // a decision's scores are between 0 and 1
			}
			set(node, "score", plain("!!float", string(number)))
		}
		list.Content = append(list.Content, node)
	}
	return list
}

// write sets a key of an expectation. Entries that the author wrote keep their reason,
// and their score where it holds, or have none as before.
func write(document, block *yaml.Node, key string, value *yaml.Node) {
	if place := slot(block, key); place != nil {
		release(document, *place)
	}
	if was := field(block, key); was != nil && was.Kind == yaml.SequenceNode {
		for _, entry := range value.Content {
			if i := slices.IndexFunc(was.Content, func(n *yaml.Node) bool { return sameRef(resolved(n), entry) }); i >= 0 {
				keepWritten(entry, resolved(was.Content[i]))
			}
		}
	}
	set(block, key, value)
}

func sameRef(a, b *yaml.Node) bool {
	was, is := field(a, "ref"), field(b, "ref")
	return was != nil && is != nil && was.Value == is.Value
}

// keepWritten puts into an entry what was written of it.
func keepWritten(entry, was *yaml.Node) {
	kept := []*yaml.Node{plain("!!str", "ref"), field(entry, "ref")}
	if reason := field(was, "reason"); reason != nil && reason.ShortTag() != "!!null" {
		kept = append(kept, plain("!!str", "reason"), plain("!!str", reason.Value))
	}
	if old, score := field(was, "score"), field(entry, "score"); old != nil && old.ShortTag() != "!!null" && score != nil {
		if number(old) == number(score) {
			score = plain(old.ShortTag(), old.Value)
		}
		kept = append(kept, plain("!!str", "score"), score)
	}
	entry.Content = kept
}

// number is a score as it is compared.
func number(node *yaml.Node) string {
	var value float64
	if node.Decode(&value) != nil {
		return node.Value
	}
	return score(abi.Entry{Score: &value})
}

// expectation gives the block expect of an event, made where it is absent.
func expectation(document, event *yaml.Node) *yaml.Node {
	if found := field(event, "expect"); found != nil && found.Kind == yaml.MappingNode {
		return own(document, slot(event, "expect"))
	}
	made := flow(yaml.MappingNode)
	set(event, "expect", made)
	return made
}

// own makes what stands at a place one that can be changed there alone: an alias becomes
// what it stands for, and aliases that stand for it become copies of it.
func own(document *yaml.Node, place **yaml.Node) *yaml.Node {
	if place == nil {
		return nil
	}
	if node := *place; node.Kind == yaml.AliasNode {
		*place = written(node)
	} else {
		expand(document, node)
	}
	return *place
}

// release writes out the aliases that stand for a node or a part of it.
func release(document, node *yaml.Node) {
	expand(document, node)
	for _, part := range node.Content {
		release(document, part)
	}
}

// expand writes out the aliases that stand for a node.
func expand(document, node *yaml.Node) {
	if node.Anchor == "" {
		return
	}
	for i, part := range document.Content {
		if part.Kind == yaml.AliasNode && part.Alias == node {
			document.Content[i] = written(part)
		} else {
			expand(part, node)
		}
	}
}

// written returns what an alias stands for, without anchors.
func written(alias *yaml.Node) *yaml.Node {
	node := copied(resolved(alias))
	node.HeadComment, node.LineComment, node.FootComment = alias.HeadComment, alias.LineComment, alias.FootComment
	return node
}

func copied(node *yaml.Node) *yaml.Node {
	made := *node
	made.Anchor, made.Content = "", nil
	for _, part := range node.Content {
		made.Content = append(made.Content, copied(part))
	}
	return &made
}

// slot is the place of a field's value, or nil.
func slot(block *yaml.Node, name string) **yaml.Node {
	for i := 0; i+1 < len(block.Content); i += 2 {
		if block.Content[i].Value == name {
			return &block.Content[i+1]
		}
	}
	return nil
}

func field(block *yaml.Node, name string) *yaml.Node {
	if place := slot(block, name); place != nil {
		return resolved(*place)
	}
	return nil
}

func set(block *yaml.Node, name string, value *yaml.Node) {
	if place := slot(block, name); place != nil {
		*place = value
		return
	}
	block.Content = append(block.Content, plain("!!str", name), value)
}

func resolved(node *yaml.Node) *yaml.Node {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}

func plain(tag, text string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text}
	if tag == "!!str" {
		node.SetString(text)
	}
	return node
}

func flow(kind yaml.Kind) *yaml.Node { return &yaml.Node{Kind: kind, Style: yaml.FlowStyle} }
