import { useLayoutEffect } from 'react';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What was typed or chosen before React hydrated the page is in the fields, but not in the components' state.
 * It is reported to them as a change, before they render again and put the state into the fields.
 */
export function useTypedText(): void {
  const isHydrated = useIsHydrated();
  useLayoutEffect(() => {
    if (!isHydrated) reportChanges();
  }, [isHydrated]);
}

function reportChanges(): void {
  for (const field of document.querySelectorAll<TextField>('#root :is(input, textarea, select)'))
    reportChange(field);
}

function reportChange(field: TextField): void {
  if (field instanceof HTMLSelectElement) {
    if (![...field.options].every(({ selected, defaultSelected }) => selected === defaultSelected))
      field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (field.type === 'checkbox' || field.type === 'radio') {
    reportChoice(field as HTMLInputElement);
  } else if (field.value !== field.defaultValue) {
    reportText(field);
  }
}

/** React ignores a value that it has seen: it sees the old one, and the typed one comes by another way. */
function reportText(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field;
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  field.value = field.defaultValue;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // Rendering puts the value into the field again, which moves the cursor to its end.
  if (selectionStart !== null && field === document.activeElement)
    queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd));
}

/** A radio button that was deselected is reported by the one that was selected. */
function reportChoice(field: HTMLInputElement): void {
  const { checked, defaultChecked } = field;
  if (checked === defaultChecked || (field.type === 'radio' && !checked)) return;
  field.checked = defaultChecked;
  field.click();
}
