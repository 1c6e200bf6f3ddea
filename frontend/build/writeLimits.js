const fs = require('node:fs');

/**
 * Writes the longest text of each field that the API takes, as types: the limit of a form is declared with the
 * type of its field, so the compiler refuses another number, and no page loads any of it.
 */
function limitsOf({ components: { schemas } }) {
  const lines = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
    const limited = Object.entries(properties).filter(([, { maxLength }]) => maxLength !== undefined);
    const fields = limited.map(([field, { maxLength }]) => `    ${field}: ${maxLength};`);
    return fields.length > 0 ? [`  ${name}: {`, ...fields, '  };'] : [];
  });
  return ['// Written by `make schema`.', 'export interface Limits {', ...lines, '}', ''].join('\n');
}

const [, , schema, target] = process.argv;
fs.writeFileSync(target, limitsOf(JSON.parse(fs.readFileSync(schema, 'utf8'))));
