// Renders the guide. A page in demo/guide/ holds only its content; demo/guide/template.html has the
// head and the navigation that all pages share, and the navigation's order is the order of the
// pages. Used by server.mjs (`npm start`), by site.mjs and by the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFigures } from './guide-figures.mjs';
import { entriesOfPage, entriesOfReference } from './guide-search.mjs';
import { root } from './process.mjs';
import { readReference } from './reference.mjs';

const folder = join(root, 'demo', 'guide');

/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), 'utf8');

/**
 * The pages in the order of the navigation.
 * @param {string} [template]
 * @returns {{ name: string, title: string }[]}
 */
export function listGuide(template = read('template.html')) {
    const navigation = template.slice(template.indexOf('<nav'), template.indexOf('</nav>'));
    return Array.from(navigation.matchAll(/href="([\w-]+\.html)">([^<]*)</g),
        ([, name, title]) => ({ name, title }));
}

/** A program behind a place for its canvas: the files that it names by URL, and its own block. */
const LIVE =
    /<figure class="live"><\/figure>\n((?:<pre data-code="js" data-file[^]*?<\/pre>\n)*<pre data-code="js" data-run="browser">[^]*?<\/pre>\n)/g;

/** The programs with a canvas as options of the playground: their places, as page and number, and their names. */
function renderExamples() {
    return listGuide().filter(({ name }) => !/^(api|playground)\./.test(name)).flatMap(
        ({ name, title }) => {
            const text = read(name);
            return Array.from(text.matchAll(LIVE), ({ index }) => {
                const before = text.slice(0, index);
                const number = Array.from(
                    before.matchAll(/<pre data-code="js"(?: data-run="\w+")?>([^]*?)<\/pre>/g),
                )
                    .filter(([, code]) => /^import .* from 'mica2d/m.test(code)).length;
                const heading = before.match(/<h2[^>]*>([^<]*)<\/h2>/g)?.pop()?.replace(/<[^>]*>/g,
                    '');
                return `<option value="${name.replace('.html', '')}/${number}">${
                    heading ? `${title}: ${heading}` : title
                }</option>\n`;
            });
        },
    ).join('');
}

/** Content of a page, without its frame. @param {string} name */
export const contentOf = (name) => (name === 'api.html'
    ? readReference().html
    : read(name).replace('{{examples}}', renderExamples).replace('{{figures}}', renderFigures));

/** A page as a browser gets it. @param {string} name such as layers.html, one of listGuide() */
export function renderGuide(name) {
    const template = read('template.html');
    const pages = listGuide(template);
    const i = pages.findIndex((page) => page.name === name);
    if (i < 0) throw new RangeError(`${name} is not in the navigation of demo/guide/template.html`);
    const next = pages[i + 1];
    // Canvas and code are one element, which puts them side by side where there is room.
    const content = contentOf(name).replace(LIVE,
        (_, code) =>
            `<div class="example"><figure class="live"></figure>\n<div class="codes">\n${code}</div></div>\n`);
    const link = next ? `<p class="next"><a href="${next.name}">Next: ${next.title}</a></p>\n` : '';
    // Replaced by functions: a `$` in a page stands for itself.
    return template.replace('{{title}}', () => pages[i].title)
        .replace(`href="${name}"`, (found) => `${found} aria-current="page"`)
        .replace('{{content}}', () => content + link);
}

/** What the guide's search looks through, as the text of search.json, which lies beside the pages. */
export function renderSearch() {
    return JSON.stringify(
        listGuide().flatMap((page) =>
            (page.name === 'api.html' ? entriesOfReference : entriesOfPage)(page,
                contentOf(page.name))
        ),
    );
}

/**
 * The guide's page at a path below the root, such as /demo/guide/layers.html.
 * @param {string} path
 */
export function guidePageAt(path) {
    const [, name] = /^\/demo\/guide\/([\w-]+\.html)?$/.exec(path) ?? [undefined, ''];
    if (name === '') return undefined;
    return listGuide().find((page) => page.name === (name ?? 'index.html'))?.name;
}
