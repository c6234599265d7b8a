package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/redact"
)

// read returns a node as the field's value, or says why it does not fit.
func (f field) read(n node) (value any, problem string) {
	if f.kind == textsField {
		return f.readTexts(n)
	}
	if n.kind != scalarNode {
		return nil, "is not a single value"
	}
	switch v := n.scalar.(type) {
	case string:
		return v, f.checkText(v)
	case bool:
		if f.kind == boolField {
			return v, ""
		}
	case int64:
		switch f.kind {
		case wholeField:
			return v, f.checkRange(float64(v), v)
		case numberField:
			return float64(v), f.checkRange(float64(v), v)
		}
	case float64:
		if f.kind == numberField {
			return v, f.checkRange(v, v)
		}
	}
	return nil, fmt.Sprintf("%.40s does not fit", cmp.Or(n.text, fmt.Sprint(n.scalar)))
}

func (f field) checkText(text string) (problem string) {
	switch {
	case f.kind != textField, f.enum != nil && !slices.Contains(f.enum, text):
		return fmt.Sprintf("%.40q does not fit", text)
	case f.isID && !abi.ValidID(text):
		return fmt.Sprintf("%.60q is no id of a ruleset", text)
	case f.key == keyOfKey && text != "" && !namesVariable(text):
		return "is the name of a variable, not the key itself" // which is shown nowhere
	}
	return ""
}

// namesVariable tells the name of a variable from a key that stands in its place.
func namesVariable(text string) bool {
	const assigned = "token="
	word := strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
	return word && (text[0] < '0' || text[0] > '9') && redact.Text(assigned+text) == assigned+text
}

func (f field) checkRange(number float64, shown any) (problem string) {
	if number < f.minimum || number > f.maximum {
		return fmt.Sprintf("%v is out of range", shown)
	}
	return ""
}

// readTexts takes a single text for a list of one.
func (f field) readTexts(n node) (value any, problem string) {
	items := n.list
	if n.kind != listNode {
		items = []node{n}
	}
	if f.maxItems > 0 && len(items) > f.maxItems {
		return nil, fmt.Sprintf("has %d entries", len(items))
	}
	if len(items) == 0 && f.key == keyActiveRuleset {
		return nil, "is empty"
	}
	texts := make([]string, 0, len(items))
	for _, item := range items {
		text, ok := item.scalar.(string)
		if !ok {
			return nil, "is not a list of texts"
		}
		if f.enum != nil && !slices.Contains(f.enum, text) {
			return nil, fmt.Sprintf("%.40q does not fit", text)
		}
		if f.isID && !abi.ValidID(text) {
			return nil, fmt.Sprintf("%.60q is no id of a ruleset", text)
		}
		if f.key == keyActiveRuleset && slices.Contains(texts, text) {
			continue
		}
		texts = append(texts, text)
	}
	return texts, ""
}

// allowed says in words what the field takes.
func (f field) allowed() string {
	bounded := func(what string) string {
		switch {
		case f.minimum > -1<<62 && f.maximum < 1<<62:
			return fmt.Sprintf("allowed: %s from %v to %v", what, whole(f.minimum), whole(f.maximum))
		case f.minimum > -1<<62:
			return fmt.Sprintf("allowed: %s from %v on", what, whole(f.minimum))
		}
		return "allowed: " + what
	}
	switch {
	case f.key == keyActiveRuleset:
		return fmt.Sprintf("%s, or a list of at most %d", allowedID, f.maxItems)
	case f.kind == textsField && f.enum != nil:
		return "allowed: a list of " + strings.Join(f.enum, ", ")
	case f.kind == textsField && f.isID:
		return fmt.Sprintf("allowed: a list of at most %d ids, as in builtin/default", f.maxItems)
	case f.kind == textsField && f.maxItems > 0:
		return fmt.Sprintf("allowed: a list of at most %d texts", f.maxItems)
	case f.kind == textsField:
		return "allowed: a list of texts"
	case f.key == keyOfKey:
		return "allowed: a name as ANTHROPIC_API_KEY"
	case f.enum != nil:
		return "allowed: " + strings.Join(f.enum, ", ")
	case f.kind == boolField:
		return "allowed: true, false"
	case f.kind == wholeField:
		return bounded("a whole number")
	case f.kind == numberField:
		return bounded("a number")
	}
	if f.isID {
		return allowedID
	}
	return "allowed: text"
}

const allowedID = "allowed: owner/name in small letters, digits, '_', '.' and '-', as in builtin/default"

// whole keeps large bounds from being shown with an exponent.
func whole(number float64) any {
	if number == float64(int64(number)) {
		return int64(number)
	}
	return number
}
