// What a ruleset in AssemblyScript needs of the contract: input, answer, errors
// and host calls. See docs/rulesets/other-languages.md.

// The host's memory holds input, requests, replies and output; 0 is no offset.
@external("extism:host/env", "alloc") declare function alloc(length: u64): u64;
@external("extism:host/env", "length") declare function lengthOf(offset: u64): u64;
@external("extism:host/env", "load_u8") declare function load_u8(offset: u64): u32;
@external("extism:host/env", "load_u64") declare function load_u64(offset: u64): u64;
@external("extism:host/env", "store_u8") declare function store_u8(offset: u64, value: u32): void;
@external("extism:host/env", "store_u64") declare function store_u64(offset: u64, value: u64): void;
@external("extism:host/env", "free") declare function free(offset: u64): void;
@external("extism:host/env", "input_offset") declare function input_offset(): u64;
@external("extism:host/env", "output_set") declare function output_set(offset: u64, length: u64): void;
@external("extism:host/env", "error_set") declare function error_set(offset: u64): void;

// The marker by which the host knows the contract's version. The entry file has to
// export it: export { impressionism_abi_2 } from "./impressionism";
export function impressionism_abi_2(): void {}

// give puts a text into the host's memory, as UTF-8.
function give(text: string): u64 {
	const bytes = Uint8Array.wrap(String.UTF8.encode(text));
	const block = alloc(bytes.length);
	const at = bytes.dataStart;
	let i = 0;
	for (; i + 8 <= bytes.length; i += 8) store_u64(block + i, load<u64>(at + i));
	for (; i < bytes.length; i++) store_u8(block + i, load<u8>(at + i));
	return block;
}

function get(block: u64): string {
	const length = <i32>lengthOf(block);
	const bytes = new Uint8Array(length);
	const at = bytes.dataStart;
	let i = 0;
	for (; i + 8 <= length; i += 8) store<u64>(at + i, load_u64(block + i));
	for (; i < length; i++) store<u8>(at + i, load_u8(block + i));
	free(block);
	return String.UTF8.decodeUnsafe(at, length);
}

// input is the context, in JSON.
export function input(): string { return get(input_offset()); }

// answered ends a function with its answer, the list of entries in JSON.
export function answered(entries: string): i32 {
	const block = give(entries);
	output_set(block, lengthOf(block));
	return 0;
}

// failed ends a function with an error: return failed("internal: …").
export function failed(error: string): i32 {
	error_set(give(error));
	return 1;
}

// onAbort tells where the code failed. The compiler has to be told of it:
// --use abort=FOLDER/impressionism/onAbort
export function onAbort(message: string | null, file: string | null, line: u32, column: u32): void {
	error_set(give("internal: " + (file ? file : "?") + ":" + line.toString() + ":" + column.toString() + ": " + (message ? message : "aborted")));
	unreachable();
}

// The host calls: a request in JSON, the reply in JSON: {"ok": …} or
// {"error": {"code": …, "message": …}}. One that is not used is not imported.
// Generated from abi.Calls by go test ./sdk/stubs -update:
@external("extism:host/user", "messages") declare function user_messages(request: u64): u64;
export function messages(request: string): string { return get(user_messages(give(request))); }
@external("extism:host/user", "tool_uses") declare function user_tool_uses(request: u64): u64;
export function tool_uses(request: string): string { return get(user_tool_uses(give(request))); }
@external("extism:host/user", "active") declare function user_active(request: u64): u64;
export function active(request: string): string { return get(user_active(give(request))); }
@external("extism:host/user", "items") declare function user_items(request: u64): u64;
export function items(request: string): string { return get(user_items(give(request))); }
@external("extism:host/user", "search") declare function user_search(request: u64): u64;
export function search(request: string): string { return get(user_search(give(request))); }
@external("extism:host/user", "relevance") declare function user_relevance(request: u64): u64;
export function relevance(request: string): string { return get(user_relevance(give(request))); }
@external("extism:host/user", "similarities") declare function user_similarities(request: u64): u64;
export function similarities(request: string): string { return get(user_similarities(give(request))); }
@external("extism:host/user", "embed") declare function user_embed(request: u64): u64;
export function embed(request: string): string { return get(user_embed(give(request))); }
@external("extism:host/user", "vector") declare function user_vector(request: u64): u64;
export function vector(request: string): string { return get(user_vector(give(request))); }
@external("extism:host/user", "param") declare function user_param(request: u64): u64;
export function param(request: string): string { return get(user_param(give(request))); }
@external("extism:host/user", "session") declare function user_session(request: u64): u64;
export function session(request: string): string { return get(user_session(give(request))); }
@external("extism:host/user", "log") declare function user_log(request: u64): u64;
export function log(request: string): string { return get(user_log(give(request))); }
@external("extism:host/user", "evaluate") declare function user_evaluate(request: u64): u64;
export function evaluate(request: string): string { return get(user_evaluate(give(request))); }
// End of what is generated.
