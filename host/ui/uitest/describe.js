element => {
	const steps = [];
	for (let e = element; e && e !== document.documentElement && steps.length < 4; e = e.parentElement) {
		if (e.id) {
			steps.unshift('#' + e.id);
			break;
		}
		const name = e.localName, same = e.parentElement ? [...e.parentElement.children].filter(c => c.localName === name) : [e];
		const style = typeof e.className === 'string' && e.className ? '.' + e.className.trim().split(/\s+/)[0] : '';
		steps.unshift(name + style + (same.length > 1 ? `:nth-of-type(${same.indexOf(e) + 1})` : ''));
	}
	return steps.join(' > ');
}
