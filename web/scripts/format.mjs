// `npm run format`: clang-format over all C files, and the tables of files of the READMEs. With --check
// it changes nothing and fails if it would.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stalePages, writeTables } from './file-tables.mjs';
import { mustRun, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    const check = process.argv.includes('--check');
    await setup(['format']);
    const files = ['src', 'web/bridge', 'tests/c', 'tests/fuzz'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .filter((name) => /\.[ch]$/.test(name)).map((name) => join(folder, name)));
    await mustRun('clang-format', [...(check ? ['--dry-run', '-Werror'] : ['-i']), ...files]);
    if (!check) writeTables();
    const stale = stalePages();
    if (stale.length > 0) throw new Error(`The tables of files are stale in ${stale.join(' and ')}: npm run format writes them.`);
    console.log(`${files.length} files ${check ? 'are formatted' : 'formatted'}.`);
});
