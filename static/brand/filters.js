/* The filters of a list are opened like menus: a click elsewhere or Escape closes them. */
const openFilter = () => document.querySelector('#changelist-filter details[open]');

document.addEventListener('click', ({ target }) => {
  const open = openFilter();
  if (open && !open.contains(target)) open.open = false;
});

document.addEventListener('keydown', ({ key }) => {
  const open = openFilter();
  if (key !== 'Escape' || !open) return;
  open.open = false;
  open.querySelector('summary').focus();
});
