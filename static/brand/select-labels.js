/* Gives the searchable selects of the admin the names of their labels, which select2 leaves out. */
// In jQuery's queue, so that it runs after the selects were made.
window.django?.jQuery?.(() => {
  for (const select of document.querySelectorAll('select.admin-autocomplete')) {
    const label = select.labels?.[0]?.textContent.trim().replace(/:$/, '');
    const box = select.nextElementSibling;
    if (!label || !box?.classList.contains('select2')) continue;
    for (const part of box.querySelectorAll('[role="combobox"], [role="textbox"]')) {
      part.setAttribute('aria-label', label);
    }
  }
});
