// Writes the site, as a static server can serve it, to build/site: the demo, the guide's pages with
// their frame, and what they load from js/ and build/wasm. Paths are those of the repository.
//   node web/scripts/site.mjs
// Also called by the browser tests, which test these files.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { listGuide, renderGuide } from './guide.mjs';
import { isMain, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

/** Writes the site from the .wasm files that are there. Returns its folder. */
export function writeSite() {
    const site = join(root, 'build', 'site');
    rmSync(site, { recursive: true, force: true });
    for (const folder of ['demo', 'js']) {
        cpSync(join(root, folder), join(site, folder), { recursive: true,
            filter: (source) => !/tsconfig\.json$|template\.html$/.test(source) });
    }
    mkdirSync(join(site, 'build', 'wasm'), { recursive: true });
    for (const file of ['mica.wasm', 'mica-scalar.wasm']) {
        cpSync(join(root, 'build', 'wasm', file), join(site, 'build', 'wasm', file));
    }
    for (const { name } of listGuide()) writeFileSync(join(site, 'demo', 'guide', name), renderGuide(name));
    return site;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build']);
        await build();
        console.log(`Wrote ${writeSite().slice(root.length + 1)}`);
    });
}
