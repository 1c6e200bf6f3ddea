/** A UUID of version 7: such ids sort in the order in which the notes were written. */
export function newNoteId(now: number): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const [version = 0, , variant = 0] = random;
  random[0] = (version & 0x0f) | 0x70;
  random[2] = (variant & 0x3f) | 0x80;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const digits = hex(now, 12) + [...random].map((byte) => hex(byte, 2)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
