package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

func (o *outliner) expr(e ast.Expr) { o.look(e, false) }

// condition looks at an expression that may be nil.
func (o *outliner) condition(e ast.Expr) { o.look(e, true) }

func (o *outliner) look(e ast.Expr, guarded bool) {
	switch x := e.(type) {
	case *ast.StringExpr:
		o.Strings = append(o.Strings, x.Value)
	case *ast.IdentExpr:
		o.ident(x, guarded)
	case *ast.AttrGetExpr:
		o.field(x, guarded)
	case *ast.LogicalOpExpr:
		o.condition(x.Lhs)
		o.condition(x.Rhs)
	case *ast.RelationalOpExpr:
		o.look(x.Lhs, isNil(x.Rhs))
		o.look(x.Rhs, isNil(x.Lhs))
	case *ast.StringConcatOpExpr:
		o.expr(x.Lhs)
		o.expr(x.Rhs)
	case *ast.ArithmeticOpExpr:
		o.expr(x.Lhs)
		o.expr(x.Rhs)
	case *ast.UnaryMinusOpExpr:
		o.expr(x.Expr)
	case *ast.UnaryNotOpExpr:
		o.condition(x.Expr)
	case *ast.UnaryLenOpExpr:
		o.expr(x.Expr)
	case *ast.TableExpr:
		for _, field := range x.Fields {
			if field.Key != nil {
				if text(field.Key) == "" {
					o.expr(field.Key)
				}
				o.answers(text(field.Key), field.Value)
			}
			o.expr(field.Value)
		}
	case *ast.FuncCallExpr:
		o.call(x)
	case *ast.FunctionExpr:
		o.function(x)
	}
}

func isNil(e ast.Expr) bool { _, ok := e.(*ast.NilExpr); return ok }

// ident is a name that is neither called nor indexed.
func (o *outliner) ident(x *ast.IdentExpr, guarded bool) {
	known := o.local(x.Value)
	if known == nil {
		o.read(value{path: x.Value}, x.Line(), guarded)
		return
	}
	if known.fields != nil {
		known.fields.open = true // whoever gets it may change it
	}
	if known.path == moduleName {
		o.Escapes = o.Escapes || !guarded
	} else if call, ok := strings.CutPrefix(known.path, moduleName+"."); ok {
		o.Calls = append(o.Calls, HostCall{Name: call, Line: x.Line(), Mention: true})
	}
}

func (o *outliner) read(known value, line int, guarded bool) {
	o.Reads = append(o.Reads, Name{Text: known.path, Line: line, Guarded: guarded})
	if call, ok := strings.CutPrefix(known.path, moduleName+"."); ok {
		o.Calls = append(o.Calls, HostCall{Name: call, Line: line, Mention: true})
	}
	if known.path == moduleName && !guarded {
		o.Escapes = true
	}
}

// field is object.key or object[key].
func (o *outliner) field(x *ast.AttrGetExpr, guarded bool) {
	if known := o.valueOf(x); known.path != "" {
		o.read(known, x.Key.Line(), guarded)
		return
	}
	key, literal := x.Key.(*ast.StringExpr)
	if name, ok := x.Object.(*ast.IdentExpr); ok && o.local(name.Value) != nil && literal {
		return // a field that is read changes nothing
	}
	object := o.valueOf(x.Object)
	if isLibrary(object.path) {
		o.Escapes = o.Escapes || object.path == moduleName
	} else {
		o.expr(x.Object)
	}
	if key == nil {
		o.expr(x.Key)
	}
}

func (o *outliner) call(x *ast.FuncCallExpr) {
	switch name, required := o.required(x); {
	case x.Func == nil:
		o.receiver(x.Receiver)
	case required:
		o.callee(x)
		if name == moduleName {
			return
		}
	default:
		o.callee(x)
	}
	o.exprs(x.Args)
}

func (o *outliner) receiver(e ast.Expr) {
	if name, ok := e.(*ast.IdentExpr); ok && o.local(name.Value) != nil {
		return
	}
	o.expr(e)
}

// callee looks at what is called.
func (o *outliner) callee(x *ast.FuncCallExpr) {
	if name, ok := o.required(x); ok {
		if name != moduleName {
			o.Requires = append(o.Requires, Name{Text: name, Line: x.Line()})
		}
		return
	}
	known := o.valueOf(x.Func)
	name, host := strings.CutPrefix(known.path, moduleName+".")
	if host {
		o.Calls = append(o.Calls, hostCallOf(name, x))
		return
	}
	o.expr(x.Func)
}

func hostCallOf(name string, x *ast.FuncCallExpr) HostCall {
	line := x.Func.Line()
	if field, ok := x.Func.(*ast.AttrGetExpr); ok {
		line = field.Key.Line()
	}
	call := HostCall{Name: name, Line: line, Args: len(x.Args)}
	if len(x.Args) == 0 {
		return call
	}
	switch last := x.Args[len(x.Args)-1].(type) {
	case *ast.FuncCallExpr:
		call.More = !last.AdjustRet
	case *ast.Comma3Expr:
		call.More = !last.AdjustRet
	}
	switch first := x.Args[0].(type) {
	case *ast.StringExpr:
		call.Literal = first.Value
	case *ast.TableExpr:
		named := tableOf(first)
		if len(x.Args) != 1 || named.open || len(named.names) == 0 {
			break
		}
		call.Request, call.Fields = true, named.names
		for _, field := range first.Fields {
			key, _ := field.Key.(*ast.StringExpr)
			if text, ok := field.Value.(*ast.StringExpr); ok && key != nil && key.Value == "name" {
				call.Literal = text.Value
			}
		}
	case *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr, *ast.StringConcatOpExpr:
	default:
		call.Unclear = len(x.Args) == 1
	}
	return call
}
