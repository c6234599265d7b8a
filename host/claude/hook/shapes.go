package hook

import "strings"

// shape describes the tokens of one issuer: a prefix and what follows it.
type shape struct {
	prefix string
	class  uint8 // of the bytes that follow
	rest   int   // at least so many of them
	most   int   // at most so many; 0: any number
	digits int   // at least so many digits among them
	run    int   // at least so many letters and digits in a row
	dots   int   // at least so many dots
}

// shapes are grouped by their first byte.
var shapes = [...]shape{
	{prefix: "AKIA", class: keyByte, rest: 16, most: 16, digits: 1}, // AWS
	{prefix: "ASIA", class: keyByte, rest: 16, most: 16, digits: 1},
	{prefix: "AIza", class: wordByte | dashByte, rest: 30},                           // Google
	{prefix: "AGE-SECRET-KEY-1", class: keyByte, rest: 40},                           // age
	{prefix: "SG.", class: wordByte | dashByte | dotByte, rest: 40},                  // SendGrid
	{prefix: "dckr_pat_", class: wordByte | dashByte, rest: 20},                      // Docker
	{prefix: "dop_v1_", class: wordByte, rest: 40},                                   // DigitalOcean
	{prefix: "eyJ", class: wordByte | dashByte | dotByte, rest: 20, dots: 2, run: 8}, // JWT
	{prefix: "ghp_", class: wordByte, rest: 16},                                      // GitHub
	{prefix: "gho_", class: wordByte, rest: 16},
	{prefix: "ghu_", class: wordByte, rest: 16},
	{prefix: "ghs_", class: wordByte, rest: 16},
	{prefix: "ghr_", class: wordByte, rest: 16},
	{prefix: "github_pat_", class: wordByte, rest: 20},
	{prefix: "glpat-", class: wordByte | dashByte, rest: 16, digits: 1}, // GitLab
	{prefix: "glsa_", class: wordByte, rest: 20, digits: 1},             // Grafana
	{prefix: "hf_", class: wordByte, rest: 30, run: 30},                 // Hugging Face
	{prefix: "lin_api_", class: wordByte, rest: 20},                     // Linear
	{prefix: "npm_", class: wordByte, rest: 30, run: 30},                // npm
	{prefix: "pypi-", class: wordByte | dashByte, rest: 40, digits: 1},  // PyPI
	{prefix: "rk_live_", class: wordByte, rest: 16},                     // Stripe
	{prefix: "rk_test_", class: wordByte, rest: 16},
	{prefix: "shpat_", class: wordByte, rest: 20}, // Shopify
	{prefix: "sk_live_", class: wordByte, rest: 16},
	{prefix: "sk_test_", class: wordByte, rest: 16},
	{prefix: "sk-ant-", class: wordByte | dashByte, rest: 12, digits: 1},      // Anthropic
	{prefix: "sk-proj-", class: wordByte | dashByte, rest: 12, digits: 1},     // OpenAI
	{prefix: "sk-or-", class: wordByte | dashByte, rest: 20, digits: 1},       // OpenRouter
	{prefix: "sk-", class: wordByte | dashByte, rest: 20, digits: 1, run: 16}, // class names too begin so
	{prefix: "sk-", class: wordByte | dashByte, rest: 20, run: 20},
	{prefix: "tskey-", class: wordByte | dashByte, rest: 16, digits: 1}, // Tailscale
	{prefix: "whsec_", class: base64Byte, rest: 20},
	{prefix: "xapp-", class: wordByte | dashByte, rest: 10, digits: 1}, // Slack
	{prefix: "xoxa-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxb-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxe-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxp-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxr-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxs-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "ya29.", class: wordByte | dashByte | dotByte, rest: 20}, // Google OAuth
}

// shapesFrom gives, per first byte, where its group starts; len(shapes) where
// there is none.
var shapesFrom = func() (from [256]uint8) {
	for b := range from {
		from[b] = uint8(len(shapes))
	}
	for k := len(shapes) - 1; k >= 0; k-- {
		from[shapes[k].prefix[0]] = uint8(k)
	}
	return from
}()

// token gives the end of the token that starts at from.
func (s *scanner) token(from int) (end int, ok bool) {
	first := s.text[from]
	for k := int(shapesFrom[first]); k < len(shapes) && shapes[k].prefix[0] == first; k++ {
		if from < s.barren[k] || !strings.HasPrefix(s.text[from:], shapes[k].prefix) {
			continue
		}
		start := from + len(shapes[k].prefix)
		end = s.run(start, shapes[k].class)
		if shapes[k].matches(s.text[start:end]) {
			return start + len(strings.TrimRight(s.text[start:end], ".-")), true
		}
		// What the rest of a run lacks, its own rest lacks too.
		s.barren[k] = end
	}
	return 0, false
}

func (s shape) matches(rest string) bool {
	digits, dots, run, longest := 0, 0, 0, 0
	for i := range len(rest) {
		class := classes[rest[i]]
		switch {
		case class&digitByte != 0:
			digits++
			run++
		case class&letterByte != 0:
			run++
		default:
			run = 0
			if class&dotByte != 0 {
				dots++
			}
		}
		longest = max(longest, run)
	}
	return len(rest) >= s.rest && (s.most == 0 || len(rest) <= s.most) && digits >= s.digits && longest >= s.run && dots >= s.dots
}
