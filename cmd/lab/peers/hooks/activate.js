#!/usr/bin/env node
// Suggests skills by the promptTriggers of a skill-rules.json ($SKILL_RULES): keywords are
// sought where a word begins and count 1, intentPatterns are regular expressions and count 2.
// With BATCH=1 every line of stdin is an event, and every line of stdout its scores.
"use strict";
const fs = require("fs");

const rules = JSON.parse(fs.readFileSync(process.env.SKILL_RULES, "utf8"));
const patterns = new Map(); // compiled when first needed, once in a batch

function matches(pattern, prompt) {
  let compiled = patterns.get(pattern);
  if (!compiled) patterns.set(pattern, (compiled = new RegExp(pattern, "i")));
  return compiled.test(prompt);
}

// A keyword that begins inside of a word is another word: "act" of "react".
function begins(text, keyword) {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    if (at === 0 || !/[a-z0-9]/.test(text[at - 1])) return true;
  }
  return false;
}

function ranking(prompt) {
  const text = prompt.toLowerCase();
  const found = [];
  for (const [name, rule] of Object.entries(rules.skills)) {
    const { keywords = [], intentPatterns = [] } = rule.promptTriggers ?? {};
    const score =
      keywords.filter((keyword) => begins(text, keyword)).length +
      2 * intentPatterns.filter((pattern) => matches(pattern, prompt)).length;
    if (score > 0) found.push({ name, score, of: keywords.length });
  }
  return found.sort((a, b) => b.score - a.score || a.of - b.of || (a.name < b.name ? -1 : 1));
}

const input = fs.readFileSync(0, "utf8");
if (process.env.BATCH) {
  for (const line of input.split("\n").filter(Boolean)) {
    console.log(JSON.stringify({ ranking: ranking(JSON.parse(line).prompt ?? "").map((m) => [m.name, m.score]) }));
  }
} else {
  const { minScore, maxSkills } = rules.settings;
  const told = ranking(JSON.parse(input).prompt ?? "").filter((m) => m.score >= minScore).slice(0, maxSkills);
  if (told.length > 0) {
    const lines = ["Use these skills before answering if they fit:", ...told.map((m) => "- " + m.name)];
    console.log(JSON.stringify({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: lines.join("\n") },
    }));
  }
}
