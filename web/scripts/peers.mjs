// The engines that pages of the demo compare with Mica: a plugin of Vite that finds their packages where the benchmark has
// them, tests/bench/node_modules, and nowhere else. A package that is not installed becomes a module that throws one line, so
// the page says it and goes on. Used by the dev server and by the site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

const packages = join(root, 'tests', 'bench', 'node_modules');
const MISSING = '\0missing:';

/** The file of each import. The package of Box2D exports only an entry that chooses a build; the pages choose. @type {Record<string, string>} */
const FILES = {
    'box2d3-wasm/deluxe': 'box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.mjs',
    'box2d3-wasm/compat': 'box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs',
    '@dimforge/rapier2d-simd-compat': '@dimforge/rapier2d-simd-compat/rapier.mjs',
    planck: 'planck/dist/planck.mjs',
    'matter-js': 'matter-js/build/matter.js',
};

/** Whether a file, or the module of that path, belongs to one of the packages. @param {string} path */
export const isPeer = (path) => path.replaceAll('\\', '/').includes('/tests/bench/node_modules/');

/** @type {import('vite').Plugin} */
export const peers = {
    name: 'peers',
    enforce: 'pre',
    resolveId(id) {
        if (!(id in FILES)) return null;
        const file = join(packages, FILES[id]);
        return existsSync(file) ? file : MISSING + id;
    },
    load(id) {
        if (!id.startsWith(MISSING)) return null;
        return `throw new Error('the package ${
            id.slice(MISSING.length)
        } was not installed (npm run setup -- bench)'); export default null;`;
    },
    transform(code, id) {
        if (!isPeer(id)) return null;
        // Matter is a script for a page or for Node: this makes it a module.
        if (id.endsWith('matter.js'))
            return `const module = { exports: {} }, exports = module.exports;\n${code}\nexport default module.exports;`;
        // Rapier's own init warns that it calls its module in an old way.
        if (id.endsWith('rapier.mjs'))
            return code.replace(/console\.warn\("using deprecated parameters[^"]*"\)/, 'void 0');
        // Of Box2D's module the threads are never started here, for which a bundler would bundle it once more, and what it does
        // in Node is never reached.
        return code.replaceAll(/new URL\("Box2D\.\w+\.mjs", import\.meta\.url\)/g,
            'import.meta.url')
            .replaceAll(/await import\(["'](module|worker_threads)["']\)/g, '{}');
    },
};
