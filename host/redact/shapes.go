package redact

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
	{prefix: "ABSK", class: base64Byte, rest: 60, digits: 1},  // AWS Bedrock
	{prefix: "AIza", class: wordByte | dashByte, rest: 30},    // Google
	{prefix: "AGE-SECRET-KEY-1", class: keyByte, rest: 40},    // age
	{prefix: "AKCp", class: wordByte, rest: 50, digits: 1},    // Artifactory
	{prefix: "ATATT", class: base64Byte, rest: 40, digits: 1}, // Atlassian
	{prefix: "ATCTT", class: base64Byte, rest: 40, digits: 1},
	{prefix: "ATBB", class: wordByte, rest: 20, digits: 2, run: 20},
	{prefix: "CCIPAT_", class: wordByte, rest: 30, digits: 1}, // CircleCI
	{prefix: "CCIPRJ_", class: wordByte, rest: 30, digits: 1},
	{prefix: "CFPAT-", class: wordByte | dashByte, rest: 40, digits: 1},  // Contentful
	{prefix: "EAA", class: wordByte, rest: 60, digits: 3, run: 60},       // Facebook
	{prefix: "FLWSECK", class: wordByte | dashByte, rest: 20, digits: 3}, // Flutterwave
	{prefix: "FlyV1 ", class: base64Byte, rest: 40, digits: 1},           // Fly
	{prefix: "GOCSPX-", class: wordByte | dashByte, rest: 20, digits: 1}, // Google OAuth
	{prefix: "GR1348941", class: wordByte | dashByte, rest: 16},          // GitLab
	{prefix: "LTAI", class: wordByte, rest: 16, digits: 1, run: 16},      // Alibaba
	{prefix: "LS0tLS1CRUdJTiBQUklWQVRF", class: base64Byte, rest: 40},    // private keys in base64
	{prefix: "LS0tLS1CRUdJTiBSU0EgUFJJVkFUR", class: base64Byte, rest: 40},
	{prefix: "LS0tLS1CRUdJTiBFQyBQUklWQVRF", class: base64Byte, rest: 40},
	{prefix: "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE", class: base64Byte, rest: 40},
	{prefix: "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFUR", class: base64Byte, rest: 40},
	{prefix: "NRAK-", class: wordByte, rest: 20, digits: 1},            // New Relic
	{prefix: "PMAK-", class: wordByte | dashByte, rest: 20, digits: 1}, // Postman
	{prefix: "PMAT-", class: wordByte | dashByte, rest: 20, digits: 1},
	{prefix: "SG.", class: wordByte | dashByte | dotByte, rest: 40},           // SendGrid
	{prefix: "SK", class: wordByte, rest: 32, most: 32, digits: 6, run: 32},   // Twilio
	{prefix: "api_org_", class: wordByte, rest: 30, run: 30},                  // Hugging Face
	{prefix: "bkua_", class: wordByte, rest: 30, digits: 1},                   // Buildkite
	{prefix: "dapi", class: wordByte, rest: 32, most: 34, digits: 6, run: 32}, // Databricks
	{prefix: "dckr_oat_", class: wordByte | dashByte, rest: 20},               // Docker
	{prefix: "dckr_pat_", class: wordByte | dashByte, rest: 20},
	{prefix: "doo_v1_", class: wordByte, rest: 40}, // DigitalOcean
	{prefix: "dop_v1_", class: wordByte, rest: 40},
	{prefix: "dor_v1_", class: wordByte, rest: 40},
	{prefix: "dp.pt.", class: wordByte, rest: 30, digits: 1}, // Doppler
	{prefix: "dp.st.", class: wordByte | dashByte | dotByte, rest: 30, digits: 1},
	{prefix: "dt0c01.", class: wordByte | dashByte | dotByte, rest: 60, digits: 1},   // Dynatrace
	{prefix: "e2b_", class: wordByte, rest: 30, digits: 1},                           // E2B
	{prefix: "eyJ", class: wordByte | dashByte | dotByte, rest: 20, dots: 2, run: 8}, // JWT
	{prefix: "fc-", class: wordByte, rest: 32, most: 32, digits: 4, run: 32},         // Firecrawl
	{prefix: "figd_", class: wordByte | dashByte, rest: 20, digits: 1},               // Figma
	{prefix: "figo_", class: wordByte | dashByte, rest: 20, digits: 1},
	{prefix: "figu_", class: wordByte | dashByte, rest: 20, digits: 1},
	{prefix: "fw_", class: wordByte, rest: 20, digits: 2, run: 20}, // Fireworks
	{prefix: "ghp_", class: wordByte, rest: 16},                    // GitHub
	{prefix: "gho_", class: wordByte, rest: 16},
	{prefix: "ghu_", class: wordByte, rest: 16},
	{prefix: "ghs_", class: wordByte, rest: 16},
	{prefix: "ghr_", class: wordByte, rest: 16},
	{prefix: "github_pat_", class: wordByte, rest: 20},
	{prefix: "glagent-", class: wordByte | dashByte, rest: 20, digits: 1}, // GitLab
	{prefix: "glcbt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "gldt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glft-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glimt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "gloas-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glpat-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glptt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glrt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glrtr-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glsoat-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glwt-", class: wordByte | dashByte, rest: 16, digits: 1},
	{prefix: "glc_", class: base64Byte, rest: 30, digits: 1}, // Grafana
	{prefix: "glsa_", class: wordByte, rest: 20, digits: 1},
	{prefix: "gsk_", class: wordByte, rest: 30, digits: 1, run: 20},   // Groq
	{prefix: "hf_", class: wordByte, rest: 30, run: 30},               // Hugging Face
	{prefix: "hvb.", class: wordByte | dashByte, rest: 40, digits: 1}, // Vault
	{prefix: "hvs.", class: wordByte | dashByte, rest: 24, digits: 1},
	{prefix: "jina_", class: wordByte | dashByte, rest: 30, digits: 1},        // Jina
	{prefix: "key-", class: wordByte, rest: 32, most: 32, digits: 6, run: 32}, // Mailgun
	{prefix: "lin_api_", class: wordByte, rest: 20},                           // Linear
	{prefix: "lin_oauth_", class: wordByte, rest: 20},
	{prefix: "lsv2_pt_", class: wordByte, rest: 30, digits: 1}, // LangSmith
	{prefix: "lsv2_sk_", class: wordByte, rest: 30, digits: 1},
	{prefix: "nfp_", class: wordByte, rest: 30, digits: 1, run: 20},          // Netlify
	{prefix: "npm_", class: wordByte, rest: 30, run: 30},                     // npm
	{prefix: "nsec1", class: wordByte, rest: 50, digits: 1, run: 50},         // Nostr
	{prefix: "ntn_", class: wordByte, rest: 30, digits: 1, run: 20},          // Notion
	{prefix: "nvapi-", class: wordByte | dashByte, rest: 40, digits: 1},      // NVIDIA
	{prefix: "ops_eyJ", class: base64Byte, rest: 60},                         // 1Password
	{prefix: "oy2", class: wordByte, rest: 43, most: 43, digits: 3, run: 43}, // NuGet
	{prefix: "pat-eu1-", class: wordByte | dashByte, rest: 30, digits: 1},    // HubSpot
	{prefix: "pat-na1-", class: wordByte | dashByte, rest: 30, digits: 1},
	{prefix: "phx_", class: wordByte, rest: 30, digits: 1, run: 20},                      // PostHog
	{prefix: "pplx-", class: wordByte, rest: 30, digits: 1},                              // Perplexity
	{prefix: "pscale_oauth_", class: wordByte | dashByte | dotByte, rest: 30, digits: 1}, // PlanetScale
	{prefix: "pscale_pw_", class: wordByte | dashByte | dotByte, rest: 30, digits: 1},
	{prefix: "pscale_tkn_", class: wordByte | dashByte | dotByte, rest: 30, digits: 1},
	{prefix: "pul-", class: wordByte, rest: 40, most: 40, digits: 6},   // Pulumi
	{prefix: "pypi-", class: wordByte | dashByte, rest: 40, digits: 1}, // PyPI
	{prefix: "r8_", class: wordByte, rest: 30, digits: 1, run: 20},     // Replicate
	{prefix: "rdme_", class: wordByte, rest: 40, digits: 1},            // ReadMe
	{prefix: "re_", class: wordByte, rest: 24, digits: 2, run: 16},     // Resend
	{prefix: "rk_live_", class: wordByte, rest: 16},                    // Stripe
	{prefix: "rk_test_", class: wordByte, rest: 16},
	{prefix: "rpa_", class: wordByte, rest: 30, digits: 1, run: 20},         // RunPod
	{prefix: "rubygems_", class: wordByte, rest: 40, digits: 1},             // RubyGems
	{prefix: "sb_secret_", class: wordByte | dashByte, rest: 20, digits: 1}, // Supabase
	{prefix: "sbp_", class: wordByte, rest: 30, digits: 1, run: 20},
	{prefix: "secret_", class: wordByte, rest: 40, digits: 1, run: 40}, // Notion
	{prefix: "sgp_", class: wordByte, rest: 40, digits: 1},             // Sourcegraph
	{prefix: "shpat_", class: wordByte, rest: 20},                      // Shopify
	{prefix: "shpca_", class: wordByte, rest: 20},
	{prefix: "shppa_", class: wordByte, rest: 20},
	{prefix: "shpss_", class: wordByte, rest: 20},
	{prefix: "shpua_", class: wordByte, rest: 20},
	{prefix: "sk_live_", class: wordByte, rest: 16}, // Stripe
	{prefix: "sk_test_", class: wordByte, rest: 16},
	{prefix: "sk-ant-", class: wordByte | dashByte, rest: 12, digits: 1},      // Anthropic
	{prefix: "sk-proj-", class: wordByte | dashByte, rest: 12, digits: 1},     // OpenAI
	{prefix: "sk-or-", class: wordByte | dashByte, rest: 20, digits: 1},       // OpenRouter
	{prefix: "sk-", class: wordByte | dashByte, rest: 20, digits: 1, run: 16}, // class names too begin so
	{prefix: "sk-", class: wordByte | dashByte, rest: 20, run: 20},
	{prefix: "sl.", class: wordByte | dashByte, rest: 60, digits: 1}, // Dropbox
	{prefix: "sntrys_", class: base64Byte, rest: 40, digits: 1},      // Sentry
	{prefix: "sntryu_", class: wordByte, rest: 40, digits: 1},
	{prefix: "sq0atp-", class: wordByte | dashByte, rest: 20, digits: 1}, // Square
	{prefix: "sq0csp-", class: wordByte | dashByte, rest: 30, digits: 1},
	{prefix: "sqa_", class: wordByte, rest: 40, digits: 1, run: 40}, // SonarQube
	{prefix: "sqp_", class: wordByte, rest: 40, digits: 1, run: 40},
	{prefix: "squ_", class: wordByte, rest: 40, digits: 1, run: 40},
	{prefix: "tgp_v1_", class: wordByte | dashByte, rest: 30, digits: 1},  // Together
	{prefix: "tskey-", class: wordByte | dashByte, rest: 16, digits: 1},   // Tailscale
	{prefix: "tvly-", class: wordByte | dashByte, rest: 20, digits: 1},    // Tavily
	{prefix: "vcp_", class: wordByte, rest: 40, digits: 1, run: 20},       // Vercel
	{prefix: "whsec_", class: base64Byte, rest: 20},                       // Stripe
	{prefix: "xai-", class: wordByte, rest: 40, digits: 1, run: 40},       // xAI
	{prefix: "xapp-", class: wordByte | dashByte, rest: 10, digits: 1},    // Slack
	{prefix: "xkeysib-", class: wordByte | dashByte, rest: 40, digits: 1}, // Brevo
	{prefix: "xoxa-", class: wordByte | dashByte, rest: 10, digits: 1},    // Slack
	{prefix: "xoxb-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxc-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxd-", class: base64Byte, rest: 20, digits: 1},
	{prefix: "xoxe-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxe.xox", class: wordByte | dashByte | dotByte, rest: 20, digits: 1},
	{prefix: "xoxp-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxr-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xoxs-", class: wordByte | dashByte, rest: 10, digits: 1},
	{prefix: "xsmtpsib-", class: wordByte | dashByte, rest: 40, digits: 1}, // Brevo
	{prefix: "ya29.", class: wordByte | dashByte | dotByte, rest: 20},      // Google OAuth
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

// token returns the end of the token that starts at from.
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
