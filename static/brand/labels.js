/* Gives fields of the admin the names that they have on screen: Django and select2 leave some of them out. */
const text = (element) => element?.textContent.trim().replace(/:$/, '') ?? '';

/** In a table, a field is named by the head of its column. */
const nameFieldsOfTables = () => {
  for (const table of document.querySelectorAll('.tabular table')) {
    const heads = [...table.querySelectorAll('thead th')];
    for (const head of heads.filter((cell) => text(cell) === '')) {
      const name = head.classList.contains('original') ? 'Row' : 'Actions';
      head.innerHTML = `<span class="visually-hidden">${name}</span>`;
    }
    for (const cell of table.querySelectorAll('tbody td')) {
      const name = text(heads[cell.cellIndex]);
      for (const field of cell.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        if (name && !field.labels?.length) field.setAttribute('aria-label', name);
      }
    }
  }
};

/** In a list, by the head of its column and the row. */
const nameFieldsOfLists = () => {
  for (const list of document.querySelectorAll('#result_list')) {
    const heads = [...list.querySelectorAll('thead th')];
    for (const row of list.querySelectorAll('tbody tr')) {
      for (const field of row.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        const name = text(heads[field.closest('td, th').cellIndex]?.querySelector('.text'));
        if (!name || field.labels?.length || field.hasAttribute('aria-label')) continue;
        field.setAttribute('aria-label', `${name}: ${text(row.querySelector('th'))}`);
      }
    }
  }
};

/** A moment has a field for its day and one for its time, and one name for both. */
const nameFieldsOfMoments = () => {
  for (const moment of document.querySelectorAll('.datetime')) {
    const name = text(moment.previousElementSibling);
    moment.querySelector('.vDateField')?.setAttribute('aria-label', `${name}: date`);
    moment.querySelector('.vTimeField')?.setAttribute('aria-label', `${name}: time`);
  }
};

const nameSearchableSelects = () => {
  for (const select of document.querySelectorAll('select.admin-autocomplete')) {
    const label = text(select.labels?.[0]) || select.getAttribute('aria-label');
    const box = select.nextElementSibling;
    if (!label || !box?.classList.contains('select2')) continue;
    for (const part of box.querySelectorAll('[role="combobox"], [role="textbox"]')) {
      part.setAttribute('aria-label', label);
    }
  }
};

/** The filter icon of a pair of lists has a label, which only an element with a role can have. */
const nameFilterIcons = () => {
  for (const icon of document.querySelectorAll('.selector .help-tooltip[aria-label]')) {
    icon.setAttribute('role', 'img');
  }
};

const nameAll = () => {
  document.getElementById('searchbar')?.setAttribute('aria-label', 'Search');
  nameFieldsOfTables();
  nameFieldsOfLists();
  nameFieldsOfMoments();
  nameSearchableSelects();
};

nameAll();
document.addEventListener('formset:added', nameAll);
// Django makes the pairs of lists when the page has loaded, in a listener that was added before this one.
window.addEventListener('load', nameFilterIcons);
// Again in jQuery's queue: there the searchable selects are made.
window.django?.jQuery?.(nameSearchableSelects);
