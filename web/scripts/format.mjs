// `npm run format`: clang-format over all C files, dprint over all JavaScript and TypeScript (format-js.mjs), and
// the tables of files of the READMEs. With --check it changes nothing and fails if it would.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stalePages, writeTables } from './file-tables.mjs';
import { listJs, unformattedJs } from './format-js.mjs';
import { Failure, mustRun, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    const check = process.argv.includes('--check');
    await setup(['format']);
    const files = ['src', 'web/bridge', 'tests/c', 'tests/fuzz'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .filter((name) => /\.[ch]$/.test(name)).map((name) => join(folder, name))
    );
    await mustRun('clang-format', [...(check ? ['--dry-run', '-Werror'] : ['-i']), ...files]);
    const changed = unformattedJs();
    if (check && changed.length > 0)
        throw new Failure(
            `Not formatted: ${changed.map(({ file }) => file).join(', ')}. Run npm run format.`,
        );
    for (const { file, text } of changed) writeFileSync(join(root, file), text);
    if (!check) writeTables();
    const stale = stalePages();
    if (stale.length > 0)
        throw new Error(
            `The tables of files are stale in ${stale.join(' and ')}: npm run format writes them.`,
        );
    console.log(
        `${files.length + listJs().length} files ${check ? 'are formatted' : 'formatted'}.`,
    );
});
