package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Committed are the scores that the program had when somebody last looked at
// them and found them good.
type Committed struct {
	Sets map[string]CommittedSet `json:"sets"`
}

// CommittedSet is one set's: the scores, and what was counted of each prompt
// (or session), so that a later answer to the same prompt can be set beside it.
type CommittedSet struct {
	Prompts int                `json:"prompts"`
	Scores  map[string]float64 `json:"scores"` // to 4 decimals
	Counts  []string           `json:"counts,omitempty"`
	Rows    map[string]string  `json:"rows,omitempty"` // by id: a number for each of Counts
}

// Guarded are the sets whose rows are kept: those that a test answers.
var Guarded = []string{"skills-real", "sessions", "tools", "lessons", "skills-small", "skills-small-cards", "languages-small"}

// keptOfPrompts and keptOfSessions name what is counted for the metrics that are
// committed.
var keptOfPrompts = []count{
	{"positives", numPositives},
	{"first", numHit1},
	{"asked", numAsked},
	{"right", numRight},
	{"wrong", numWrong},
	{"met", numMet},
	{"needs", numNeeds},
	{"negatives", numNegatives},
	{"alarms", numAlarms},
}

var keptOfSessions = []count{
	{"must", numMust}, {"held", numHeld}, {"active", numItems}, {"stale", numStale}, {"turns", numTurns}, {"clean", numClean},
}

type count struct {
	name   string
	number int
}

// committedMetrics are those of a comparison but mF1, which is no ratio of
// counts, and topics-found, of which nothing is kept.
func committedMetrics(metrics []metric) []metric {
	return slices.DeleteFunc(metrics, func(m metric) bool {
		return m.name == "mF1" || m.name == "topics-found" || !slices.Contains(compared, m.name)
	})
}

// committedBytesMax bounds the file.
const committedBytesMax = 4 << 20

// ReadCommitted reads what Encode wrote.
func ReadCommitted(data []byte) (Committed, error) {
	c := Committed{}
	if len(data) > committedBytesMax {
		return c, fmt.Errorf("read committed scores: larger than %d MiB", committedBytesMax>>20)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return Committed{}, fmt.Errorf("read committed scores: %w", err)
	}
	if c.Sets == nil {
		return Committed{}, errors.New("read committed scores: it has no sets")
	}
	return c, nil
}

// Encode writes the scores, a line for each prompt: a diff then shows which
// prompts changed.
func (c Committed) Encode() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(c)
	return out.Bytes(), err
}

// Commit replaces a set's scores by those of new answers.
func (c *Committed) Commit(name string, s Set, rankings Rankings) {
	if c.Sets == nil {
		c.Sets = map[string]CommittedSet{}
	}
	metrics, rows := s.tallies(rankings)
	set := CommittedSet{Prompts: len(s.Labels), Scores: map[string]float64{}}
	if len(rows) > 0 {
		sum := total(rows, len(rows[0]))
		for _, m := range committedMetrics(metrics) {
			if value := m.of(sum); !math.IsNaN(value) {
				set.Scores[m.name] = math.Round(value*1e4) / 1e4
			}
		}
	}
	if slices.Contains(Guarded, name) {
		counts, ids := s.kept()
		for _, kept := range counts {
			set.Counts = append(set.Counts, kept.name)
		}
		set.Rows = map[string]string{}
		for i, row := range rows {
			set.Rows[ids[i]] = writeRow(row, counts)
		}
	}
	c.Sets[name] = set
}

// kept returns what is kept of each row, and the rows' ids.
func (s Set) kept() ([]count, []string) {
	var ids []string
	if !s.Sessions() {
		for _, label := range s.Labels {
			ids = append(ids, label.ID)
		}
		return keptOfPrompts, ids
	}
	for _, session := range s.sessions(nil, Row.active) {
		ids = append(ids, session[0].label.Session)
	}
	return keptOfSessions, ids
}

func writeRow(row tally, counts []count) string {
	var numbers []string
	for _, kept := range counts {
		numbers = append(numbers, strconv.Itoa(int(row[kept.number])))
	}
	return strings.Join(numbers, " ")
}

func readRow(text string, counts []count, length int) (tally, error) {
	fields := strings.Fields(text)
	if len(fields) != len(counts) {
		return nil, fmt.Errorf("%d numbers, want %d", len(fields), len(counts))
	}
	row := make(tally, length)
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 31)
		if err != nil {
			return nil, err
		}
		row[counts[i].number] = float64(n)
	}
	return row, nil
}

// rows reads the kept rows in the order of ids, which they must all have.
func (c CommittedSet) rows(counts []count, ids []string, length int) ([]tally, error) {
	names := make([]string, len(counts))
	for i, kept := range counts {
		names[i] = kept.name
	}
	if !slices.Equal(names, c.Counts) || len(c.Rows) != len(ids) {
		return nil, errStale
	}
	rows := make([]tally, len(ids))
	for i, id := range ids {
		text, ok := c.Rows[id]
		if !ok {
			return nil, errStale
		}
		var err error
		if rows[i], err = readRow(text, counts, length); err != nil {
			return nil, fmt.Errorf("read committed scores of %s: %w", id, err)
		}
	}
	return rows, nil
}

var errStale = errors.New("the committed scores are of other prompts; write them again")

// Names returns the committed sets, sorted.
func (c Committed) Names() []string { return slices.Sorted(maps.Keys(c.Sets)) }
