package rulelint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

func (l *linter) checkEvents() {
	for _, n := range l.strings("events") {
		if !slices.Contains(abi.AskedEvents, n.Text) {
			l.find("manifest-value", l.offset(n.At), didYouMean(n.Text, abi.AskedEvents, "The events are "+strings.Join(abi.AskedEvents, ", ")+"."), "A ruleset is not asked about the event %.40q.", n.Text)
		}
		l.manifest.Events = append(l.manifest.Events, n.Text)
	}
}

func (l *linter) checkCalls() {
	if l.document.Field("calls") != nil {
		l.manifest.Calls = []string{}
	}
	for _, n := range l.strings("calls") {
		if _, ok := abi.Lookup(n.Text); !ok {
			l.find("call-unknown", l.offset(n.At), meantCall(n.Text), "This host has no call %.60q.", n.Text)
		} else if slices.Contains(l.manifest.Calls, n.Text) {
			l.find("manifest-untidy", l.offset(n.At), "Name it once.", "%s stands in calls twice.", n.Text)
		}
		l.manifest.Calls = append(l.manifest.Calls, n.Text)
	}
}

// checkKinds tells of kinds of which the ruleset would never see an item. One that
// resembles none of this host's may be of a later host.
func (l *linter) checkKinds() {
	known := []string{abi.KindSkill, abi.KindCommand, abi.KindTool, abi.KindLesson, abi.KindCode}
	for _, kind := range slices.Sorted(slices.Values(l.Kinds)) {
		if !slices.Contains(known, kind) {
			known = append(known, kind)
		}
	}
	for _, n := range l.strings("kinds") {
		const reason = "This host has no items of the kind %.60q."
		if slices.Contains(known, n.Text) {
			if slices.Contains(l.manifest.Kinds, n.Text) {
				l.find("manifest-untidy", l.offset(n.At), "Name it once.", "%s stands in kinds twice.", n.Text)
			}
		} else if fix := didYouMean(n.Text, known, ""); fix != "" {
			l.find("manifest-value", l.offset(n.At), fix, reason, n.Text)
		} else {
			l.find(KindUnknown, l.offset(n.At), "The kinds of items are "+strings.Join(known, ", ")+".", reason, n.Text)
		}
		l.manifest.Kinds = append(l.manifest.Kinds, n.Text)
	}
}

// strings returns the items of a list of texts.
func (l *linter) strings(name string) []*jsonnode.Node {
	list := l.document.Field(name)
	if list == nil || !l.expect(list, name, jsonnode.List) {
		return nil
	}
	var texts []*jsonnode.Node
	for _, n := range list.Items {
		if l.expect(n, "an entry of "+name, jsonnode.Text) {
			texts = append(texts, n)
		}
	}
	return texts
}

func (l *linter) expect(n *jsonnode.Node, what string, kind jsonnode.Kind) bool {
	if n.Kind != kind {
		l.find("manifest-value", l.offset(n.At), "Write "+string(kind)+".", "%s is %s, not %s.", strings.ToUpper(what[:1])+what[1:], described(n), kind)
	}
	return n.Kind == kind
}

func described(n *jsonnode.Node) string {
	if n.Kind == jsonnode.Bool {
		return fmt.Sprint(n.Value)
	}
	return string(n.Kind)
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
