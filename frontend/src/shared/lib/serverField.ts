/**
 * A server-rendered field, which exists until React renders its own. What was typed into it before React
 * mounted must not be lost.
 */
export function serverField(name: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`[data-written][name="${name}"]`);
}
