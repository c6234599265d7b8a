package main

import "github.com/ed-irl/impressionism/host/stats"

// result is what `activation --json` prints.
type result struct {
	Model    string          `json:"model"` // that the client asked
	Prompts  int             `json:"prompts"`
	Repeats  int             `json:"repeats"`
	Planned  int             `json:"planned"` // trials
	Trials   int             `json:"trials"`  // that were run
	Requests int             `json:"requests"`
	USD      float64         `json:"usd"`      // by the client's own account
	Wordings []wordingResult `json:"wordings"` // the control first
	Pairs    []pairResult    `json:"pairs"`
	Failures []string        `json:"failures"` // different ones
}

// wordingResult is how one wording fared.
type wordingResult struct {
	Name   string     `json:"name"`
	Trials int        `json:"trials"`
	Failed int        `json:"failed"`
	Untold int        `json:"untold"` // the expected skill was not suggested
	Loaded stats.Rate `json:"loaded"` // of the trials that are neither
	Other  int        `json:"other"`  // another skill was loaded in these
	USD    float64    `json:"usd"`
}

// pairResult compares two wordings, prompt by prompt.
type pairResult struct {
	A          string  `json:"a"`
	B          string  `json:"b"`
	Better     int     `json:"better"` // prompts for which B got the skill loaded more often
	Worse      int     `json:"worse"`
	Even       int     `json:"even"`
	Difference float64 `json:"difference"` // B − A of the shares, mean over the prompts
	Chance     float64 `json:"chance"`     // p of the two-sided sign test
}
