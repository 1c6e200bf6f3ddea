/* Inserts a template into a reply, where the cursor is. */
document.addEventListener('DOMContentLoaded', () => {
  const choice = document.querySelector('[data-templates]');
  const text = document.getElementById('id_text');
  if (!choice || !text) return;
  document.querySelector('[data-insert]').addEventListener('click', () => {
    text.setRangeText(choice.selectedOptions[0].dataset.text, text.selectionStart, text.selectionEnd, 'end');
    text.focus();
  });
});
