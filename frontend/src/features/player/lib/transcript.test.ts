import { indexAt, linesWith, parseTranscript } from './transcript';

test('each caption is a line with its time', () => {
  const file =
    'WEBVTT\n\n1\n00:01.500 --> 00:04.000\nFour prices,\nno order.\n\n01:02:03.250 --> 01:02:05.000\nThe end.';
  expect(parseTranscript(file)).toEqual([
    { at: 1.5, text: 'Four prices, no order.' },
    { at: 3723.25, text: 'The end.' },
  ]);
});

test('notes, styles and regions are no lines, nor are captions without a text', () => {
  const file =
    'WEBVTT - a title\r\n\r\nNOTE not spoken\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n00:01.000 --> 00:02.000\r\n\r\n' +
    '00:02.000 --> 00:03.000 line:0 align:start\r\nSpoken.\r\n';
  expect(parseTranscript(file)).toEqual([{ at: 2, text: 'Spoken.' }]);
});

test('markup is taken off, and what looks like it is text', () => {
  const caption =
    '<v Asha><c.loud>Buy</c> <00:00:01.500>low</v> &amp; sell &lt;high&gt; <img src=x onerror=alert(1)>5 < 6 &copy;';
  expect(parseTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${caption}`)).toEqual([
    { at: 1, text: 'Buy low & sell <high> 5 < 6 &copy;' },
  ]);
});

test('characters by their numbers, as programs export quotes, are characters', () => {
  const caption = 'That&#39;s &quot;&#x20B9;500&quot; &#2361; &amp;#39; &#99999999; &#1114112; &#x110000;';
  expect(parseTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${caption}`)).toEqual([
    { at: 1, text: 'That\'s "₹500" ह &#39; &#99999999; &#1114112; &#x110000;' },
  ]);
});

test('lines stand in the order of their times', () => {
  const file = 'WEBVTT\n\n00:09.000 --> 00:10.000\nSecond.\n\n00:01.000 --> 00:02.000\nFirst.';
  expect(parseTranscript(file).map(({ text }) => text)).toEqual(['First.', 'Second.']);
});

test.each(['', 'WEBVTT', '<html>Forbidden</html>', '{"message":"Gone"}', '\n\n\n'])(
  '%j has no lines',
  (file) => {
    expect(parseTranscript(file)).toEqual([]);
  },
);

test('a file of nothing but brackets takes no longer than its length', () => {
  const before = Date.now();
  parseTranscript(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(300_000)}`);
  expect(Date.now() - before).toBeLessThan(2_000);
});

test('the current line is the one that was spoken last', () => {
  const lines = [1, 4, 4.5, 60].map((at) => ({ at, text: 'x' }));
  expect([0, 0.99, 1, 3.99, 4.2, 4.5, 59, 60, 900].map((at) => indexAt(lines, at))).toEqual([
    -1, -1, 0, 0, 1, 2, 2, 3, 3,
  ]);
  expect(indexAt([], 5)).toBe(-1);
});

test.each([
  ['', ['Café and order', 'शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर']],
  ['  ', ['Café and order', 'शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर']],
  ['बा\u095bार', ['शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर']],
  ['बाज\u093cार', ['शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर']],
  ['बाजार', ['शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर']],
  ['ऑर्डर', ['बाज\u093cार में ऑर्\u200dडर']],
  [' CAFE  AND ', ['Café and order']],
  ['cards', []],
])('%j is found however it is written', (search, found) => {
  const lines = ['Café and order', 'शेयर बा\u095bार', 'बाज\u093cार में ऑर्\u200dडर'].map((text, at) => ({
    at,
    text,
  }));
  expect(linesWith(lines, search).map(({ text }) => text)).toEqual(found);
});
