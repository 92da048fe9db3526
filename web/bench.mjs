// `npm run bench`: sets up and builds, then hands over to tests/bench/run.mjs with all arguments.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    await setup(['bench']);
    await build();
    const args = ['tests/bench/run.mjs', ...process.argv.slice(2)];
    process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
