package rulelint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

var parameterTypes = []string{"number", "integer", "string", "boolean", "array", "object"}

// checkParameters looks at what the manifest declares.
func (l *linter) checkParameters() {
	all := l.document.field("parameters")
	if all == nil || !l.expect(all, "parameters", 'o') {
		return
	}
	l.manifest.Parameters = map[string]abi.Parameter{}
	for _, f := range all.fields {
		if l.expect(f.value, "the parameter "+f.name, 'o') {
			l.checkParameter(f)
		}
	}
}

func (l *linter) checkParameter(f field) {
	before := len(l.report.Findings)
	l.checkFields(f.value, reflect.TypeFor[abi.Parameter](), "a parameter")
	kind := f.value.field("type")
	if kind != nil && l.expect(kind, "type", 's') && !slices.Contains(parameterTypes, kind.text) {
		l.find("manifest-value", l.offset(kind.at), didYouMean(kind.text, parameterTypes, "The types are "+strings.Join(parameterTypes, ", ")+"."), "%.40q is no type.", kind.text)
	}
	for name, wanted := range map[string]byte{"minimum": 'n', "maximum": 'n', "enum": 'a', "description": 's'} {
		if n := f.value.field(name); n != nil {
			l.expect(n, name, wanted)
		}
	}
	var parameter abi.Parameter
	if err := json.Unmarshal(f.value.raw(), &parameter); err != nil {
		if len(l.report.Findings) == before {
			l.find("manifest-value", l.offset(f.at), "Write it as the schema has it.", "The parameter %.60s cannot be read: %v.", f.name, err)
		}
		l.manifest.Parameters[f.name] = abi.Parameter{}
		return
	}
	l.manifest.Parameters[f.name] = parameter
	if len(l.report.Findings) == before {
		l.checkRange(f, parameter)
	}
}

func (l *linter) checkRange(f field, p abi.Parameter) {
	if p.Minimum != nil && p.Maximum != nil && *p.Minimum > *p.Maximum {
		l.find("manifest-value", l.offset(f.value.field("minimum").at), "Swap them.", "The minimum %v is above the maximum %v.", *p.Minimum, *p.Maximum)
		return
	}
	if p.Default == nil {
		return
	}
	if err := p.Check(p.Default); err != nil {
		l.find("manifest-value", l.offset(f.value.field("default").at), fmt.Sprintf("Give a default that fits type %s and its limits.", p.Type), "The default of %.60s: %v.", f.name, err)
	}
}

// raw is the node as JSON again.
func (n *node) raw() []byte {
	data, err := json.Marshal(n.plain())
	if err != nil {
		return nil
	}
	return data
}

func (n *node) plain() any {
	switch n.kind {
	case 'o':
		object := map[string]any{}
		for _, f := range n.fields {
			object[f.name] = f.value.plain()
		}
		return object
	case 'a':
		list := []any{}
		for _, item := range n.items {
			list = append(list, item.plain())
		}
		return list
	}
	return n.value
}
