// What a ruleset in C needs of the contract: the imports, memory without a libc,
// and texts with a length. See docs/rulesets/other-languages.md.
#pragma once

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned char u8;

// A name in import_name may be one that C gives to something else, as log.
#define IMPORT(module, name) __attribute__((import_module(module), import_name(name))) extern
#define EXPORT(name) __attribute__((export_name(name)))

// The host's memory holds input, requests, replies and output; 0 is no offset.
IMPORT("extism:host/env", "alloc") u64 host_alloc(u64 length);
IMPORT("extism:host/env", "length") u64 host_length(u64 offset);
IMPORT("extism:host/env", "load_u8") u32 host_load_u8(u64 offset);
IMPORT("extism:host/env", "load_u64") u64 host_load_u64(u64 offset);
IMPORT("extism:host/env", "store_u8") void host_store_u8(u64 offset, u32 value);
IMPORT("extism:host/env", "store_u64") void host_store_u64(u64 offset, u64 value);
IMPORT("extism:host/env", "free") void host_free(u64 offset);
IMPORT("extism:host/env", "input_length") u64 host_input_length(void);
IMPORT("extism:host/env", "input_load_u8") u32 host_input_load_u8(u64 offset);
IMPORT("extism:host/env", "input_load_u64") u64 host_input_load_u64(u64 offset);
IMPORT("extism:host/env", "output_set") void host_output_set(u64 offset, u64 length);
IMPORT("extism:host/env", "error_set") void host_error_set(u64 offset);

// The marker by which the host knows the contract's version.
EXPORT("impressionism_abi_2") void impressionism_abi_2(void) {}

// Every host call, by name. One that a guest does not use is not imported, so the
// import list is the list of its capabilities.
// Generated from abi.Calls by go test ./sdk/stubs -update:
#define IMPRESSIONISM_CALLS(X) \
	X(messages) \
	X(tool_uses) \
	X(active) \
	X(items) \
	X(search) \
	X(relevance) \
	X(similarities) \
	X(embed) \
	X(vector) \
	X(param) \
	X(session) \
	X(log) \
	X(evaluate)
// End of what is generated.
#define DECLARE_CALL(name) IMPORT("extism:host/user", #name) u64 call_##name(u64 request);
IMPRESSIONISM_CALLS(DECLARE_CALL)

// The compiler calls these two for loops that do the same.
void *memcpy(void *to, const void *from, __SIZE_TYPE__ count) {
	volatile u8 *out = to;
	for (__SIZE_TYPE__ i = 0; i < count; i++) out[i] = ((const u8 *)from)[i];
	return to;
}

void *memset(void *to, int value, __SIZE_TYPE__ count) {
	volatile u8 *out = to;
	for (__SIZE_TYPE__ i = 0; i < count; i++) out[i] = (u8)value;
	return to;
}

// A text with its length; it may hold any byte.
struct text {
	u8 *at;
	u32 length;
};

#define TEXT(literal) ((struct text){(u8 *)(literal), sizeof(literal) - 1})

static int same(struct text a, struct text b) {
	if (a.length != b.length) return 0;
	for (u32 i = 0; i < a.length; i++)
		if (a.at[i] != b.at[i]) return 0;
	return 1;
}

extern u8 __heap_base;
static u32 heap_used;

// take gives memory that is never given back: the instance ends with the event.
static u8 *take(u32 size) {
	u32 at = (u32)&__heap_base + heap_used;
	heap_used += (size + 7) & ~7u;
	u32 end = (u32)&__heap_base + heap_used, has = __builtin_wasm_memory_size(0) << 16;
	if (end > has && __builtin_wasm_memory_grow(0, ((end - has) >> 16) + 1) == (u32)-1) __builtin_trap();
	return (u8 *)at;
}

// A text that grows.
struct out {
	struct text text;
	u32 room;
};

static void put(struct out *o, struct text t) {
	if (o->text.length + t.length > o->room) {
		o->room = 2 * (o->text.length + t.length) + 64;
		u8 *to = take(o->room);
		memcpy(to, o->text.at, o->text.length);
		o->text.at = to;
	}
	memcpy(o->text.at + o->text.length, t.at, t.length);
	o->text.length += t.length;
}

// Blocks of the host's memory and texts; eight bytes at a time where that goes.
static u64 give(struct text t) {
	u64 block = host_alloc(t.length);
	u32 i = 0;
	for (; i + 8 <= t.length; i += 8) {
		u64 eight;
		memcpy(&eight, t.at + i, 8);
		host_store_u64(block + i, eight);
	}
	for (; i < t.length; i++) host_store_u8(block + i, t.at[i]);
	return block;
}

static struct text get(u64 block) {
	u32 length = (u32)host_length(block), i = 0;
	struct text t = {take(length), length};
	for (; i + 8 <= length; i += 8) {
		u64 eight = host_load_u64(block + i);
		memcpy(t.at + i, &eight, 8);
	}
	for (; i < length; i++) t.at[i] = (u8)host_load_u8(block + i);
	host_free(block);
	return t;
}

static struct text input(void) {
	u32 length = (u32)host_input_length(), i = 0;
	struct text t = {take(length), length};
	for (; i + 8 <= length; i += 8) {
		u64 eight = host_input_load_u64(i);
		memcpy(t.at + i, &eight, 8);
	}
	for (; i < length; i++) t.at[i] = (u8)host_input_load_u8(i);
	return t;
}

// CALL makes a host call with a request in JSON and gives the reply in JSON:
// {"ok": …} or {"error": {"code": …, "message": …}}.
#define CALL(name, request) get(call_##name(give(request)))

// failed ends a function with an error: return failed(TEXT("internal: …")).
static int failed(struct text error) { return host_error_set(give(error)), 1; }

// answered ends a function with its answer, the list of entries in JSON.
static int answered(struct text entries) { return host_output_set(give(entries), entries.length), 0; }
