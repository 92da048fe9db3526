// `npm create mica2d`: what it writes and what it refuses. tests/package/create.test.mjs builds and plays the games.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync,
    writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TEMPLATES, createGame } from '../../web/create/create.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = join(root, 'web', 'create', 'create.mjs');
const place = mkdtempSync(join(tmpdir(), 'create-mica2d-'));
after(() => rmSync(place, { recursive: true, force: true }));

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} folder @returns {string[]} */
const filesOf = (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(join(folder, name)).isFile()
    ).sort();

/** Runs the command in the folder of this test. @param {string[]} args */
function create(...args) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: place,
        encoding: 'utf8' });
    return { status, stdout, stderr };
}

const { version } = readJson(join(root, 'package.json'));

for (const template of Object.keys(TEMPLATES)) {
    test(`${template}: a whole game`, () => {
        const folder = createGame(join(place, `a-${template}-game`), { template });
        const files = filesOf(folder);
        for (const file of ['.gitignore', 'index.html', 'package.json', 'style.css',
            'vite.config.js', join('public', 'icon.svg')])
            assert.ok(files.includes(file), file);
        assert.ok(!files.includes('gitignore'));
        const manifest = readJson(join(folder, 'package.json'));
        assert.equal(manifest.name, `a-${template}-game`);
        assert.equal(manifest.dependencies.mica2d, `^${version}`);
        assert.ok(manifest.devDependencies.vite);
        const page = readFileSync(join(folder, 'index.html'), 'utf8');
        assert.ok(page.includes(`<title>a-${template}-game</title>`));
        const [, script] = /** @type {RegExpExecArray} */ (/src="\/(main\.jsx?)"/.exec(page));
        const lines = readFileSync(join(folder, script), 'utf8').split('\n');
        assert.ok(lines.length <= 100, `${script} has ${lines.length} lines`);
    });
}

test('without a template it is the one for Canvas 2D, and it says what to do next', () => {
    const { status, stdout } = create('plain');
    assert.equal(status, 0);
    assert.match(stdout, /cd plain\n {2}npm install\n {2}npm run dev/);
    assert.match(readFileSync(join(place, 'plain', 'main.js'), 'utf8'), /adapters\/canvas/);
});

test('into the folder where one is, beside the files of a repository', () => {
    const folder = join(place, 'here');
    mkdirSync(join(folder, '.git'), { recursive: true });
    const { status, stdout } = spawnSync(process.execPath, [command, '.'], { cwd: folder,
        encoding: 'utf8' });
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, /cd /);
    assert.equal(readJson(join(folder, 'package.json')).name, 'here');
});

test('the engine may be a version, or a file, whose path is told from the game', () => {
    const from = (/** @type {string} */ mica2d, /** @type {string} */ name) =>
        readJson(join(createGame(join(place, name), { mica2d }), 'package.json')).dependencies
            .mica2d;
    assert.equal(from('0.1.2', 'by-version'), '0.1.2');
    writeFileSync(join(place, 'mica2d.tgz'), '');
    assert.equal(from(join(place, 'mica2d.tgz'), 'by-file'), 'file:../mica2d.tgz');
    for (const address of ['latest', 'owner/mica2d', 'https://example.org/mica2d.tgz'])
        assert.equal(from(address, `by-address-${address.length}`), address);
    for (const [i, path] of ['mica2d.tgz', './mica2d.tgz', 'file:mica2d.tgz'].entries()) {
        assert.equal(create(`deep/by-path-${i}`, '--mica2d', path).status, 0);
        const { mica2d } =
            readJson(join(place, 'deep', `by-path-${i}`, 'package.json')).dependencies;
        assert.equal(mica2d, 'file:../../mica2d.tgz', 'from where the command runs');
    }
});

test('what it refuses, it says in a sentence, and writes nothing', () => {
    const full = join(place, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'notes.txt'), 'mine');
    writeFileSync(join(place, 'file'), '');
    /** @type {[string[], RegExp][]} */
    const cases = [
        [[], /^Name a folder\.\n\nUsage: /],
        [['new', '--template', 'svg'],
            /^There is no template "svg"\. Templates: canvas, worker.*\.$/],
        [['new', '--template', 'toString'], /^There is no template "toString"/],
        [['full'], /^The folder full is not empty: it holds notes\.txt\. Name a new folder\.$/],
        [['file'], /^file is a file\. Name a new folder\.$/],
        [['My Game'], /^"My Game" is no name of a package: .*\. Try "my-game"\.$/],
        [['../'.repeat(40)], /^"" is no name of a package: .*\. Try "my-game"\.$/],
        [['.new'], /^"\.new" is no name .*\. Try "new"\.$/],
        [['a'.repeat(215)], /is no name of a package/],
        [['new', 'canvas'],
            /^One folder, please, not 2: new, canvas\. .*npm create mica2d@latest new -- --template canvas$/],
        [['new', '--templates', 'canvas'], /^Unknown option '--templates'/],
        ...['../none.tgz', './none', 'none.tgz', '/none/mica2d', 'file:none'].map((
            path,
        ) => /** @type {[string[], RegExp]} */ ([['new', '--mica2d', path],
            /^--mica2d: there is no .*none.*\. A path leads from the folder in which you are\.$/])
        ),
    ];
    for (const [args, message] of cases) {
        const { status, stdout, stderr } = create(...args);
        assert.equal(status, 1, args.join(' '));
        assert.equal(stdout, '');
        assert.match(stderr.trim(), message);
        assert.ok(!existsSync(join(place, 'new')));
    }
    assert.deepEqual(filesOf(full), ['notes.txt']);
    assert.match(create('--help').stdout, /^Usage: npm create mica2d@latest/);
});

test('its version is that of the engine, and its README lists the templates', () => {
    const manifest = readJson(join(root, 'web', 'create', 'package.json'));
    assert.equal(manifest.version, version);
    assert.equal(manifest.dependencies, undefined);
    const page = readFileSync(join(root, 'web', 'create', 'README.md'), 'utf8');
    const rows = Array.from(page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm),
        ([, name, what]) => [name, what]);
    assert.deepEqual(rows, Object.entries(TEMPLATES));
});
