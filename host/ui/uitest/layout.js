describe => {
	const findingsMax = 200; // more say nothing more
	const readableMin = 8; // pixels of a font, as it is shown
	const slack = 1; // pixels: rounding of positions, and the side bearing of letters
	const findings = [], judged = {overlap: new Set(), outside: new Set(), cut: new Set(), wide: new Set(), small: new Set(), empty: new Set()};
	const add = (kind, element, text) => { // one of a kind for each element, however many lines it has
		if (findings.length >= findingsMax || judged[kind].has(element)) return;
		judged[kind].add(element);
		findings.push({kind, where: describe(element), text});
	};
	const short = text => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 60));
	const width = document.documentElement.clientWidth, height = document.documentElement.clientHeight;

	const styles = new Map();
	const styleOf = element => {
		if (!styles.has(element)) styles.set(element, getComputedStyle(element));
		return styles.get(element);
	};
	const innerBox = element => {
		const r = element.getBoundingClientRect(), s = styleOf(element);
		return {
			left: r.left + parseFloat(s.borderLeftWidth), right: r.right - parseFloat(s.borderRightWidth),
			top: r.top + parseFloat(s.borderTopWidth), bottom: r.bottom - parseFloat(s.borderBottomWidth),
		};
	};

	// What an element's ancestors do to a text in it: whether they hide it from eyes on
	// purpose, the edges that cut it, the boxes in which it can be seen, and the layer that
	// it is drawn in. Layers may cover each other.
	const infos = new Map();
	const infoOf = element => {
		if (!element) return {hidden: false, layer: document, cutsX: [], cutsY: [], boxes: []};
		if (!infos.has(element)) infos.set(element, look(element));
		return infos.get(element);
	};
	const look = element => {
		const above = infoOf(element.parentElement), s = styleOf(element);
		const info = {...above, svg: above.svg};
		if (element.localName === 'svg') {
			info.svg = info.svg ?? element; // an inner one belongs to the outer one's drawing
			return info;
		}
		if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return info;
		if (s.position === 'fixed') Object.assign(info, {cutsX: [], cutsY: [], boxes: []});
		if (s.position === 'absolute') {
			const holds = cut => cut.element.contains(element.offsetParent);
			Object.assign(info, {cutsX: above.cutsX.filter(holds), cutsY: above.cutsY.filter(holds), boxes: above.boxes.filter(holds)});
		}
		const stands = s.position === 'fixed' || s.position === 'sticky' || s.zIndex !== 'auto' || element.matches('dialog, [popover]');
		if (stands) info.layer = element;
		const box = innerBox(element);
		const clips = value => value === 'hidden' || value === 'clip';
		const tiny = box.right - box.left <= 2 || box.bottom - box.top <= 2;
		if (s.clipPath.startsWith('inset(') || s.clip !== 'auto' || (tiny && clips(s.overflowX) && clips(s.overflowY))) info.hidden = true;
		if (element === document.body || element === document.documentElement) return info;
		const one = {element, ...box};
		if (s.overflowX !== 'visible' || s.overflowY !== 'visible') info.boxes = [...info.boxes, one];
		// What is beyond a scroll bar can be reached, so edges further up cut nothing more.
		if (clips(s.overflowX)) info.cutsX = [...info.cutsX, {...one, says: s.textOverflow !== 'clip'}];
		else if (s.overflowX !== 'visible') info.cutsX = [];
		if (clips(s.overflowY)) info.cutsY = [...info.cutsY, {...one, says: s.webkitLineClamp !== 'none'}];
		else if (s.overflowY !== 'visible') info.cutsY = [];
		return info;
	};

	// The texts, a line at a time.
	const visible = new Map();
	const isVisible = element => {
		if (!visible.has(element)) {
			const s = styleOf(element), svg = element.namespaceURI === 'http://www.w3.org/2000/svg';
			visible.set(element, element.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
				!(svg && (s.fillOpacity === '0' || (s.fill === 'none' && s.stroke === 'none'))));
		}
		return visible.get(element);
	};
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	while (walker.nextNode()) {
		const node = walker.currentNode, element = node.parentElement;
		if (!node.data.trim() || /^(script|style|noscript|template|option|textarea|title|desc)$/.test(element.localName) || !isVisible(element)) continue;
		const info = infoOf(element);
		if (info.hidden) continue;
		range.selectNodeContents(node);
		for (const r of range.getClientRects()) {
			const left = r.left + scrollX, right = r.right + scrollX, bottom = r.bottom + scrollY;
			if (r.width < slack || r.height < slack || right <= 0 || bottom <= 0) continue; // a link that comes with the focus waits out there
			texts.push({node, element, info, left: r.left, right: r.right, top: r.top, bottom: r.bottom, absolute: {left, right}});
		}
	}
	if (!texts.length) add('empty', document.body, 'no text is to be seen');

	// Letters rarely fill their line: what is drawn is measured where boxes meet.
	const pen = document.createElement('canvas').getContext('2d');
	const inks = new Map();
	const ink = text => {
		if (!inks.has(text)) {
			const s = styleOf(text.element);
			pen.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
			const m = pen.measureText(text.node.data.trim());
			const scale = (text.bottom - text.top) / (m.fontBoundingBoxAscent + m.fontBoundingBoxDescent);
			inks.set(text, {
				left: text.left, right: text.right,
				top: text.top + (m.fontBoundingBoxAscent - m.actualBoundingBoxAscent) * scale,
				bottom: text.bottom - (m.fontBoundingBoxDescent - m.actualBoundingBoxDescent) * scale,
			});
		}
		return inks.get(text);
	};
	const within = (box, others) => others.reduce((b, o) => ({
		left: Math.max(b.left, o.left), right: Math.min(b.right, o.right), top: Math.max(b.top, o.top), bottom: Math.min(b.bottom, o.bottom),
	}), box);
	const shared = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];

	for (const text of texts) Object.assign(text, {seen: within(text, text.info.boxes)});
	const order = texts.filter(t => t.seen.right - t.seen.left > slack && t.seen.bottom - t.seen.top > slack).sort((a, b) => a.seen.top - b.seen.top);
	order.forEach((a, i) => {
		for (let j = i + 1; j < order.length && order[j].seen.top < a.seen.bottom - slack; j++) {
			const b = order[j];
			if (a.node === b.node || a.info.layer !== b.info.layer || shared(a.seen, b.seen)[0] <= slack) continue;
			const [x, y] = shared(within(ink(a), a.info.boxes), within(ink(b), b.info.boxes));
			if (x > slack && y > slack) add('overlap', b.element, `${short(a.node.data)} and ${short(b.node.data)} share ${x.toFixed(0)}×${y.toFixed(0)} px`);
		}
	});

	// Edges.
	const beyond = (box, edge, axis) => axis === 'x' ? Math.max(edge.left - box.left, box.right - edge.right) : Math.max(edge.top - box.top, box.bottom - edge.bottom);
	// The innermost edge that cuts a text and does not say so. Behind one that says so,
	// nothing is left to be cut.
	const cutBy = (text, cuts, axis, drawn) => {
		const cut = cuts.findLast(c => beyond(text, c, axis) > slack);
		return cut && !cut.says && beyond(drawn, cut, axis) > slack ? cut : undefined;
	};
	for (const text of texts) {
		const {info, element} = text;
		if (info.svg) {
			const edge = info.svg.getBoundingClientRect(), by = Math.max(beyond(text, edge, 'x'), beyond(ink(text), edge, 'y'));
			if (by > slack) {
				add('outside', element, `${short(text.node.data)} leaves its picture by ${by.toFixed(0)} px`);
				continue;
			}
		}
		if (element.closest('[title]')) continue;
		const [x, y] = [cutBy(text, info.cutsX, 'x', text), cutBy(text, info.cutsY, 'y', ink(text))];
		if (x) add('cut', element, `${short(text.node.data)} is cut by ${beyond(text, x, 'x').toFixed(0)} px at the side of ${describe(x.element)}`);
		else if (y) add('cut', element, `${short(text.node.data)} is cut by ${beyond(ink(text), y, 'y').toFixed(0)} px above or below by ${describe(y.element)}`);
		else if (text.absolute.left < -slack && !info.boxes.length) add('cut', element, `${short(text.node.data)} begins left of the page`);
	}

	// A picture that shrinks with the viewport shrinks its texts; one finding a picture.
	const smallest = new Map();
	for (const {element, node, info} of texts) {
		const matrix = info.svg && element.namespaceURI !== 'http://www.w3.org/1999/xhtml' ? element.getScreenCTM() : null;
		const size = parseFloat(styleOf(element).fontSize) * (matrix ? Math.hypot(matrix.c, matrix.d) : 1);
		const owner = info.svg ?? element;
		if (size < readableMin - .05 && size < (smallest.get(owner)?.size ?? readableMin)) smallest.set(owner, {size, node});
	}
	for (const [owner, {size, node}] of smallest) add('small', owner, `${short(node.data)} is ${size.toFixed(1)} px high`);

	// What is wider than the viewport; the outermost only.
	const sticksOut = element => {
		const r = element.getBoundingClientRect();
		return r.width > 0 && r.right + scrollX > width + slack && !infoOf(element.parentElement).boxes.length && !infoOf(element).hidden && element.checkVisibility();
	};
	const descend = element => {
		for (const child of element.children) {
			if (sticksOut(child)) add('wide', child, `reaches ${(child.getBoundingClientRect().right + scrollX).toFixed(0)} px in a viewport of ${width}`);
			else if (child.namespaceURI === 'http://www.w3.org/1999/xhtml') descend(child);
		}
	};
	if (document.documentElement.scrollWidth > width + slack || [document.documentElement, document.body].some(e => styleOf(e).overflowX !== 'visible')) descend(document.body);
	return findings;
}
