package binary

func (t ValueType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case V128:
		return "v128"
	}
	return "unknown"
}

func (k Kind) String() string {
	names := [...]string{"function", "table", "memory", "global"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// String writes a signature as "(i32, i64) -> i32".
func (f FuncType) String() string {
	return "(" + list(f.Params) + ") -> " + results(f.Results)
}

func results(types []ValueType) string {
	if len(types) == 1 {
		return types[0].String()
	}
	return "(" + list(types) + ")"
}

func list(types []ValueType) string {
	text := ""
	for i, t := range types {
		if i > 0 {
			text += ", "
		}
		text += t.String()
	}
	return text
}
