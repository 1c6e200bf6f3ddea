/**
 * The values of the message about a text that is longer than the server takes; undefined if it fits. An emoji is
 * one character, as for the server.
 *
 * Fields of long texts have this instead of `maxlength`, which silently cuts off the end of what is pasted.
 */
export function excessOf(text: string, limit: number): { excess: string; limit: string } | undefined {
  const excess = [...text].length - limit;
  return excess > 0 ? { excess: inIndia(excess), limit: inIndia(limit) } : undefined;
}

export function excessMessage(text: string, limit: number): string | undefined {
  const found = excessOf(text, limit);
  return found && `Too long by ${found.excess}. The limit is ${found.limit} characters.`;
}

const inIndia = (count: number) => count.toLocaleString('en-IN');
