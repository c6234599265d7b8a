package lua

import (
	"fmt"
	"strconv"

	vm "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Names of the helpers that stand in for operators. No identifier can be
// written like this, so a guest can neither call nor replace them.
const (
	helperConcat  = "(concat)"
	helperLength  = "(length)"
	helperKey     = "(key)"
	helperCompare = "(compare)"
	helperOrder   = "(order)"
	helperSlot    = "(slot)"
	helperStore   = "(store)"
	helperTable   = "(table)"
	helperClosure = "(closure)"
	helperValues  = "(values)"
	helperMod     = "(mod)"
	helperPow     = "(pow)"
	helperWide    = "(wide)"
)

// Limits of syntax beside those of the compiler itself.
const (
	listMax        = 150 // names, targets, arguments or parameters of one construct
	nameBytesMax   = 128 // of an identifier; looking a name up costs its length
	constantKeyMax = 256 // bytes of a literal key that is looked up without a charge
	numberBytesMax = 64  // of a number as it is written
	tableFieldsMax = 20_000
	jumpsMax       = 400 // labels and gotos in one file: the compiler compares each with each
)

// rewriter walks a syntax tree once: it refuses what would make the compiler
// slow, charges for what the compiler will do, and puts a helper in place of
// each operator whose cost depends on its operands, which the interpreter would
// run without a look at any budget. See RATIONALE.md, "Why is Lua's syntax tree
// rewritten before it runs?".
type rewriter struct {
	charge     func(units, bytes int)
	failed     string
	failedLine int
	depth      int
	visible    int // blocks and local variables in scope: looking up a name visits them
	jumps      int
	function   *functionScope
}

// functionScope is what the compiler keeps for one function.
type functionScope struct {
	constants map[string]bool
	variadic  bool // the function uses … itself
	outside   int  // variables and blocks around the function
	depth     int  // of the syntax tree around it
	pending   int  // values of the lists that are being visited
	width     int  // bounds the variables and values that it has at once
}

// What the compiler does for each construct, in units and bytes, measured.
const (
	nodeUnits, nodeBytes         = 4, 150
	blockUnits, blockBytes       = 10, 600
	functionUnits, functionBytes = 220, 20 << 10
	comparisonsPerUnit           = 4 // of constants with each other
	visitsPerUnit                = 4 // of blocks and locals in scope
)

func (r *rewriter) chunk(stmts []ast.Stmt) []ast.Stmt {
	r.enterFunction()
	stmts = r.block(stmts)
	return r.leaveFunction(nil, nil, stmts, true)
}

func (r *rewriter) fail(at ast.PositionHolder, format string, args ...any) {
	if r.failed == "" {
		r.failed, r.failedLine = fmt.Sprintf(format, args...), at.Line()
	}
}

// down counts one level of the tree; it is false where the walk has to end.
func (r *rewriter) down(at ast.PositionHolder) bool {
	r.charge(nodeUnits, nodeBytes)
	if r.depth++; r.depth > syntaxDepthMax {
		r.fail(at, "nested deeper than %d levels", syntaxDepthMax)
	}
	r.function.widen(r, 0)
	return r.failed == ""
}

func (r *rewriter) up() { r.depth-- }

func (r *rewriter) enterFunction() *functionScope {
	outer := r.function
	r.function = &functionScope{constants: map[string]bool{}, outside: r.visible, depth: r.depth}
	r.charge(functionUnits, functionBytes)
	return outer
}

// leaveFunction ends the scope. A variadic function that does not mention …
// would build a table of its arguments at each call; an unreachable mention
// keeps the interpreter from that. A function with many variables pays for them at each
// call; the chunk, at nil, is called once.
func (r *rewriter) leaveFunction(outer *functionScope, at ast.PositionHolder, stmts []ast.Stmt, variadic bool) []ast.Stmt {
	mentioned := r.function.variadic
	if width := r.function.width; width > registersFree && at != nil {
		stmts = append([]ast.Stmt{r.wide(at, width)}, stmts...)
	}
	r.function = outer
	if !variadic || mentioned {
		return stmts
	}
	mention := &ast.IfStmt{
		Condition: &ast.FalseExpr{},
		Then:      []ast.Stmt{&ast.LocalAssignStmt{Names: []string{"(unused)"}, Exprs: []ast.Expr{&ast.Comma3Expr{AdjustRet: true}}}},
	}
	return append([]ast.Stmt{mention}, stmts...)
}

// constant charges for finding a value among the function's constants.
func (r *rewriter) constant(value string) {
	known := r.function.constants
	r.charge(len(known)/comparisonsPerUnit, 0)
	known[value] = true
}

// name charges for resolving an identifier, which may turn out a global.
func (r *rewriter) name(at ast.PositionHolder, name string) {
	if len(name) > nameBytesMax {
		r.fail(at, "a name of %d bytes, at most %d", len(name), nameBytesMax)
		return
	}
	r.charge(r.visible/visitsPerUnit, 0)
	r.constant(name)
}

func (r *rewriter) list(at ast.PositionHolder, length int, what string) {
	if length > listMax {
		r.fail(at, "%d %s, at most %d", length, what, listMax)
	}
	r.function.widen(r, length)
}

// widen takes note that so many values are needed at once here.
func (f *functionScope) widen(r *rewriter, values int) {
	f.width = max(f.width, r.visible-f.outside+r.depth-f.depth+f.pending+values)
}

// wide makes the statement that charges for so many variables.
func (r *rewriter) wide(at ast.PositionHolder, variables int) ast.Stmt {
	stmt := &ast.FuncCallStmt{Expr: r.call(at, helperWide, number(at, variables))}
	stmt.SetLine(at.Line())
	return stmt
}

// call makes the call of a helper that gives exactly one value.
func (r *rewriter) call(at ast.PositionHolder, helper string, args ...ast.Expr) *ast.FuncCallExpr {
	r.constant(helper)
	switch last := args[len(args)-1].(type) {
	case *ast.FuncCallExpr:
		last.AdjustRet = true
	case *ast.Comma3Expr:
		last.AdjustRet = helper != helperValues
	}
	function := &ast.IdentExpr{Value: helper}
	function.SetLine(at.Line())
	call := &ast.FuncCallExpr{Func: function, Args: args, AdjustRet: true}
	call.SetLine(at.Line())
	call.SetLastLine(at.LastLine())
	return call
}

func number(at ast.PositionHolder, value int) ast.Expr {
	number := &ast.NumberExpr{Value: strconv.Itoa(value)}
	number.SetLine(at.Line())
	return number
}

// compileChecked keeps a panic of the compiler, which it answers some odd
// programs with, from leaving this package.
func compileChecked(chunk []ast.Stmt, file string) (proto *vm.FunctionProto, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("cannot be compiled: %v", caught)
		}
	}()
	return vm.Compile(chunk, file)
}
