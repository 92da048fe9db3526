// Writes what the guide's search looks through: one entry for each heading of a page, and one for each name and member of the
// API reference. The page indexes the entries itself, when somebody searches for the first time (demo/guide/search.js).
// Called by guide.mjs.

/**
 * @typedef {object} SearchEntry
 * @property {string} page file name of the page
 * @property {string} id of the heading or name on that page, '' for the top of the page
 * @property {string} title of the page
 * @property {string} heading
 * @property {string} text the text below the heading, without its code
 * @property {string} code
 */

/** @type {Record<string, string>} */
const NAMED = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** Text of HTML, on one line. @param {string} html */
const plain = (html) =>
    html.replace(/<\/?(?:p|li|td|th|tr|h[1-3]|ul|ol|div|section|pre)\b[^>]*>/g, ' ').replace(
        /<[^>]*>/g,
        '',
    )
        .replace(/&(\w+|#39);/g, (all, name) => NAMED[name] ?? all).replace(/\s+/g, ' ').trim();

const PRE = /<pre [^>]*>([^]*?)<\/pre>/g;

/**
 * The entries of a page of text: each heading with what follows it.
 * @param {{ name: string, title: string }} page
 * @param {string} content HTML of the page
 * @returns {SearchEntry[]}
 */
export function entriesOfPage({ name, title }, content) {
    return content.split(/(?=<h[123][ >])/).filter((part) => /^<h[123]/.test(part)).map((part) => {
        const [all, level, id = '', heading] =
            /^<h([123])(?: id="([^"]*)")?[^>]*>([^]*?)<\/h[123]>/.exec(part) ?? ['', '1', '', ''];
        const body = part.slice(all.length);
        return { page: name, id: level === '1' ? '' : id, title, heading: plain(heading),
            text: plain(body.replace(PRE, ' ')),
            code: Array.from(body.matchAll(PRE), ([, code]) => plain(code)).join(' ') };
    });
}

/**
 * The entries of the reference: names, such as `World`, and their members, such as `World.step`.
 * @param {{ name: string, title: string }} page
 * @param {string} content HTML of the page
 * @returns {SearchEntry[]}
 */
export function entriesOfReference({ name, title }, content) {
    const starts = Array.from(
        content.matchAll(/<section class="entry" id="([^"]*)">|<div class="member" id="([^"]*)">/g),
    );
    return starts.map((start, i) => {
        const id = plain(start[1] ?? start[2]);
        const part = content.slice(start.index, starts[i + 1]?.index ?? content.length).replace(
            /<h2>[^]*?<\/h2>/,
            '',
        );
        const [first] = part.split('</section>');
        return { page: name, id, title, heading: id,
            text: plain(first.replace(/<h3>[^]*?<\/h3>/, '')),
            code: plain(/<h3>[^]*?<\/h3>/.exec(first)?.[0] ?? '') };
    });
}
