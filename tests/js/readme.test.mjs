// What the README and the guide show is true: every code block runs, what it promises to print is
// printed, every link leads somewhere, and the map of the engine names every source file.
// Blocks that need a page or a library run in tests/adapters, those of 'mica2d/matter' in tests/js/readme-matter.test.mjs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { pages, programs, readPage, root, runProgram } from './snippets.mjs';

for (const page of pages()) {
    for (const program of programs(page)) {
        if (program.where === 'node' && !program.hasMatter)
            test(`${program.name} runs`, () => runProgram(program));
    }

    test(`${page}: its links lead somewhere`, () => {
        const text = readPage(page);
        const links = page.endsWith('.md')
            ? Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link]) => link)
            : Array.from(text.matchAll(/(?:href|src)="([^"]+)"/g), ([, link]) => link);
        const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
        for (const link of links) {
            if (/^(https?|data):/.test(link)) continue;
            const [path, fragment] = link.split('#');
            if (path === '') {
                assert.ok(ids.has(fragment), `${link}: no such place in ${page}`);
                continue;
            }
            const target = join(dirname(page), path);
            const rendered = pages().includes(target);
            assert.ok(rendered || existsSync(join(root, target)), `${link}: no such file`);
            if (fragment)
                assert.ok(readPage(target).includes(` id="${fragment}"`), `${link}: no such place`);
        }
    });
}

test('the first program of the README is as long as its heading says, and all code blocks were found', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    assert.equal(programs('README.md').length, text.match(/^```js/gm)?.length);
    const [game] = programs('README.md');
    const lines = game.code.split('\n').filter((line) => line.trim() !== '');
    assert.equal(`## A game in ${lines.length} lines`, text.match(/^## A game in .*$/m)?.[0]);
});

test('the map of the engine names every source file once, in its room', () => {
    const map = readFileSync(join(root, 'src/README.md'), 'utf8');
    const listed = map.split(/^### /m).slice(1).flatMap((section) => {
        const room = /^(\w+)\//.exec(section)?.[1];
        return Array.from(section.matchAll(/^\| `([\w/]+\.c)`/gm), ([, name]) => `${room}/${name}`);
    });
    const built = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/')).filter((name) =>
            name.includes('/') && name.endsWith('.c')
        );
    assert.deepEqual(listed.sort(), built.sort(), 'src/README.md: one line for each file');
});

test('the map of the wrapper names every file once, in its room', () => {
    const map = readFileSync(join(root, 'js/README.md'), 'utf8');
    const listed = map.split(/^### /m).slice(1).flatMap((section) => {
        const room = /^(\w+\/|entries):/.exec(section)?.[1];
        return Array.from(section.matchAll(/^\| `([\w/-]+\.js)`/gm),
            ([, name]) => (room === 'entries' ? name : `${room}${name}`));
    });
    const files = readdirSync(join(root, 'js'), { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.js'));
    assert.deepEqual(listed.sort(), files.sort(), 'js/README.md: one line for each file');
});

test('every file that a comment names by its path exists', () => {
    const files = ['src', 'js', 'web/bridge', 'web/scripts', 'tests', 'demo'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
            .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
            .filter((name) =>
                /\.(c|h|js|mjs|cmake)$/.test(name) && !name.includes('/node_modules/')
            )
    );
    let found = 0;
    for (const file of files) {
        const text = readFileSync(join(root, file), 'utf8');
        for (const [comment] of text.matchAll(/(?<=^|\s)\/\/ .*|^ *\/?\*+ .*/gm)) {
            for (const [path] of comment.matchAll(
                /(?<![\w./-])(?:js|web|src|tests|demo)\/[\w./-]+\.(?:c|h|js|mjs|json|html)\b/g,
            )) {
                assert.ok(existsSync(join(root, path)), `${file} names ${path}`);
                ++found;
            }
        }
    }
    assert.ok(found > 150, `found ${found} paths`);
});

test('every page of the guide stands in its navigation, which marks the page one is on', () => {
    const files = readdirSync(join(root, 'demo/guide')).filter((name) =>
        name.endsWith('.html') && name !== 'template.html'
    );
    const named = pages().filter((page) => page.endsWith('.html'));
    assert.deepEqual([...files, 'api.html'].sort(),
        named.map((page) => page.slice('demo/guide/'.length)).sort());
    for (const page of named) {
        const text = readPage(page);
        const marked = Array.from(text.matchAll(/<a href="([^"]+)" aria-current="page">/g),
            ([, href]) => `demo/guide/${href}`);
        assert.deepEqual(marked, [page]);
        assert.doesNotMatch(text, /\{\{\w+\}\}/, `${page}: a place of the template was not filled`);
        const [title] = /(?<=<title>).*(?= · Mica<\/title>)/.exec(text) ?? [];
        assert.ok(title && text.includes(`>${title}</a>`), page);
    }
});

for (const [page, least] of /** @type {const} */ ([['src/README.md', 150], ['js/README.md', 100]]))
    test(`every identifier and file that ${page} names exists`, () => {
        const text = readFileSync(join(root, page), 'utf8');
        const files = ['src', 'js', 'web/bridge', 'web/schema', 'web/scripts', 'tests/c',
            'tests/js'].flatMap((folder) =>
                readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
                    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
                    .filter((name) => /\.(c|h|js|mjs|cmake)$/.test(name))
            );
        const code = [...files, 'CMakeLists.txt', 'js/tsconfig.json'].map((name) =>
            readFileSync(join(root, name), 'utf8')
        ).join('\n');
        const names = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name]) => name);
        assert.ok(names.length > least, `found ${names.length} names`);
        const missing = names.filter((name) =>
            (/^[A-Za-z_]\w+$/.test(name) && !new RegExp(`\\b${name}\\b`).test(code))
            || (/\.(c|h|js|mjs|cmake)$/.test(name)
                && !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        );
        assert.deepEqual(missing, []);
    });

test('the CHANGELOG has an entry for this version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.match(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
        new RegExp(`^## ${version}`, 'm'));
});
