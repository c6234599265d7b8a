// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

//go:build !wasip1

package impressionism

// Natively nothing is imported; exchange goes by the name.
var getRecentMessages,
	getRecentToolUse,
	getActiveSkills,
	getAllSkills,
	searchSkills,
	searchSkillsByEmbedding,
	relevance,
	embedText,
	cosineSimilarity,
	cosineSimilarities,
	getVector,
	getParam,
	getSession,
	writeLog,
	evaluateRuleset hostFunction
