/**
 * A webpack loader that lets go of components nobody uses.
 *
 * A name for debuggers (`Form.displayName = 'Form'`) is a use, and a call might have effects; either keeps
 * a component of a library in the bundle. So the names are left out, and the calls that only make a
 * component or a context are marked as free of effects.
 */
module.exports = function unnamedComponents(source) {
  return source
    .replace(/^\w+\.displayName = ".*";$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2');
};
