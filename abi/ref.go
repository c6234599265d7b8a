package abi

import (
	"cmp"
	"fmt"
	"strings"
)

// Ref names one item: its kind, and its id among the items of that kind. On the
// wire, in files and as a key of JSON objects it is one text, "skill:pdf-forms".
// There is no default kind. See RATIONALE.md, "Why is an item named by kind and id
// together?".
type Ref struct {
	Kind string // small letters, digits and '-', beginning with a letter
	ID   string // exactly the name that the client lists; may hold further colons
}

// Skill returns the Ref of a skill.
func Skill(id string) Ref { return Ref{Kind: KindSkill, ID: id} }

// String returns the wire's form, and "" for no item.
func (r Ref) String() string {
	if r.IsZero() {
		return ""
	}
	return r.Kind + ":" + r.ID
}

// IsZero reports whether r names nothing.
func (r Ref) IsZero() bool { return r == Ref{} }

// Compare orders by kind, then by id.
func (r Ref) Compare(other Ref) int {
	return cmp.Or(cmp.Compare(r.Kind, other.Kind), cmp.Compare(r.ID, other.ID))
}

// ParseRef reads the wire's form. The error says what a ref looks like.
func ParseRef(text string) (Ref, error) {
	kind, id, found := strings.Cut(text, ":")
	if !found || id == "" || !validKind(kind) {
		return Ref{}, fmt.Errorf("%.100q names no item; a ref is a kind, a colon and an id, as in skill:pdf-forms", text)
	}
	return Ref{Kind: kind, ID: id}, nil
}

func validKind(kind string) bool {
	for i, c := range []byte(kind) {
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return kind != ""
}

// MarshalText returns the wire's form.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the wire's form; the empty text is no item.
func (r *Ref) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Ref{}
		return nil
	}
	parsed, err := ParseRef(string(text))
	*r = parsed
	return err
}
