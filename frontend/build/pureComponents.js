/**
 * A webpack loader for libraries whose components are built by calls at the top level of a module. Marked as pure,
 * and without the names that only React's developer tools read, those that the site does not use are left out.
 */
module.exports = function pureComponents(source) {
  return source
    .replace(/^[\w.$]+\.displayName = .+;$/gm, '')
    .replace(/= ((?:React\d*\.)?(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
};
