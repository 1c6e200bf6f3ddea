const fs = require('node:fs');
const path = require('node:path');

/** Writes licenses.txt: the licences of what is in the bundle, which ask to be sent along with it. */
class LicensesPlugin {
  /** `others` are files with the licences of what is not a package. */
  constructor({ others }) {
    this.others = others;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('LicensesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'LicensesPlugin', stage }, () => {
        const packages = [...foldersOfPackages(compilation)].sort().map(notice);
        const others = this.others.map((file) => fs.readFileSync(file, 'utf8'));
        const text = [...packages, ...others].join(`\n${'-'.repeat(80)}\n\n`);
        compilation.emitAsset('licenses.txt', new sources.RawSource(text));
      });
    });
  }
}

function foldersOfPackages(compilation) {
  const folders = new Set();
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      for (const part of module.modules ?? [module]) {
        const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(part.nameForCondition() ?? '') ?? [];
        if (folder) folders.add(folder);
      }
    }
  }
  return folders;
}

function notice(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = fs.readdirSync(folder).filter((file) => /^(licen[sc]e|notice)/i.test(file));
  const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`;
}

module.exports = { LicensesPlugin };
