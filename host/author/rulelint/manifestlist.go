package rulelint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

func (l *linter) checkEvents() {
	for _, n := range l.strings("events") {
		if !slices.Contains(askedEvents, n.text) {
			l.find("manifest-value", l.offset(n.at), didYouMean(n.text, askedEvents, "The events are "+strings.Join(askedEvents, ", ")+"."), "A ruleset is not asked about the event %.40q.", n.text)
		}
		l.manifest.Events = append(l.manifest.Events, n.text)
	}
}

func (l *linter) checkCalls() {
	if l.document.field("calls") != nil {
		l.manifest.Calls = []string{}
	}
	for _, n := range l.strings("calls") {
		if _, ok := abi.Lookup(n.text); !ok {
			l.find("call-unknown", l.offset(n.at), meantCall(n.text), "This host has no call %.60q.", n.text)
		} else if slices.Contains(l.manifest.Calls, n.text) {
			l.find("manifest-value", l.offset(n.at), "Name it once.", "%s stands in calls twice.", n.text)
		}
		l.manifest.Calls = append(l.manifest.Calls, n.text)
	}
}

// checkKinds tells of kinds of which the ruleset would never see an item.
func (l *linter) checkKinds() {
	known := append([]string{abi.KindSkill, abi.KindCommand, abi.KindTool, abi.KindLesson, abi.KindCode}, l.Kinds...)
	slices.Sort(known[5:])
	known = slices.Compact(known)
	for _, n := range l.strings("kinds") {
		if !slices.Contains(known, n.text) {
			l.find("manifest-value", l.offset(n.at), didYouMean(n.text, known, "The kinds of items are "+strings.Join(known, ", ")+"."), "This host has no items of the kind %.60q.", n.text)
		} else if slices.Contains(l.manifest.Kinds, n.text) {
			l.find("manifest-value", l.offset(n.at), "Name it once.", "%s stands in kinds twice.", n.text)
		}
		l.manifest.Kinds = append(l.manifest.Kinds, n.text)
	}
}

// strings returns the items of a list of texts.
func (l *linter) strings(name string) []*node {
	list := l.document.field(name)
	if list == nil || !l.expect(list, name, 'a') {
		return nil
	}
	var texts []*node
	for _, n := range list.items {
		if l.expect(n, "an entry of "+name, 's') {
			texts = append(texts, n)
		}
	}
	return texts
}

var kinds = map[byte]string{'o': "an object", 'a': "a list", 's': "a text", 'n': "a number", 'b': "true or false", '0': "null"}

func (l *linter) expect(n *node, what string, kind byte) bool {
	if n.kind != kind {
		l.find("manifest-value", l.offset(n.at), "Write "+kinds[kind]+".", "%s is %s, not %s.", strings.ToUpper(what[:1])+what[1:], described(n), kinds[kind])
	}
	return n.kind == kind
}

func described(n *node) string {
	if n.kind == 'b' {
		return fmt.Sprint(n.value)
	}
	return kinds[n.kind]
}

func callNames() []string {
	var names []string
	for _, call := range abi.Calls {
		names = append(names, call.Name)
	}
	return names
}

// meantCall returns what to write in place of an unknown call: where it is a name that
// only Lua has, the call that it makes.
func meantCall(name string) string {
	if call := lua.CallOf(name); call != name {
		return "Write " + call + ", which " + name + " is another name for in Lua."
	}
	return didYouMean(name, callNames(), "Remove it, or use a newer impressionism.")
}
