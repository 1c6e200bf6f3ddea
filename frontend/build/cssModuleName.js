const path = require('node:path');

/**
 * The class name that a CSS module's local name gets: `CourseCard.module.css` and `.title` give
 * `CourseCard__title`. It is readable and stable because the server's templates write the same
 * names into the page before the scripts arrive.
 */
function cssModuleName(resourcePath, localName) {
  const component = path.basename(resourcePath).replace(/\.module\.css$/, '');
  return `${component}__${localName}`;
}

module.exports = { cssModuleName };
