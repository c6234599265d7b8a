package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// control is an open block.
type control struct {
	op       binary.Opcode // OpBlock, OpLoop, OpIf, OpElse
	segment  int           // where it began, or dead
	targeted bool          // a live branch leads to its end
	armFalls bool          // the arm before else reaches the end
}

// open begins a block.
func (s *surveyor) open(op binary.Opcode, after int) {
	s.controls = append(s.controls, control{op: op, segment: s.current})
	switch op {
	case binary.OpLoop:
		s.loops = s.loops || s.current != dead
		s.begin(none, after)
	case binary.OpIf:
		s.begin(s.current, after)
	}
}

func (s *surveyor) otherwise(after int) (problem string) {
	top := &s.controls[len(s.controls)-1]
	if top.op != binary.OpIf {
		return "an else stands outside of an if"
	}
	top.op, top.armFalls = binary.OpElse, s.current != dead
	s.current = top.segment
	s.begin(top.segment, after)
	return ""
}

// end closes a block. What follows is a segment of its own if control can reach
// it on several ways, and dead if on none.
func (s *surveyor) end(after int) {
	last := len(s.controls) - 1
	closed := s.controls[last]
	s.controls = s.controls[:last]
	reached := s.current != dead
	switch closed.op {
	case binary.OpBlock:
		if !closed.targeted {
			return // only by falling through: the segment goes on
		}
		reached = true
	case binary.OpIf:
		reached = closed.segment != dead
	case binary.OpElse:
		reached = reached || closed.targeted || closed.armFalls
	}
	s.current = dead
	if reached && last > 0 {
		s.current = closed.segment
		s.begin(closed.segment, after)
	}
}

// begin starts a segment at a place in live code.
func (s *surveyor) begin(parent, at int) {
	if s.current == dead {
		return
	}
	s.current = len(s.segments)
	s.segments = append(s.segments, segment{parent: parent})
	s.edit(edit{at: at, kind: editCharge})
}
