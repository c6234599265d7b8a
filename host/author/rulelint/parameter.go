package rulelint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
)

var parameterTypes = []string{"number", "integer", "string", "boolean", "array", "object"}

// threshold is the parameter of which the program itself reads what a ruleset got.
const threshold = "similarity_threshold"

// checkParameters looks at what the manifest declares.
func (l *linter) checkParameters() {
	all := l.document.Field("parameters")
	if all == nil || !l.expect(all, "parameters", jsonnode.Object) {
		return
	}
	l.manifest.Parameters = map[string]abi.Parameter{}
	for _, f := range all.Fields {
		if l.expect(f.Value, "the parameter "+f.Name, jsonnode.Object) {
			l.checkParameter(f)
		}
	}
}

func (l *linter) checkParameter(f jsonnode.Field) {
	before := len(l.report.Findings)
	l.checkFields(f.Value, reflect.TypeFor[abi.Parameter](), "a parameter")
	kind := f.Value.Field("type")
	if kind != nil && l.expect(kind, "type", jsonnode.Text) && !slices.Contains(parameterTypes, kind.Text) {
		l.find("manifest-value", l.offset(kind.At), didYouMean(kind.Text, parameterTypes, "The types are "+strings.Join(parameterTypes, ", ")+"."), "%.40q is no type.", kind.Text)
	}
	for name, wanted := range map[string]jsonnode.Kind{"minimum": jsonnode.Number, "maximum": jsonnode.Number, "enum": jsonnode.List, "description": jsonnode.Text} {
		if n := f.Value.Field(name); n != nil {
			l.expect(n, name, wanted)
		}
	}
	var parameter abi.Parameter
	if err := json.Unmarshal(raw(f.Value), &parameter); err != nil {
		if len(l.report.Findings) == before {
			l.find("manifest-value", l.offset(f.At), "Write it as the schema has it.", "The parameter %.60s cannot be read: %v.", f.Name, err)
		}
		l.manifest.Parameters[f.Name] = abi.Parameter{}
		return
	}
	l.manifest.Parameters[f.Name] = parameter
	if l.full() || len(l.report.Findings) > before {
		return // a list that is full does not grow, whatever the fields lack
	}
	l.checkRange(f, parameter)
	if f.Name == threshold && parameter.Type != "number" && parameter.Type != "integer" {
		l.find("threshold-type", l.offset(kind.At), "Write number, or give the parameter another name.", "%s is the similarity, 0 to 1, from which on a ruleset suggests: why and explain read a number, and this is of type %s.", f.Name, parameter.Type)
	}
}

func (l *linter) checkRange(f jsonnode.Field, p abi.Parameter) {
	if p.Minimum != nil && p.Maximum != nil && *p.Minimum > *p.Maximum {
		l.find("manifest-value", l.offset(f.Value.Field("minimum").At), "Swap them.", "The minimum %v is above the maximum %v.", *p.Minimum, *p.Maximum)
		return
	}
	for i, value := range p.Enum {
		if err := (abi.Parameter{Type: p.Type}).Check(value); err != nil {
			l.find("manifest-value", l.offset(f.Value.Field("enum").Items[i].At), "Write values of that type, or change the type.", "The enum of %.60s: %v.", f.Name, err)
			return
		}
	}
	if p.Default == nil {
		return
	}
	if err := p.Check(p.Default); err != nil {
		l.find("manifest-value", l.offset(f.Value.Field("default").At), fmt.Sprintf("Give a default that fits type %s and its limits.", p.Type), "The default of %.60s: %v.", f.Name, err)
	}
}

// raw is the node as JSON again.
func raw(n *jsonnode.Node) []byte {
	data, err := json.Marshal(plain(n))
	if err != nil {
		return nil
	}
	return data
}

func plain(n *jsonnode.Node) any {
	switch n.Kind {
	case jsonnode.Object:
		object := map[string]any{}
		for _, f := range n.Fields {
			object[f.Name] = plain(f.Value)
		}
		return object
	case jsonnode.List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, plain(item))
		}
		return list
	}
	return n.Value
}
