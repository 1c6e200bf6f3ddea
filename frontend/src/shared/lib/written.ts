/**
 * A field that the server wrote and that stands until React puts its own in the same place. Whoever was
 * quicker than the scripts must not type again.
 */
export function writtenField(name: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`[data-written][name="${name}"]`);
}
