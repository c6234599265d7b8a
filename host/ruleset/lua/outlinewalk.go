package lua

import "github.com/yuin/gopher-lua/ast"

func (o *outliner) stmts(list []ast.Stmt) {
	for _, s := range list {
		o.stmt(s)
	}
}

func (o *outliner) block(list []ast.Stmt) { o.scoped(func() { o.stmts(list) }) }

func (o *outliner) stmt(s ast.Stmt) {
	switch x := s.(type) {
	case *ast.AssignStmt:
		o.assign(x)
	case *ast.LocalAssignStmt:
		o.locals(x)
	case *ast.FuncCallStmt:
		o.expr(x.Expr)
	case *ast.DoBlockStmt:
		o.block(x.Stmts)
	case *ast.WhileStmt:
		o.condition(x.Condition)
		o.block(x.Stmts)
	case *ast.RepeatStmt:
		o.scoped(func() {
			o.stmts(x.Stmts)
			o.condition(x.Condition)
		})
	case *ast.IfStmt:
		o.condition(x.Condition)
		o.block(x.Then)
		o.block(x.Else)
	case *ast.NumberForStmt:
		for _, e := range []ast.Expr{x.Init, x.Limit, x.Step} {
			if e != nil {
				o.expr(e)
			}
		}
		o.body([]string{x.Name}, x.Stmts)
	case *ast.GenericForStmt:
		o.exprs(x.Exprs)
		o.body(x.Names, x.Stmts)
	case *ast.FuncDefStmt:
		o.define(x)
	case *ast.ReturnStmt:
		o.returned(x)
	}
}

// returned looks at a return. What a name at the end of it holds stays known:
// to return a table is how a file gives it.
func (o *outliner) returned(x *ast.ReturnStmt) {
	for _, e := range x.Exprs {
		if name, ok := e.(*ast.IdentExpr); ok && len(o.scopes) == 1 && o.local(name.Value) != nil {
			continue
		}
		o.expr(e)
	}
}

func (o *outliner) body(names []string, list []ast.Stmt) {
	o.scoped(func() {
		for _, name := range names {
			o.declare(name, value{})
		}
		o.stmts(list)
	})
}

func (o *outliner) locals(x *ast.LocalAssignStmt) {
	known := make([]value, len(x.Names))
	for i, e := range x.Exprs {
		if i < len(known) {
			known[i] = o.valueOf(e)
		}
		if i < len(known) && known[i].path == moduleName {
			if call, ok := e.(*ast.FuncCallExpr); ok {
				o.callee(call)
			}
			continue // another name for it is no escape
		}
		// A function is visible inside itself: gopher-lua has "local function" as this.
		if _, ok := e.(*ast.FunctionExpr); ok && len(x.Names) == 1 {
			o.declare(x.Names[0], value{})
		}
		o.expr(e)
	}
	for i, name := range x.Names {
		o.declare(name, known[i])
	}
}

func (o *outliner) assign(x *ast.AssignStmt) {
	o.exprs(x.Rhs)
	for i, target := range x.Lhs {
		if field, ok := target.(*ast.AttrGetExpr); ok && i < len(x.Rhs) {
			o.answers(text(field.Key), x.Rhs[i])
		}
		switch t := target.(type) {
		case *ast.IdentExpr:
			if known := o.local(t.Value); known != nil {
				*known = value{fields: &fields{open: true}}
			} else {
				o.Writes = append(o.Writes, Name{Text: t.Value, Line: t.Line()})
			}
		case *ast.AttrGetExpr:
			o.setField(t)
		}
	}
}

// setField notes the field of a local table that an assignment makes.
func (o *outliner) setField(x *ast.AttrGetExpr) {
	if name, ok := x.Object.(*ast.IdentExpr); ok {
		if known := o.local(name.Value); known != nil && known.fields != nil {
			if key, ok := x.Key.(*ast.StringExpr); ok {
				known.fields.names = append(known.fields.names, key.Value)
				return
			}
			known.fields.open = true
		}
	} else {
		o.expr(x.Object)
	}
	o.expr(x.Key)
}

func (o *outliner) define(x *ast.FuncDefStmt) {
	if field, ok := x.Name.Func.(*ast.AttrGetExpr); ok {
		o.answers(text(field.Key), x.Func)
	}
	switch {
	case x.Name.Func == nil:
		o.answers(x.Name.Method, x.Func)
		if object, ok := x.Name.Receiver.(*ast.IdentExpr); ok {
			if known := o.local(object.Value); known != nil && known.fields != nil {
				known.fields.names = append(known.fields.names, x.Name.Method)
			}
		} else {
			o.expr(x.Name.Receiver)
		}
		o.function(x.Func, "self")
		return
	default:
		o.assign(&ast.AssignStmt{Lhs: []ast.Expr{x.Name.Func}})
	}
	o.function(x.Func)
}

// text returns a literal text, or "".
func text(e ast.Expr) string {
	if literal, ok := e.(*ast.StringExpr); ok {
		return literal.Value
	}
	return ""
}

func (o *outliner) function(x *ast.FunctionExpr, more ...string) {
	names := more
	if x.ParList != nil {
		names = append(names, x.ParList.Names...)
	}
	o.body(names, x.Stmts)
}

func (o *outliner) exprs(list []ast.Expr) {
	for _, e := range list {
		o.expr(e)
	}
}
