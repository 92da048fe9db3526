// Writes the guide and the reference as plain Markdown, for programs that write programs: llms.txt says what there is, by the
// form of llmstxt.org, and llms-full.txt has all of it. Called by site.mjs, for the site's root, and by package.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { contentOf, listGuide } from './guide.mjs';
import { root } from './process.mjs';

/** Pages that are no text. */
const WITHOUT_TEXT = ['api.html', 'playground.html'];

/** What stands before the target of a link until all headings are known. */
const UNRESOLVED = '\0';

/** The fragment of a heading in Markdown, but for the number that those after the first of a name get. @param {string} text */
const slugOf = (text) =>
    text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');

/** HTML of the guide to Markdown: the pages of one file, in their order, and then the links between them. */
class Converter {
    #turndown = createTurndown();
    /** The page that is converted. */
    #page = '';
    /** The fragment of each heading by page and id, and of each page's title by the page alone. @type {Map<string, string>} */
    #targets = new Map();
    /** How many headings have each name. @type {Map<string, number>} */
    #counts;

    /** @param {string} title the file's own first heading */
    constructor(title) {
        this.#counts = new Map([[slugOf(title), 1]]);
        const pages = new Set(listGuide().map(({ name }) => name));
        this.#turndown.addRule('headings', {
            filter: ['h1', 'h2', 'h3', 'h4'],
            replacement: (content, node) => {
                this.#addTarget(/** @type {any} */ (node));
                return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${content.trim()}\n\n`;
            },
        });
        this.#turndown.addRule('links', {
            filter: 'a',
            replacement: (content, node) => {
                const href = /** @type {any} */ (node).getAttribute('href') ?? '';
                if (/^https?:/.test(href)) return `[${content}](${href})`;
                const [page, id] = href.split('#');
                const target = page || this.#page;
                const known = pages.has(target) && target !== WITHOUT_TEXT[1]
                    && /** @type {any} */ (node).closest('h1, h2, h3, h4') === null;
                return known
                    ? `[${content}](${UNRESOLVED}${target}${id ? `#${id}` : ''})`
                    : content;
            },
        });
    }

    /** @param {string} page its name @param {string} html of it */
    convert(page, html) {
        this.#page = page;
        return this.#turndown.turndown(html);
    }

    /** Gives links their targets, once all pages are converted. @param {string} text of Markdown */
    resolve(text) {
        return text.replace(/\0([^)#]*)(#[^)]*)?/g, (_, page, id = '') => {
            const slug = this.#targets.get(page + id) ?? this.#targets.get(page);
            return `#${slug}`;
        });
    }

    /** @param {{ nodeName: string, id: string, textContent: string, parentNode: { id: string } }} heading whose id is its own, or of what it begins */
    #addTarget({ nodeName, id, textContent, parentNode }) {
        const slug = slugOf(textContent);
        const count = this.#counts.get(slug) ?? 0;
        this.#counts.set(slug, count + 1);
        const unique = count === 0 ? slug : `${slug}-${count}`;
        if (nodeName === 'H1') this.#targets.set(this.#page, unique);
        this.#targets.set(`${this.#page}#${id || parentNode.id}`, unique);
    }
}

/** What a page becomes, but for its headings and links. */
function createTurndown() {
    const converter = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced',
        bulletListMarker: '-' });
    converter.use(tables);
    converter.addRule('code', {
        filter: 'pre',
        replacement: (_text, node) => {
            const { textContent, dataset } = /** @type {any} */ (node);
            const language = dataset?.code ?? /** @type {any} */ (node).getAttribute('data-code')
                ?? '';
            return `\n\n\`\`\`${language}\n${textContent.replace(/\n$/, '')}\n\`\`\`\n\n`;
        },
    });
    converter.remove(['figure', 'button', 'input', 'output', 'select', 'script', 'style']);
    converter.addRule('lists of names', {
        filter: (node) => node.nodeName === 'UL' && node.className === 'entries',
        replacement: () => '',
    });
    return converter;
}

/** Headings of the reference as they are read. @param {string} text of Markdown */
const plainHeadings = (text) =>
    text.replace(/^#+ .*$/gm, (line) => line.replace(/\\([[\]<>_*])/g, '$1'));

/** The first sentences of a page: its lead. @param {string} html */
function leadOf(html) {
    const [, lead = ''] = /<p class="lead">([^]*?)<\/p>/.exec(html) ?? [];
    return lead.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
}

/** @param {Converter} converter */
function renderPages(converter) {
    return listGuide().filter(({ name }) => !WITHOUT_TEXT.includes(name)).map(({ name, title }) => {
        const html = contentOf(name);
        return { name, title, lead: leadOf(html), text: converter.convert(name, html) };
    });
}

/** What somebody needs to know before anything else. */
const FIRST =
    `Metres, seconds, radians, y up. \`await init()\` once, then \`new World()\`; \`world.advance(seconds)\` in each frame; draw
\`world.poses\`. What collides is said by layers: \`new World({ layers: { hero: ['ground'], ground: {} } })\`.`;

/**
 * Both files.
 * @param {string} guide where the pages of the guide lie, such as 'demo/guide/'; '' if they are not there
 * @returns {Record<'llms.txt' | 'llms-full.txt', string>}
 */
export function renderLlms(guide) {
    const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const title = 'Mica (mica2d)';
    const converter = new Converter(title);
    const pages = renderPages(converter);
    const head = `# ${title}\n\n> ${description}\n\n${FIRST}\n`;
    const list = pages.map(({ name, title, lead }) =>
        `- ${guide ? `[${title}](${guide}${name})` : `${title}`}: ${lead}`
    );
    const index = `${head}\n## Guide\n\n${list.join('\n')}\n\n## Everything in one file\n\n`
        + '- [llms-full.txt](llms-full.txt): the pages above with all programs, which the tests run, and the API reference\n';
    const reference = plainHeadings(converter.convert('api.html', contentOf('api.html')));
    const texts = [...pages.map(({ text }) => text), reference].join('\n\n');
    const full = `${head}\n${converter.resolve(texts)}\n`;
    return { 'llms.txt': index, 'llms-full.txt': full.replace(/\n{3,}/g, '\n\n') };
}
