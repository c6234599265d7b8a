package lua

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ed-irl/impressionism/abi"
)

// answers notes the returns of the contract's functions that give no table. name
// is what an expression is called.
func (o *outliner) answers(name string, e ast.Expr) {
	function, ok := e.(*ast.FunctionExpr)
	if !ok || name != abi.Activation && name != abi.Deactivation {
		return
	}
	for _, end := range returns(function.Stmts) {
		if len(end.Exprs) == 0 {
			continue
		}
		if kind := literal(end.Exprs[0]); kind != "" && kind != "nil" {
			o.Answers = append(o.Answers, Answer{Function: name, Kind: kind, Line: end.Line()})
		}
	}
}

// returns returns those of a function's body, not of functions inside it.
func returns(list []ast.Stmt) []*ast.ReturnStmt {
	var found []*ast.ReturnStmt
	for _, s := range list {
		switch x := s.(type) {
		case *ast.ReturnStmt:
			found = append(found, x)
		case *ast.DoBlockStmt:
			found = append(found, returns(x.Stmts)...)
		case *ast.WhileStmt:
			found = append(found, returns(x.Stmts)...)
		case *ast.RepeatStmt:
			found = append(found, returns(x.Stmts)...)
		case *ast.IfStmt:
			found = append(append(found, returns(x.Then)...), returns(x.Else)...)
		case *ast.NumberForStmt:
			found = append(found, returns(x.Stmts)...)
		case *ast.GenericForStmt:
			found = append(found, returns(x.Stmts)...)
		}
	}
	return found
}
