package redact

import "strings"

// Forms in which an option is given a password.
const (
	joined   = 1 << iota // -pabc
	apart                // -p abc
	pair                 // joe:abc, of which the first part is no secret
	comma                // joe,abc
	percent              // joe%abc
	labeled              // pass:abc
	assigned             // name=abc
)

// option is one that a program is given a password with.
type option struct {
	flag string
	form int
}

// program is one that takes a password on its command line.
type program struct {
	name    string
	needs   string // a word that has to come before the option
	options []option
}

var (
	mysqlOptions = []option{{"-p", joined}}
	mongoOptions = []option{{"-p", joined | apart}}
	loginOptions = []option{{"-p", joined | apart}}
	ldapOptions  = []option{{"-w", joined | apart}}
	upperOptions = []option{{"-P", joined | apart}}
	puttyOptions = []option{{"-pw", apart}}
)

// programs are grouped by their first byte.
var programs = [...]program{
	{"7z", "", mysqlOptions},
	{"7za", "", mysqlOptions},
	{"az", "login", loginOptions},
	{"bcp", "", upperOptions},
	{"beeline", "", loginOptions},
	{"buildah", "login", loginOptions},
	{"cf", "login", loginOptions},
	{"cqlsh", "", loginOptions},
	{"curl", "", []option{{"-u", joined | apart | pair}, {"-U", joined | apart | pair}, {"--user", apart | pair}, {"--user=", joined | pair}, {"--proxy-user", apart | pair}, {"--proxy-user=", joined | pair}}},
	{"docker", "login", loginOptions},
	{"gh", "secret", []option{{"--body", apart}, {"--body=", joined}, {"-b", joined | apart}}},
	{"helm", "login", loginOptions},
	{"http", "", []option{{"-a", joined | apart | pair}, {"--auth", apart | pair}, {"--auth=", joined | pair}}},
	{"ipmitool", "", upperOptions},
	{"kubectl", "secret", []option{{"--from-literal=", joined | assigned}, {"--from-literal", apart | assigned}}},
	{"ldapadd", "", ldapOptions},
	{"ldapmodify", "", ldapOptions},
	{"ldappasswd", "", ldapOptions},
	{"ldapsearch", "", ldapOptions},
	{"ldapwhoami", "", ldapOptions},
	{"lftp", "", []option{{"-u", joined | apart | comma}}},
	{"mariadb", "", mysqlOptions},
	{"mongo", "", mongoOptions},
	{"mongodump", "", mongoOptions},
	{"mongoexport", "", mongoOptions},
	{"mongoimport", "", mongoOptions},
	{"mongorestore", "", mongoOptions},
	{"mongosh", "", mongoOptions},
	{"mosquitto_pub", "", upperOptions},
	{"mosquitto_sub", "", upperOptions},
	{"mysql", "", mysqlOptions},
	{"mysqladmin", "", mysqlOptions},
	{"mysqldump", "", mysqlOptions},
	{"mysqlimport", "", mysqlOptions},
	{"nerdctl", "login", loginOptions},
	{"oc", "login", loginOptions},
	{"openssl", "", []option{{"-passin", apart | labeled}, {"-passout", apart | labeled}, {"-pass", apart | labeled}, {"-k", apart}}},
	{"oras", "login", loginOptions},
	{"osql", "", upperOptions},
	{"plink", "", puttyOptions},
	{"podman", "login", loginOptions},
	{"pscp", "", puttyOptions},
	{"psftp", "", puttyOptions},
	{"putty", "", puttyOptions},
	{"rar", "", mysqlOptions},
	{"redis-cli", "", []option{{"-a", apart}, {"--pass", apart}}},
	{"registry", "login", loginOptions},
	{"skopeo", "login", loginOptions},
	{"smbclient", "", []option{{"-U", joined | apart | percent}}},
	{"sqlcmd", "", upperOptions},
	{"ssh-keygen", "", []option{{"-N", joined | apart}, {"-P", joined | apart}}},
	{"sshpass", "", loginOptions},
	{"twine", "upload", loginOptions},
	{"unrar", "", mysqlOptions},
	{"unzip", "", upperOptions},
	{"xfreerdp", "", []option{{"/p:", joined}}},
	{"xh", "", []option{{"-a", joined | apart | pair}}},
	{"zip", "", upperOptions},
}

// programsFrom gives, per first byte, where its group starts.
var programsFrom = func() (from [128]uint8) {
	for b := range from {
		from[b] = uint8(len(programs))
	}
	for k := len(programs) - 1; k >= 0; k-- {
		from[programs[k].name[0]] = uint8(k)
	}
	return from
}()

// commandBytesMax is how far options are looked for.
const commandBytesMax = 512

// command looks whether the word text[from:end] is a program, and notes the
// passwords that its options are given.
func (s *scanner) command(from, end int) {
	first := s.text[from]
	for k := int(programsFrom[first]); k < len(programs) && programs[k].name[0] == first; k++ {
		name := programs[k].name
		if from < s.barrenCommands[k] || !strings.HasPrefix(s.text[from:], name) || from+len(name) < end {
			continue
		}
		after := from + len(name)
		if after == len(s.text) || strings.IndexByte(" \"'", s.text[after]) < 0 || strings.HasSuffix(s.text[:from], "-") {
			continue
		}
		line := tokenizer{text: s.text, at: after, end: min(len(s.text), after+commandBytesMax), list: s.text[after] != ' '}
		s.options(&programs[k], &line)
		s.barrenCommands[k] = line.at
	}
}

// options notes the passwords among the words of a command line.
func (s *scanner) options(p *program, line *tokenizer) {
	ready := p.needs == ""
	for {
		word, ok := line.next()
		if !ok {
			return
		}
		if text := s.text[word.from:word.to]; text == p.needs {
			ready = true
			continue
		}
		if !ready {
			continue
		}
		for _, option := range p.options {
			if secret, ok := option.secret(s.text, word, line); ok {
				s.note(secret)
				break
			}
		}
	}
}

// note keeps the pending secrets in order.
func (s *scanner) note(secret span) {
	at := len(s.pending)
	for at > 0 && s.pending[at-1].from > secret.from {
		at--
	}
	if at > 0 && s.pending[at-1].to >= secret.to {
		return
	}
	s.pending = append(s.pending, span{})
	copy(s.pending[at+1:], s.pending[at:])
	s.pending[at] = secret
}

// secret finds what the option is given, where the word is that option.
func (o option) secret(text string, word span, line *tokenizer) (span, bool) {
	rest, ok := strings.CutPrefix(text[word.from:word.to], o.flag)
	if !ok && o.form&pair != 0 {
		rest, ok = o.cutJoined(text[word.from:word.to])
	}
	switch {
	case !ok:
		return span{}, false
	case rest != "" && o.form&joined != 0:
		word.from = word.to - len(rest)
	case rest == "" && o.form&apart != 0:
		before := *line
		value, ok := line.next()
		if !ok || strings.HasPrefix(text[value.from:], "-") {
			*line = before // an option, not a value
			return span{}, false
		}
		word = value
	default:
		return span{}, false
	}
	word = unquoted(text, word)
	if sign := o.sign(); sign != "" {
		before, after, ok := strings.Cut(text[word.from:word.to], sign)
		if !ok || before == "" || o.form&labeled != 0 && before != "pass" {
			return span{}, false
		}
		word = unquoted(text, span{word.to - len(after), word.to})
	}
	return word, argumentSecret(text, word, o.form)
}

// switches are options of curl and its like that take no value: they may be joined before
// one that does, as in -sSu.
const switches = "#01246BGIJLNORSafgijklnpqsv"

// cutJoined returns what follows the option's letter behind switches that it is joined to.
func (o option) cutJoined(word string) (rest string, ok bool) {
	if len(o.flag) != 2 || len(word) < 3 || word[0] != '-' {
		return "", false
	}
	return strings.CutPrefix(strings.TrimLeft(word[1:], switches), o.flag[1:])
}

// sign is what stands between the password and what comes before it.
func (o option) sign() string {
	switch {
	case o.form&(pair|labeled) != 0:
		return ":"
	case o.form&assigned != 0:
		return "="
	case o.form&comma != 0:
		return ","
	case o.form&percent != 0:
		return "%"
	}
	return ""
}

// notPasswords are what begins like an option with its password joined: -port.
var notPasswords = []string{"ort", "assword", "rotocol", "rompt", "ager", "rint", "lugin", "rogress"}

// argumentSecret judges what an option is given.
func argumentSecret(text string, value span, form int) bool {
	word := text[value.from:value.to]
	t := traitsOf(word)
	switch {
	case len(word) < 3 || placeholder(word) || nameStrength(word, 0, len(word)) != plainName:
		return false
	case form&assigned != 0:
		return t.digits+t.others > 0 && (t.digits < len(word) || len(word) >= 6)
	case form&joined != 0 && form&(pair|comma|percent) == 0 && (startsAny(word, notPasswords) || strings.HasSuffix(word, "?")):
		return false
	case t.digits == len(word):
		return len(word) >= 6 // a port
	case form&(pair|comma|percent|labeled) != 0, t.digits+t.others > 0, form&apart == 0:
		return true
	case t.uppers > 0 && t.lowers > 0 && word[1:] != strings.ToLower(word[1:]):
		return true
	}
	return commandGoesOn(text, value.to)
}

// commandGoesOn tells "sshpass -p hunter ssh joe@host" from prose about the option.
func commandGoesOn(text string, at int) bool {
	rest := strings.TrimLeft(text[at:min(len(text), at+flagBytesMax)], " \"'")
	if rest == "" || strings.IndexByte("-|&>;\n\\", rest[0]) >= 0 {
		return true
	}
	word, _, _ := strings.Cut(rest, " ")
	return strings.ContainsAny(word, ".@/") && !strings.HasSuffix(word, ".") || startsAny(word, []string{"ssh", "scp", "rsync", "sftp"})
}

func startsAny(word string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(word, prefix) {
			return true
		}
	}
	return false
}

// tokenizer cuts a command line into words, quotes left on. In a list ("curl", "-u",
// "joe:abc") they are between quotes and commas.
type tokenizer struct {
	text    string
	at, end int
	list    bool
}

const listSigns = " \t\r\n,\"'"

func (t *tokenizer) next() (word span, ok bool) {
	for t.at < t.end {
		b := t.text[t.at]
		continued := b == '\\' && t.at+1 < t.end && t.text[t.at+1] == '\n'
		switch {
		case continued:
			t.at++
		case b == ' ' || b == '\t' || t.list && strings.IndexByte(listSigns, b) >= 0 || b == '\n' && t.text[t.at-1] == '\\':
		default:
			return t.word()
		}
		t.at++
	}
	return span{}, false
}

func (t *tokenizer) word() (word span, ok bool) {
	from, quote := t.at, byte(0)
	for ; t.at < t.end; t.at++ {
		b := t.text[t.at]
		switch {
		case t.list:
			if strings.IndexByte("\"'\n]", b) >= 0 {
				return span{from, t.at}, t.at > from
			}
			continue
		case b == '\n', quote == 0 && strings.IndexByte("|;`", b) >= 0:
			return span{from, t.at}, t.at > from
		case quote == 0 && (b == ' ' || b == '\t'):
			return span{from, t.at}, true
		case b == quote:
			quote = 0
		case quote == 0 && (b == '"' || b == '\''):
			quote = b
		}
	}
	return span{from, t.at}, t.at > from
}

// unquoted takes quotes off both ends.
func unquoted(text string, word span) span {
	for word.to-word.from > 0 && strings.IndexByte("\"'\\", text[word.from]) >= 0 {
		word.from++
	}
	for word.to > word.from && strings.IndexByte("\"'\\),", text[word.to-1]) >= 0 {
		word.to--
	}
	return word
}
