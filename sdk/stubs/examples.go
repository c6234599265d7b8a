package stubs

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// variable stands in an example for what a ruleset has at hand: prompt is a text,
// vector an embedding.
type variable string

// examples hold a request for each call.
var examples = map[string]map[string]any{
	"messages":     {"count": 10},
	"tool_uses":    {"count": 10},
	"active":       {"kinds": []string{abi.KindSkill}},
	"items":        {"kinds": []string{abi.KindSkill, abi.KindCommand}},
	"search":       {"text": variable("prompt"), "limit": 5},
	"relevance":    {"text": variable("prompt"), "refs": []abi.Ref{abi.Skill("db-migrations")}},
	"embed":        {"text": variable("prompt")},
	"similarities": {"a": variable("vector"), "bs": []variable{"vector"}},
	"vector":       {"embedding": variable("vector")},
	"param":        {"name": "similarity_threshold", "default": 0.7},
	"session":      {},
	"log":          {"level": "info", "message": "nothing fits"},
	"evaluate":     {"ruleset": "builtin/default", "function": abi.Activation},
}

// checkExamples finds calls without an example, and examples without a field that
// their request must have, or with one that it has not.
func (c Contract) checkExamples() error {
	for _, call := range c.Calls {
		example, ok := examples[call.Name]
		if !ok {
			return fmt.Errorf("examples.go has none of %s", call.Name)
		}
		known := map[string]bool{}
		for _, field := range c.structOf(call.Request).Fields {
			known[field.Name] = true
			if _, ok := example[field.Name]; !ok && !field.Optional {
				return fmt.Errorf("the example of %s has no %s", call.Name, field.Name)
			}
		}
		for _, name := range sorted(example) {
			if !known[name] {
				return fmt.Errorf("the example of %s has a field %s, its request has none", call.Name, name)
			}
		}
	}
	return nil
}

// LuaExample calls with positional arguments.
func (c Contract) LuaExample(call abi.Call) string {
	var arguments []string
	given := 0
	for i, name := range call.Args {
		value, ok := examples[call.Name][name]
		switch {
		case ok:
			arguments = append(arguments, luaValue(value))
			given = i + 1
		default:
			arguments = append(arguments, "nil")
		}
	}
	return fmt.Sprintf("%s.%s(%s)", luaModule, call.Name, strings.Join(arguments[:given], ", "))
}

func luaValue(value any) string {
	switch value := value.(type) {
	case []string:
		return "{ " + strings.Join(quoted(value), ", ") + " }"
	case []variable:
		return "{ " + string(value[0]) + " }"
	case []abi.Ref:
		return "{ " + strconv.Quote(value[0].String()) + " }"
	}
	return plainValue(value)
}

// parameter is the call for which the SDKs have a function with types of its own.
const parameter = "param"

// answers reports whether a call has a reply: of those with any type only a parameter is one.
func answers(call abi.Call) bool {
	return call.Reply.Kind() != reflect.Interface || call.Name == parameter
}

// GoExample calls a function of sdk/go.
func (c Contract) GoExample(call abi.Call) string {
	if call.Name == parameter {
		return fmt.Sprintf("impressionism.Param(%q, %v)", examples[parameter]["name"], examples[parameter]["default"])
	}
	var fields []string
	for _, field := range c.structOf(call.Request).Fields {
		if value, ok := examples[call.Name][field.Name]; ok {
			fields = append(fields, field.GoName+": "+goValue(value))
		}
	}
	return fmt.Sprintf("impressionism.%s(impressionism.%s{%s})", camel(call.Name), call.Request.Name(), strings.Join(fields, ", "))
}

func goValue(value any) string {
	switch value := value.(type) {
	case []string:
		return "[]string{" + strings.Join(quoted(value), ", ") + "}"
	case []variable:
		return "[]impressionism.Embedding{" + string(value[0]) + "}"
	case []abi.Ref:
		return fmt.Sprintf("[]impressionism.Ref{{Kind: %q, ID: %q}}", value[0].Kind, value[0].ID)
	}
	return plainValue(value)
}

// RustExample calls a function of sdk/rust.
func (c Contract) RustExample(call abi.Call) string {
	if call.Name == parameter {
		return fmt.Sprintf("impressionism::param(%q, %v)?", examples[parameter]["name"], examples[parameter]["default"])
	}
	var fields []string
	for _, field := range c.structOf(call.Request).Fields {
		value, ok := examples[call.Name][field.Name]
		if !ok {
			continue
		}
		text := rustValue(value, field.Type)
		if field.Optional {
			text = "Some(" + text + ")"
		}
		fields = append(fields, rustName(field.Name)+": "+text)
	}
	request := call.Request.Name() + "::default()"
	if len(fields) > 0 {
		if len(fields) < len(c.structOf(call.Request).Fields) {
			fields = append(fields, "..Default::default()")
		}
		request = fmt.Sprintf("%s { %s }", call.Request.Name(), strings.Join(fields, ", "))
	}
	return fmt.Sprintf("impressionism::%s(&%s)?", call.Name, request)
}

func rustValue(value any, t reflect.Type) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value) + ".into()"
	case float64:
		return plainValue(value) + ".into()"
	case variable:
		if t == embeddingType {
			return string(value) + ".clone()"
		}
		return string(value) + ".into()"
	case []string:
		return "vec![" + strings.Join(quoted(value), ".into(), ") + ".into()]"
	case []variable:
		return "vec![" + string(value[0]) + ".clone()]"
	case []abi.Ref:
		return fmt.Sprintf("vec![Ref::new(%q, %q)]", value[0].Kind, value[0].ID)
	}
	return plainValue(value)
}

func plainValue(value any) string {
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}

func quoted(texts []string) []string {
	var list []string
	for _, text := range texts {
		list = append(list, strconv.Quote(text))
	}
	return list
}

// camel gives a call's name as Go writes it.
func camel(name string) string {
	var out strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}
