const fs = require('node:fs');
const path = require('node:path');

/**
 * Writes which files each lazily loaded route needs, by chunk name, so that the server can link a
 * route's styles and preload its script with the page. The bundle tracker knows entry points only.
 */
class RouteAssetsPlugin {
  constructor({ file }) {
    this.file = file;
  }

  apply(compiler) {
    compiler.hooks.done.tap('RouteAssetsPlugin', (stats) => {
      const { publicPath, namedChunkGroups } = stats.toJson({
        all: false,
        publicPath: true,
        chunkGroups: true,
        entrypoints: false,
      });
      const routes = {};
      for (const [name, group] of Object.entries(namedChunkGroups)) {
        const files = group.assets.map((asset) => asset.name);
        routes[name] = {
          js: files.filter((file) => file.endsWith('.js')).map((file) => publicPath + file),
          css: files.filter((file) => file.endsWith('.css')).map((file) => publicPath + file),
        };
      }
      fs.mkdirSync(path.dirname(this.file), { recursive: true });
      fs.writeFileSync(this.file, JSON.stringify(routes, null, 1));
    });
  }
}

module.exports = { RouteAssetsPlugin };
