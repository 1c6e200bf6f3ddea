/* The curriculum page: move, add and remove rows without typing positions. */
(() => {
  const form = document.querySelector('form.curriculum');
  if (!form) return;
  const list = form.querySelector('[data-chapters]');
  const status = document.createElement('p');
  status.className = 'status';
  status.setAttribute('role', 'status');
  form.append(status);

  const rows = (inside, kind) => [...inside.querySelectorAll(`:scope > [data-${kind}]`)];
  const chapters = () => rows(list, 'chapter');
  const topics = (chapter) => rows(chapter.querySelector('[data-topics]'), 'topic');
  const input = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const chapterOf = (row) => row.closest('[data-chapter]');
  const isBlank = (row) =>
    !input(row, 'id')?.value && !input(row, 'title').value && !row.classList.contains('invalid');
  const selects = () => [
    ...form.querySelectorAll('select[name$="-chapter_row"]'),
    form.querySelector('[data-topic-template]').content.querySelector('select[name$="-chapter_row"]'),
  ];

  function fromTemplate(kind) {
    const total = form.elements[`${kind}s-TOTAL_FORMS`];
    const holder = document.createElement('div');
    holder.innerHTML = form
      .querySelector(`[data-${kind}-template]`)
      .innerHTML.replaceAll('__prefix__', total.value);
    total.value = Number(total.value) + 1;
    const row = holder.firstElementChild;
    showControls(row);
    return row;
  }

  function showControls(row) {
    for (const part of row.querySelectorAll('.with-script')) part.hidden = false;
  }

  function nameChapter(chapter) {
    const key = chapter.dataset.chapter;
    const name = input(chapter, 'title').value || 'New chapter';
    for (const select of selects()) {
      let option = [...select.options].find((option) => option.value === key);
      if (!option) {
        option = new Option(name, key);
        select.add(option);
      }
      option.text = name;
    }
  }

  function removeRow(row) {
    if (row.matches('[data-chapter]')) {
      for (const select of selects()) {
        [...select.options].find((option) => option.value === row.dataset.chapter)?.remove();
      }
    }
    row.remove();
  }

  function addTopic(chapter) {
    const row = fromTemplate('topic');
    chapter.querySelector('[data-topics]').append(row);
    input(row, 'chapter_row').value = chapter.dataset.chapter;
    input(row, 'title').focus();
  }

  function addChapter() {
    const chapter = fromTemplate('chapter');
    list.append(chapter);
    nameChapter(chapter);
    input(chapter, 'title').focus();
  }

  function move(button) {
    const isTopic = Boolean(button.closest('[data-topic]'));
    const row = button.closest(isTopic ? '[data-topic]' : '[data-chapter]');
    const peers = isTopic ? rows(row.parentElement, 'topic') : chapters();
    const from = peers.indexOf(row);
    const to = button.dataset.move === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= peers.length) return;
    if (to < from) peers[to].before(row);
    else peers[to].after(row);
    button.focus();
    status.textContent = `Position ${to + 1} of ${peers.length}`;
  }

  function writePositions() {
    for (const [number, chapter] of chapters().entries()) {
      input(chapter, 'position').value = number + 1;
      for (const [place, topic] of topics(chapter).entries()) input(topic, 'position').value = place + 1;
    }
  }

  form.addEventListener('click', ({ target }) => {
    if (target.matches('[data-move]')) move(target);
    else if (target.matches('[data-add-topic]')) addTopic(chapterOf(target));
    else if (target.matches('[data-add-chapter]')) addChapter();
  });

  form.addEventListener('change', ({ target }) => {
    const row = target.closest('[data-topic]') ?? target.closest('[data-chapter]');
    if (!row) return;
    if (target.name.endsWith('-DELETE')) {
      const isNew = !input(row, 'id')?.value;
      if (isNew && row.querySelector('[data-topic]') === null) removeRow(row);
      else row.classList.toggle('removed', target.checked);
    } else if (target.name.endsWith('-content_type')) {
      row.dataset.type = target.value;
    } else if (target.name.endsWith('-chapter_row')) {
      const chapter = chapters().find((chapter) => chapter.dataset.chapter === target.value);
      chapter?.querySelector('[data-topics]').append(row);
      target.focus();
    }
  });

  form.addEventListener('input', ({ target }) => {
    const chapter = target.closest('.chapter-head') && chapterOf(target);
    if (chapter && target.name.endsWith('-title')) nameChapter(chapter);
  });

  form.addEventListener('submit', writePositions);

  form.classList.add('scripted');
  for (const row of form.querySelectorAll('[data-topic], [data-chapter]')) showControls(row);
  for (const part of form.querySelectorAll('.with-script')) part.hidden = false;
  // Blank rows are for browsers without JavaScript.
  for (const row of form.querySelectorAll('[data-topic]')) if (isBlank(row)) removeRow(row);
  for (const row of chapters()) {
    if (isBlank(row) && topics(row).length === 0) removeRow(row);
    else row.classList.toggle('removed', Boolean(input(row, 'DELETE')?.checked));
  }
  for (const row of form.querySelectorAll('[data-topic]')) {
    row.classList.toggle('removed', Boolean(input(row, 'DELETE')?.checked));
  }
  const unassigned = list.querySelector('[data-unassigned]');
  if (unassigned && topics(unassigned).length === 0) unassigned.remove();
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView({ block: 'center' });
})();
