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
// export it: export { impressionism_abi_1 } from "./impressionism";
export function impressionism_abi_1(): void {}

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
@external("extism:host/user", "get_recent_messages") declare function user_get_recent_messages(request: u64): u64;
@external("extism:host/user", "get_recent_tool_use") declare function user_get_recent_tool_use(request: u64): u64;
@external("extism:host/user", "get_active_skills") declare function user_get_active_skills(request: u64): u64;
@external("extism:host/user", "get_all_skills") declare function user_get_all_skills(request: u64): u64;
@external("extism:host/user", "search_skills") declare function user_search_skills(request: u64): u64;
@external("extism:host/user", "search_skills_by_embedding") declare function user_search_skills_by_embedding(request: u64): u64;
@external("extism:host/user", "relevance") declare function user_relevance(request: u64): u64;
@external("extism:host/user", "embed_text") declare function user_embed_text(request: u64): u64;
@external("extism:host/user", "cosine_similarity") declare function user_cosine_similarity(request: u64): u64;
@external("extism:host/user", "cosine_similarities") declare function user_cosine_similarities(request: u64): u64;
@external("extism:host/user", "get_vector") declare function user_get_vector(request: u64): u64;
@external("extism:host/user", "get_param") declare function user_get_param(request: u64): u64;
@external("extism:host/user", "get_session") declare function user_get_session(request: u64): u64;
@external("extism:host/user", "log") declare function user_log(request: u64): u64;
@external("extism:host/user", "evaluate_ruleset") declare function user_evaluate_ruleset(request: u64): u64;

export function get_recent_messages(request: string): string { return get(user_get_recent_messages(give(request))); }
export function get_recent_tool_use(request: string): string { return get(user_get_recent_tool_use(give(request))); }
export function get_active_skills(request: string): string { return get(user_get_active_skills(give(request))); }
export function get_all_skills(request: string): string { return get(user_get_all_skills(give(request))); }
export function search_skills(request: string): string { return get(user_search_skills(give(request))); }
export function search_skills_by_embedding(request: string): string { return get(user_search_skills_by_embedding(give(request))); }
export function relevance(request: string): string { return get(user_relevance(give(request))); }
export function embed_text(request: string): string { return get(user_embed_text(give(request))); }
export function cosine_similarity(request: string): string { return get(user_cosine_similarity(give(request))); }
export function cosine_similarities(request: string): string { return get(user_cosine_similarities(give(request))); }
export function get_vector(request: string): string { return get(user_get_vector(give(request))); }
export function get_param(request: string): string { return get(user_get_param(give(request))); }
export function get_session(request: string): string { return get(user_get_session(give(request))); }
export function log(request: string): string { return get(user_log(give(request))); }
export function evaluate_ruleset(request: string): string { return get(user_evaluate_ruleset(give(request))); }
