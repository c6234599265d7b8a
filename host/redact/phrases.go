package redact

import "strings"

// A seed phrase has 12 to 25 words of three to eight letters, from a list without
// words that bind a sentence.
const (
	seedWordsMin, seedWordsMax     = 12, 25
	seedLettersMin, seedLettersMax = 3, 8
	seedJointBytesMax              = 24
)

// seed finds the seed phrase that follows the word text[from:end], if that names one.
func (s *scanner) seed(from, end int) (span, bool) {
	if !namesSeed(s.text, from, end) {
		return span{}, false
	}
	limit := min(len(s.text), end+seedJointBytesMax)
	for at := end; at < limit; at = s.run(at, wordByte) {
		for at < limit && classes[s.text[at]]&wordByte == 0 {
			at++
		}
		if phrase, ok := s.seedWords(at); ok {
			return phrase, true
		}
	}
	return span{}, false
}

func namesSeed(text string, from, end int) bool {
	before := text[max(0, from-10):from]
	switch strings.ToLower(text[from:end]) {
	case "mnemonic", "seed", "seeds", "seedphrase":
		return true
	case "phrase", "words":
		before = strings.ToLower(strings.TrimRight(before, " -_"))
		return strings.HasSuffix(before, "seed") || strings.HasSuffix(before, "recovery") || strings.HasSuffix(before, "backup") || strings.HasSuffix(before, "mnemonic") || strings.HasSuffix(before, "wallet")
	}
	return false
}

// seedWords finds a seed phrase that starts at a place.
func (s *scanner) seedWords(at int) (phrase span, ok bool) {
	phrase = span{at, at}
	count := 0
	for count < seedWordsMax {
		end := at
		for end < len(s.text) && 'a' <= s.text[end] && s.text[end] <= 'z' && end-at <= seedLettersMax {
			end++
		}
		if n := end - at; n < seedLettersMin || n > seedLettersMax || binds(s.text[at:end]) {
			break
		}
		count++
		phrase.to = end
		at = skip(s.text, end, " \t\r\n,.)0123456789", 8)
		if at == end {
			break
		}
	}
	return phrase, count >= seedWordsMin
}

// binds reports whether a word is of those that sentences have and seed phrases never.
func binds(word string) bool {
	switch word {
	case "the", "and", "for", "are", "was", "not", "but", "has", "had", "its", "our", "from", "which", "were", "been", "their", "them", "per", "should", "would", "could", "into", "each", "than", "then", "your", "please":
		return true
	}
	return false
}

// marked finds secrets that are known by a mark inside of them or by the path that
// leads to them: the word text[from:end] is or has that mark.
func (s *scanner) marked(from, end int) (span, bool) {
	if end == len(s.text) {
		return span{}, false
	}
	switch next := s.text[end]; {
	case next == ':' && from > 0 && s.text[from-1] == ':' && isPostgresPort(s.text[from:end]):
		return s.passwordFile(from, end)
	case next == ':' && s.text[from:end] == "thin":
		return s.oracle(end + 1)
	case next == ':' && s.text[from:end] == "Lines" && strings.HasSuffix(s.text[:from], "Private-"):
		start := s.nextLine(end)
		to := s.keyLines(end, macMark)
		return span{min(start, to), to}, to > start // PuTTY
	case next == '~' && end-from >= len("abc8Q") && s.text[end-1] == 'Q' && classes[s.text[end-2]]&digitByte != 0:
		to := s.tokenEnd(end + 1)
		return span{from, to}, to-end > 30 // Azure, of a client
	case next == '~' && s.text[from:end] == "sha256":
		to := s.tokenEnd(end + 1)
		return span{from, to}, to-end > 40 // OpenShift
	case next == ':' && classes[s.text[end-1]]&digitByte != 0 && strings.HasPrefix(s.text[end:], ":AA"):
		to := s.tokenEnd(end + 1)
		return span{end + 1, to}, to-end > 30 // Telegram
	case next == '.' && s.text[from:end] == "atlasv1" && from > 0:
		to := s.tokenEnd(end + 1)
		return span{from, to}, to-end > 40 // Terraform
	case next == '/' && from > 0 && s.text[from-1] == '/':
		return s.webhook(from, end)
	}
	return span{}, false
}

// tokenEnd returns the end of the letters, digits, dashes, dots and tildes from a place on.
func (s *scanner) tokenEnd(at int) int {
	for at < len(s.text) && (classes[s.text[at]]&(wordByte|dashByte|dotByte) != 0 || s.text[at] == '~') {
		at++
	}
	for at > 0 && s.text[at-1] == '.' {
		at--
	}
	return at
}

// webhook finds the secret part of a path that whoever knows it may post to.
func (s *scanner) webhook(from, end int) (span, bool) {
	switch s.text[from:end] {
	case "services": // Slack: /services/T…/B…/abc
		team := s.run(end+1, keyByte)
		if team-end < 8 || s.text[end+1] != 'T' || !strings.HasPrefix(s.text[team:], "/B") {
			return span{}, false
		}
		hook := s.run(team+1, keyByte)
		if hook-team < 8 || !strings.HasPrefix(s.text[hook:], "/") {
			return span{}, false
		}
		return s.pathSecret(hook+1, 16)
	case "workflows", "triggers": // Slack: /workflows/T…/A…/123/abc
		at := end
		for range 3 {
			next := s.run(at+1, keyByte)
			if next-at < 8 || !strings.HasPrefix(s.text[next:], "/") {
				return span{}, false
			}
			at = next
		}
		return s.pathSecret(at+1, 16)
	case "webhooks": // Discord: /webhooks/123/abc
		id := s.run(end+1, digitByte)
		if id-end < 12 || !strings.HasPrefix(s.text[id:], "/") {
			return span{}, false
		}
		return s.pathSecret(id+1, 30)
	case "webhookb2", "IncomingWebhook": // Teams
		at := end + 1
		for at < len(s.text) && classes[s.text[at]]&(wordByte|dashByte) != 0 || at < len(s.text) && strings.IndexByte("@/", s.text[at]) >= 0 {
			at++
		}
		return span{end + 1, at}, at-end > 60
	}
	return span{}, false
}

func (s *scanner) pathSecret(from, least int) (span, bool) {
	to := s.run(from, wordByte|dashByte)
	return span{from, to}, to-from >= least && !placeholder(s.text[from:to])
}
