package lessons

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Origin says where a proposal came from.
type Origin struct {
	Session   string   // its id; empty: not known
	Instead   string   // what proposals are counted by where Session is not known; empty: they are not counted
	Workspace string   // where it was proposed, absolute; empty: not known, or it belongs to no project
	User      bool     // it is meant for the user's own lessons, and belongs to no project
	From      string   // one of the constants below
	Checked   string   // Checked, Unchecked, or empty while nobody has looked
	Why       string   // it is Unchecked, in words
	Heard     []string // where the turn's tools got texts from, if that was not the workspace
}

// Where a proposal's words stand in the session.
const (
	FromPrompt = "prompt" // of a person
	FromAnswer = "answer" // of the model
	FromCall   = "call"   // of a tool or a command, by the model
)

// Whether it was looked for a proposal's words in what tools returned and what was pasted.
const (
	Checked   = "checked"   // they stand nowhere there
	Unchecked = "unchecked" // not all of the turn could be read
)

// ErrEnough reports that a session has proposed as many lessons as it may.
var ErrEnough = errors.New("this session has proposed enough lessons")

// encode writes a proposal: a lesson whose header has its origin, too.
func encode(l lesson.Lesson, o Origin) ([]byte, error) {
	content, err := lesson.Encode(l)
	if err != nil {
		return nil, err
	}
	rest, found := strings.CutPrefix(string(content), "---\n")
	if !found {
		return content, nil
	}
	header := "---\n"
	for _, field := range []struct {
		key   string
		value any
		said  bool
	}{{"session", o.Session, o.Session != ""}, {"workspace", o.Workspace, isLine(o.Workspace)}, {"workspace_quoted", url.PathEscape(o.Workspace), o.Workspace != "" && !isLine(o.Workspace)}, {"user", o.User, o.User}, {"from", o.From, o.From != ""}, {"checked", o.Checked, o.Checked != ""}, {"why", o.Why, o.Why != ""}, {"heard", o.Heard, len(o.Heard) > 0}} {
		if !field.said {
			continue
		}
		value, err := json.Marshal(field.value) // YAML reads it as it is
		if err != nil {
			return nil, fmt.Errorf("write where %s came from: %w", l.ID, err)
		}
		header += field.key + ": " + string(value) + "\n"
	}
	return []byte(header + rest), nil
}

// isLine reports whether a header has a text as it is. A path of which that is not true, such as one
// with two blanks, is quoted there.
func isLine(text string) bool {
	return text != "" && text == markdown.Shorten(catalog.Clean(text), workspaceBytesMax)
}

// workspaceBytesMax is more than the path of a folder has.
const workspaceBytesMax = 4 << 10

func originOf(content []byte) Origin {
	doc, rejection := markdown.Parse(content)
	if rejection != nil {
		return Origin{}
	}
	workspace := doc.Text("workspace")
	if quoted := doc.Text("workspace_quoted"); quoted != "" {
		workspace = quoted // no folder, where it cannot be read: it was another project
		if path, err := url.PathUnescape(quoted); err == nil {
			workspace = path
		}
	}
	return Origin{Session: doc.Text("session"), Workspace: workspace, User: doc.True("user"), From: doc.Text("from"), Checked: doc.Text("checked"), Why: doc.Text("why"), Heard: doc.List("heard")}
}

// Settle notes what a look at a proposal's session found. Where it was proposed stays, and whose
// it is.
func (f Folder) Settle(p Proposed, o Origin) error {
	o.Workspace, o.User = p.Workspace, p.User
	content, err := encode(p.Lesson, o)
	if err != nil || !lesson.IsID(p.ID) {
		return errors.Join(err, p.Fault)
	}
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(f.proposals(), p.ID+lesson.Suffix)
	before, err := os.Stat(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a person said yes or no meanwhile
		}
		return fmt.Errorf("note where a proposed lesson came from: %w", err)
	}
	if err := atomicfile.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("note where a proposed lesson came from: %w", err)
	}
	_ = os.Chtimes(path, time.Time{}, before.ModTime()) // it is no younger for it
	return nil
}

// Marks of sessions lie beside the proposals: which a session made, and that some of them wait
// to be looked at when its turn ends.
const (
	markPrefix  = ".of-"
	awaitSuffix = ".waits"
	markBytes   = 16 << 10
)

func (f Folder) mark(session string) string {
	sum := sha256.Sum256([]byte(session))
	return filepath.Join(f.proposals(), markPrefix+hex.EncodeToString(sum[:8]))
}

// book notes that a session proposes a lesson. The folder is locked.
func (f Folder) book(o Origin, id string, most int) error {
	counted := cmp.Or(o.Session, o.Instead)
	if counted == "" {
		return nil
	}
	path := f.mark(counted)
	data, err := foreign.Read(path, markBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("count a session's proposals: %w", err)
	}
	if len(strings.Fields(string(data))) >= most {
		return ErrEnough
	}
	if err := atomicfile.WriteFile(path, append(data, id+"\n"...), 0o600); err != nil {
		return fmt.Errorf("count a session's proposals: %w", err)
	}
	if o.Checked != "" || o.Session == "" {
		return nil
	}
	if err := atomicfile.WriteFile(path+awaitSuffix, nil, 0o600); err != nil {
		return fmt.Errorf("note that a proposal waits for its turn's end: %w", err)
	}
	return nil
}

// Awaits reports whether proposals of a session wait for the end of its turn. It asks for one
// file's existence.
func (f Folder) Awaits(session string) bool {
	_, err := os.Lstat(f.mark(session) + awaitSuffix)
	return err == nil
}

// Awaited returns the proposals of a session that nobody has looked at, and forgets that they
// wait.
func (f Folder) Awaited(session string, since time.Time) ([]Proposed, error) {
	if err := removed(f.mark(session) + awaitSuffix); err != nil {
		return nil, fmt.Errorf("look at the proposals of a session: %w", err)
	}
	all, err := f.Proposals(since)
	session = catalog.Clean(session) // as a header has it
	return slices.DeleteFunc(all, func(p Proposed) bool { return p.Fault != nil || p.Session != session || p.Origin.Checked != "" }), err
}
