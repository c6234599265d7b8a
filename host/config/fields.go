package config

import (
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// field is one setting, as the struct's tags describe it.
type field struct {
	key      string // "suggest.max"
	index    []int  // of reflect.Value.FieldByIndex
	kind     fieldKind
	enum     []string
	minimum  float64
	maximum  float64
	isID     bool // of a ruleset: the only pattern that there is
	maxItems int  // of a list; 0: any number
}

type fieldKind int

const (
	textField fieldKind = iota
	wholeField
	numberField
	boolField
	textsField      // []string
	linesField      // map[string]string
	wishesField     // map[string][]string
	parametersField // map[string]any
	rulesetsField   // map[string]map[string]any
)

// Keys that need more than their type.
const (
	keyActiveRuleset  = "active_ruleset"
	keyShadowRulesets = "shadow_rulesets"
	keyParameters     = "parameters"
	keyRulesets       = "rulesets"
	keyTemplates      = "suggest.templates"
	keySuggest        = "suggest"
	keyNever          = "suggest.never"
	keyAlways         = "suggest.always"
	keyWords          = "suggest.words"
	keyInclude        = "tools.include"
	keyExclude        = "tools.exclude"
	keyOfKey          = "opinion.key_env"
	embeddingModel    = "embedding_model" // a parameter that the host itself reads
)

// schema is what may be set.
type schema struct {
	fields map[string]field
	groups map[string]bool // keys that hold keys: "suggest"
	keys   []string        // of fields and groups, in order
}

// theSchema is read from the types when something is set, not before.
var theSchema = sync.OnceValue(func() schema {
	s := schema{fields: map[string]field{}, groups: map[string]bool{}}
	s.add(reflect.TypeFor[Config](), "", nil)
	return s
})

var fieldKinds = map[reflect.Type]fieldKind{
	reflect.TypeFor[string]():                    textField,
	reflect.TypeFor[int]():                       wholeField,
	reflect.TypeFor[int64]():                     wholeField,
	reflect.TypeFor[float64]():                   numberField,
	reflect.TypeFor[bool]():                      boolField,
	reflect.TypeFor[[]string]():                  textsField,
	reflect.TypeFor[Rulesets]():                  textsField,
	reflect.TypeFor[map[string]string]():         linesField,
	reflect.TypeFor[map[string][]string]():       wishesField,
	reflect.TypeFor[map[string]any]():            parametersField,
	reflect.TypeFor[map[string]map[string]any](): rulesetsField,
}

func (s *schema) add(group reflect.Type, prefix string, index []int) {
	for i := range group.NumField() {
		f := group.Field(i)
		key := prefix + f.Tag.Get("json")
		at := append(slices.Clone(index), i)
		s.keys = append(s.keys, key)
		if kind, ok := fieldKinds[f.Type]; ok {
			s.fields[key] = tagged(field{key: key, index: at, kind: kind}, f.Tag.Get("jsonschema"))
			continue
		}
		s.groups[key] = true
		s.add(f.Type, key+".", at)
	}
}

// tagged reads the constraints of a tag: they are ours, so they are well formed.
func tagged(f field, tag string) field {
	f.minimum, f.maximum = -1<<62, 1<<62
	for part := range strings.SplitSeq(tag, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "enum":
			f.enum = append(f.enum, value)
		case "minimum":
			f.minimum, _ = strconv.ParseFloat(value, 64)
		case "maximum":
			f.maximum, _ = strconv.ParseFloat(value, 64)
		case "pattern":
			f.isID = true
		case "maxItems":
			f.maxItems, _ = strconv.Atoi(value)
		}
	}
	return f
}

// siblings returns the last parts of the keys beside or, with a dot, below one.
func (s schema) siblings(prefix string) []string {
	var names []string
	for _, key := range s.keys {
		if name, ok := strings.CutPrefix(key, prefix); ok && !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
}

// values returns every value of a configuration by its key.
func values(c Config) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		root := reflect.ValueOf(c)
		for key, f := range theSchema().fields {
			switch value := root.FieldByIndex(f.index).Interface().(type) {
			case map[string]any:
				for name, v := range value {
					if !yield(key+"."+name, v) {
						return
					}
				}
			case map[string]map[string]any:
				for id, parameters := range value {
					for name, v := range parameters {
						if !yield(key+"."+id+"."+name, v) {
							return
						}
					}
				}
			case map[string][]string:
				for name, v := range value {
					if !yield(key+"."+name, v) {
						return
					}
				}
			case map[string]string:
				for name, v := range value {
					if !yield(key+"."+name, v) {
						return
					}
				}
			default:
				if !yield(key, value) {
					return
				}
			}
		}
	}
}
