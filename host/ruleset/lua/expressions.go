package lua

import (
	"github.com/yuin/gopher-lua/ast"
)

// expr rewrites an expression and what is below it.
func (r *rewriter) expr(e ast.Expr) ast.Expr {
	if !r.down(e) {
		return e
	}
	defer r.up()
	switch x := e.(type) {
	case *ast.NumberExpr:
		if len(x.Value) > numberBytesMax {
			r.fail(x, "a number of %d characters, at most %d", len(x.Value), numberBytesMax)
		}
		if places := numeralPlaces(x.Value); places > placesFree {
			r.charge(unitsPerPlace*places, 0)
		}
		r.constant("n" + x.Value)
	case *ast.StringExpr:
		r.constant(x.Value)
	case *ast.IdentExpr:
		r.name(x, x.Value)
	case *ast.Comma3Expr:
		r.function.variadic = true
	case *ast.AttrGetExpr:
		x.Object = r.expr(x.Object)
		x.Key = r.key(x.Key)
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = r.expr(x.Lhs), r.expr(x.Rhs)
	case *ast.RelationalOpExpr:
		r.compare(x)
	case *ast.ArithmeticOpExpr:
		return r.arithmetic(x)
	case *ast.UnaryMinusOpExpr:
		r.charge(arithmeticSize(x), 0)
		x.Expr = r.expr(x.Expr)
	case *ast.UnaryNotOpExpr:
		x.Expr = r.expr(x.Expr)
	case *ast.UnaryLenOpExpr:
		return r.call(x, helperLength, r.expr(x.Expr))
	case *ast.StringConcatOpExpr:
		return r.concat(x)
	case *ast.TableExpr:
		return r.table(x)
	case *ast.FuncCallExpr:
		r.callee(x)
	case *ast.FunctionExpr:
		return r.closure(x)
	}
	return e
}

// arithmetic leaves the operators whose cost does not hang on their operands to the
// interpreter.
func (r *rewriter) arithmetic(x *ast.ArithmeticOpExpr) ast.Expr {
	r.charge(arithmeticSize(x), 0)
	x.Lhs, x.Rhs = r.expr(x.Lhs), r.expr(x.Rhs)
	switch {
	case x.Operator == "%":
		return r.call(x, helperMod, x.Lhs, x.Rhs)
	case x.Operator == "*", x.Operator == "/":
		x.Rhs = r.slowed(x.Lhs, x.Rhs)
	case x.Operator == "^":
		return r.call(x, helperPow, x.Lhs, x.Rhs)
	}
	return x
}

// slowed adds one instruction to a product where its operands have none: the processor
// takes as long as several do where a result is too small for its usual form.
func (r *rewriter) slowed(left, right ast.Expr) ast.Expr {
	_, constant := left.(*ast.NumberExpr)
	switch right.(type) {
	case *ast.NumberExpr:
		if constant {
			return right
		}
	case *ast.IdentExpr:
	default:
		return right
	}
	twice := &ast.LogicalOpExpr{Operator: "or", Lhs: right, Rhs: right}
	twice.SetLine(right.Line())
	return twice
}

// exprs rewrites a list. Where the last of it may stand for any number of
// values, … is charged for each of them.
func (r *rewriter) exprs(at ast.PositionHolder, list []ast.Expr, open bool) []ast.Expr {
	r.list(at, len(list), "values")
	r.function.pending += len(list)
	defer func() { r.function.pending -= len(list) }()
	for i, e := range list {
		list[i] = r.expr(e)
		if open && i == len(list)-1 {
			list[i] = r.spread(list[i])
		}
	}
	return list
}

func (r *rewriter) spread(e ast.Expr) ast.Expr {
	rest, ok := e.(*ast.Comma3Expr)
	if !ok || rest.AdjustRet {
		return e
	}
	call := r.call(rest, helperValues, rest)
	call.AdjustRet = false
	return call
}

func (r *rewriter) callee(x *ast.FuncCallExpr) {
	if x.Func != nil {
		x.Func = r.expr(x.Func)
	} else {
		x.Receiver = r.expr(x.Receiver)
		r.name(x, x.Method)
	}
	x.Args = r.exprs(x, x.Args, true)
}

// key rewrites the key of a read: looking up a string costs its length.
func (r *rewriter) key(key ast.Expr) ast.Expr {
	rewritten := r.expr(key)
	if cheap(key, constantKeyMax) {
		return rewritten
	}
	return r.call(key, helperKey, rewritten)
}

// compare charges for one side, which bounds the cost of comparing strings.
func (r *rewriter) compare(x *ast.RelationalOpExpr) {
	free := constantKeyMax
	if x.Operator != "==" && x.Operator != "~=" {
		free = orderBytesFree
	}
	costly := !cheap(x.Lhs, free) && !cheap(x.Rhs, free)
	x.Lhs, x.Rhs = r.expr(x.Lhs), r.expr(x.Rhs)
	switch {
	case costly && (x.Operator == "==" || x.Operator == "~="):
		x.Lhs = r.call(x, helperCompare, x.Lhs)
	case costly:
		x.Lhs = r.call(x, helperOrder, x.Lhs)
	}
}

// cheap reports whether e is a literal that costs nothing to look up or compare.
func cheap(e ast.Expr, textMax int) bool {
	switch x := e.(type) {
	case *ast.NilExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NumberExpr:
		return true
	case *ast.StringExpr:
		return len(x.Value) <= textMax
	}
	return false
}

// concat flattens a .. (b .. (c .. d)) into calls of at most concatArgs values,
// nested to the right so that metamethods are called in Lua's order.
func (r *rewriter) concat(x *ast.StringConcatOpExpr) ast.Expr {
	operands := []ast.Expr{}
	var rest ast.Expr = x
	before := r.function.pending
	defer func() { r.function.pending = before }()
	for {
		r.function.pending++
		pair, ok := rest.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		operands = append(operands, r.expr(pair.Lhs))
		rest = pair.Rhs
	}
	operands = append(operands, r.expr(rest))
	for len(operands) > concatArgs {
		cut := len(operands) - concatArgs
		tail := r.call(x, helperConcat, append([]ast.Expr{}, operands[cut:]...)...)
		operands = append(operands[:cut], tail)
	}
	return r.call(x, helperConcat, operands...)
}

// concatArgs is how many values one call of the helper joins.
const concatArgs = 30

func (r *rewriter) table(x *ast.TableExpr) ast.Expr {
	if len(x.Fields) > tableFieldsMax {
		r.fail(x, "a table of %d entries, at most %d", len(x.Fields), tableFieldsMax)
		return x
	}
	named := 0
	r.function.pending += min(len(x.Fields), fieldsFlushed)
	defer func() { r.function.pending -= min(len(x.Fields), fieldsFlushed) }()
	for i, field := range x.Fields {
		if field.Key != nil {
			named++
			literal, ok := field.Key.(*ast.StringExpr)
			field.Key = r.expr(field.Key)
			if !ok || !cheap(literal, constantKeyMax) {
				field.Key = r.call(x, helperSlot, field.Key)
			}
		}
		field.Value = r.expr(field.Value)
		if field.Key == nil && i == len(x.Fields)-1 {
			field.Value = r.spread(field.Value)
		}
	}
	return r.call(x, helperTable, x, number(x, named), number(x, len(x.Fields)-named))
}

// fieldsFlushed is how many values of a constructor the interpreter has before it stores them.
const fieldsFlushed = 50

func (r *rewriter) closure(x *ast.FunctionExpr) ast.Expr {
	visible := r.visible
	outer := r.enterFunction()
	r.declare(x, x.ParList.Names)
	x.Stmts = r.leaveFunction(outer, x, r.block(x.Stmts), x.ParList.HasVargs)
	r.visible = visible
	return r.call(x, helperClosure, x)
}

// arithmeticSize counts the operators below e: the compiler visits all of them
// again for each, looking for constants to fold.
func arithmeticSize(e ast.Expr) int {
	size := 0
	for {
		switch x := e.(type) {
		case *ast.ArithmeticOpExpr:
			size += 1 + arithmeticSize(x.Rhs)
			e = x.Lhs
		case *ast.UnaryMinusOpExpr:
			size++
			e = x.Expr
		default:
			return size
		}
	}
}
