package clienttest

// Options say which client is run, and where.
type Options struct {
	Program string   // the client
	API     *API     // its model
	Home    string   // all of the client's own state goes here
	Folder  string   // the project
	Scratch string   // for temporary files and what the client notes for debugging
	Env     []string // besides the least that the client needs
	Args    []string // besides those that make it read prompts from a pipe
}

// Runtime are variables for the runtime below the client: sessions are too short to win back
// what its optimizing compiler and its collections of garbage cost, a quarter of a session's
// processor time.
var Runtime = []string{"BUN_JSC_useDFGJIT=0", "BUN_JSC_useGC=0"}

// Environ is the client's whole environment: nothing of the developer's own, and
// no reason to talk to anyone but the API.
func Environ(api *API, home, temp string) []string {
	return append([]string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + home, "TMPDIR=" + temp,
		"ANTHROPIC_BASE_URL=" + api.URL(), "ANTHROPIC_API_KEY=test-key",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
		"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP=2",
		"CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS=60000", // a busy machine is slower than the client is patient
	}, Runtime...)
}
