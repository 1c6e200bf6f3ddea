/** A line of the captions, and when it is spoken. */
export interface TranscriptLine {
  at: number;
  text: string;
}

const TIME = /(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})\s*-->/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

const MAX_CODE = 0x10ffff;

/** The lines of a WebVTT file, in the order in which they are spoken. What is not a caption is left out. */
export function parseTranscript(file: string): TranscriptLine[] {
  return file
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap(lineFrom)
    .sort((one, other) => one.at - other.at);
}

function lineFrom(block: string): TranscriptLine[] {
  const rows = block.split('\n');
  const timing = rows.findIndex((row) => TIME.test(row));
  const [, hours = '0', minutes, seconds, thousandths] = TIME.exec(rows[timing] ?? '') ?? [];
  const text = plainText(rows.slice(timing + 1).join(' '));
  if (timing < 0 || !text) return [];
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return [{ at: whole + Number(thousandths) / 1000, text }];
}

/** Without the tags of voices, classes and styles. */
const plainText = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:\w+|#x[\da-f]{1,6}|#\d{1,7});/gi, (reference) => ENTITIES[reference] ?? byNumber(reference))
    .replace(/\s+/g, ' ')
    .trim();

/** The character of a reference such as '&#39;' or '&#x27;'; the reference itself if there is none. */
function byNumber(reference: string): string {
  const code = reference.startsWith('&#') ? Number(`0${reference.slice(2, -1)}`) : Number.NaN;
  return code <= MAX_CODE ? String.fromCodePoint(code) : reference;
}

/** The index of the line that was spoken last, or -1 before the first. */
export function indexAt(lines: readonly TranscriptLine[], seconds: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((lines[middle]?.at ?? 0) <= seconds) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** The lines that contain what is searched, however it is written. */
export function linesWith(lines: readonly TranscriptLine[], search: string): readonly TranscriptLine[] {
  const words = folded(search);
  return words ? lines.filter(({ text }) => folded(text).includes(words)) : lines;
}

/**
 * Without differences that people do not type alike: capitals, accents, the dot of 'ज़', which has two spellings in
 * Unicode and is often left out, and joiners, which nobody sees.
 */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
