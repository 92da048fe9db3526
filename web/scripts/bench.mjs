// `npm run bench` and `npm run exam`: set up and build, then run tests/bench/run.mjs or, where the
// first argument is 'exam', tests/bench/exam.mjs, with all other arguments. With --native it runs
// native.mjs, with --since tests/bench/since.mjs, which needs none of the peers.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { compareWithNative } from './native.mjs';
import { root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    const given = process.argv.slice(2);
    const since = given.some((argument) => /^--since(=|$)/.test(argument));
    await setup([since ? 'build' : 'bench']);
    await build();
    if (given.includes('--native')) return compareWithNative();
    const exam = given[0] === 'exam';
    const args = exam
        ? ['tests/bench/exam.mjs', ...given.slice(1)]
        : since
        ? ['--expose-gc', 'tests/bench/since.mjs', ...given]
        : ['tests/bench/run.mjs', ...given];
    process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status
        ?? 1;
});
