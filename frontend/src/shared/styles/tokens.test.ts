declare const __dirname: string;
const { readFileSync } = jest.requireActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>(
  'node:fs',
);
const css = readFileSync(`${__dirname}/tokens.css`, 'utf8');

type Tokens = Record<string, string>;

/** The custom properties of the block whose selector ends right before its brace. */
function block(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no block ${selector}`);
  const body = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const light = block(':root,\n[data-theme="light"]');
const dark = block('[data-theme="dark"],\n  .band');
const darkBySystem = block(':root:not([data-theme="light"])');

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, front: string, back: string): number {
  const [one, other] = [front, back].map((name) => {
    const value = tokens[name];
    if (!value || !/^#[\da-f]{6}$/.test(value)) throw new Error(`${name} is ${value}`);
    return luminance(value);
  }) as [number, number];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const onPage = (name: string) => ['paper', 'card', 'sunk'].map((back) => [name, back] as const);

const TEXT = [
  ...['ink', 'ink-2', 'ink-3', 'green-text', 'red-text', 'gold-text', 'amber-text'].flatMap(onPage),
  ['on-green', 'green'],
  ['on-green', 'green-hover'],
  ['on-gold', 'gold'],
  ['on-gold', 'gold-hover'],
  ['on-red', 'red'],
  ['on-red', 'red-hover'],
  ['paper', 'ink'],
  ['green-text', 'green-soft'],
  ['gold-text', 'gold-soft'],
  ['red-text', 'red-soft'],
  ['amber-text', 'amber-soft'],
  ...['green-soft', 'red-soft', 'amber-soft', 'gold-soft'].flatMap((back) => [
    ['ink', back] as const,
    ['ink-2', back] as const,
  ]),
] as const;

const LINES = [
  ['line-strong', 'card'],
  ['line-strong', 'paper'],
  ['line-strong', 'sunk'],
  ['focus', 'paper'],
  ['focus', 'card'],
  ['focus', 'sunk'],
  ['green', 'card'],
  ['green', 'paper'],
  ['gold', 'card'],
  ['gold', 'paper'],
  ['gold', 'gold-soft'],
  ['red', 'card'],
  ['red', 'paper'],
] as const;

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_name, tokens) => {
  test.each(TEXT)('%s can be read on %s', (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(LINES)('%s can be seen on %s', (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(3);
  });
});

test('a dark band of the light theme carries the dark colours', () => {
  const band = { ...dark, band: light.band ?? '' };
  for (const front of ['ink', 'ink-2', 'ink-3', 'green-text', 'gold-text']) {
    expect(contrast(band, front, 'band')).toBeGreaterThanOrEqual(4.5);
  }
});

test('both ways to the dark theme give the same colours, and both themes have the same names', () => {
  expect(darkBySystem).toEqual(dark);
  expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
});

test('the contrast is the one of the standard', () => {
  const known = { black: '#000000', white: '#ffffff', grey: '#767676' };
  expect(contrast(known, 'black', 'white')).toBeCloseTo(21, 5);
  expect(contrast(known, 'grey', 'white')).toBeCloseTo(4.54, 2);
});
