// llms.txt and llms-full.txt: all pages and programs of the guide and all names of the reference are in them, as Markdown. That
// the programs run: tests/js/readme.test.mjs, which plays the same blocks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { listGuide, renderGuide, renderSearch } from '../../web/scripts/guide.mjs';
import { renderLlms } from '../../web/scripts/llms.mjs';

const { 'llms.txt': index, 'llms-full.txt': full } = renderLlms('demo/guide/');
const pages = listGuide().filter(({ name }) => name !== 'api.html' && name !== 'playground.html');

/** @param {string} html */
const plain = (html) =>
    html.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'").replace(/&amp;/g, '&').trim();

test('llms.txt names every page of the guide with its lead, and the file that has them all', () => {
    assert.match(index, /^# Mica \(mica2d\)\n\n> \S/);
    const links = [...index.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)];
    assert.deepEqual(links.slice(0, -1).map(([, title, path]) => [title, path]),
        pages.map(({ name, title }) => [title, `demo/guide/${name}`]));
    for (const [, title, , lead] of links) assert.ok(lead.length > 20 && !/[<>]/.test(lead), title);
    assert.equal(links.at(-1)?.[2], 'llms-full.txt');
    assert.ok(!/\]\(/.test(renderLlms('')['llms.txt'].replace('](llms-full.txt)', '')),
        'the package has no pages to link to');
});

test('every program of the guide is in llms-full.txt as it is, in order', () => {
    const programs = pages.flatMap(({ name }) =>
        Array.from(renderGuide(name).matchAll(/<pre data-code="js"[^>]*>([^]*?)<\/pre>/g),
            ([, code]) => plain(code))
    );
    const blocks = Array.from(full.matchAll(/^```js\n([^]*?)^```$/gm), ([, code]) => code.trim());
    assert.ok(programs.length > 100, `${programs.length}`);
    assert.deepEqual(blocks.slice(0, programs.length), programs);
});

test('every name and member of the reference is in llms-full.txt, and no markup is left', () => {
    const names = JSON.parse(renderSearch()).filter((/** @type {any} */ { page }) =>
        page === 'api.html'
    );
    const headings = new Set(
        Array.from(full.matchAll(/^#+ (.*)$/gm), ([, text]) => text.split(/[^\w.$]/)[0]),
    );
    const missing = names.map((/** @type {any} */ { id }) => id.split('.').at(-1))
        .filter((/** @type {string} */ name) => !headings.has(name));
    assert.ok(names.length > 1500, `${names.length}`);
    assert.deepEqual(missing, []);
    const prose = full.replace(/^```[^]*?^```$/gm, '').replace(/`[^`]*`/g, '');
    assert.deepEqual(prose.match(/<\/?(?:p|div|span|section|figure|a|code|pre|h\d)\b[^>]*>/g),
        null);
});

test('every link of llms-full.txt leads to a heading of it, or to the web', () => {
    const prose = full.replace(/^```[^]*?^```$/gm, '');
    /** @type {Map<string, number>} */
    const counts = new Map();
    const slugs = new Set(Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, text]) => {
        const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().toLowerCase().replace(/\s/g,
            '-');
        const count = counts.get(slug) ?? 0;
        counts.set(slug, count + 1);
        return count === 0 ? slug : `${slug}-${count}`;
    }));
    const links = Array.from(prose.matchAll(/\]\(([^)\s]*)\)/g), ([, link]) => link);
    assert.ok(links.length > 150, `${links.length}`);
    assert.deepEqual(links.filter((link) => !/^https?:/.test(link) && !slugs.has(link.slice(1))),
        []);
    assert.match(prose, /\[mover\]\(#movers\)/);
});
