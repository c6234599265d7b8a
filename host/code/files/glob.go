package files

import "slices"

// glob is a pattern of gitignore's syntax without its literal beginning: a finite automaton
// whose states are the places between tokens. Matching takes at most tokens × bytes steps,
// whatever the pattern.
type glob []token

type token struct {
	kind tokenKind
	byte byte
	set  *[256]bool // of a class
}

type tokenKind byte

const (
	literal  tokenKind = iota
	anyByte            // ?
	class              // [a-z]
	star               // *: any bytes but slashes
	starStar           // **: any bytes
	maybe              // begins "**/", which is three tokens and may match nothing: this, starStar, a slash
)

// compileGlob reads a pattern. In a pattern for whole paths, wildcards do not match a slash,
// but ** between slashes. It is not ok where the pattern can match nothing, as with a class
// that has no end.
func compileGlob(pattern string, paths bool) (g glob, ok bool) {
	for at := 0; at < len(pattern); at++ {
		switch c := pattern[at]; c {
		case '\\':
			if at++; at == len(pattern) {
				return nil, false
			}
			g = append(g, token{kind: literal, byte: pattern[at]})
		case '?':
			g = append(g, token{kind: anyByte})
		case '*':
			end := at + 1
			for end < len(pattern) && pattern[end] == '*' {
				end++
			}
			g = append(g, starTokens(pattern, at, end, paths)...)
			at = end - 1
			if last := len(g) - 1; g[last].kind == literal { // the slash of "**/"
				at = end
			}
		case '[':
			set, end := compileClass(pattern, at)
			if set == nil {
				return nil, false
			}
			g = append(g, token{kind: class, set: set})
			at = end
		default:
			g = append(g, token{kind: literal, byte: c})
		}
	}
	return g, true
}

// starTokens are those of the stars from at to end.
func starTokens(pattern string, at, end int, paths bool) []token {
	rest := pattern[end:]
	switch {
	case !paths:
		return []token{{kind: starStar}}
	case end-at == 1 || at > 0 && pattern[at-1] != '/':
		return []token{{kind: star}}
	case rest == "" || len(rest) > 1 && rest[:2] == `\/`:
		return []token{{kind: starStar}}
	case rest[0] == '/':
		return []token{{kind: maybe}, {kind: starStar}, {kind: literal, byte: '/'}}
	}
	return []token{{kind: star}}
}

// compileClass reads the class that begins at a bracket, and where it ends; nil: it does not,
// or names characters that are not known.
func compileClass(pattern string, at int) (*[256]bool, int) {
	var set [256]bool
	at++
	negated := at < len(pattern) && (pattern[at] == '!' || pattern[at] == '^')
	if negated {
		at++
	}
	before := 0 // the character that a range may begin with; 0: none
	for first := true; ; first = false {
		if at >= len(pattern) {
			return nil, 0
		}
		c := pattern[at]
		switch {
		case c == ']' && !first:
			for i := range set {
				set[i] = set[i] != negated
			}
			return &set, at
		case c == '\\':
			if at++; at == len(pattern) {
				return nil, 0
			}
			set[pattern[at]], before = true, int(pattern[at])
		case c == '-' && before != 0 && at+1 < len(pattern) && pattern[at+1] != ']':
			if at++; pattern[at] == '\\' {
				if at++; at == len(pattern) {
					return nil, 0
				}
			}
			for i := before; i <= int(pattern[at]); i++ {
				set[i] = true
			}
			before = 0
		case c == '[' && at+1 < len(pattern) && pattern[at+1] == ':':
			end, named, ok := compileNamed(pattern, at+2, &set)
			if !ok {
				return nil, 0
			}
			if before = int('['); named {
				at, before = end, 0
			} else {
				set['['] = true
			}
		default:
			set[c], before = true, int(c)
		}
		at++
	}
}

// compileNamed adds a class such as [:alpha:], whose name begins at a byte, to a set. It is
// not named where the brackets hold something else, and not ok where nothing can match.
func compileNamed(pattern string, at int, set *[256]bool) (end int, named, ok bool) {
	for end = at; end < len(pattern) && pattern[end] != ']'; end++ {
	}
	if end == len(pattern) {
		return 0, false, false
	}
	if end == at || pattern[end-1] != ':' {
		return 0, false, true
	}
	is := classes[pattern[at:end-1]]
	if is == nil {
		return 0, false, false
	}
	for c := range 128 {
		if is(byte(c)) {
			set[c] = true
		}
	}
	return end, true, true
}

var classes = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7F },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(c byte) bool { return c == ' ' || isGraph(c) },
	"punct":  func(c byte) bool { return isGraph(c) && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' },
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c) || isUpper(c) }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isGraph(c byte) bool { return '!' <= c && c <= '~' }

// scratch is the memory of matching, and the steps that are left to it.
type scratch struct {
	now, next []int32
	seen      []int32 // by state, the turn in which it was entered last
	turn      int32
	steps     int
}

// match reports whether a glob matches a whole text. With no steps left it reports false.
func (g glob) match(text string, paths bool, s *scratch) bool {
	if len(s.seen) <= len(g) {
		s.seen = make([]int32, 2*len(g)+64)
		s.turn = 0
	}
	s.now = s.enter(g, s.now[:0], 0, s.nextTurn())
	for i := range len(text) {
		if len(s.now) == 0 || s.steps < 0 {
			return false
		}
		c, turn := text[i], s.nextTurn()
		s.next = s.next[:0]
		s.steps -= len(s.now)
		for _, state := range s.now {
			if int(state) == len(g) {
				continue
			}
			switch t := &g[state]; t.kind {
			case literal:
				if c != t.byte {
					continue
				}
			case anyByte:
				if paths && c == '/' {
					continue
				}
			case class:
				if !t.set[c] || paths && c == '/' {
					continue
				}
			case star, starStar:
				if t.kind == starStar || c != '/' {
					s.next = s.enter(g, s.next, state, turn)
				}
				continue
			case maybe:
				continue
			}
			s.next = s.enter(g, s.next, state+1, turn)
		}
		s.now, s.next = s.next, s.now
	}
	return slices.Contains(s.now, int32(len(g)))
}

// enter adds a state, and those that it leads to without a byte.
func (s *scratch) enter(g glob, states []int32, state, turn int32) []int32 {
	for s.seen[state] != turn {
		s.seen[state] = turn
		states = append(states, state)
		if int(state) == len(g) {
			break
		}
		switch g[state].kind {
		case star, starStar:
			state++
		case maybe:
			states = s.enter(g, states, state+3, turn)
			state++
		default:
			return states
		}
	}
	return states
}

func (s *scratch) nextTurn() int32 {
	if s.turn++; s.turn < 0 {
		clear(s.seen)
		s.turn = 1
	}
	return s.turn
}
