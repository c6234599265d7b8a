package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// function is what one body tells before it is rewritten.
type function struct {
	edits        []edit    // in code order
	segments     []segment // the first is the entry
	calls        []uint32  // functions called by index
	indirect     bool      // calls through the table
	loops        bool
	bulk, grows  bool
	instructions int
	locals       uint32 // parameters included
	frame        int64  // estimated stack, in slots
	depth        int64  // slots to take from Depth at entry; 0: not metered
	weight       int64  // of all its instructions
	brief        bool   // short, and returns for sure
	prepaid      bool   // brief, and paid by its callers
}

// edit is a place where code is added or replaced.
type edit struct {
	at, size int // offset in the code; bytes of it that are concerned
	kind     editKind
	label    uint32 // of the function itself, seen from there
	segment  int    // that begins (editCharge) or that it belongs to
	called   uint32 // function (editCall)
}

type editKind uint8

const (
	editCharge editKind = iota // a segment begins
	editCall
	editIndirect
	editReturn
	editMemory // a bulk instruction over bytes
	editTable  // a bulk instruction over entries
	editGrow
)

type surveyor struct {
	bounds
	*function
	body     *binary.Instructions
	controls []control
	current  int // segment, or dead
}

const dead = -1

func surveyAll(m *binary.Module) ([]function, error) {
	functions := make([]function, len(m.Bodies))
	s := &surveyor{bounds: newBounds(m)}
	for i := range m.Bodies {
		signature := m.Types[m.Functions[i]]
		s.bounds.locals = int64(len(signature.Params))
		functions[i].frame = slots(signature.Params) + slots(signature.Results)
		for _, group := range m.Bodies[i].Locals {
			s.bounds.locals += int64(group.Count)
			functions[i].frame += int64(group.Count) * width(group.Type)
		}
		functions[i].locals = uint32(s.bounds.locals)
		s.function = &functions[i]
		if err := s.survey(m.Bodies[i]); err != nil {
			return nil, err
		}
	}
	price(m, functions)
	return functions, nil
}

// survey reads one body: its segments, its edits, whom it calls.
func (s *surveyor) survey(body binary.Body) error {
	s.body = body.Instructions()
	s.segments = []segment{{parent: none}}
	s.current = 0
	s.controls = append(s.controls[:0], control{op: binary.OpBlock})
	var i binary.Instruction
	for s.body.Next(&i) {
		if len(s.controls) == 0 {
			return s.body.Refuse(&i, "a function goes on after its end")
		}
		if problem := s.outside(&i, len(s.controls)); problem != "" {
			return s.body.Refuse(&i, problem)
		}
		s.instructions++
		if s.current != dead {
			s.segments[s.current].own += int64(weight(i.Op))
		}
		if problem := s.instruction(&i); problem != "" {
			return s.body.Refuse(&i, problem)
		}
	}
	if s.body.Err() == nil && len(s.controls) > 0 {
		return s.body.Refuse(&i, "a function ends inside a block")
	}
	return s.body.Err()
}

func (s *surveyor) instruction(i *binary.Instruction) (problem string) {
	after := i.Offset + i.Size
	switch i.Op {
	case binary.OpBlock, binary.OpLoop, binary.OpIf:
		s.open(i.Op, after)
	case binary.OpElse:
		return s.otherwise(after)
	case binary.OpEnd:
		s.end(after)
	case binary.OpBr:
		s.target(i.Index)
		s.current = dead
	case binary.OpBrIf:
		s.target(i.Index)
		s.begin(s.current, after)
	case binary.OpBrTable:
		for _, label := range i.Labels {
			s.target(label)
		}
		s.current = dead
	case binary.OpReturn:
		s.edit(edit{at: i.Offset, size: i.Size, kind: editReturn})
		s.current = dead
	case binary.OpUnreachable:
		s.current = dead
	case binary.OpCall:
		s.calls = append(s.calls, i.Index)
		s.edit(edit{at: i.Offset, size: i.Size, kind: editCall, called: i.Index})
	case binary.OpCallIndirect:
		s.indirect = true
		s.edit(edit{at: i.Offset, size: i.Size, kind: editIndirect})
	case binary.OpMemoryGrow:
		s.grows = true
		s.edit(edit{at: i.Offset, size: i.Size, kind: editGrow})
	case binary.OpMemoryInit, binary.OpMemoryCopy, binary.OpMemoryFill:
		s.bulk = true
		s.edit(edit{at: i.Offset, kind: editMemory})
	case binary.OpTableInit, binary.OpTableCopy:
		s.bulk = true
		s.edit(edit{at: i.Offset, kind: editTable})
	}
	return ""
}

// edit notes a change, except in code that is never reached.
func (s *surveyor) edit(e edit) {
	if s.current != dead {
		e.label = uint32(len(s.controls) - 1)
		e.segment = s.current
		s.edits = append(s.edits, e)
	}
}

func (s *surveyor) target(label uint32) {
	if s.current != dead {
		s.controls[len(s.controls)-1-int(label)].targeted = true
	}
}
