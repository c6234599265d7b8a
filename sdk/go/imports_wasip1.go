// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

//go:wasmimport extism:host/user get_recent_messages
func getRecentMessages(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_recent_tool_use
func getRecentToolUse(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_active_skills
func getActiveSkills(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_all_skills
func getAllSkills(request uint64) (reply uint64)

//go:wasmimport extism:host/user search_skills
func searchSkills(request uint64) (reply uint64)

//go:wasmimport extism:host/user search_skills_by_embedding
func searchSkillsByEmbedding(request uint64) (reply uint64)

//go:wasmimport extism:host/user relevance
func relevance(request uint64) (reply uint64)

//go:wasmimport extism:host/user embed_text
func embedText(request uint64) (reply uint64)

//go:wasmimport extism:host/user cosine_similarity
func cosineSimilarity(request uint64) (reply uint64)

//go:wasmimport extism:host/user cosine_similarities
func cosineSimilarities(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_vector
func getVector(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_param
func getParam(request uint64) (reply uint64)

//go:wasmimport extism:host/user get_session
func getSession(request uint64) (reply uint64)

//go:wasmimport extism:host/user log
func writeLog(request uint64) (reply uint64)

//go:wasmimport extism:host/user evaluate_ruleset
func evaluateRuleset(request uint64) (reply uint64)
