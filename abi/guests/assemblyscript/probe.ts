// The probe of the conformance kit in AssemblyScript; see abi/conformance.
import * as host from "../../../sdk/assemblyscript/impressionism";
import { field, joined, parts, quote, unquote } from "../../../sdk/assemblyscript/json";

export { impressionism_abi_2 } from "../../../sdk/assemblyscript/impressionism";

let entered = 0; // functions of this instance
let error = ""; // set: the function fails with it
let spun: u32 = 0;

function call(name: string, request: string): string {
	// Generated from abi.Calls by go test ./sdk/stubs -update:
	if (name == "messages") return host.messages(request);
	if (name == "tool_uses") return host.tool_uses(request);
	if (name == "active") return host.active(request);
	if (name == "items") return host.items(request);
	if (name == "search") return host.search(request);
	if (name == "relevance") return host.relevance(request);
	if (name == "similarities") return host.similarities(request);
	if (name == "embed") return host.embed(request);
	if (name == "vector") return host.vector(request);
	if (name == "param") return host.param(request);
	if (name == "session") return host.session(request);
	if (name == "log") return host.log(request);
	if (name == "evaluate") return host.evaluate(request);
	// End of what is generated.
	error = "internal: no such call: " + name;
	return "{}";
}

// Words cuts a line into words, the last of which is the rest.
class Words {
	constructor(public rest: string) {}
	next(): string {
		const at = this.rest.indexOf(" ");
		const word = at < 0 ? this.rest : this.rest.substring(0, at);
		this.rest = at < 0 ? "" : this.rest.substring(at + 1);
		return word;
	}
}

function entry(ref: string, score: string, reason: string): string {
	let text = '{"ref":' + quote(ref);
	if (score != "-") text += ',"score":' + score;
	return text + ',"reason":' + quote(reason) + "}";
}

function told(reason: string): string { return entry("skill:probe", "-", reason); }

function echo(name: string, context: string): string {
	const value = unquote(field(context, name));
	if (value == "" && name == "neutral") return "false";
	if (value == "" && name == "sequence") return "0";
	return value;
}

function must(name: string, request: string): string {
	const reply = call(name, request);
	const refused = field(reply, "error");
	if (refused != "") error = unquote(field(refused, "code")) + ": " + unquote(field(refused, "message"));
	return reply;
}

function repeat(times: i32, name: string, request: string): string {
	let reply = "";
	for (let i = 0; i < times; i++) reply = call(name, request);
	return reply;
}

function activated(list: string[], context: string): void {
	const entries = parts(field(context, "activated"));
	for (let i = 0; i < entries.length; i++) {
		list.push(entry(unquote(field(entries[i], "ref")), "-", unquote(field(entries[i], "reason"))));
	}
}

function recurse(n: u32): u32 {
	spun = n;
	return recurse(n + 1) + spun;
}

function spin(): void {
	while (true) spun++;
}

function run(line: string, list: string[], context: string): void {
	const words = new Words(line);
	const verb = words.next();
	if (verb == "echo") list.push(told(echo(words.rest, context)));
	else if (verb == "call") { const name = words.next(); list.push(told(call(name, words.rest))); }
	else if (verb == "must") { const name = words.next(); list.push(told(must(name, words.rest))); }
	else if (verb == "repeat") { const times = I32.parseInt(words.next()); const name = words.next(); list.push(told(repeat(times, name, words.rest))); }
	else if (verb == "entry") { const ref = words.next(); const score = words.next(); list.push(entry(ref, score, words.rest)); }
	else if (verb == "activated") activated(list, context);
	else if (verb == "count") list.push(told(entered.toString()));
	else if (verb == "big") list.push(told("x".repeat(I32.parseInt(words.rest))));
	else if (verb == "surrogate") host.log('{"level":"info","message":"half ' + String.fromCharCode(0xd800) + ' pair"}');
	else if (verb == "random") list.push(told("none"));
	else if (verb == "fail") error = "internal: " + words.rest;
	else if (verb == "panic") throw new Error(words.rest);
	else if (verb == "loop") spin();
	else if (verb == "recurse") recurse(1);
	else error = "internal: no such line: " + line;
}

function evaluate(second: bool): i32 {
	entered++;
	const context = host.input();
	const lines = unquote(field(context, "user_prompt")).split("\n");
	const list: string[] = [];
	for (let i = 0; i < lines.length && error == ""; i++) {
		const later = lines[i].startsWith("then ");
		const line = later ? lines[i].substring(5) : lines[i];
		if (line != "" && later == second) run(line, list, context);
	}
	if (error != "") return host.failed(error);
	return host.answered("[" + joined(list, ",") + "]");
}

export function evaluate_activation(): i32 { return evaluate(false); }

export function evaluate_deactivation(): i32 { return evaluate(true); }
