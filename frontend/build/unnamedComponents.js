/**
 * A webpack loader that lets go of components nobody uses.
 *
 * A name for debuggers (`Form.displayName = 'Form'`) is a use, and a call might have effects; either keeps
 * a component of a library in the bundle. So the names are left out, and the calls that only make a
 * component or a context are marked as free of effects. The context of a class is a use as well
 * (`Boundary.contextType = Context`), unless the class itself says it.
 */
module.exports = function unnamedComponents(source) {
  return source
    .replace(/^\w+\.displayName = ".*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace(
      /^(var (\w+) = class extends React\d*\.Component \{)$([\s\S]*?)^\2\.contextType = (\w+);$/gm,
      '$1 static contextType = $4;$3',
    );
};
