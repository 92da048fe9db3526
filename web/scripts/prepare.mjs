// `prepare` of package.json: npm runs it wherever Mica is installed from its sources, by the address of the repository or from a
// folder, and after `npm ci` in a clone. It brings dist/ up to date, or says in one line that it is. It installs no
// compiler: the user decides that.
import { openSync, writeSync } from 'node:fs';
import { buildPackage, isPackageCurrent, writePages } from './package.mjs';
import { Failure, echoLines, root, runMain } from './process.mjs';
import { findProgram, installDependencies } from './setup.mjs';

/** npm keeps what scripts of dependencies print to itself: lines go to the terminal, if there is one. */
function showProgress() {
    if (process.stdout.isTTY || process.env.npm_lifecycle_event !== 'prepare') return;
    try {
        const terminal = openSync('/dev/tty', 'w');
        echoLines((line) => writeSync(terminal, `\r\x1b[Kmica2d: ${line}\n`));
    } catch {
        // no terminal
    }
}

/** True in the clone that npm makes of a repository, packs and throws away. */
const isTemporary = /[\\/]_cacache[\\/]tmp[\\/]git-clone[^\\/]*$/.test(root);

await runMain(async () => {
    // The README of an installed package has no links to files that only the repository has.
    if (isTemporary) writePages(root);
    if (isPackageCurrent()) {
        console.log('dist/ is up to date.');
        return;
    }
    if (!findProgram('emcc')) {
        throw new Failure(
            'mica2d is installed from its sources here and needs emcc to compile them: run `apt-get install emscripten` as root, '
                + 'or install the Emscripten SDK (https://emscripten.org), and then repeat the command.',
        );
    }
    showProgress();
    await installDependencies(root);
    await buildPackage();
});
