package session

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

var generous = OpinionLimits{DayRequests: 1000, SessionRequests: 1000, MonthTokens: 1_000_000}

// ask books a question that nothing forbids.
func ask(t testing.TB, store *Store, r OpinionRequest) int64 {
	t.Helper()
	id, skipped, err := store.BookOpinion(r, generous)
	if err != nil || skipped != "" || id == 0 {
		t.Fatalf("got %d, %q, %v", id, skipped, err)
	}
	return id
}

// Ensure that each budget ends questions when it is used up and not before, and that what
// is older, or of another session, does not count.
func TestOpinionBudgets(t *testing.T) {
	const hour = time.Hour
	for name, test := range map[string]struct {
		asked  []time.Duration // before now, of session s
		tokens int             // of each
		limits OpinionLimits
		other  bool // the question is of another session
		want   string
	}{
		"nothing asked":        {nil, 0, OpinionLimits{1, 1, 1}, false, ""},
		"a day's are left":     {[]time.Duration{hour, 2 * hour}, 0, OpinionLimits{3, 9, 9}, false, ""},
		"a day's are used up":  {[]time.Duration{hour, 2 * hour, 3 * hour}, 0, OpinionLimits{3, 9, 9}, true, SkippedDay},
		"a day is over":        {[]time.Duration{hour, 24 * hour, 25 * hour}, 0, OpinionLimits{2, 9, 9}, false, ""},
		"the session's":        {[]time.Duration{hour, 30 * hour}, 0, OpinionLimits{9, 2, 9}, false, SkippedSession},
		"another session's":    {[]time.Duration{hour, 30 * hour}, 0, OpinionLimits{9, 2, 9}, true, ""},
		"tokens are left":      {[]time.Duration{hour, 48 * hour}, 100, OpinionLimits{9, 9, 201}, false, ""},
		"tokens are used up":   {[]time.Duration{hour, 48 * hour}, 100, OpinionLimits{9, 9, 200}, true, SkippedMonth},
		"the month is over":    {[]time.Duration{hour, 30 * 24 * hour}, 100, OpinionLimits{9, 9, 200}, false, ""},
		"the first that is up": {[]time.Duration{hour}, 100, OpinionLimits{1, 1, 1}, false, SkippedDay},
	} {
		t.Run(name, func(t *testing.T) {
			store := openTest(t)
			mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"})
			mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "other"})
			for _, ago := range test.asked {
				id := ask(t, store, OpinionRequest{SessionID: "s", At: began.Add(-ago), Provider: "p", Model: "m"})
				must(t, store.EndOpinion(id, OpinionResult{TokensIn: test.tokens - test.tokens/4, TokensOut: test.tokens / 4}))
			}
			r := OpinionRequest{SessionID: "s", At: began, Provider: "p", Model: "m"}
			if test.other {
				r.SessionID = "other"
			}
			ahead, _, err := store.OpinionSkipped(r, test.limits)
			must(t, err)
			_, skipped, err := store.BookOpinion(r, test.limits)
			if skipped != test.want || ahead != test.want || err != nil {
				t.Errorf("got %q, and %q before, %v", skipped, ahead, err)
			}
		})
	}
}

// Ensure that a provider which fails three times in a row is left alone for five minutes,
// is then tried once, and that neither failures of other kinds nor of another model count.
func TestOpinionPause(t *testing.T) {
	store, now := openTest(t), began
	try := func(model, cause string) (skipped string) {
		t.Helper()
		id, skipped, err := store.BookOpinion(OpinionRequest{At: now, Provider: "p", Model: model}, generous)
		must(t, err)
		if skipped == "" {
			must(t, store.EndOpinion(id, OpinionResult{Cause: cause}))
		}
		now = now.Add(time.Second)
		return skipped
	}
	for _, step := range []struct {
		model, cause, want string
		after              time.Duration
	}{
		{"m", "timeout", "", 0},
		{"m", "server", "", 0},
		{"m", "", "", 0}, // an answer begins the count anew
		{"m", "timeout", "", 0},
		{"m", "refusal", "", 0}, // the prompt's fault
		{"m", "left", "", 0},
		{"m", "unknown-ids", "", 0},
		{"m", "timeout", "", 0},
		{"m", "malformed", "", 0},
		{"m", "", SkippedPaused, 0},
		{"other", "", "", 0},
		{"m", "", SkippedPaused, opinionPause - 10*time.Second},
		{"m", "server", "", 10 * time.Second},
		{"m", "", SkippedPaused, 0},
		{"m", "", "", opinionPause},
		{"m", "timeout", "", 0},
	} {
		now = now.Add(step.after)
		if got := try(step.model, step.cause); got != step.want {
			t.Errorf("%+v: got %q", step, got)
		}
	}
}

// Ensure that a provider is left alone for as long as it asks for, or for the pause after
// failures where that is longer, and that the end of it is known.
func TestOpinionRest(t *testing.T) {
	for name, test := range map[string]struct {
		failures   int
		rest, ends time.Duration
	}{
		"a rest":         {1, time.Minute, time.Minute},
		"a longer pause": {opinionFailuresMax, time.Minute, opinionPause},
		"a longer rest":  {opinionFailuresMax, time.Hour, time.Hour},
	} {
		store := openTest(t)
		r := OpinionRequest{At: began, Provider: "p", Model: "m"}
		var ids []int64
		for range test.failures {
			ids = append(ids, ask(t, store, r))
		}
		for _, id := range ids {
			must(t, store.EndOpinion(id, OpinionResult{Cause: "rate-limited", Rest: test.rest}))
		}
		for after, want := range map[time.Duration]string{time.Second: SkippedPaused, test.ends - time.Second: SkippedPaused, test.ends + time.Second: ""} {
			end := time.Time{}
			if want != "" {
				end = began.Add(test.ends)
			}
			r.At = began.Add(after)
			if got, until, err := store.OpinionSkipped(r, generous); got != want || !until.Equal(end) || err != nil {
				t.Errorf("%s, after %v: got %q until %v, %v", name, after, got, until, err)
			}
		}
	}
}

// Ensure that a clock that is set back leaves no pause and no used budget of a time that is to
// come, and that questions of processes whose clocks differ by seconds count.
func TestOpinionClockSetBack(t *testing.T) {
	limits := OpinionLimits{DayRequests: 3, SessionRequests: 1000, MonthTokens: 30}
	for name, test := range map[string]struct {
		result OpinionResult // of three questions
		want   string        // seconds later, or seconds earlier
		before string        // minutes earlier
	}{
		"failures": {OpinionResult{Cause: "timeout"}, SkippedPaused, ""},
		"a rest":   {OpinionResult{Cause: "rate-limited", Rest: time.Minute}, SkippedPaused, ""},
		"a day's":  {OpinionResult{}, SkippedDay, SkippedDay},
		"tokens":   {OpinionResult{TokensIn: 10}, SkippedMonth, SkippedMonth},
	} {
		store := openTest(t)
		r := OpinionRequest{At: began, Provider: "p", Model: "m"}
		limits := limits
		if test.want != SkippedDay {
			limits.DayRequests = 1000
		}
		if test.want != SkippedMonth {
			limits.MonthTokens = 1000
		}
		var ids []int64
		for range 3 {
			ids = append(ids, ask(t, store, r))
		}
		for _, id := range ids {
			must(t, store.EndOpinion(id, test.result))
		}
		for after, want := range map[time.Duration]string{
			5 * time.Second: test.want, -5 * time.Second: test.want, -2 * time.Minute: test.before, -2 * time.Hour: "", -25 * time.Hour: "", -400 * 24 * time.Hour: "",
		} {
			r.At = began.Add(after)
			if got, _, err := store.OpinionSkipped(r, limits); got != want || err != nil {
				t.Errorf("%s, %v later: got %q, %v, want %q", name, after, got, err, want)
			}
		}
	}
}

// Ensure that processes which ask at once keep within a budget together.
func TestOpinionBudgetIsShared(t *testing.T) {
	path := openTest(t).Path()
	var wait sync.WaitGroup
	var mutex sync.Mutex
	sent := 0
	for range 8 {
		store := openAt(t, path)
		wait.Go(func() {
			for range 4 {
				_, skipped, err := store.BookOpinion(OpinionRequest{At: began}, OpinionLimits{DayRequests: 10, SessionRequests: 99, MonthTokens: 99})
				mutex.Lock()
				if err != nil {
					t.Error(err)
				} else if skipped == "" {
					sent++
				}
				mutex.Unlock()
			}
		})
	}
	if wait.Wait(); sent != 10 {
		t.Errorf("%d were sent", sent)
	}
}

// Ensure that sums count each question once, by what came of it, and no request that is
// under way; that they outlive their session without its id; and that `forget` of all
// removes them.
func TestOpinionSums(t *testing.T) {
	store := openTest(t)
	mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"})
	request := OpinionRequest{SessionID: "s", At: began, Provider: "p", Model: "m"}
	for i, agreed := range []bool{true, false, true} {
		must(t, store.EndOpinion(ask(t, store, request), OpinionResult{Agreed: agreed, Took: time.Duration(3-i) * time.Second, TokensIn: 400, TokensOut: 20}))
	}
	must(t, store.EndOpinion(ask(t, store, request), OpinionResult{Cause: "malformed", TokensIn: 10}))
	must(t, store.SkipOpinion(request, "no-key"))
	if _, skipped, err := store.BookOpinion(request, OpinionLimits{}); skipped != SkippedDay || err != nil {
		t.Errorf("got %q, %v", skipped, err)
	}
	ask(t, store, request) // and its process is killed
	if n, err := store.Forget("s"); n != 1 || err != nil {
		t.Errorf("forget: %d, %v", n, err)
	}
	want := OpinionSums{
		Open: 7, Asked: 5, Answered: 3, Agreed: 2, Causes: map[string]int{"malformed": 1, "no-key": 1, SkippedDay: 1},
		Tokens: OpinionTokens{1210, 60}, TookMS: []int64{1000, 2000, 3000},
	}
	for now, lost := range map[time.Time]int{began.Add(time.Second): 0, began.Add(time.Hour): 1} {
		got, err := store.Opinions(began.Add(-time.Hour), now)
		must(t, err)
		if got.Causes["lost"] != lost {
			t.Errorf("at %v: %v", now, got.Causes)
		}
		delete(got.Causes, "lost")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if ids, err := collect(store, "look", scanText, `SELECT session_id FROM opinions WHERE session_id IS NOT NULL`); len(ids) > 0 || err != nil {
		t.Errorf("ids %q stay, %v", ids, err)
	}
	if _, err := store.Forget(""); err != nil {
		t.Error(err)
	}
	if got, err := store.Opinions(time.Time{}, began); got.Open != 0 || err != nil {
		t.Errorf("after all was forgotten: %+v, %v", got, err)
	}
}

// Ensure that rows go which no budget looks back on.
func TestOpinionsAreRetained(t *testing.T) {
	store := openTest(t)
	ask(t, store, OpinionRequest{At: began.Add(-opinionsKept - time.Hour)})
	ask(t, store, OpinionRequest{At: began.Add(-opinionMonth)})
	ask(t, store, OpinionRequest{At: began})
	retain(t, store, began, RetainAgeDefault, RetainBytesDefault)
	if got, err := store.Opinions(time.Time{}, began); got.Asked != 2 || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Ensure that what a decision's opinion was is kept with it.
func TestDecisionKeepsOpinion(t *testing.T) {
	store := openTest(t)
	mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"})
	for _, opinion := range []string{`{"verdict":"changed"}`, ""} {
		decision := Decision{At: began, Answer: []byte(`{}`)}
		if opinion != "" {
			decision.Opinion = []byte(opinion)
		}
		if _, err := store.Apply("s", 1, Change{}, decision); err != nil {
			t.Fatal(err)
		}
		made, err := store.Decisions("s", 1)
		if err != nil || string(made[0].Opinion) != opinion {
			t.Errorf("got %q, %v", made[0].Opinion, err)
		}
	}
}
