// `npm run format`: clang-format over all C files. With --check it changes nothing and fails if it
// would.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    const check = process.argv.includes('--check');
    await setup(['format']);
    const files = ['src', 'web/bridge', 'tests/c', 'tests/fuzz'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .filter((name) => /\.[ch]$/.test(name)).map((name) => join(folder, name)));
    await mustRun('clang-format', [...(check ? ['--dry-run', '-Werror'] : ['-i']), ...files]);
    console.log(`${files.length} files ${check ? 'are formatted' : 'formatted'}.`);
});
