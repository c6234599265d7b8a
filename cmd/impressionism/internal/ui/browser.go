package ui

import (
	"fmt"
	"os/exec"
	"runtime"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// showAddress says where the page is, and opens it in the user's browser if there is a screen
// that the user sits before. A browser that does not open is no fault: the address stands there.
func showAddress(e *env.Env, address string, noOpen bool) {
	fmt.Fprintf(e.Out, "The page is at %s\nThe address works once, within a minute. Ctrl C ends.\n", address)
	if noOpen {
		return
	}
	why := unseen(e, cli.Shown(e), runtime.GOOS)
	if why == "" {
		err := openBrowser(e, address)
		if err == nil {
			return
		}
		why = err.Error()
	}
	fmt.Fprintf(e.Out, "No browser was opened (%s): open the address yourself.\n", why)
}

// unseen says why nobody would see a browser that is opened here; "" if somebody may.
func unseen(e *env.Env, terminal bool, system string) string {
	switch {
	case e.InSession():
		return "a session of the client runs this"
	case !terminal:
		return "this is no terminal"
	case e.Lookup("SSH_CONNECTION") != "" && e.Lookup("DISPLAY") == "":
		return "you are here by ssh"
	case system != "darwin" && system != "windows" && e.Lookup("DISPLAY")+e.Lookup("WAYLAND_DISPLAY")+e.Lookup("BROWSER") == "":
		return "there is no screen"
	}
	return ""
}

// openBrowser opens an address in the user's browser, and waits for none. Neither Ctrl C nor
// the end of the terminal reaches the browser.
func openBrowser(e *env.Env, address string) error {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	command := exec.Command(opener[0], append(opener[1:], address)...)
	command.Env = e.Environ
	apart(command)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // it is nobody's; how it ended tells nothing
	return nil
}
