// Package stubs writes what follows from the table of host calls and the types of
// the contract: Rust types, Lua annotations, and the reference page of host calls.
// It knows the contract only; its test keeps the files on disk equal to it.
package stubs

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
)

// Contract is the calls and types of abi with what its sources say of them.
type Contract struct {
	Calls []abi.Call
	Types []Type // each after those that it is made of; requests last
	// Undocumented lists "Type.field" for what neither abi nor the table of words
	// says a word about, Unused the words that nothing needs.
	Undocumented, Unused []string
}

// Type is a struct that crosses.
type Type struct {
	Name, Doc string
	Request   bool
	Fields    []Field // embedded structs written out
}

// Field is one field by its name on the wire.
type Field struct {
	Name, Doc string
	GoName    string
	Type      reflect.Type
	Optional  bool
}

var (
	embeddingType = reflect.TypeFor[abi.Embedding]()
	pageType      = reflect.TypeFor[abi.ItemPage]()
	refType       = reflect.TypeFor[abi.Ref]()
)

// Read makes the contract of the calls and types of this build, with the comments
// in the sources of abi, which lie in folder.
func Read(folder string) (Contract, error) {
	comments, err := readComments(folder)
	if err != nil {
		return Contract{}, err
	}
	r := reader{contract: Contract{Calls: abi.Calls}, comments: comments, used: map[string]bool{}}
	r.add(reflect.TypeFor[abi.Context](), "")
	for _, call := range abi.Calls {
		r.add(call.Reply, "")
	}
	for _, call := range abi.Calls {
		r.add(call.Request, requestDoc(call.Request))
	}
	for _, name := range sorted(words) {
		if !r.used[name] {
			r.contract.Unused = append(r.contract.Unused, name)
		}
	}
	return r.contract, r.contract.checkExamples()
}

type reader struct {
	contract Contract
	comments map[string]string
	used     map[string]bool
}

// add appends the structs that a type is made of.
func (r *reader) add(t reflect.Type, doc string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	known := func(known Type) bool { return known.Name == t.Name() }
	if t.Kind() != reflect.Struct || t == embeddingType || t == refType || slices.ContainsFunc(r.contract.Types, known) {
		return
	}
	added := Type{Name: t.Name(), Doc: doc, Request: doc != ""}
	if doc == "" {
		added.Doc = sentence(strings.TrimPrefix(strings.TrimPrefix(r.comments[t.Name()], t.Name()+" "), "is "))
	}
	for _, field := range reflect.VisibleFields(t) {
		if field.Anonymous {
			continue
		}
		r.add(field.Type, "")
		added.Fields = append(added.Fields, r.field(t, field))
	}
	if added.Doc == "" {
		r.contract.Undocumented = append(r.contract.Undocumented, t.Name())
	}
	r.contract.Types = append(r.contract.Types, added)
}

func (r *reader) field(t reflect.Type, field reflect.StructField) Field {
	name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	owner := t.Name()
	if n := len(field.Index); n > 1 {
		owner = t.FieldByIndex(field.Index[:n-1]).Type.Name()
	}
	_, described, _ := strings.Cut(field.Tag.Get("jsonschema"), "description=")
	doc := cmp.Or(r.word(owner+"."+name), r.comments[owner+"."+field.Name], described)
	if doc == "" {
		doc = r.word(name)
	}
	if doc == "" {
		r.contract.Undocumented = append(r.contract.Undocumented, owner+"."+name)
	}
	return Field{
		Name: name, Doc: sentence(doc), GoName: field.Name, Type: field.Type,
		Optional: strings.Contains(options, "omit"),
	}
}

func (r *reader) word(key string) string {
	if words[key] != "" {
		r.used[key] = true
	}
	return words[key]
}

func requestDoc(t reflect.Type) string {
	var names []string
	for _, call := range abi.Calls {
		if call.Request == t {
			names = append(names, "`"+call.Name+"`")
		}
	}
	return "The request of " + strings.Join(names, " and ") + "."
}

// structOf gives the fields of a request.
func (c Contract) structOf(t reflect.Type) Type {
	at := slices.IndexFunc(c.Types, func(known Type) bool { return known.Name == t.Name() })
	return c.Types[at] // Read has added every request
}

func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	first, length := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[length:]
}
