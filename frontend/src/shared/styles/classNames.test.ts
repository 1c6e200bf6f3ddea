export {};

declare const __dirname: string;
const fs = jest.requireActual<{
  readdirSync: (folder: string, options: { recursive: true }) => string[];
  readFileSync: (file: string, encoding: 'utf8') => string;
}>('node:fs');
const { join } = jest.requireActual<{ join: (...parts: string[]) => string }>('node:path');

const SOURCE = `${__dirname}/../..`;
const read = (file: string) => fs.readFileSync(file, 'utf8');
const files = fs.readdirSync(SOURCE, { recursive: true });
const components = files
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: read(`${SOURCE}/${file}`) }));

/** The classes that a style sheet has rules for. */
function classesOf(file: string): Set<string> {
  const rules = read(file).replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '');
  return new Set([...rules.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/gi)].map(([, name]) => name ?? ''));
}

/** The words of all strings and templates in a `className`, without what is computed. */
function namesIn(text: string): string[] {
  const values = [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\$\{[^{}]*\})*)\})/g)];
  return values.flatMap(([, plain, expression = '']) => {
    const given = expression.replace(/\$\{[^{}]*\}|\[[^\]]*\]|\bown\([^)]*\)|[!=]== '[^']*'/g, ' ');
    const strings = [...given.matchAll(/'([^']*)'|`([^`]*)`/g)].map((each) => each[1] ?? each[2]);
    return (plain ?? strings.join(' ')).split(/\s+/).filter(Boolean);
  });
}

const shared = (name: string) => classesOf(`${__dirname}/${name}`);
const parts = new Set(['layout.css', 'surface.css', 'text.css'].flatMap((name) => [...shared(name)]));

test('every class in a string has a rule', () => {
  const known = new Set([...parts, ...shared('base.css')]);
  const unknown = components.flatMap(({ file, text }) =>
    namesIn(text)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** The classes of CSS modules that components use, each as `path/X.module.css name`. */
const used = components.flatMap(({ file, text }) =>
  [...text.matchAll(/^import \* as (\w+) from '([^']*\.module\.css)';$/gm)].flatMap(
    ([, name = '', module = '']) =>
      [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b`, 'g'))].map(
        ([, each]) => `${join(file, '..', module)} ${each}`,
      ),
  ),
);
const modules = files.filter((file) => file.endsWith('.module.css'));
const ruled = modules.flatMap((file) => [...classesOf(`${SOURCE}/${file}`)].map((name) => `${file} ${name}`));

test('every class of a CSS module has a rule', () => {
  const known = new Set(ruled);
  expect(used.filter((each) => !known.has(each))).toEqual([]);
});

test('every class of a CSS module is used', () => {
  const composed = modules.flatMap((file) =>
    [...read(`${SOURCE}/${file}`).matchAll(/composes: (\w+) from "([^"]*)"/g)].map(
      ([, name, module = '']) => `${join(file, '..', module)} ${name}`,
    ),
  );
  const known = new Set([...used, ...composed]);
  expect(ruled.filter((each) => !known.has(each))).toEqual([]);
});

test('every layout and text part is used', () => {
  const used = new Set(components.flatMap(({ text }) => namesIn(text)));
  expect([...parts].filter((name) => !used.has(name))).toEqual([]);
});

test('no route uses the classes of a feature', () => {
  const imports = components.filter(
    ({ file, text }) =>
      file.startsWith('app/') && /^import .* from '[^']*features\/[^']*\.module\.css'/m.test(text),
  );
  expect(imports.map(({ file }) => file)).toEqual([]);
});
