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

/** HTML of the guide to Markdown. */
function createConverter() {
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

/** Links between pages of the guide, as links within one file. @param {string} text of Markdown */
const joinLinks = (text) =>
    text.replace(/\]\((?:[\w-]+\.html)(#[\w.-]*)?\)/g, (_, id) => (id ? `](${id})` : '](#)'));

/** Headings of the reference without their links to themselves. @param {string} text of Markdown */
const plainHeadings = (text) =>
    text.replace(/^#+ .*$/gm, (line) =>
        line.replace(/\[([^\]]*)\]\(#[^)]*\)/g, '$1').replace(/\\([[\]<>_*])/g, '$1'));

/** The first sentences of a page: its lead. @param {string} html */
function leadOf(html) {
    const [, lead = ''] = /<p class="lead">([^]*?)<\/p>/.exec(html) ?? [];
    return lead.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
}

/** @param {TurndownService} converter */
function renderPages(converter) {
    return listGuide().filter(({ name }) => !WITHOUT_TEXT.includes(name)).map(({ name, title }) => {
        const html = contentOf(name);
        return { name, title, lead: leadOf(html), text: joinLinks(converter.turndown(html)) };
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
    const converter = createConverter();
    const pages = renderPages(converter);
    const head = `# Mica (mica2d)\n\n> ${description}\n\n${FIRST}\n`;
    const list = pages.map(({ name, title, lead }) =>
        `- ${guide ? `[${title}](${guide}${name})` : `${title}`}: ${lead}`
    );
    const index = `${head}\n## Guide\n\n${list.join('\n')}\n\n## Everything in one file\n\n`
        + '- [llms-full.txt](llms-full.txt): the pages above with all programs, which the tests run, and the API reference\n';
    const reference = plainHeadings(converter.turndown(contentOf('api.html')));
    const full = `${head}\n${[...pages.map(({ text }) => text), reference].join('\n\n')}\n`;
    return { 'llms.txt': index, 'llms-full.txt': full.replace(/\n{3,}/g, '\n\n') };
}
