// As much JSON as a ruleset needs: fields and entries of what is known to be
// valid, strings in both directions. A value is the text that it is written in.

function blank(c: i32): bool { return c <= 0x20 || c == 0x2c || c == 0x3a; } // spaces, ',' and ':'

function skipString(json: string, i: i32): i32 {
	for (i++; json.charCodeAt(i) != 0x22; i++) if (json.charCodeAt(i) == 0x5c) i++;
	return i + 1;
}

// skip gives the place behind the value at i.
function skip(json: string, i: i32): i32 {
	let depth = 0;
	do {
		const c = json.charCodeAt(i);
		if (c == 0x22) {
			i = skipString(json, i);
		} else if (c == 0x7b || c == 0x5b) {
			depth++;
			i++;
		} else if (c == 0x7d || c == 0x5d) {
			depth--;
			i++;
		} else if (blank(c)) {
			i++;
		} else {
			while (i < json.length && !blank(json.charCodeAt(i)) && json.charCodeAt(i) != 0x7d && json.charCodeAt(i) != 0x5d) i++;
		}
	} while (depth > 0);
	return i;
}

// parts gives the values of a list, or the names and values of an object.
export function parts(json: string): string[] {
	const found: string[] = [];
	let i = 1;
	while (true) {
		while (i < json.length && blank(json.charCodeAt(i))) i++;
		if (i >= json.length || json.charCodeAt(i) == 0x7d || json.charCodeAt(i) == 0x5d) return found;
		const from = i;
		i = skip(json, i);
		found.push(json.substring(from, i));
	}
}

// field gives the value of an object's field, or an empty text.
export function field(object: string, name: string): string {
	const found = parts(object);
	for (let i = 0; i + 1 < found.length; i += 2) if (unquote(found[i]) == name) return found[i + 1];
	return "";
}

// joined puts texts together. Array.join takes memory and time by the square.
export function joined(pieces: string[], between: string = ""): string {
	let length = 0;
	for (let i = 0; i < pieces.length; i++) length += pieces[i].length + (i > 0 ? between.length : 0);
	const units = new Uint16Array(length);
	let at = units.dataStart;
	for (let i = 0; i < pieces.length; i++) {
		if (i > 0) at = copied(at, between);
		at = copied(at, pieces[i]);
	}
	return String.UTF16.decodeUnsafe(units.dataStart, length << 1);
}

function copied(to: usize, text: string): usize {
	memory.copy(to, changetype<usize>(text), text.length << 1);
	return to + (text.length << 1);
}

function unescaped(c: i32): string {
	if (c == 0x6e) return "\n";
	if (c == 0x74) return "\t";
	if (c == 0x72) return "\r";
	if (c == 0x62) return "\b";
	if (c == 0x66) return "\f";
	return String.fromCharCode(c);
}

// unquote gives the characters of a string; of any other value its text.
export function unquote(value: string): string {
	if (value.length == 0 || value.charCodeAt(0) != 0x22) return value;
	const pieces: string[] = [];
	let from = 1;
	for (let i = 1; i < value.length - 1; i++) {
		if (value.charCodeAt(i) != 0x5c) continue;
		pieces.push(value.substring(from, i));
		const c = value.charCodeAt(++i);
		if (c == 0x75) {
			pieces.push(String.fromCharCode(<i32>parseInt(value.substring(i + 1, i + 5), 16)));
			i += 4;
		} else {
			pieces.push(unescaped(c));
		}
		from = i + 1;
	}
	pieces.push(value.substring(from, value.length - 1));
	return joined(pieces);
}

// quote writes a text as a JSON string.
export function quote(text: string): string {
	const pieces: string[] = ['"'];
	let from = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text.charCodeAt(i);
		if (c >= 0x20 && c != 0x22 && c != 0x5c) continue;
		pieces.push(text.substring(from, i));
		pieces.push(c >= 0x20 ? "\\" + String.fromCharCode(c) : "\\u00" + (c < 16 ? "0" : "") + c.toString(16));
		from = i + 1;
	}
	pieces.push(text.substring(from));
	pieces.push('"');
	return joined(pieces);
}
