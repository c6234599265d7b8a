// As much JSON as a ruleset in C needs: fields of an object that is known to be
// valid, strings in both directions. A value is the text that it is written in.
#pragma once

#include "impressionism.h"

static u32 skip_string(struct text json, u32 i) {
	for (i++; json.at[i] != '"'; i++)
		if (json.at[i] == '\\') i++;
	return i + 1;
}

// skip gives the place behind the value at i.
static u32 skip(struct text json, u32 i) {
	int depth = 0;
	do {
		switch (json.at[i]) {
		case '"': i = skip_string(json, i); break;
		case '{': case '[': depth++; i++; break;
		case '}': case ']': depth--; i++; break;
		case ',': case ':': case ' ': case '\n': case '\r': case '\t': i++; break;
		default:
			while (i < json.length && json.at[i] != ',' && json.at[i] != '}' && json.at[i] != ']' && json.at[i] > ' ') i++;
		}
	} while (depth > 0);
	return i;
}

static u32 blank(struct text json, u32 i) {
	while (i < json.length && (json.at[i] <= ' ' || json.at[i] == ',' || json.at[i] == ':')) i++;
	return i;
}

// next_value gives the value at *i, where a list or object goes on, and moves *i
// behind it; at the end it gives an empty text.
static struct text next_value(struct text json, u32 *i) {
	u32 from = blank(json, *i);
	if (from >= json.length || json.at[from] == ']' || json.at[from] == '}') return (struct text){0, 0};
	*i = skip(json, from);
	return (struct text){json.at + from, *i - from};
}

// field gives the value of a field, or an empty text. The name has no escapes.
static struct text field(struct text object, struct text name) {
	for (u32 i = 1; i < object.length;) {
		struct text key = next_value(object, &i), value = next_value(object, &i);
		if (key.length == 0) break;
		if (same((struct text){key.at + 1, key.length - 2}, name)) return value;
	}
	return (struct text){0, 0};
}

static u32 hex(const u8 *digits) {
	u32 n = 0;
	for (int i = 0; i < 4; i++) {
		u8 c = digits[i];
		n = n * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
	}
	return n;
}

static u32 utf8(u8 *to, u32 code) {
	if (code < 0x80) return to[0] = (u8)code, 1;
	if (code < 0x800) return to[0] = (u8)(0xC0 | code >> 6), to[1] = 0x80 | (code & 63), 2;
	if (code < 0x10000)
		return to[0] = (u8)(0xE0 | code >> 12), to[1] = 0x80 | (code >> 6 & 63), to[2] = 0x80 | (code & 63), 3;
	return to[0] = (u8)(0xF0 | code >> 18), to[1] = 0x80 | (code >> 12 & 63), to[2] = 0x80 | (code >> 6 & 63), to[3] = 0x80 | (code & 63), 4;
}

// unquote gives the characters of a JSON string; of any other value its text.
static struct text unquote(struct text value) {
	if (value.length == 0 || value.at[0] != '"') return value;
	struct text t = {take(value.length), 0};
	for (u32 i = 1; i + 1 < value.length; i++) {
		u8 c = value.at[i];
		if (c != '\\') {
			t.at[t.length++] = c;
			continue;
		}
		c = value.at[++i];
		if (c == 'u') {
			u32 code = hex(value.at + i + 1);
			i += 4;
			if (code >= 0xD800 && code < 0xDC00 && value.at[i + 1] == '\\') {
				code = 0x10000 + ((code - 0xD800) << 10) + hex(value.at + i + 3) - 0xDC00;
				i += 6;
			}
			t.length += utf8(t.at + t.length, code);
			continue;
		}
		t.at[t.length++] = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
	}
	return t;
}

static void put_quoted(struct out *o, struct text t) {
	put(o, TEXT("\""));
	for (u32 i = 0; i < t.length; i++) {
		u8 c = t.at[i];
		u8 plain[2] = {'\\', c}, escape[6] = {'\\', 'u', '0', '0', '0' + (c >> 4), "0123456789abcdef"[c & 15]};
		if (c < ' ') put(o, (struct text){escape, 6});
		else if (c == '"' || c == '\\') put(o, (struct text){plain, 2});
		else put(o, (struct text){&c, 1});
	}
	put(o, TEXT("\""));
}

// number reads a JSON number; of what is none it gives 0.
static double number(struct text value) {
	double n = 0, scale = 1;
	int exponent = 0, sign = 1, seen = 0;
	u32 i = value.length > 0 && value.at[0] == '-';
	for (; i < value.length && (value.at[i] | 32) != 'e'; i++) {
		if (value.at[i] == '.') seen = 1;
		else if (value.at[i] < '0' || value.at[i] > '9') return 0;
		else n = n * 10 + (value.at[i] - '0'), scale *= seen ? 10 : 1;
	}
	for (i++; i < value.length; i++) {
		if (value.at[i] == '-') sign = -1;
		else if (value.at[i] != '+' && exponent < 400) exponent = exponent * 10 + value.at[i] - '0';
	}
	for (n /= scale; exponent > 0; exponent--) n = sign > 0 ? n * 10 : n / 10;
	return value.length > 0 && value.at[0] == '-' ? -n : n;
}
