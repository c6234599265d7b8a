package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/store/index"
)

// Homes as homeWords and homeModel whose user has tools of servers listed beside.
const (
	homeToolsWords = "tools-words"
	homeToolsModel = "tools-model"
)

// What the user of these homes has, and how long what is said of one is.
const (
	toolServers   = 10
	toolsOfServer = 20
	toolWords     = 12
)

// makeToolHomes makes the homes with tools, for a user with the same skills.
func makeToolHomes(o options, folder string, skills []skill, model bool) (map[string]home, error) {
	user := filepath.Join(folder, "user-tools")
	if err := writeSkills(filepath.Join(user, ".claude", "skills"), skills); err != nil {
		return nil, fmt.Errorf("write skills: %w", err)
	}
	servers := map[string]any{}
	for n := range toolServers {
		servers[serverName(n)] = map[string]any{"command": "serve-" + serverName(n)}
	}
	settings, err := json.Marshal(map[string]any{"mcpServers": servers})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(user, ".claude.json"), settings, 0o600); err != nil {
		return nil, err
	}
	homes := map[string]home{}
	for _, name := range []string{homeToolsWords, homeToolsModel} {
		withModel := name == homeToolsModel
		if withModel && !model {
			continue
		}
		h := home{user: user, data: filepath.Join(folder, name), work: filepath.Join(folder, "work"), skills: len(skills)}
		if err := h.make(o.models, withModel); err != nil {
			return nil, fmt.Errorf("make a home: %w", err)
		}
		h.environ = append(append(h.variables(), o.settings...), alone)
		homes[name] = h
	}
	return homes, nil
}

func serverName(n int) string { return fmt.Sprintf("server%d", n) }

// listTools lists made-up tools for each server of a home, in words of the skills.
func (p *plan) listTools(ctx context.Context, h home) error {
	var words []string
	for _, one := range p.skills {
		words = append(words, strings.Fields(one.item.Description)...)
	}
	random := rand.New(rand.NewPCG(toolServers, toolsOfServer))
	for n := range toolServers {
		type tool struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Schema      map[string]any `json:"inputSchema"`
		}
		var tools []tool
		for i := range toolsOfServer {
			said := make([]string, toolWords)
			for w := range said {
				said[w] = words[random.IntN(len(words))]
			}
			tools = append(tools, tool{fmt.Sprintf("do_%d_%d", n, i), strings.Join(said, " "), map[string]any{"type": "object"}})
		}
		data, err := json.Marshal(map[string]any{"tools": tools})
		if err != nil {
			return err
		}
		file := filepath.Join(h.data, serverName(n)+".json")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			return err
		}
		if _, err := p.scout.command(ctx, h, "tools", "import", file, "--server", serverName(n)); err != nil {
			return err
		}
	}
	return nil
}

// besideTools are prompts of a user who has tools listed, too: what they cost more than the
// same prompts without.
func (p *plan) besideTools() (list []prepared) {
	alone := p.programs.alone()
	if p.has(homeToolsWords) {
		list = append(list, p.prompt(asked{"cold: words, no model, 200 tools", 0, alone, homeToolsWords, candidates.Words, index.TierLexical, false}))
	}
	if p.has(homeToolsModel) {
		list = append(list,
			p.prompt(asked{"cold: words, 200 tools", 0, alone, homeToolsModel, candidates.Words, index.TierLexical, false}),
			p.prompt(asked{"cold: model, 200 tools", 0, alone, homeToolsModel, candidates.Meaning, index.TierModel, false}))
	}
	return list
}
