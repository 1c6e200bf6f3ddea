/* Uploads videos in the rows of the curriculum page: in parts, with progress, going on after a broken connection. */
(() => {
  const form = document.querySelector('form.curriculum');
  if (!form) return;
  const start = form.dataset.uploads;
  const token = form.elements.csrfmiddlewaretoken.value;
  const MAX_FAILURES = 8;
  const POLL_MS = 2000;
  let running = 0;

  class Refused extends Error {}

  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const input = (row, name) => row.querySelector(`[name$="-${name}"]`);

  async function post(url, body) {
    const response = await fetch(url, { method: 'POST', body, headers: { 'X-CSRFToken': token } });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    // 409 says from where the upload goes on; a server that is away or busy is asked again.
    if (response.status === 409 && answer?.data) return answer.data;
    // 507: the disk is full, which no retry changes.
    const isLater = response.status >= 500 && response.status !== 507;
    if (isLater || response.status === 408 || response.status === 429) throw new Error();
    throw new Refused(answer?.message ?? 'The upload was refused. Log in again, then choose the file again.');
  }

  /** Calls until it succeeds, with growing pauses; a refusal ends it. */
  async function retrying(call, onPause) {
    for (let failures = 0; ; failures += 1) {
      try {
        return await call();
      } catch (error) {
        if (error instanceof Refused || failures >= MAX_FAILURES) throw error;
        onPause();
        await wait(Math.min(30_000, 1000 * 2 ** failures));
      }
    }
  }

  function show(row, text, percent) {
    const state = row.querySelector('[data-upload-state]');
    const paragraph = document.createElement('span');
    paragraph.textContent = text;
    if (percent === undefined) {
      state.replaceChildren(paragraph);
      return;
    }
    const bar = Object.assign(document.createElement('progress'), { max: 100, value: percent });
    bar.setAttribute('aria-label', text);
    state.replaceChildren(bar, paragraph);
  }

  function showFailure(row, file, text) {
    show(row, text);
    const again = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button',
      textContent: 'Resume upload',
    });
    again.addEventListener('click', () => void upload(row, file));
    row.querySelector('[data-upload-state]').append(' ', again);
  }

  async function sendParts(row, file, begun) {
    let { received } = begun;
    while (received < file.size) {
      const at = received;
      const part = await retrying(
        () => post(`${start}${begun.id}/?offset=${at}`, file.slice(at, at + begun.partBytes)),
        () => show(row, 'No connection. Trying again…', (100 * at) / file.size),
      );
      received = part.received;
      const percent = Math.floor((100 * received) / file.size);
      show(row, `Uploading, ${percent}%`, percent);
    }
  }

  async function upload(row, file) {
    running += 1;
    row.querySelector('[data-upload]').hidden = true;
    show(row, 'Uploading, 0%', 0);
    const pause = () => show(row, 'No connection. Trying again…', 0);
    const about = { name: file.name, size: file.size };
    const fingerprint = `${file.size}:${file.lastModified}:${file.name}`.slice(0, 200);
    try {
      const begun = await retrying(() => post(start, JSON.stringify({ ...about, fingerprint })), pause);
      await sendParts(row, file, begun);
      const title = JSON.stringify({ title: input(row, 'title').value });
      const asset = await retrying(() => post(`${start}${begun.id}/finish/`, title), pause);
      if (!asset.name) throw new Error();
      choose(row, file, asset);
    } catch (error) {
      if (error instanceof Refused) show(row, error.message);
      else showFailure(row, file, 'Upload interrupted. What has arrived is kept.');
    } finally {
      running -= 1;
      row.querySelector('[data-upload]').hidden = false;
    }
  }

  function choose(row, file, { asset, name, seconds }) {
    const list = document.getElementById(input(row, 'asset').getAttribute('list'));
    list.prepend(Object.assign(document.createElement('option'), { value: name }));
    input(row, 'asset').value = name;
    if (!input(row, 'title').value) input(row, 'title').value = file.name.replace(/\.[^.]*$/, '').slice(0, 120);
    if (seconds) input(row, 'duration_seconds').value = minutes(seconds);
    show(row, 'Uploaded. Save the curriculum to use it.');
    void followImport(row, `${start.replace(/uploads\/$/, 'imports/')}${asset}/`, 'Save the curriculum to use it.');
  }

  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

  /** Shows how far the import is until it ends. */
  async function followImport(row, url, note = '') {
    while (row.isConnected) {
      const state = await fetch(url)
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);
      if (state?.description) {
        const text = `${state.description}. ${note}`.replace('..', '.').trim();
        if (state.isOpen) show(row, text, state.percent);
        else show(row, text);
      }
      if (state && !state.isOpen) return;
      await wait(POLL_MS);
    }
  }

  form.addEventListener('change', ({ target }) => {
    if (!target.matches('[data-upload] input')) return;
    const [file] = target.files;
    target.value = '';
    if (file) void upload(target.closest('[data-topic]'), file);
  });

  window.addEventListener('beforeunload', (event) => {
    if (running > 0) event.preventDefault();
  });

  for (const state of form.querySelectorAll('[data-import]')) {
    void followImport(state.closest('[data-topic]'), state.dataset.import);
  }
})();
