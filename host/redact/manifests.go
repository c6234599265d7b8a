package redact

import "strings"

// kinds are the places of manifests that say that they are secret: the last before what
// is walked, and the next.
type kinds struct{ last, next int }

const (
	secretKindMark     = "kind: Secret\n"
	manifestBytesMax   = 4 << 10 // between the kind of a manifest and its data
	manifestValuesMax  = 200
	manifestIndentsMax = 16
)

// manifest notes the values below "data:" and "stringData:" of a Kubernetes secret: all
// of them are secret, whatever their name. The word is text[from:end].
func (s *scanner) manifest(from, end int) {
	word := s.text[from:end]
	if word != "data" && word != "stringData" && word != "kind" {
		return
	}
	if s.secretKind.next <= from && s.secretKind.next >= 0 {
		s.nextKind(from)
	}
	if word == "kind" || from < s.barrenManifest || !strings.HasPrefix(s.text[end:], ":\n") || !s.inSecret(from) {
		return
	}
	indent, at := s.indent(from), end+len(":\n")
	for range manifestValuesMax {
		line, _, _ := strings.Cut(s.text[at:min(len(s.text), at+tableRowBytesMax)], "\n")
		text := strings.TrimLeft(line, " >|+")
		if text != "" && len(line)-len(text) <= indent || text == "" && at+len(line) >= len(s.text) {
			return
		}
		_, value, _ := strings.Cut(text, ": ")
		value = strings.TrimLeft(value, " \"'")
		secret := strings.TrimRight(value, " \r\"'")
		if len(secret) >= 3 && !placeholder(secret) && secret[0] != '|' && secret[0] != '>' {
			start := at + len(line) - len(value)
			s.note(span{start, start + len(secret)})
		}
		at += len(line) + 1
		s.barrenManifest = at
		if at >= len(s.text) {
			return
		}
	}
}

// indent counts what stands before a word in its line.
func (s *scanner) indent(from int) int {
	start := from
	for start > 0 && from-start < manifestIndentsMax && s.text[start-1] != '\n' {
		start--
	}
	return from - start
}

// nextKind looks for the next manifest that is secret; each part of a text is looked at
// once.
func (s *scanner) nextKind(from int) {
	s.secretKind.last = s.secretKind.next
	found := strings.Index(s.text[from:], secretKindMark)
	if found < 0 {
		s.secretKind.next = -1
		return
	}
	s.secretKind.next = from + found
}

// inSecret reports whether the manifest that a place is in is secret.
func (s *scanner) inSecret(at int) bool {
	for _, kind := range []int{s.secretKind.last, s.secretKind.next} {
		first, second := min(kind, at), max(kind, at)
		if kind >= 0 && second-first < manifestBytesMax && strings.HasPrefix(s.text[kind:], secretKindMark) && !strings.Contains(s.text[first:second], "\n---\n") {
			return true
		}
	}
	return false
}
