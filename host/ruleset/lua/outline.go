package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// Outline lists the names and host calls in a source, as far as its text shows them.
type Outline struct {
	Reads    []Name // globals, and fields of libraries and of the host's module: "os", "string.format"
	Writes   []Name // globals that it sets
	Calls    []HostCall
	Requires []Name
	Escapes  bool   // the host's module is handed about, so that it may call anything
	Result   Result // of the file
	Answers  []Answer
	Strings  []string // texts that are written out, but for names of fields
}

// Answer is a return of one of the contract's functions that returns no table.
type Answer struct {
	Function string
	Kind     string // what it gives instead, as "a string"
	Line     int
}

// Name is something named in a source.
type Name struct {
	Text    string
	Line    int
	Guarded bool // it stands where it may be nil: in a condition, beside "or"
}

// HostCall is a call of a host function, or a mention of it.
type HostCall struct {
	Name    string
	Line    int
	Mention bool     // it is no call: the function is handed on
	Args    int      // given by position
	More    bool     // the last of them may stand for several values
	Literal string   // the first argument, or the request's name, where it is a literal text
	Request bool     // the only argument is a request, written as a table
	Fields  []string // of that request
	Unclear bool     // the only argument may be a request
}

// Result is what a file returns.
type Result struct {
	Nothing bool     // it has no return
	Other   string   // it is something else than a table, as "a string"; "" where that is not sure
	Module  string   // it is what requiring this gives, and Fields
	Fields  []string // of a table
	Open    bool     // there may be other fields, or it is no table
}

// value is what an expression or a local variable is known to be.
type value struct {
	path   string // "impressionism", "string.format"; "" for anything
	module string // what requiring this gives
	fields *fields
}

type fields struct {
	names []string
	open  bool
}

type outliner struct {
	Outline
	scopes []map[string]*value
	last   *value // what the file returns
}

func outlineOf(chunk []ast.Stmt) Outline {
	o := &outliner{}
	o.scoped(func() {
		o.stmts(chunk)
		if len(chunk) == 0 {
			return
		}
		if end, ok := chunk[len(chunk)-1].(*ast.ReturnStmt); ok && len(end.Exprs) > 0 {
			known := o.valueOf(end.Exprs[0])
			o.last = &known
			o.Result.Other = literal(end.Exprs[0])
		}
	})
	switch {
	case o.last == nil:
		o.Result.Nothing = true
	case o.last.fields != nil:
		o.Result = Result{Module: o.last.module, Fields: o.last.fields.names, Open: o.last.fields.open}
	default:
		o.Result.Module, o.Result.Open = o.last.module, o.last.module == ""
	}
	return o.Outline
}

func (o *outliner) scoped(inside func()) {
	o.scopes = append(o.scopes, map[string]*value{})
	inside()
	o.scopes = o.scopes[:len(o.scopes)-1]
}

func (o *outliner) declare(name string, known value) { o.scopes[len(o.scopes)-1][name] = &known }

func (o *outliner) local(name string) *value {
	for _, scope := range slices.Backward(o.scopes) {
		if known, ok := scope[name]; ok {
			return known
		}
	}
	return nil
}

// valueOf returns what an expression is, without counting it as a use.
func (o *outliner) valueOf(e ast.Expr) value {
	switch x := e.(type) {
	case *ast.IdentExpr:
		if known := o.local(x.Value); known != nil {
			return *known
		}
		return value{path: x.Value}
	case *ast.AttrGetExpr:
		if key, ok := x.Key.(*ast.StringExpr); ok {
			if object := o.valueOf(x.Object); isLibrary(object.path) {
				return value{path: object.path + "." + key.Value}
			}
		}
	case *ast.TableExpr:
		return value{fields: tableOf(x)}
	case *ast.FuncCallExpr:
		if name, ok := o.required(x); ok && name == moduleName {
			return value{path: moduleName}
		} else if ok {
			return value{module: name, fields: &fields{}}
		}
	}
	return value{}
}

// literal returns what an expression is that is certainly no table, or "".
func literal(e ast.Expr) string {
	switch e.(type) {
	case *ast.StringExpr, *ast.StringConcatOpExpr:
		return "a string"
	case *ast.NumberExpr:
		return "a number"
	case *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryNotOpExpr:
		return "a boolean"
	case *ast.FunctionExpr:
		return "a function"
	case *ast.NilExpr:
		return "nil"
	}
	return ""
}

func isLibrary(path string) bool {
	switch path {
	case moduleName, "string", "table", "math":
		return true
	}
	return false
}

func tableOf(x *ast.TableExpr) *fields {
	made := &fields{}
	for _, field := range x.Fields {
		if key, ok := field.Key.(*ast.StringExpr); ok {
			made.names = append(made.names, key.Value)
		} else if field.Key != nil {
			made.open = true
		}
	}
	return made
}

// required returns the name in require("name").
func (o *outliner) required(x *ast.FuncCallExpr) (string, bool) {
	if x.Func == nil || len(x.Args) == 0 || o.valueOf(x.Func).path != "require" {
		return "", false
	}
	name, ok := x.Args[0].(*ast.StringExpr)
	if !ok {
		return "", false
	}
	return name.Value, true
}
