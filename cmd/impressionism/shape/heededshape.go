package shape

import "github.com/ed-irl/impressionism/host/stats"

// EvalHeeded is what `eval heeded --json` prints. Intervals are of 95 %, over tasks; a task that
// was asked several times counts by most of its answers.
type EvalHeeded struct {
	Provider  string           `json:"provider"`
	Model     string           `json:"model"`
	Tasks     int              `json:"tasks"`
	Repeats   int              `json:"repeats"`
	Planned   int              `json:"planned"`  // requests
	Requests  int              `json:"requests"` // that were sent
	TokensIn  int              `json:"tokens_in"`
	TokensOut int              `json:"tokens_out"`
	Ways      []HeededWay      `json:"ways"`
	Heeded    HeededDifference `json:"heeded"`  // acting on the lesson: with it, against without
	Misled    HeededDifference `json:"misled"`  // acting on the stale lesson: with that one, against without
	Harmed    HeededDifference `json:"harmed"`  // not meeting the request: with the lesson, against without
	Stalled   HeededDifference `json:"stalled"` // not meeting the request: with the stale one, against without
	Answers   []HeededAnswer   `json:"answers"`
	Failures  []string         `json:"failures"` // why there was no answer, each once
}

// HeededWay is one way in which each task was asked.
type HeededWay struct {
	Way       string     `json:"way" jsonschema:"enum=without,enum=with,enum=stale"` // which lesson is told
	Asked     int        `json:"asked"`
	Failed    int        `json:"failed"`
	Heeded    stats.Rate `json:"heeded"`
	Misled    stats.Rate `json:"misled"`
	Works     stats.Rate `json:"works"`      // the request is met
	TokensIn  float64    `json:"tokens_in"`  // of a request, on average
	TokensOut float64    `json:"tokens_out"` // of an answer, on average
}

// HeededDifference is a share minus the one without a lesson.
type HeededDifference struct {
	Tasks int     `json:"tasks"` // answered in both ways
	More  int     `json:"more"`  // tasks in which it is so with the lesson alone
	Less  int     `json:"less"`  // tasks in which it is so without it alone
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// HeededAnswer is one answer, as a program sees it.
type HeededAnswer struct {
	Task    string `json:"task"`
	Way     string `json:"way"`
	Heeded  bool   `json:"heeded"`
	Misled  bool   `json:"misled"`
	Works   bool   `json:"works"`
	Failure string `json:"failure"` // there is none, and why; else ""
}
