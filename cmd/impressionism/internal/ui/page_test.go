package ui_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/cmd/demo/day"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// played is a home in which the day of the demo was played, for tests to copy.
var played = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "impressionism-day-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
	return folder, play(folder)
})

// play fills a folder with the demo's day.
func play(folder string) error {
	environ, err := pageEnviron(folder)
	if err != nil {
		return err
	}
	if models := envtest.Models(); models != "" {
		if err := os.Symlink(models, filepath.Join(folder, "models")); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "config.yaml"), []byte(day.Settings), 0o600); err != nil {
		return err
	}
	root, err := filepath.Abs("../../../..")
	if err != nil {
		return err
	}
	command := func(in []byte, args ...string) ([]byte, error) {
		var out, errOut bytes.Buffer
		if code := run(args, environ, bytes.NewReader(in), &out, &errOut); code != 0 {
			return nil, fmt.Errorf("%v: ended with %d: %s", args, code, errOut.String())
		}
		return out.Bytes(), nil
	}
	// What the plugin's hooks would start.
	binary, err := executable()
	if err == nil {
		err = errors.Join(os.Symlink(binary, filepath.Join(folder, "impressionism")), os.WriteFile(filepath.Join(folder, "impressionism-hook"), []byte("#!/bin/sh\n"), 0o755)) //nolint:gosec // a program
	}
	if err != nil {
		return err
	}
	if _, err := command(nil, "index", "--quiet"); err != nil {
		return err
	}
	d := day.Day{
		Folder: folder, Plugin: filepath.Join(root, "plugin"), Binary: filepath.Join(folder, "impressionism"),
		Hook: func(event []byte) ([]byte, error) { return command(event, "hook") },
	}
	_, err = d.Play()
	return err
}

// ownSkills is the folder in a home whose skills take the place of the samples.
const ownSkills = "skills"

// pageEnviron is the environment of a program whose folders all lie in one.
func pageEnviron(folder string) ([]string, error) {
	samples := filepath.Join(folder, ownSkills)
	var err error
	if _, missing := os.Stat(samples); missing != nil {
		samples, err = filepath.Abs("../../../../examples/skills")
	}
	environ := envtest.WarmEnviron(filepath.Join(folder, "user"))
	return append(environ, "PATH="+os.Getenv("PATH"), "IMPRESSIONISM_HOME="+folder, "IMPRESSIONISM_SKILLS_DIR="+samples, "CLAUDE_CONFIG_DIR="+filepath.Join(folder, "client"), "IMPRESSIONISM_WARM_ENABLED=false"), err
}

// dayHome returns a copy of the played day.
func dayHome(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	copyDay(t, folder)
	return folder
}

// copyDay fills a folder with a copy of the played day.
func copyDay(t testing.TB, folder string) {
	t.Helper()
	from, err := played()
	envtest.Must(t, err)
	for _, name := range []string{"config.yaml", "state.db", "state.db-wal", "index.db", "index.db-wal"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) && strings.HasSuffix(name, "-wal") {
			continue // all is in the file itself
		}
		envtest.Must(t, err)
		envtest.Must(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	envtest.Must(t, os.Chmod(folder, 0o700)) //nolint:gosec // a folder
	envtest.LinkModels(t, envtest.Models(), folder)
	envtest.Must(t, os.Symlink(filepath.Join(from, "client"), filepath.Join(folder, "client")))
	envtest.Must(t, os.Symlink(filepath.Join(from, "work"), filepath.Join(folder, "work")))
}

// fewSkills are those of a home with few: some that are taken for each other, and one that the day
// suggests.
var fewSkills = []string{"api-design", "typescript-strictness", "auth-flows", "rate-limiting", "database-migrations", "go-concurrency", "graphql-schema", "query-tuning"}

// fewHome is a copy of the played day with few skills, for tests that do not depend on which skills
// there are: each is embedded.
func fewHome(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	copyDayOfFew(t, folder)
	return folder
}

// copyDayOfFew fills a folder with a copy of the played day with few skills.
func copyDayOfFew(t testing.TB, folder string) {
	t.Helper()
	copyDay(t, folder)
	for _, name := range fewSkills {
		envtest.Must(t, os.CopyFS(filepath.Join(folder, ownSkills, name), os.DirFS(filepath.Join("../../../../examples/skills", name))))
	}
	indexHome(t, folder)
}

// indexHome brings the index of a home up to date.
func indexHome(t testing.TB, folder string) {
	t.Helper()
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	var errOut bytes.Buffer
	if code := run([]string{"index", "--quiet"}, environ, strings.NewReader(""), io.Discard, &errOut); code != 0 {
		t.Fatalf("index ended with %d: %s", code, &errOut)
	}
}

// page is a running `impressionism ui`.
type page struct {
	t         testing.TB
	folder    string
	workspace string
	environ   []string
	process   *exec.Cmd
	address   string // with the one-time code
	origin    string
	token     string
	said      *lines
}

// lines are what a process prints, as they come.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(data)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// program is this test binary under the program's name, once for all tests.
var executable = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "impressionism-program-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "impressionism")
	return path, os.Symlink(self, path)
})

// startPage runs `impressionism ui` in the last workspace of a home, as a process.
func startPage(t testing.TB, folder string, args ...string) *page {
	t.Helper()
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	workspace := filepath.Join(folder, "work", "orders-api")
	if _, err := os.Stat(workspace); err != nil {
		workspace = folder
	}
	return startPageIn(t, environ, folder, workspace, append([]string{"impressionism", "ui", "--no-open"}, args...)...)
}

// startPageIn is launch for one test, at whose end the page ends.
func startPageIn(t testing.TB, environ []string, folder, workspace string, command ...string) *page {
	t.Helper()
	p, err := launch(environ, folder, workspace, command...)
	envtest.Must(t, err)
	t.Cleanup(func() { p.end() })
	return p.in(t)
}

// launch runs a command that becomes the page, as a process; "impressionism" is this program.
func launch(environ []string, folder, workspace string, command ...string) (*page, error) {
	binary, err := executable()
	if err != nil {
		return nil, err
	}
	for i, word := range command {
		command[i] = strings.ReplaceAll(word, "impressionism ui", binary+" ui")
		if word == "impressionism" {
			command[i] = binary
		}
	}
	p := &page{folder: folder, workspace: workspace, environ: environ, said: &lines{}}
	p.process = exec.Command(command[0], command[1:]...)
	p.process.Env, p.process.Dir, p.process.Stderr = environ, p.workspace, p.said
	out, err := p.process.StdoutPipe()
	if err == nil {
		err = p.process.Start()
	}
	if err != nil {
		return nil, err
	}
	reader := bufio.NewReader(out)
	for p.address == "" {
		line, err := reader.ReadString('\n')
		if err != nil {
			_ = p.end()
			return nil, fmt.Errorf("the page did not start: %w: %s", err, p.said)
		}
		p.address = regexp.MustCompile(`http://\S+`).FindString(line)
	}
	go func() { _, _ = io.Copy(p.said, reader) }() // ends with the process
	p.origin, _, _ = strings.Cut(p.address, "/#")
	return p, nil
}

// end ends the process as Ctrl C does, and returns how it ended.
func (p *page) end() error {
	if p.process.ProcessState != nil {
		return nil
	}
	_ = p.process.Process.Signal(syscall.SIGINT)
	return p.process.Wait()
}

// unlock exchanges the code for the token.
func (p *page) unlock() {
	p.t.Helper()
	_, code, _ := strings.Cut(p.address, "#code=")
	answer, err := http.Post(p.origin+"/code", "text/plain", strings.NewReader(code))
	envtest.Must(p.t, err)
	defer answer.Body.Close()
	token, err := io.ReadAll(answer.Body)
	envtest.Must(p.t, err)
	if answer.StatusCode != http.StatusOK {
		p.t.Fatalf("the code was refused: %s", token)
	}
	p.token = string(token)
}

// get returns the fragment at a path.
func (p *page) get(path string) string {
	p.t.Helper()
	if p.token == "" {
		p.unlock()
	}
	request, err := http.NewRequest(http.MethodGet, p.origin+path, nil)
	envtest.Must(p.t, err)
	request.Header.Set("Impressionism-Token", p.token)
	answer, err := http.DefaultClient.Do(request)
	envtest.Must(p.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	envtest.Must(p.t, err)
	return string(body)
}

// later are panels that a page fetches by itself or by a button.
var later = regexp.MustCompile(`hx-get="(/v/[^"]+)" hx-t[a-z]+="(?:load|#[a-z-]+)"`)

// view returns a view with the panels that it fetches later.
func (p *page) view(path string) string {
	p.t.Helper()
	whole := p.get(path)
	for _, found := range later.FindAllStringSubmatch(whole, -1) {
		if at := html.UnescapeString(found[1]); !strings.HasPrefix(at, "/v/live/why") && !strings.HasPrefix(at, "/v/skills/pair?item") {
			whole += p.get(at)
		}
	}
	return whole
}

// command returns what a command prints in the page's workspace, as the page's own run of it does.
func (p *page) command(args ...string) []byte {
	p.t.Helper()
	binary, err := executable()
	envtest.Must(p.t, err)
	command := exec.Command(binary, args...)
	command.Env, command.Dir = p.environ, p.workspace
	out, err := command.Output()
	if len(out) == 0 {
		p.t.Fatalf("%v: %v", args, err)
	}
	return out
}
