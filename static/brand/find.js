/* The search box in the header: '/' focuses it, arrow keys choose, Enter opens. Without it the form works. */
(() => {
  const form = document.getElementById('find');
  if (!form) return;
  const input = form.querySelector('input');
  const list = document.getElementById('find-results');
  const status = form.querySelector('[data-find-status]');
  const WAIT = 150;
  let timer = 0;
  let request = null;
  let active = -1;

  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  const options = () => [...list.querySelectorAll('[role="option"]')];

  function close() {
    list.hidden = true;
    activate(-1);
    input.setAttribute('aria-expanded', 'false');
  }

  function activate(index) {
    active = index;
    for (const [position, option] of options().entries()) {
      option.setAttribute('aria-selected', String(position === index));
      if (position === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', options()[index].id);
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function option(url, ...parts) {
    const link = document.createElement('a');
    link.href = url;
    link.tabIndex = -1;
    link.setAttribute('role', 'option');
    link.setAttribute('aria-selected', 'false');
    link.append(...parts);
    return link;
  }

  function groupOf(group, number) {
    const box = document.createElement('div');
    const name = element('div', 'find-group', group.name);
    name.id = `find-group-${number}`;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-labelledby', name.id);
    box.append(name);
    for (const { title, detail, url } of group.results) {
      box.append(option(url, element('span', 'find-title', title), element('span', 'find-detail', detail)));
    }
    const all = option(group.url, element('span', 'find-all', `All results in ${group.name.toLowerCase()}`));
    box.append(all);
    return box;
  }

  function show(groups) {
    list.replaceChildren(...groups.map(groupOf));
    for (const [position, link] of options().entries()) link.id = `find-option-${position}`;
    const count = groups.reduce((sum, group) => sum + group.results.length, 0);
    if (!count) list.append(element('p', 'find-none', 'Nothing found'));
    status.textContent = count === 1 ? '1 result' : count ? `${count} results` : 'Nothing found';
    list.hidden = false;
    input.setAttribute('aria-expanded', String(count > 0));
    activate(-1);
  }

  async function ask() {
    request?.abort();
    const text = input.value.trim();
    if (text.length < 2) {
      close();
      return;
    }
    request = new AbortController();
    try {
      const url = `${form.dataset.suggestions}?${new URLSearchParams({ q: text })}`;
      const response = await fetch(url, { signal: request.signal, redirect: 'error' });
      if (!response.ok) throw new Error(response.statusText);
      show((await response.json()).groups);
    } catch (error) {
      // Enter still opens the page with the results, or the login.
      if (error.name !== 'AbortError') close();
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });

  input.addEventListener('keydown', (event) => {
    const count = list.hidden ? 0 : options().length;
    if (event.key === 'Escape') {
      if (list.hidden) input.blur();
      close();
      event.preventDefault();
    } else if (count && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
      event.preventDefault();
    } else if (event.key === 'Enter' && count && active >= 0) {
      options()[active].click();
      event.preventDefault();
    }
  });

  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    input.focus();
    input.select();
    event.preventDefault();
  });

  form.addEventListener('submit', () => request?.abort());
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget)) close();
  });
})();
