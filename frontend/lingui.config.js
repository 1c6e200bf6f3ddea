const fs = require('node:fs');
const path = require('node:path');
const { formatter } = require('@lingui/format-po');

const src = path.join(__dirname, 'src');

/** `make check` compares with the files that it has written elsewhere. */
const catalogues = process.env.CATALOGUES || '<rootDir>/src/locales';

/** Parsing only the files that have texts takes a fifth of the time. */
const files = fs
  .readdirSync(src, { recursive: true })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .filter((file) => fs.readFileSync(path.join(src, file), 'utf8').includes('i18n'))
  .sort();

/**
 * English has no catalogue: its texts stand in the code (shared/lib/i18n.ts).
 *
 * @type {import('@lingui/conf').LinguiConfig}
 */
module.exports = {
  sourceLocale: 'en',
  locales: ['hi'],
  catalogs: [{ path: `${catalogues}/{locale}`, include: files.map((file) => `<rootDir>/src/${file}`) }],
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false }),
  compileNamespace: 'ts',
};
