package checkup

import (
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/diag"
)

// Rules returns all rules, those of the wiring included, by area.
func Rules() []inspect.Rule {
	all := append([]inspect.Rule(nil), rules...)
	for _, rule := range wiring.Rules {
		all = append(all, inspect.Rule{Area: inspect.AreaHooks, Rule: rule})
	}
	return all
}

// ruleOf returns the rule of a code of this package.
func ruleOf(code string) inspect.Rule {
	for _, rule := range rules {
		if rule.Code == code {
			return rule
		}
	}
	return inspect.Rule{}
}

func rule(code, area, severity, summary, fix string) inspect.Rule {
	return inspect.Rule{Area: area, Rule: diag.Rule{Code: code, Severity: severity, Summary: summary, Fix: fix}}
}

var rules = []inspect.Rule{
	rule("binary-version", inspect.AreaProgram, diag.Warning, "The plugin runs another version than this one.", "Upgrade the older one; both use the same files."),
	rule("plugin-missing", inspect.AreaPlugin, diag.Error, "Nothing calls impressionism: no plugin is installed, no hook is set.", "Install the plugin: claude plugin marketplace add DIR, then claude plugin install impressionism@MARKET."),
	rule("plugin-off", inspect.AreaPlugin, diag.Error, "The plugin is installed, but switched off here.", "claude plugin enable impressionism, or change enabledPlugins where the finding says."),
	rule("plugin-broken", inspect.AreaPlugin, diag.Error, "The plugin's files are not all there.", "Install the plugin anew: claude plugin install impressionism@MARKET."),
	rule("plugin-events", inspect.AreaPlugin, diag.Warning, "An event that impressionism needs is not wired.", "Install the plugin anew; what is missing is told in the finding."),
	rule("plugin-binary", inspect.AreaPlugin, diag.Error, "The plugin's binary does not run.", "In a checkout: make plugin. With a release's archive: /impressionism:setup ARCHIVE in the client."),
	rule("registry-unread", inspect.AreaPlugin, diag.Warning, "A file of the client about plugins cannot be read.", "Mend the JSON, or let the client write it anew by installing a plugin."),
	rule("client-old", inspect.AreaClient, diag.Error, "The client is too old for the plugin's hooks.", "Upgrade the client to 2.0.0 or later."),
	rule("client-ageing", inspect.AreaClient, diag.Note, "The client is older than those that impressionism was tested with.", "Upgrade the client where you can."),
	rule("file-shape", inspect.AreaClient, diag.Warning, "A file of the client has another shape than the known one.", "If the client wrote it so, look for a newer version of impressionism; else mend it."),
	rule("hook-slow", inspect.AreaTimes, diag.Warning, "A hook is slow where the user waits for it.", "Speed it up, narrow its matcher, or switch its plugin off."),
	rule("hook-cut-off", inspect.AreaTimes, diag.Warning, "A hook was ended because its time was up: its work was lost.", "Speed it up, or raise its timeout."),
	rule("hook-failing", inspect.AreaTimes, diag.Warning, "A hook fails again and again.", "Run it by impressionism hooks simulate and see what it says."),
	rule("hook-rejected", inspect.AreaTimes, diag.Warning, "The client does not take what a hook prints.", "Run it by impressionism hooks simulate; it tells what is wrong with the answer."),
	rule("hook-blocked", inspect.AreaTimes, diag.Note, "A hook has blocked prompts, or made the model go on.", "Nothing, if that is what it is for; else have it end with 0."),
	rule("hook-text", inspect.AreaTimes, diag.Warning, "A hook prints JSON and text together; the model reads all of it as text.", "Print one JSON object and nothing else; send words to stderr."),
}
