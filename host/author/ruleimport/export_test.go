package ruleimport

// Decide is what a file decides at a prompt by the rules that its scenarios are made by.
func Decide(f *File, prompt string, files ...string) []string { return f.decide(prompt, files) }
