// `npm run soak`: an hour of simulated play in a small world, which checks after each minute that memory is flat,
// that every invariant holds and that no handle of a destroyed object is valid again (tests/soak). It takes about three minutes.
//   npm run soak -- [--hours 1] [--seed 1]
// It plays in a build of the engine of its own, which has the validator. A find is printed with its seed; then the
// exit code is 1.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { build } from './build.mjs';
import { Failure, run, runMain } from './process.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
    const { values } = parseArgs({
        options: { hours: { type: 'string', default: '1' },
            seed: { type: 'string', default: '1' } },
    });
    const hours = Number(values.hours);
    const seed = Number(values.seed);
    if (!(hours > 0)) throw new Failure(`--hours ${values.hours} is no number above 0.`);
    if (!Number.isInteger(seed)) throw new Failure(`--seed ${values.seed} is no integer.`);
    await setup(['build']);
    const { files: [file] } = await build({ validate: true });
    const { code } = await run(process.execPath, ['--expose-gc', join('tests', 'soak', 'soak.mjs'),
        String(hours), String(seed), file], { onLine: (line) => console.log(line) });
    if (code !== 0) process.exitCode = 1;
});
