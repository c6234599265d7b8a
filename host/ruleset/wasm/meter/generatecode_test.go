package meter

// statement writes code that leaves the stack as it was.
func (g *generator) statement() {
	deep := g.nesting > 4 || g.code.Len() > 6000
	choice := g.r.IntN(20)
	switch {
	case choice < 4 || deep:
		g.assign()
	case choice < 6:
		g.address()
		t := g.pick("i32", "i64")
		g.value(t)
		g.emit("%s.%s@%d", t, g.pick("store", "store8", "store16"), g.r.IntN(64))
	case choice < 8:
		g.value("i32")
		g.block("if", "", false, nil, func() {
			g.statements(1 + g.r.IntN(3))
			if g.r.IntN(2) == 0 {
				g.emit("else")
				g.statements(1 + g.r.IntN(3))
			}
		})
	case choice < 10:
		g.block("block", "", false, nil, func() { g.statements(1 + g.r.IntN(4)) })
	case choice < 12:
		g.loop()
	case choice < 15:
		g.branch()
	case choice < 17:
		for range g.call() {
			g.emit("drop")
		}
	case choice < 19:
		g.bulk()
	default:
		g.block("block", ":#"+g.number(len(g.signatures)+2), false, []string{"i64", "i32"}, func() {
			g.statements(1)
			g.values([]string{"i64", "i32"})
		})
		g.emit("drop drop")
	}
}

func (g *generator) number(n int) string { return string(rune('0' + n)) }

func (g *generator) assign() {
	t := g.pick("i32", "i64")
	g.value(t)
	if index, found := g.local(t); found && g.r.IntN(3) > 0 {
		g.emit("local.set %d", index)
		return
	}
	g.emit("global.set %s", map[string]string{"i32": g.pick("0", "2"), "i64": "1"}[t])
}

// loop runs a body a few times.
func (g *generator) loop() {
	if g.counters == loopsMax {
		g.emit("nop")
		return
	}
	counter := len(g.locals) + g.counters
	g.counters++
	g.emit("i32.const %d local.set %d", 1+g.r.IntN(6), counter)
	suffix := ""
	if g.r.IntN(3) == 0 { // with a parameter that each round takes and gives
		suffix = ":#" + g.number(len(g.signatures)+1)
		g.emit("i32.const 3")
	}
	g.block("loop", suffix, true, nil, func() {
		g.statements(1 + g.r.IntN(3))
		g.emit("local.get %d i32.const 1 i32.sub local.tee %d br_if 0", counter, counter)
	})
	if suffix != "" {
		g.emit("drop")
	}
}

// branch leaves a block, or may.
func (g *generator) branch() {
	label := g.r.IntN(len(g.labels))
	at := len(g.labels) - 1 - label
	if g.loops[at] {
		return
	}
	needs := g.labels[at]
	switch g.r.IntN(6) {
	case 0, 1, 2:
		g.values(needs)
		g.value("i32")
		g.emit("br_if %d", label)
		for range needs {
			g.emit("drop")
		}
	case 3:
		g.value("i32")
		g.block("if", "", false, nil, func() {
			g.values(needs)
			g.emit("br %d", label+1)
			if g.r.IntN(2) == 0 { // code that is never reached
				g.statements(1)
			}
			if g.r.IntN(2) == 0 {
				g.emit("else")
				g.statements(1)
			}
		})
	case 4:
		g.value("i32")
		g.block("if", "", false, nil, func() {
			g.values(g.own[1])
			g.emit(g.pick("return", "return", "return", "return", "return", "return", "unreachable"))
		})
	case 5:
		g.block("block", "", false, nil, func() {
			g.block("block", "", false, nil, func() {
				g.value("i32")
				g.emit("br_table 0,1,0,1")
			})
			g.statements(1)
		})
	}
}

func (g *generator) bulk() {
	switch g.r.IntN(6) {
	case 0, 1:
		g.address()
		g.value("i32")
		g.emit("i32.const %d memory.fill", g.r.IntN(600))
	case 2:
		g.address()
		g.address()
		g.emit("i32.const %d memory.copy", g.r.IntN(600))
	case 3:
		g.address()
		g.emit("i32.const %d i32.const %d memory.init 0", g.r.IntN(8), g.r.IntN(20))
	case 4:
		g.emit("i32.const %d i32.const %d i32.const %d table.copy", g.r.IntN(4), g.r.IntN(4), g.r.IntN(4))
	case 5:
		g.emit("i32.const %d i32.const %d i32.const %d table.init 1", g.r.IntN(4), g.r.IntN(3), g.r.IntN(4))
	}
}
