// The probe of the conformance kit in C without a libc; see
// abi/conformance.
#include <json.h>

static int entered; // functions of this instance

static struct out error; // set: the function fails with it

static void fail(struct text message) {
	error = (struct out){0};
	put(&error, TEXT("internal: "));
	put(&error, message);
}

#define STRING(x) #x
#define LINE(x) STRING(x)
#define PANIC(message) panic(TEXT("internal: probe.c:" LINE(__LINE__) ": "), message)

static void panic(struct text place, struct text message) {
	struct out o = {0};
	put(&o, place);
	put(&o, message);
	host_error_set(give(o.text));
	__builtin_trap();
}

static struct text call(struct text name, struct text request) {
#define MAKE(known) if (same(name, TEXT(#known))) return CALL(known, request);
	IMPRESSIONISM_CALLS(MAKE)
	fail(name);
	return TEXT("{}");
}

// word cuts the first word off a line.
static struct text word(struct text *line) {
	u32 i = 0;
	while (i < line->length && line->at[i] != ' ') i++;
	struct text first = {line->at, i};
	i += i < line->length;
	*line = (struct text){line->at + i, line->length - i};
	return first;
}

// entry writes one entry; the score is left out where it is empty.
static void entry(struct out *list, struct text ref, struct text score, struct text reason) {
	put(list, list->text.length > 1 ? TEXT(",{\"ref\":") : TEXT("{\"ref\":"));
	put_quoted(list, ref);
	if (score.length > 0) put(list, TEXT(",\"score\":")), put(list, score);
	put(list, TEXT(",\"reason\":"));
	put_quoted(list, reason);
	put(list, TEXT("}"));
}

static const struct text none;

static void tell(struct out *list, struct text reason) { entry(list, TEXT("skill:probe"), none, reason); }

static void echo(struct out *list, struct text name, struct text context) {
	struct text value = unquote(field(context, name));
	if (value.length == 0 && same(name, TEXT("neutral"))) value = TEXT("false");
	if (value.length == 0 && same(name, TEXT("sequence"))) value = TEXT("0");
	tell(list, value);
}

static void must(struct out *list, struct text name, struct text request) {
	struct text reply = call(name, request), refused = field(reply, TEXT("error"));
	if (refused.length == 0) return tell(list, reply);
	put(&error, unquote(field(refused, TEXT("code"))));
	put(&error, TEXT(": "));
	put(&error, unquote(field(refused, TEXT("message"))));
}

static void repeat(struct out *list, u32 times, struct text name, struct text request) {
	struct text reply = none;
	u32 kept = heap_used;
	for (u32 i = 0; i < times; i++) {
		heap_used = kept; // only the last reply is needed
		reply = call(name, request);
	}
	tell(list, reply);
}

static struct text unless_dash(struct text t) { return same(t, TEXT("-")) ? none : t; }

static void written(struct out *list, struct text rest) {
	struct text ref = word(&rest), score = word(&rest);
	entry(list, ref, unless_dash(score), rest);
}

static void activated(struct out *list, struct text context) {
	struct text entries = field(context, TEXT("activated"));
	for (u32 i = 1; i < entries.length;) {
		struct text one = next_value(entries, &i);
		if (one.length == 0) break;
		entry(list, unquote(field(one, TEXT("ref"))), none, unquote(field(one, TEXT("reason"))));
	}
}

static void big(struct out *list, u32 size) {
	struct text t = {take(size), size};
	memset(t.at, 'x', size);
	tell(list, t);
}

static volatile u32 depth;

__attribute__((noinline)) static u32 recurse(u32 n) {
	depth = n;
	return depth == n ? recurse(n + 1) + depth : 0; // always so, but the compiler cannot know
}

static void line(struct out *list, struct text rest, struct text context) {
	struct text whole = rest, verb = word(&rest);
	u8 digit = (u8)('0' + entered);
#define VERB(known) same(verb, TEXT(known))
	if (VERB("echo")) echo(list, rest, context);
	else if (VERB("call")) { struct text name = word(&rest); tell(list, call(name, rest)); }
	else if (VERB("must")) { struct text name = word(&rest); must(list, name, rest); }
	else if (VERB("repeat")) { u32 times = (u32)number(word(&rest)); struct text name = word(&rest); repeat(list, times, name, rest); }
	else if (VERB("entry")) written(list, rest);
	else if (VERB("activated")) activated(list, context);
	else if (VERB("count")) tell(list, (struct text){&digit, 1});
	else if (VERB("big")) big(list, (u32)number(rest));
	else if (VERB("surrogate")) call(TEXT("log"), TEXT("{\"level\":\"info\",\"message\":\"half \xED\xA0\x80 pair\"}"));
	else if (VERB("random")) tell(list, TEXT("none"));
	else if (VERB("fail")) fail(rest);
	else if (VERB("panic")) PANIC(rest);
	else if (VERB("loop")) for (;;) depth++;
	else if (VERB("recurse")) recurse(1);
	else fail(whole);
}

static int run(int second) {
	struct text context = input(), program = unquote(field(context, TEXT("user_prompt")));
	struct out list = {0};
	put(&list, TEXT("["));
	entered++;
	for (u32 i = 0, from = 0; i <= program.length && error.text.length == 0; i++) {
		if (i < program.length && program.at[i] != '\n') continue;
		struct text one = {program.at + from, i - from};
		int later = one.length >= 5 && same((struct text){one.at, 5}, TEXT("then "));
		if (later) one.at += 5, one.length -= 5;
		if (one.length > 0 && later == second) line(&list, one, context);
		from = i + 1;
	}
	if (error.text.length > 0) return failed(error.text);
	put(&list, TEXT("]"));
	return answered(list.text);
}

EXPORT("evaluate_activation") int evaluate_activation(void) { return run(0); }

#ifndef HALF // a guest that has only the first function
EXPORT("evaluate_deactivation") int evaluate_deactivation(void) { return run(1); }
#endif
