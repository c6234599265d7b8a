// Package conformance holds a guest language to the contract: a language is
// supported when its probe guest passes Run. It knows the contract and a probe
// behind abi.Start: no runtime, no engine.
//
// # The probe
//
// A probe is a ruleset whose user_prompt is a program, so that one guest of each
// language is enough for every case. Its lines are separated by "\n" (U+000A, and
// nothing else: a line may hold U+2028, NUL, quotes, any character); empty lines
// say nothing. evaluate_activation runs the lines that do not begin with "then ",
// evaluate_deactivation those that do, without these five bytes. Both answer the
// list of entries that their lines give, in order; no line, or no user_prompt,
// gives the empty list.
//
// A line is a verb, one space, and its arguments, separated by one space each; the
// last argument is the rest of the line as it is and may be empty.
//
//	echo FIELD            {"ref":"skill:probe","reason":VALUE}: the field of the context as text;
//	                      a string as it is, a number in decimal, true or false; what is
//	                      absent is "", 0 or false. FIELD is abi, session_id, workspace_path,
//	                      user_prompt, hook_event, now, sequence or neutral.
//	call NAME REQUEST     makes the host call with that JSON as request and gives
//	                      {"ref":"skill:probe","reason":REPLY}; see below.
//	repeat N NAME REQUEST makes the host call N times and gives the entry of the last reply.
//	must NAME REQUEST     as call, but an error reply ends the function as an author's code
//	                      would end that passes the error on; its code and message are in the text.
//	entry REF SCORE REASON
//	                      that entry; a SCORE of "-" leaves the field out.
//	activated             one entry for each of the context's activated, with its ref and reason.
//	count                 {"ref":"skill:probe","reason":N}: how many of the two functions this
//	                      instance has entered, this one included: "1", then "2".
//	big N                 {"ref":"skill:probe","reason":TEXT} where TEXT is N times the letter x.
//	surrogate             calls log with {"level":"info","message":M}, where M holds half a
//	                      surrogate pair as the language lets its author write one (UTF-8:
//	                      ED A0 80); gives no entry. What cannot hold one says U+FFFD.
//	random                {"ref":"skill:probe","reason":TEXT}: a random number of the
//	                      language's own, in decimal, or "none" where it has none.
//	fail TEXT             ends the function with an error of that text.
//	panic TEXT            panics, traps or aborts with that text, as author's code by mistake would.
//	loop                  never ends, and does nothing else.
//	recurse               calls itself without end, with something left to do after each call.
//
// Any other line ends the function with an error that has the line in its text.
//
// # Replies
//
// REPLY is the text of the JSON {"ok":VALUE} or {"error":{"code":…,"message":…}}.
// A probe without typed host calls (C, AssemblyScript) gives the text that it got.
// A probe on a typed SDK (Go, Rust) has a typed host call for each NAME: it decodes
// REQUEST into the SDK's request, makes the SDK's call, and encodes the typed reply
// again, so that the SDK's types are what is tested; fields it does not know are
// gone then. Run compares as JSON, and leaves out the fields that it added itself.
// Where a value has no text in the language (Lua's embeddings), the reason may be
// REPLY itself as JSON instead of its text.
//
// # Errors
//
// The text of fail and panic comes first in the host's fault, the place in the
// author's source file beside it where the language knows one (Probe.Place).
package conformance
