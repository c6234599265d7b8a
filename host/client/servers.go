package client

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Scopes of servers, the nearest first: the first of a name is the one that the client runs.
const (
	ScopeManaged = "managed" // by whoever administers the machine
	ScopeLocal   = "local"   // the user's own, for one project
	ScopeProject = "project" // of a file in the project
	ScopeUser    = "user"    // the user's own, everywhere
	ScopePlugin  = "plugin"
)

// States of servers.
const (
	ServerRuns     = "runs"         // the client starts it in this workspace
	ServerNotAsked = "not-approved" // of a project: the user has not been asked yet
	ServerRefused  = "refused"      // the user or the machine's administrator refuses it
	ServerOff      = "off"          // switched off, or its plugin is
	ServerShadowed = "shadowed"     // another of the same name is nearer
	ServerBroken   = "broken"       // its entry cannot be run
)

// Transports of servers.
const (
	TransportStdio = "stdio" // a command
	TransportHTTP  = "http"
	TransportSSE   = "sse"
)

// Server is a server of the Model Context Protocol as the client's files name it. It holds
// no value of a variable and of no header: Launch reads these again.
type Server struct {
	Name      string // as people write it
	Scope     string
	Plugin    string // "name@market" where Scope is ScopePlugin
	Prefix    string // of the ids of its tools, empty: no tool of it can be called
	State     string
	Why       string // of the state, in words that name the file or setting
	File      string // that names the server; absolute
	Workspace string // that it is for; empty: every one
	Values    string // SHA-256 of what its entry gives variables and headers, of what it runs with variables replaced, and of a project's variables
	Transport string

	Command   string   // as written, variables not replaced
	Args      []string // as written
	Variables []string // names of the variables that its entry sets, sorted
	URL       string   // as written
	Headers   []string // names, sorted
}

// Launch is how a server is started or reached: variables are replaced. It is never
// stored, shown or logged.
type Launch struct {
	Command string
	Args    []string
	Environ []string // what the child has besides its parent's environment, which the client passes on whole
	Dir     string
	URL     string
	Headers map[string]string
	Secrets []string // what stands for variables in all that is above, and what the client's settings set
}

// Servers are those of a workspace.
type Servers struct {
	All []Server // those that run first, each group by name
	// Denied returns the rule by which the client's permissions refuse a tool, or "".
	Denied func(id string) string
	// Defers reports whether the client keeps the definitions of tools from the model until
	// they are searched for, if they have so many bytes.
	Defers   func(bytes int64) bool
	Warnings []Warning // what was ignored of the client's files
}

// Running returns the servers that the client starts.
func (s Servers) Running() []Server {
	return slices.DeleteFunc(slices.Clone(s.All), func(server Server) bool { return server.State != ServerRuns })
}

// Hash names what would be run, as 8 hexadecimal digits: command and arguments as written,
// the address, names of variables and headers. Another command is another hash.
func (s Server) Hash() string {
	data, _ := json.Marshal([]any{s.Transport, s.Command, s.Args, s.Variables, s.URL, s.Headers}) // texts cannot fail
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}

// Folder is the name of the folder that holds the list of the server's tools, as in
// "github-1f2e3d4c". What one workspace or one market's plugin names is not what another names
// alike: a command may be relative to either.
func (s Server) Folder() string {
	name := s.Name
	if plugin, _, _ := strings.Cut(s.Plugin, "@"); plugin != "" {
		name = "plugin_" + plugin + "_" + name
	}
	name = plainName(name)
	hash := s.Hash()
	if of := cmp.Or(s.Workspace, s.Plugin); of != "" {
		sum := sha256.Sum256([]byte(hash + "\x00" + of))
		hash = hex.EncodeToString(sum[:4])
	}
	return name[:min(len(name), folderNameMax)] + "-" + hash
}

// folderNameMax bounds the part of a folder's name that only people read.
const folderNameMax = 100

// plainName replaces what is no letter, digit, "-" or "_" of ASCII.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

// Said is the command or address as people read it, with its arguments. For what an option
// names as a secret "[redacted]" stands, unless it is a variable as in ${KEY}.
func (s Server) Said() string {
	words := []string{s.Command}
	secret := false // the next argument is one
	for _, arg := range s.Args {
		option, value, joined := strings.Cut(arg, "=")
		switch {
		case namesSecret(option):
			if joined && value != "" {
				arg = option + "=" + orVariable(value)
			}
			secret = !joined
		case secret:
			arg, secret = orVariable(arg), false
		}
		words = append(words, arg)
	}
	return cmp.Or(s.URL, strings.Join(words, " "))
}

// secretOptions are options, without dashes, whose value is a secret.
var secretOptions = []string{"token", "key", "api-key", "apikey", "password", "secret", "access-token"}

// namesSecret reports whether an argument is an option whose value is a secret.
func namesSecret(arg string) bool {
	name, dashed := strings.CutPrefix(arg, "-")
	return dashed && slices.Contains(secretOptions, strings.ToLower(strings.TrimPrefix(name, "-")))
}

// orVariable returns a variable as it is written, as in ${KEY}, and "[redacted]" for any other
// value, as for a variable with a default.
func orVariable(value string) string {
	name, opened := strings.CutPrefix(value, "${")
	name, closed := strings.CutSuffix(name, "}")
	if opened && closed && name == plainName(name) {
		return value
	}
	return "[redacted]"
}
