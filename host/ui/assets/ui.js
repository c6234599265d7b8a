// What the page does by itself: the exchange of the code for the token, the way between
// views, the stream of pushes, keys. Data comes from the server as HTML, by htmx.
(() => {
  'use strict';
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---- theme, before anything is drawn ----
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => { root.dataset.theme = sessionStorage.theme || (dark.matches ? 'dark' : 'light'); };
  paint();
  dark.addEventListener('change', paint);

  // ---- width ----
  // The room for what a view draws, in CSS pixels: pictures are made for it.
  const width = () => {
    const main = $('#main');
    if (!main) return 0;
    const {paddingLeft, paddingRight} = getComputedStyle(main);
    return Math.floor((main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / 20) * 20;
  };
  let drawn = 0; // for which the view was asked

  let stopped = false; // the page is to be loaded again, or the program has ended
  let shown = '';      // the view and query that are shown
  let last = '';       // the number of the last push

  // ---- words to the user ----
  let fading;
  function notice(text, seconds) {
    const box = $('#notice');
    clearTimeout(fading);
    box.textContent = text;
    box.classList.toggle('on', text !== '');
    if (seconds) fading = setTimeout(() => notice(''), seconds * 1000);
  }
  function state(text, off) {
    $('#state').textContent = text;
    $('#dot').classList.toggle('off', !!off);
  }
  function stop(text) {
    stopped = true;
    notice(text);
    state('not live', true);
    stream();
  }

  // ---- tabs of this browser: they share the token, and the connections ----
  // A browser opens six connections to one origin. Tabs in the background have no stream;
  // of those in sight the four that were used last have one.
  const streamsMax = 4;
  const me = Math.random().toString(36).slice(2);
  const tabs = new BroadcastChannel('impressionism');
  const newer = new Set();
  let outdone = false;
  let waiting = false; // for a token that another tab may send late
  tabs.onmessage = ({data}) => {
    if (data.token && waiting) {
      waiting = false;
      sessionStorage.token = data.token;
      show();
    }
    if (data.ask && sessionStorage.token && !stopped) tabs.postMessage({token: sessionStorage.token});
    if (data.gone) newer.delete(data.gone);
    if (data.claim) {
      newer.add(data.claim);
      if (newer.size >= streamsMax && !outdone) {
        outdone = true;
        stream();
      }
    }
  };
  function askTabs() {
    return new Promise(resolve => {
      const hear = ({data}) => { if (data.token) end(data.token); };
      const end = token => { tabs.removeEventListener('message', hear); resolve(token); };
      tabs.addEventListener('message', hear);
      tabs.postMessage({ask: true});
      setTimeout(end, 400, '');
    });
  }
  function takePart() {
    if (!outdone || document.hidden) return;
    outdone = false;
    stream();
  }
  for (const sign of ['focus', 'pointerdown', 'keydown']) addEventListener(sign, takePart);

  // ---- the key to the data ----
  async function unlock() {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code !== null) {
      history.replaceState(null, '', location.pathname);
      const answer = await fetch('/code', {method: 'POST', body: code, headers: {'Content-Type': 'text/plain'}});
      const text = await answer.text();
      if (answer.ok) sessionStorage.token = text;
      else if (!sessionStorage.token) { wait(text); return false; }
    }
    if (!sessionStorage.token) sessionStorage.token = await askTabs();
    if (sessionStorage.token) return true;
    wait('');
    return false;
  }
  function wait(text) {
    sessionStorage.removeItem('token');
    waiting = true;
    if (text) notice(text);
    state('not opened yet', true);
  }

  // ---- views: "#live?session=8f2c" ----
  function place() {
    const [name, ...rest] = location.hash.slice(1).split('?');
    const known = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/.test(name);
    return {view: known ? name : $('nav a[data-view]')?.dataset.view, query: known ? rest.join('?') : ''};
  }
  let failed = false; // the last request for a view
  async function show() {
    if (stopped || !sessionStorage.token) return;
    const {view, query} = place();
    if (!view) return;
    const now = view + '?' + query;
    const same = shown.split('?')[0] === view;
    drawn = width();
    failed = false;
    await htmx.ajax('GET', '/v/' + view + (query ? '?' + query : ''), {source: '#main', target: '#main', swap: same ? 'innerMorph' : 'innerHTML'});
    if (stopped || failed || now !== place().view + '?' + place().query) return;
    mark(view);
    markChosen();
    if (!same) {
      scrollTo(0, 0);
      if (shown) $('#main').focus({preventScroll: true});
    }
    const after = $('#main [data-after]')?.dataset.after;
    // A view that was drawn before what the stream has pushed meanwhile has it brought again.
    // So has one whose window has another width: charts are drawn for it.
    if (now === shown && drawn === pushedFor && (after === undefined || +after >= +last)) return;
    shown = now;
    last = after ?? last;
    stream();
  }
  function mark(view) {
    for (const link of all('nav a[data-view]')) {
      const current = link.dataset.view === view.split('/')[0];
      if (current) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
      if (current) document.title = link.dataset.title + ' · impressionism';
    }
  }

  // ---- rows that can be chosen: <button data-choice="decision=7"> ----
  // What is chosen stands in the address, so that it stays when the view is read again, and
  // the stream brings what becomes of it.
  let asked; // where what was chosen is shown, and what is there now
  function choose(row) {
    const target = row.getAttribute('hx-target');
    asked = target && {target, before: $(target)};
    const {view, query} = place();
    const words = new URLSearchParams(query);
    for (const [name, value] of new URLSearchParams(row.dataset.choice)) words.set(name, value);
    history.replaceState(null, '', '#' + view + '?' + words);
    const now = view + '?' + place().query;
    if (now === shown) return;
    shown = now;
    stream();
  }
  function markChosen() {
    const words = new URLSearchParams(place().query);
    for (const row of all('[data-choice]', $('#main'))) {
      row.setAttribute('aria-selected', [...new URLSearchParams(row.dataset.choice)].every(([name, value]) => words.get(name) === value));
    }
  }

  // ---- the stream ----
  let open = false;
  let pushedFor; // the width that what is pushed is drawn for
  let left = false; // for another page: the browser would fail the stream, which is no failure of the program
  let retry;
  let connecting;
  function stream() {
    if (!('streams' in document.body.dataset) || !window.htmx) return;
    clearTimeout(retry);
    const wanted = !stopped && !left && !document.hidden && !outdone && shown !== '';
    if (!wanted && !open) return tellStream();
    if (open) tabs.postMessage({gone: me});
    open = wanted;
    let attributes = '';
    if (wanted) {
      newer.clear();
      tabs.postMessage({claim: me});
      const [view, query] = [shown.split('?')[0], shown.slice(shown.indexOf('?') + 1)];
      const words = new URLSearchParams(query);
      words.set('view', view);
      pushedFor = width();
      words.set('w', pushedFor);
      if (last !== '') words.set('after', last);
      attributes = ` hx-sse:connect="/stream?${words.toString().replaceAll('&', '&amp;')}" hx-sse:close="end" hx-swap="none" hx-config='{"sse":{"pauseOnBackground":false,"reconnectMaxDelay":5000,"connectTimeout":20000}}'`;
    }
    htmx.swap({text: `<div id="stream" hidden${attributes}></div>`, target: '#stream', swap: 'outerHTML', sourceElement: document.body});
    tellStream();
  }
  let paused = false;
  function tellStream() {
    clearTimeout(connecting);
    if (stopped || shown === '') return;
    if (outdone) state('paused: click to go on', true);
    else if (document.hidden) state('paused', true);
    else if (open) connecting = setTimeout(state, 300, 'connecting', true); // a quick one is not worth a word
    paused ||= outdone || document.hidden;
  }
  function again(seconds) {
    open = false;
    clearTimeout(retry);
    retry = setTimeout(() => { show(); stream(); }, seconds * 1000);
  }

  // ---- htmx: what its requests carry, and what becomes of refusals ----
  document.addEventListener('htmx:config:request', event => {
    const {request} = event.detail.ctx;
    delete request.headers['HX-Current-URL'];
    request.headers['Impressionism-Token'] = sessionStorage.token || '';
    request.headers['Impressionism-Version'] = document.body.dataset.version;
    if (request.method === 'GET') request.body.set('w', width());
  });
  document.addEventListener('htmx:before:response', event => {
    const {raw, status} = event.detail.ctx.response;
    if (status < 400 || status === 500) return;
    event.preventDefault();
    if (event.detail.ctx.sourceElement.id === 'main') failed = true;
    raw.text().then(text => refused(status, text.trim(), event.detail.ctx.sourceElement));
  });
  async function refused(status, text, from) {
    if (status === 409) return stop(text);
    if (status === 401) {
      const refusedToken = sessionStorage.token; // another tab may have no other one either
      sessionStorage.removeItem('token');
      const token = await askTabs();
      if (!token || token === refusedToken) return stop(text);
      sessionStorage.token = token;
      return show();
    }
    notice(text);
    if (from?.id === 'stream') again(5);
  }
  document.addEventListener('htmx:error', event => {
    const {ctx} = event.detail;
    if (!ctx || ctx.response) return; // it was answered: htmx writes to the console what it could not do
    if (ctx.sourceElement.id === 'main') failed = true;
    unreachable();
    again(3);
  });
  let reached = true;
  function unreachable() {
    reached = false;
    clearTimeout(connecting);
    state('not reachable', true);
    notice('The program does not answer. If it has ended, start it again: impressionism ui');
  }
  document.addEventListener('htmx:sse:error', event => {
    const {status} = event.detail;
    if (status === 401 || status === 409) show();
    else if (!stopped) unreachable();
  });
  document.addEventListener('htmx:sse:after:connection', () => {
    if (!reached) notice('');
    reached = true;
    clearTimeout(connecting);
    state(paused ? 'caught up' : 'live');
    if (paused) setTimeout(() => { if ($('#state').textContent === 'caught up') state('live'); }, 1500);
    paused = false;
  });
  document.addEventListener('htmx:sse:after:message', event => { last = event.detail.message.id || last; });
  document.addEventListener('end', () => stop('The program has ended. Start it again: impressionism ui'));
  document.addEventListener('refresh', event => { if (event.target.id === 'stream') show(); });

  document.addEventListener('notice', event => { if (event.target.id === 'stream') notice(event.detail.data, 10); });

  // What is read in a scrolled list stays in its place while others come above: the first row
  // in sight of each, and how far below the list's top. WebKit does not do it by itself.
  let held = [];
  document.addEventListener('htmx:before:swap', () => {
    held = all('[data-limit]').filter(list => list.scrollTop > 0).map(list => {
      const {top} = list.getBoundingClientRect();
      const row = [...list.children].find(row => row.getBoundingClientRect().bottom > top);
      return {list, id: row?.id, below: row?.getBoundingClientRect().top - top};
    });
  });

  // Lists keep their newest elements: <div id="feed" data-limit="200">. One that comes
  // again, as when the view was read while it was pushed, takes the place that it had.
  document.addEventListener('htmx:after:swap', () => {
    const came = asked && $(asked.target);
    if (came && came !== asked.before) { // on a small screen it is below the list
      asked = null;
      if (came.getBoundingClientRect().top > innerHeight / 2) came.scrollIntoView();
    }
    for (const list of all('[data-limit]')) {
      const known = new Map();
      for (const row of [...list.children].reverse()) {
        const old = known.get(row.id);
        if (row.id) known.set(row.id, row);
        if (!old) continue;
        const focused = old === document.activeElement;
        row.setAttribute('aria-selected', old.getAttribute('aria-selected'));
        old.replaceWith(row);
        if (focused) row.focus({preventScroll: true});
      }
      while (list.children.length > +list.dataset.limit) {
        const last = list.lastElementChild;
        if (last === document.activeElement) last.previousElementSibling?.focus({preventScroll: true});
        last.remove();
      }
    }
    for (const {list, id, below} of held) {
      const row = document.getElementById(id);
      if (row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - below;
    }
  });

  // ---- fields that are words of the address: <input data-query="text"> ----
  let typing;
  document.addEventListener('input', event => {
    const field = event.target.closest('[data-query]');
    if (!field) return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      const {view, query} = place();
      const words = new URLSearchParams(query);
      if (field.value) words.set(field.dataset.query, field.value); else words.delete(field.dataset.query);
      history.replaceState(null, '', '#' + view + (words.size ? '?' + words : ''));
      show();
    }, 250);
  });

  // ---- keys ----
  const rowSelector = '[data-row], .turn';
  function step(by) {
    const rows = all(rowSelector, $('#main')).filter(row => row.offsetParent !== null);
    if (!rows.length) return;
    let at = rows.indexOf(document.activeElement?.closest(rowSelector));
    if (at < 0) at = rows.findIndex(row => row.getAttribute('aria-selected') === 'true');
    rows[Math.max(0, Math.min(rows.length - 1, at + by))].focus({focusVisible: true}); // WebKit shows none after a click
  }
  async function copy() {
    const from = document.activeElement?.closest('[data-command]') || $('#main [aria-selected="true"][data-command]') || $('#main [data-command]');
    if (!from) return notice('There is no command for this.', 3);
    await navigator.clipboard.writeText(from.dataset.command).then(
      () => notice('Copied: ' + from.dataset.command, 3),
      () => notice(from.dataset.command, 10));
  }
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    y: copy,
    t: () => { root.dataset.theme = sessionStorage.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; },
    '/': () => $('#main [data-filter]')?.focus(),
    '?': () => $('#keys').showModal(),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.matches('input, textarea, select')) {
      if (event.key !== 'Escape') return;
      if (event.target.type === 'search') event.preventDefault(); // it would empty the field, in WebKit without an input event
      event.target.blur();
      return;
    }
    if ($('#keys').open) return;
    const link = all('nav a[data-key]').find(a => a.dataset.key === event.key);
    if (link) link.click();
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', event => {
    const row = event.target.closest(rowSelector);
    if (row?.parentElement) for (const other of all(rowSelector, row.parentElement)) other.setAttribute('aria-selected', other === row);
    if (row?.dataset.choice) choose(row);
    if (event.target.closest('#help')) $('#keys').showModal();
    if (event.target.closest('#close')) $('#keys').close();
    if (event.target.closest('#skip')) { event.preventDefault(); $('#main').focus(); }
    if (event.target.closest('[data-copy]')) copy();
  });

  // ---- the page's own life ----
  let resizing;
  addEventListener('resize', () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      if (drawn !== width()) show();
    }, 200);
  });
  document.addEventListener('visibilitychange', () => {
    outdone = false;
    stream();
  });
  let returning;
  function leave() {
    left = true;
    stream();
    clearTimeout(returning);
    returning = setTimeout(() => { if (!left) return; left = false; stream(); }, 2000); // what was to come may be no page
  }
  for (const sign of ['beforeunload', 'pagehide']) addEventListener(sign, leave);
  addEventListener('pageshow', event => {
    if (!event.persisted) return;
    clearTimeout(returning);
    left = false;
    show();
    stream();
  });
  addEventListener('hashchange', async () => {
    if (location.hash.startsWith('#code=')) { stopped = false; shown = ''; }
    if (location.hash.startsWith('#code=') && !await unlock()) return;
    show();
  });
  document.addEventListener('DOMContentLoaded', async () => {
    if (await unlock()) show();
    // A page in the background has no stream; it says now and then that it is still there.
    setInterval(() => {
      if (stopped || open || !sessionStorage.token) return;
      fetch('/alive', {headers: {'Impressionism-Token': sessionStorage.token, 'Impressionism-Version': document.body.dataset.version}}).catch(() => {});
    }, +document.body.dataset.alive * 1000);
  });
})();
