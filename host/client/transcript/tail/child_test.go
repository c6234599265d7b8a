package tail_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/sampletest"
)

// writerVariable has a process of this test write instead.
const writerVariable = "IMPRESSIONISM_TEST_TAIL_WRITER"

func TestMain(m *testing.M) {
	if text := os.Getenv(writerVariable); text != "" {
		if err := leg([]byte(text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run is what one process of a session writes.
type run struct {
	Folder, Session string
	From, To        int // lines, the last not included
	Names, Replaces int // how often it gives the file another name, or puts a copy in its place
	Seed            uint64
	PauseMax        time.Duration // between the parts of a torn line
	Slow            bool          // tears every line
}

// leg is such a process.
func leg(text []byte) error {
	var r run
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(r.Seed, 1))
	path := filepath.Join(r.Folder, r.Session+".jsonl")
	for n := r.From; n < r.To; n++ {
		if err := writeTorn(path, long(r.Session, n, random), r, random); err != nil {
			return err
		}
		var err error
		switch left := r.To - n; {
		case r.Names > 0 && random.IntN(left) < r.Names:
			r.Names--
			err = os.Rename(path, filepath.Join(r.Folder, fmt.Sprintf("%s.%d.jsonl", r.Session, n)))
		case r.Replaces > 0 && random.IntN(left) < r.Replaces:
			r.Replaces--
			err = replace(path)
		}
		if err != nil {
			return err
		}
	}
	if r.Slow {
		time.Sleep(time.Minute) // it is to be killed, however late that is
	}
	return nil
}

// long is a line, some of which are longer than a reader's buffer.
func long(session string, n int, random *rand.Rand) string {
	pad := ""
	if random.IntN(30) == 0 {
		pad = fmt.Sprintf(`,"toolUseResult":"%s"`, strings.Repeat("x", random.IntN(400_000)))
	}
	return strings.TrimSuffix(line(session, n), "}\n") + pad + "}\n"
}

// writeTorn appends a line, some in parts. A line that somebody was killed in is ended first,
// as an editor's user would.
func writeTorn(path, text string, r run, random *rand.Rand) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if end, err := file.Seek(-1, io.SeekEnd); err == nil {
		last := []byte{0}
		if _, err := file.ReadAt(last, end); err != nil || last[0] != '\n' {
			text = "\n" + text
		}
	}
	for (r.Slow || random.IntN(10) == 0) && len(text) > 1 && random.IntN(3) > 0 {
		n := 1 + random.IntN(len(text)-1)
		if _, err := file.WriteString(text[:n]); err != nil {
			return err
		}
		text = text[n:]
		time.Sleep(time.Duration(random.Int64N(int64(r.PauseMax))))
	}
	_, err = file.WriteString(text)
	return err
}

// replace puts a copy in a file's place.
func replace(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// cutAndWrite cuts a file and writes it anew, in the same place and in parts.
func cutAndWrite(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	for part := range slices.Chunk(text, 30_000) {
		if _, err := file.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// session is one that is written by process after process.
type session struct {
	t               *testing.T
	folder, id      string
	lines           int
	rotations       int // at least; a third each is another name, a copy, cut and written anew
	kills           int
	random          *rand.Rand
	rotated, killed int
}

var numbered = regexp.MustCompile(`"uuid":"([^"]+)-(\d+)".*?"content":"prompt`)

// written returns the number behind the last line that is there as a whole.
func (s *session) written() int {
	last := 0
	paths, _ := filepath.Glob(filepath.Join(s.folder, s.id+"*.jsonl"))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			s.t.Error(err)
		}
		for line := range strings.Lines(string(text)) {
			if match := numbered.FindStringSubmatch(line); match != nil && json.Valid([]byte(line)) {
				n, _ := strconv.Atoi(match[2])
				last = max(last, n)
			}
		}
	}
	return last + 1
}

// write writes the whole session.
func (s *session) write() {
	for s.written() <= s.lines {
		if s.killed < s.kills {
			s.kill(run{Folder: s.folder, Session: s.id, From: s.written(), To: s.written() + s.lines/(6*s.kills), Names: 1, Replaces: 1, Seed: s.random.Uint64(), PauseMax: 2 * time.Millisecond, Slow: true})
		}
		from := s.written()
		r := run{Folder: s.folder, Session: s.id, From: from, To: min(s.lines+1, from+2*s.lines/s.rotations), Seed: s.random.Uint64(), PauseMax: 2 * time.Millisecond}
		if r.To > r.From {
			r.Names, r.Replaces = 1, 1
		}
		if err := s.start(r).Wait(); err != nil {
			s.t.Error(err)
		}
		if err := cutAndWrite(filepath.Join(s.folder, s.id+".jsonl")); err != nil {
			s.t.Error(err)
		}
		s.rotated += r.Names + r.Replaces + 1
	}
}

func (s *session) start(r run) *exec.Cmd {
	text, err := json.Marshal(r)
	if err != nil {
		s.t.Error(err)
	}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), writerVariable+"="+string(text))
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		s.t.Error(err)
	}
	return command
}

// kill kills a process some time after it began to write.
func (s *session) kill(r run) {
	path := filepath.Join(s.folder, s.id+".jsonl")
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	before := size()
	command := s.start(r)
	for began := time.Now(); size() == before && time.Since(began) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(time.Duration(s.random.Int64N(int64(30 * time.Millisecond))))
	if err := command.Process.Kill(); err != nil {
		s.t.Error(err)
	}
	_ = command.Wait() // the error is that it was killed
	s.killed++
}

// Ensure no line is lost, given twice or out of order within a file, whatever four processes do to
// their files: torn writes, other names, copies in their place, cut and written anew, killed at any
// moment. With IMPRESSIONISM_SOAK as often as it is promised: 10,000 lines, 200 rotations, 50 kills.
func TestNothingIsLost(t *testing.T) {
	lines, rotations, kills := 300, 6, 2
	if sampletest.Soak() {
		lines, rotations, kills = 2600, 51, 13
	}
	for name, options := range modes {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			w := watch(t, folder, "", options)
			var all sync.WaitGroup
			var sessions []*session
			for i := range 4 {
				s := &session{t: t, folder: folder, id: fmt.Sprintf("s%d", i), lines: lines, rotations: rotations, kills: kills, random: rand.New(rand.NewPCG(sampletest.Seed(), uint64(i)))}
				sessions = append(sessions, s)
				all.Go(s.write)
			}
			all.Wait()
			rotated, killed := 0, 0
			for _, s := range sessions {
				w.complete(s.id, lines)
				rotated, killed = rotated+s.rotated, killed+s.killed
			}
			t.Logf("%s: %d lines, %d rotations, %d kills, %d restarts", name, 4*lines, rotated, killed, w.State().Restarts)
			if rotated < 4*rotations || killed < 4*kills {
				t.Errorf("only %d rotations, %d kills", rotated, killed)
			}
		})
	}
}

// complete waits until each line of a session was given, and checks that it was once and in order.
func (w *watching) complete(id string, lines int) {
	w.t.Helper()
	var times []int
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		times = make([]int, lines+1)
		missing := lines
		w.mu.Lock()
		for name, words := range w.got {
			before := 0
			for _, word := range words {
				n, err := strconv.Atoi(word)
				if err != nil || !strings.HasPrefix(name, id+".") {
					continue
				}
				if n <= before {
					w.t.Errorf("%s: %d comes after %d", name, n, before)
				}
				if before = n; times[n] == 0 {
					missing--
				}
				times[n]++
			}
		}
		w.mu.Unlock()
		if missing == 0 {
			break
		}
	}
	lost, doubled := 0, 0
	for _, count := range times[1:] {
		lost += max(0, 1-count)
		doubled += max(0, count-1)
	}
	if lost > 0 || doubled > 0 {
		w.t.Errorf("%s: %d lines lost, %d given twice", id, lost, doubled)
	}
}
