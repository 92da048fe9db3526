#!/usr/bin/env node
// `npm create mica2d@latest my-game -- --template pixi`: writes a small game that Vite builds into a new folder. A template is
// the files of templates/shared and over them those of its own folder; the two package.json become one. Nothing is written
// before everything has been checked.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync,
    statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const templates = fileURLToPath(new URL('templates', import.meta.url));

/** What the templates are, in the order in which they are listed. @type {Record<string, string>} */
export const TEMPLATES = {
    canvas: 'Canvas 2D, no library: throw balls at a tower',
    worker: 'the world in a worker, drawn with WebGL 2: 1,500 marbles in a drum',
    pixi: 'PixiJS 8: fruit in a bowl, two of a kind become one',
    phaser: 'Phaser 4: a platformer with coins, slopes and crates',
    pwa: 'installable and offline, by vite-plugin-pwa: balls among pins',
    react: 'React 19: words fall; a world and its bodies as components',
};

const USAGE = `Usage: npm create mica2d@latest <folder> -- [--template <name>]

Templates, canvas if none is named:
${Object.entries(TEMPLATES).map(([name, what]) => `  ${name.padEnd(8)}${what}`).join('\n')}

  --mica2d <what>   the version, address or path that npm installs as mica2d, a path from the folder in which you are;
                    by default the version of this program`;

/** Files that may be in the folder of a new game. */
const HARMLESS = ['.git', '.DS_Store'];
/** Names that npm takes, without a scope. */
const NAME = /^[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_NAME = 214; // characters of a name, by npm

/** What can only be a path: one from here, from above or from the root, or that of a tarball. */
const PATH = /^(file:|\.{1,2}([\\/]|$)|[\\/]|[a-z]:[\\/])|^(?!.*:\/\/).*\.(tgz|tar\.gz)$/i;

/** What the user can mend: its message is all that is shown. */
export class UsageError extends Error {}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** A name that npm takes, as close as can be to one that it refuses. @param {string} name */
function similarName(name) {
    return name.toLowerCase().replace(/[^a-z0-9~-]+/g, '-').replace(/^-+|-+$/g, '') || 'my-game';
}

/**
 * Checks a folder for a new game and gives its full path.
 * @param {string} folder as the user named it
 */
function checkFolder(folder) {
    const target = resolve(folder);
    const name = basename(target);
    if (!NAME.test(name) || name.length > MAX_NAME) {
        throw new UsageError(
            `"${name}" is no name of a package: lower-case letters, digits, "-", "_" and "." only. Try "${
                similarName(name)
            }".`,
        );
    }
    if (!existsSync(target)) return target;
    if (!statSync(target).isDirectory())
        throw new UsageError(`${folder} is a file. Name a new folder.`);
    const held = readdirSync(target).filter((file) => !HARMLESS.includes(file));
    if (held.length > 0) {
        throw new UsageError(
            `The folder ${folder} is not empty: it holds ${held.slice(0, 3).join(', ')}${
                held.length > 3 ? ' and more' : ''
            }. Name a new folder.`,
        );
    }
    return target;
}

/**
 * What package.json has for the engine.
 * @param {string} mica2d a version, an address, or a path from the folder in which the command runs
 * @param {string} target the game's folder
 */
function checkSource(mica2d, target) {
    const path = mica2d.replace(/^file:/, '');
    if (existsSync(path)) return `file:${relative(target, resolve(path)).replaceAll('\\', '/')}`;
    if (PATH.test(mica2d)) {
        throw new UsageError(
            `--mica2d: there is no ${
                resolve(path)
            }. A path leads from the folder in which you are.`,
        );
    }
    return mica2d;
}

/** The package.json of a game. @param {string} name @param {string} template @param {string} mica2d */
function makeManifest(name, template, mica2d) {
    const parts = ['shared', template].map((folder) =>
        readJson(join(templates, folder, 'package.json'))
    );
    const [dependencies, devDependencies] = ['dependencies', 'devDependencies'].map((kind) =>
        Object.assign({}, ...parts.map((part) => part[kind]))
    );
    return { name, ...parts[0], dependencies: { mica2d, ...dependencies }, devDependencies };
}

/**
 * Writes a new game.
 * @param {string} folder where to; it is made if it is missing, and its last part is the game's name
 * @param {{ template?: string, mica2d?: string }} [options] template: one of TEMPLATES, default 'canvas';
 *     mica2d: the version, address or path of the engine, from the folder in which the program runs
 * @returns {string} the folder's full path
 * @throws {UsageError} for an unknown template, a bad name, a folder that is not empty and a path that leads nowhere
 */
export function createGame(folder, { template = 'canvas', mica2d } = {}) {
    if (!Object.hasOwn(TEMPLATES, template)) {
        throw new UsageError(
            `There is no template "${template}". Templates: ${Object.keys(TEMPLATES).join(', ')}.`,
        );
    }
    const target = checkFolder(folder);
    const name = basename(target);
    const version = mica2d
        ?? `^${readJson(fileURLToPath(new URL('package.json', import.meta.url))).version}`;
    const source = checkSource(version, target);
    mkdirSync(target, { recursive: true });
    for (const part of ['shared', template])
        cpSync(join(templates, part), target, { recursive: true });
    renameSync(join(target, 'gitignore'), join(target, '.gitignore')); // npm packs no .gitignore
    writeFileSync(join(target, 'package.json'),
        `${JSON.stringify(makeManifest(name, template, source), null, 2)}\n`);
    for (const file of ['index.html', 'vite.config.js']) {
        const path = join(target, file);
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('NAME', name));
    }
    return target;
}

/** Runs the command. @param {string[]} args */
function main(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true,
        options: { template: { type: 'string', short: 't' }, mica2d: { type: 'string' },
            help: { type: 'boolean', short: 'h' } } });
    if (values.help) return console.log(USAGE);
    if (positionals.length === 0) throw new UsageError(`Name a folder.\n\n${USAGE}`);
    if (positionals.length > 1) {
        throw new UsageError(
            `One folder, please, not ${positionals.length}: ${
                positionals.join(', ')
            }. Options stand behind a "--" of their own: npm create mica2d@latest ${
                positionals[0]
            } -- --template canvas`,
        );
    }
    const target = createGame(positionals[0], values);
    const way = relative(process.cwd(), target);
    console.log(`Written: ${target}\n\nNow run:\n${way ? `  cd ${way}\n` : ''}`
        + '  npm install\n  npm run dev');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
    try {
        main(process.argv.slice(2));
    } catch (error) {
        const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
        if (!(error instanceof UsageError) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
        console.error(message);
        process.exitCode = 1;
    }
}
