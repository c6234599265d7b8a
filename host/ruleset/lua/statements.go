package lua

import (
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// block rewrites the statements of one block, which may become more of them.
func (r *rewriter) block(stmts []ast.Stmt) []ast.Stmt {
	visible := r.visible
	r.visible++
	r.charge(blockUnits, blockBytes)
	out := make([]ast.Stmt, 0, len(stmts))
	for _, stmt := range stmts {
		if !r.down(stmt) {
			break
		}
		out = append(out, r.statement(stmt)...)
		r.up()
	}
	r.visible = visible
	return out
}

func (r *rewriter) statement(stmt ast.Stmt) []ast.Stmt {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		return r.assign(s)
	case *ast.LocalAssignStmt:
		return r.local(s)
	case *ast.FuncDefStmt:
		return r.define(s)
	case *ast.FuncCallStmt:
		s.Expr = r.expr(s.Expr)
	case *ast.DoBlockStmt:
		s.Stmts = r.block(s.Stmts)
	case *ast.WhileStmt:
		s.Condition = r.expr(s.Condition)
		s.Stmts = r.block(s.Stmts)
	case *ast.RepeatStmt:
		s.Stmts = r.block(s.Stmts)
		s.Condition = r.expr(s.Condition)
	case *ast.IfStmt:
		s.Condition = r.expr(s.Condition)
		s.Then, s.Else = r.block(s.Then), r.block(s.Else)
	case *ast.NumberForStmt:
		s.Init, s.Limit = r.expr(s.Init), r.expr(s.Limit)
		if s.Step != nil {
			s.Step = r.expr(s.Step)
		}
		s.Stmts = r.loop(s, []string{s.Name}, s.Stmts)
	case *ast.GenericForStmt:
		s.Exprs = r.exprs(s, s.Exprs, false)
		s.Stmts = r.loop(s, s.Names, s.Stmts)
	case *ast.ReturnStmt:
		s.Exprs = r.exprs(s, s.Exprs, true)
	case *ast.LabelStmt:
		r.jump(s, s.Name)
	case *ast.GotoStmt:
		r.jump(s, s.Label)
	}
	return []ast.Stmt{stmt}
}

func (r *rewriter) jump(at ast.PositionHolder, label string) {
	r.name(at, label)
	if r.jumps++; r.jumps > jumpsMax {
		r.fail(at, "more than %d labels and gotos", jumpsMax)
	}
}

func (r *rewriter) declare(at ast.PositionHolder, names []string) {
	r.list(at, len(names), "names")
	for _, name := range names {
		r.name(at, name)
	}
	r.visible += len(names)
}

func (r *rewriter) loop(at ast.PositionHolder, names []string, stmts []ast.Stmt) []ast.Stmt {
	visible := r.visible
	r.declare(at, names)
	stmts = r.block(stmts)
	r.visible = visible
	return stmts
}

// local keeps a function's own name in scope inside it, as the compiler would
// for the function alone.
func (r *rewriter) local(s *ast.LocalAssignStmt) []ast.Stmt {
	if len(s.Names) == 1 && len(s.Exprs) == 1 {
		if function, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			r.declare(s, s.Names)
			declaration := &ast.LocalAssignStmt{Names: s.Names}
			declaration.SetLine(s.Line())
			return []ast.Stmt{declaration, r.set(s, s.Names[0], r.expr(function))}
		}
	}
	s.Exprs = r.exprs(s, s.Exprs, false)
	r.declare(s, s.Names)
	if len(s.Names)-len(s.Exprs) > variablesFree {
		return []ast.Stmt{r.wide(s, len(s.Names)), s}
	}
	return []ast.Stmt{s}
}

func (r *rewriter) set(at ast.PositionHolder, name string, value ast.Expr) ast.Stmt {
	target := &ast.IdentExpr{Value: name}
	target.SetLine(at.Line())
	openCall(value)
	stmt := &ast.AssignStmt{Lhs: []ast.Expr{target}, Rhs: []ast.Expr{value}}
	stmt.SetLine(at.Line())
	return stmt
}

// openCall takes the parentheses off a call that is all that is assigned to one
// name, which means the same: the compiler puts the function of "x = (f(x))"
// where the parameter x is before it passes x.
func openCall(value ast.Expr) {
	if call, ok := value.(*ast.FuncCallExpr); ok {
		call.AdjustRet = false
	}
}

// define rewrites "function a.b:c() … end".
func (r *rewriter) define(s *ast.FuncDefStmt) []ast.Stmt {
	if s.Name.Func == nil {
		s.Func.ParList.Names = append([]string{"self"}, s.Func.ParList.Names...)
		key := &ast.StringExpr{Value: s.Name.Method}
		key.SetLine(s.Name.Receiver.Line())
		target := &ast.AttrGetExpr{Object: s.Name.Receiver, Key: key}
		target.SetLine(s.Name.Receiver.Line())
		s.Name.Func = target
	}
	stmt := &ast.AssignStmt{Lhs: []ast.Expr{s.Name.Func}, Rhs: []ast.Expr{s.Func}}
	stmt.SetLine(s.Func.Line())
	return r.assign(stmt)
}

// assign sends each store into a table through the helper. What is not simple
// goes through temporaries, for the compiler gets it wrong: it assigns "x, y = y,
// x" one by one, and leaves x as it is in "x = f() and 1" where f gives nil.
func (r *rewriter) assign(s *ast.AssignStmt) []ast.Stmt {
	r.list(s, len(s.Lhs), "targets")
	r.list(s, len(s.Rhs), "values")
	if target, ok := s.Lhs[0].(*ast.AttrGetExpr); ok && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		value := s.Rhs[0]
		return []ast.Stmt{r.store(target, r.expr(target.Object), r.expr(target.Key), r.expr(value))}
	}
	if _, logical := s.Rhs[0].(*ast.LogicalOpExpr); !logical && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		s.Lhs[0], s.Rhs[0] = r.expr(s.Lhs[0]), r.expr(s.Rhs[0])
		openCall(s.Rhs[0])
		return []ast.Stmt{s}
	}
	return []ast.Stmt{r.assignSeveral(s)}
}

// assignSeveral evaluates the targets, then the values, then assigns.
func (r *rewriter) assignSeveral(s *ast.AssignStmt) ast.Stmt {
	temporary := func(kind string, i int) *ast.IdentExpr {
		name := &ast.IdentExpr{Value: "(" + kind + strconv.Itoa(i) + ")"}
		name.SetLine(s.Line())
		return name
	}
	places := &ast.LocalAssignStmt{}
	values := &ast.LocalAssignStmt{Exprs: r.exprs(s, s.Rhs, false)}
	stores := []ast.Stmt{}
	for i, target := range s.Lhs {
		value := temporary("value", i)
		values.Names = append(values.Names, value.Value)
		switch t := target.(type) {
		case *ast.AttrGetExpr:
			object, key := temporary("object", i), temporary("key", i)
			places.Names = append(places.Names, object.Value, key.Value)
			places.Exprs = append(places.Exprs, r.expr(t.Object), r.expr(t.Key))
			stores = append(stores, r.store(t, object, key, value))
		case *ast.IdentExpr:
			r.name(t, t.Value)
			stores = append(stores, r.set(t, t.Value, value))
		}
	}
	places.SetLine(s.Line())
	values.SetLine(s.Line())
	stmts := []ast.Stmt{values}
	if len(places.Names) > 0 {
		stmts = []ast.Stmt{places, values}
	}
	slices.Reverse(stores) // the last target is assigned first
	block := &ast.DoBlockStmt{Stmts: append(stmts, stores...)}
	block.SetLine(s.Line())
	block.SetLastLine(s.Line())
	return block
}

func (r *rewriter) store(at ast.PositionHolder, object, key, value ast.Expr) ast.Stmt {
	stmt := &ast.FuncCallStmt{Expr: r.call(at, helperStore, object, key, value)}
	stmt.SetLine(at.Line())
	return stmt
}
