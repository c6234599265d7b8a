package rulelint

// Rule is a kind of finding.
type Rule struct {
	Code     string
	Severity string
	Summary  string
	Why      string
	Bad      string // an example of what is found
	Good     string // the same without it
}

// Explain gives a rule.
func Explain(code string) (Rule, bool) {
	for _, rule := range rules {
		if rule.Code == code {
			return rule, true
		}
	}
	return Rule{}, false
}

// Rules gives all rules in the order of a ruleset's parts.
func Rules() []Rule { return append([]Rule(nil), rules...) }

// Codes gives the names of all rules.
func Codes() []string {
	var codes []string
	for _, rule := range rules {
		codes = append(codes, rule.Code)
	}
	return codes
}
