package handoff

import (
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// Limits of what is read of a command line.
const (
	commandBytesMax = 2000
	segmentsMax     = 20
	wordsMax        = 80
)

// segment is one simple command of a command line.
type segment struct {
	words  []string
	joined string // what stands behind the command: "&&", "||", "|", ";" or nothing
	input  bool   // it reads a text that stands in the line
}

// segments divides a command line as a shell does, as far as words and quotes go.
func segments(line string) []segment {
	s := splitter{line: cut.Bytes(line, commandBytesMax)}
	for s.at = 0; s.at < len(s.line) && !s.input; s.at++ {
		if s.quote != 0 || strings.IndexByte(`'"\\`, s.line[s.at]) >= 0 {
			s.quoted()
		} else {
			s.plain()
		}
	}
	s.end("")
	return s.all
}

// splitter reads a command line byte by byte.
type splitter struct {
	line   string
	at     int
	all    []segment
	words  []string
	word   strings.Builder
	inWord bool
	quote  byte
	input  bool // what follows is a text and no command
}

func (s *splitter) next() byte {
	if s.at+1 < len(s.line) {
		return s.line[s.at+1]
	}
	return 0
}

func (s *splitter) put(c byte) {
	s.word.WriteByte(c)
	s.inWord = true
}

func (s *splitter) endWord() {
	if s.inWord && len(s.words) < wordsMax {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

func (s *splitter) end(joined string) {
	s.endWord()
	if len(s.words) > 0 && len(s.all) < segmentsMax {
		s.all = append(s.all, segment{s.words, joined, s.input})
	}
	s.words = nil
}

// quoted reads a quote, what stands in quotes, and what a backslash quotes.
func (s *splitter) quoted() {
	switch c, next := s.line[s.at], s.next(); {
	case c == s.quote:
		s.quote = 0
	case c == '\\' && s.quote != '\'' && next != 0:
		if s.at++; next != '\n' {
			s.put(next)
		}
	case s.quote == 0 && c != '\\':
		s.quote, s.inWord = c, true
	default:
		s.put(c)
	}
}

func (s *splitter) plain() {
	switch c, next := s.line[s.at], s.next(); {
	case c == '<' && next == '<':
		s.input = true
	case c == '&' && next == '&', c == '|' && next == '|':
		s.end(s.line[s.at : s.at+2])
		s.at++
	case c == '&' && s.at > 0 && s.line[s.at-1] == '>', c == '&' && next == '>':
		s.put(c)
	case c == '|' || c == ';' || c == '&':
		s.end(string(c))
	case c == '\n':
		s.end(";")
	case c == '>':
		s.endWord()
		if next == '>' {
			s.at++
		}
		s.words = append(s.words, ">")
	case c == ' ' || c == '\t' || c == '(' && !s.inWord || c == ')' && !strings.Contains(s.word.String(), "("):
		s.endWord()
	default:
		s.put(c)
	}
}

// call is what a segment runs, without what only wraps it.
type call struct {
	program string   // "go", "npm", "pytest"
	verb    string   // "test" of "go test"; may be empty
	options []string // sorted, those that choose how
	targets []string // those that choose what, empty for all
	purpose string   // "test", "lint", "build" or nothing
}

// Programs that run another one. Of some the word behind them belongs to them.
const (
	wrappers = ` sudo env time nice nohup exec command xvfb-run npx bunx uvx stdbuf caffeinate `
	runners  = ` uv poetry pipenv pdm hatch rye bundle mise asdf direnv dotenv `
	packages = ` npm pnpm yarn bun `
	verbose  = ` -v -vv -q --quiet --verbose --silent -s --color --no-color --colors --bail -x -count=1 --tb=short --tb=long -race --watch=false --watchAll=false --ci --no-cov -l -i --progress --no-progress --no-daemon 2 1 `
	chooses  = ` -run -k -t --filter -filter --grep -g --test --tests --testNamePattern --only -e --example --package --testPathPattern -m -F -w --workspace -T --test-suite --spec -Dtest --target --case -R `
	installs = ` install add ci i sync update upgrade get restore `
	withVerb = ` go cargo git make just task npm pnpm yarn bun gradle gradlew mvn mvnw dotnet mix rails rake west swift zig docker kubectl helm terraform tofu pulumi ansible composer php artisan python python3 node deno flutter dart bazel buck ninja cmake tox nox sbt lein stack cabal npm-run-all turbo nx `
)

func listed(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

// callOf reads a segment.
func callOf(words []string) call {
	words = unwrapped(words)
	if len(words) == 0 {
		return call{}
	}
	c := call{program: strings.TrimPrefix(path.Base(words[0]), "./")}
	words = words[1:]
	if (c.program == "python" || c.program == "python3") && len(words) > 1 && words[0] == "-m" {
		c.program, words = words[1], words[2:]
	}
	if listed(packages, c.program) { // one stands for another
		c.program = "npm"
		if len(words) > 0 && (words[0] == "run" || words[0] == "exec") {
			words = words[1:]
		}
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		name, _, valued := strings.Cut(word, "=")
		switch {
		case word == ">" || word == "2>" || word == "&>":
			i++
		case word == "--" || listed(verbose, word) || strings.HasPrefix(word, "2>") || strings.Contains(word, ">&"):
		case listed(chooses, name) && !valued && i+1 < len(words):
			c.targets = append(c.targets, words[i+1])
			i++
		case listed(chooses, name) && valued:
			c.targets = append(c.targets, word[len(name)+1:])
		case strings.HasPrefix(word, "-") && len(word) > 1:
			c.options = append(c.options, word)
		case c.verb == "" && listed(withVerb, c.program) && len(c.targets) == 0 || c.verb == "" && len(c.options) == 0 && c.program == "npm":
			c.verb = word
		case len(c.options) > 0 && strings.HasPrefix(words[i-1], "-") && !strings.ContainsAny(word, "/.") && !strings.Contains(words[i-1], "="):
			c.options[len(c.options)-1] += " " + word // its value
		case word == "." || word == "./..." || word == "..." || word == "all":
		default:
			c.targets = append(c.targets, strings.TrimPrefix(word, "./"))
		}
	}
	slices.Sort(c.options)
	c.purpose = purposeOf(c.program + " " + c.verb)
	return c
}

// unwrapped removes variables and programs that only start another one.
func unwrapped(words []string) []string {
	for len(words) > 0 {
		word := path.Base(words[0])
		name, _, isVariable := strings.Cut(words[0], "=")
		switch {
		case isVariable && !strings.ContainsAny(name, "/-."):
			words = words[1:]
		case listed(wrappers, word):
			words = words[1:]
			for len(words) > 0 && strings.HasPrefix(words[0], "-") {
				words = words[1:]
			}
		case word == "timeout" && len(words) > 2:
			words = words[2:]
		case listed(runners, word) && len(words) > 2 && (words[1] == "run" || words[1] == "exec"):
			words = words[2:]
			for len(words) > 1 && strings.HasPrefix(words[0], "--with") {
				words = words[2:]
			}
		default:
			return words
		}
	}
	return nil
}

// covers reports whether a call does the same as another one, or more of it.
func (c call) covers(other call) bool {
	if c.program == other.program && (c.program == "git" && c.verb == other.verb || listed(installs, c.verb) && listed(installs, other.verb)) {
		return true // with another message, of another version
	}
	if c.program != other.program || c.verb != other.verb || !slices.Equal(c.options, other.options) {
		return false
	}
	for _, target := range c.targets {
		if !slices.ContainsFunc(other.targets, func(t string) bool { return within(target, t) }) {
			return false
		}
	}
	return true
}

// within reports whether a target is another one or one that holds it.
func within(target, part string) bool {
	target = strings.TrimSuffix(strings.TrimSuffix(target, "..."), "/")
	return target == part || strings.HasPrefix(part, target+"/") || strings.HasPrefix(part, target+"::")
}

// Programs that only look. That one of them fails says nothing about the work.
const (
	looking = ` grep egrep fgrep rg ag ack ls ll cat bat head tail less more find fd fdfind which whereis type test [ [[ diff cmp awk wc stat file cd pushd popd pwd echo printf ps kill pkill killall lsof curl wget http ping nc dig host jq yq sleep man true false date whoami id uname env export source . tree du df sort uniq cut tr xargs read set unset history gh open mkdir touch rm cp mv ln chmod chown tee sed perl python python3 node ruby redis-cli ssh scp tmux screen seq wait if for while do done then else fi `
	gitDoes = ` push pull rebase merge commit cherry-pick am apply stash `
)

// looks reports whether a segment only looks, or is made up for once.
func looks(s segment) bool {
	words := unwrapped(s.words)
	if len(words) == 0 || s.input || slices.Contains(words, "--help") || slices.Contains(words, "--version") {
		return true
	}
	c := callOf(words)
	switch c.program {
	case "git":
		return !listed(gitDoes, c.verb)
	case "python", "python3", "node", "ruby", "perl", "php", "deno":
		return len(words) < 2 || slices.Contains(words, "-c") || slices.Contains(words, "-e") || slices.Contains(words, "-")
	}
	switch c.program {
	case "psql", "mysql", "sqlite3": // a file of statements is work, a question is not
		return !strings.Contains(" "+strings.Join(words, " "), " -f") && !slices.Contains(words, "<")
	}
	return listed(looking, c.program)
}

// masked reports whether a command line ends so that its result hides that of its program.
func masked(all []segment) bool {
	for i, s := range all {
		last := i == len(all)-1
		if s.joined == "|" && !last || s.joined == "||" && !last || s.joined == ";" && !last && listed(` echo true printf `, all[i+1].words[0]) {
			return true
		}
	}
	return false
}

// touch of a command.
type commandTouch struct {
	path    string
	dropped bool
}

// touches returns what a command line writes, moves and removes in the workspace, as far as
// its words say so.
func touches(line, workspace string) []commandTouch {
	var found []commandTouch
	dir := ""
	for _, s := range segments(line) {
		words := unwrapped(s.words)
		if len(words) == 0 {
			continue
		}
		if words[0] == "cd" && len(words) == 2 {
			if dir = local(workspace, words[1]); words[1] != workspace && dir == "" && words[1] != "." {
				return found // elsewhere
			}
			continue
		}
		names, dropped := written(words)
		for _, name := range names {
			if strings.ContainsAny(name, "*?$`{}") || name == "/dev/null" || strings.HasPrefix(name, "&") || strings.HasPrefix(name, "~") {
				continue
			}
			if !path.IsAbs(name) {
				name = path.Join(dir, name)
			}
			found = append(found, commandTouch{name, dropped})
		}
	}
	return found
}

// written returns the files that one command names to write or remove them, or to take their
// changes back.
func written(words []string) (names []string, dropped bool) {
	var redirected, plain []string
	for i := 1; i < len(words); i++ {
		switch {
		case words[i] == ">" && i+1 < len(words):
			i++
			redirected = append(redirected, words[i])
		case strings.HasPrefix(words[i], "-"), strings.HasPrefix(words[i], "2"):
		default:
			plain = append(plain, words[i])
		}
	}
	switch program := path.Base(words[0]); program {
	case "rm", "mv", "touch", "tee", "rmdir":
		return append(plain, redirected...), false
	case "cp", "install", "ln":
		return append(redirected, plain[max(0, len(plain)-1):]...), false
	case "sed", "perl":
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-i") || strings.HasPrefix(w, "-pi") }) && len(plain) > 1 {
			return append(redirected, plain[1:]...), false
		}
	case "gofmt", "gofumpt", "prettier", "black", "rustfmt", "isort":
		return append(redirected, plain...), false
	case "git":
		if len(plain) == 0 {
			return nil, false
		}
		switch plain[0] {
		case "rm", "mv":
			return plain[1:], false
		case "checkout", "restore":
			if slices.Contains(words, "-b") || slices.Contains(words, "-B") {
				return nil, false
			}
			return plain[1:], true
		}
	}
	return redirected, false
}

// made is a commit that a command made.
type made struct {
	at      int
	hash    string // as it was printed, may be empty
	subject string
}

var commitLine = lazyregexp.New(`(?m)^\[(?:[^\]\n]{1,200} )?(?:\(root-commit\) )?([0-9a-f]{7,40})\] (.+)$`)

// committed returns what a command line committed, from what git printed or else from the
// message it was given.
func committed(at int, step work.Step) []made {
	if !strings.Contains(step.Text, "commit") || !strings.Contains(step.Text, "git") {
		return nil
	}
	var all []made
	for _, m := range commitLine().FindAllStringSubmatch(step.Output, segmentsMax) {
		all = append(all, made{at, m[1], strings.TrimSpace(m[2])})
	}
	if len(all) > 0 {
		return all
	}
	for _, s := range segments(step.Text) {
		words := unwrapped(s.words)
		if len(words) < 2 || words[0] != "git" || !slices.Contains(words, "commit") || slices.Contains(words, "--dry-run") {
			continue
		}
		m := made{at: at}
		for i, word := range words[:len(words)-1] {
			if word == "--message" || strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.HasSuffix(word, "m") {
				m.subject = cut.Line(strings.TrimSpace(words[i+1]))
				if _, text, found := strings.Cut(words[i+1], "\n"); found && strings.HasPrefix(m.subject, "$(") {
					m.subject = cut.Line(text) // of a text in the line
				}
				break
			}
		}
		all = append(all, m)
	}
	return all
}
