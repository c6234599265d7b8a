package meter

// value writes code that leaves one value on the stack.
func (g *generator) value(t string) {
	g.nesting++
	defer func() { g.nesting-- }()
	choice := g.r.IntN(24)
	switch {
	case choice < 5 || g.nesting > 6 || g.code.Len() > 6000:
		g.constants([]string{t})
	case choice < 10:
		if index, found := g.local(t); found {
			g.emit("local.get %d", index)
			return
		}
		g.constants([]string{t})
	case choice < 15:
		g.value(t)
		g.value(t)
		g.emit("%s.%s", t, g.pick("add", "sub", "mul", "and", "or", "xor", "shl", "shr_u", "rotl"))
	case choice == 15:
		g.value(t)
		g.value(t)
		if g.r.IntN(40) > 0 {
			g.emit("%s.const 1 %s.or", t, t)
		}
		g.emit("%s.%s", t, g.pick("div_u", "rem_u", "rem_s"))
	case choice == 16:
		g.address()
		g.emit("%s.%s@%d", t, g.pick("load", "load8_u", "load16_s"), g.r.IntN(64))
	case choice == 17:
		g.value("i32")
		g.block("if", ":"+t, false, []string{t}, func() {
			g.value(t)
			g.emit("else")
			g.value(t)
		})
	case choice == 18:
		g.block("block", ":"+t, false, []string{t}, func() { g.statements(2); g.value(t) })
	case choice == 19:
		g.converted(t)
	case choice == 20:
		g.values([]string{t, t, "i32"})
		g.emit("select")
	case choice == 21:
		g.emit("global.get %s", map[string]string{"i32": "0", "i64": "1"}[t])
	default:
		for range g.call() {
			g.emit("drop")
		}
		g.constants([]string{t})
	}
}

func (g *generator) converted(t string) {
	if t == "i64" {
		g.value("i32")
		if g.r.IntN(2) == 0 {
			g.value("i64")
			g.emit("call %d", len(g.signatures))
			return
		}
		g.emit(g.pick("i64.extend_i32_s", "i64.extend_i32_u"))
		return
	}
	switch g.r.IntN(4) {
	case 0:
		g.emit("memory.size")
	case 1:
		g.emit("i32.const %d memory.grow", g.r.IntN(3))
	case 2:
		g.values([]string{"i64", "i64"})
		g.emit("i64.%s", g.pick("eq", "lt_s", "gt_u"))
	default:
		g.value("i64")
		g.emit("i32.wrap_i64")
	}
}
